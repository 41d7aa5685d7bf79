#ifndef REPORT_VIOLATION_H
#define REPORT_VIOLATION_H

#include "search/explore.h"

/* "invariant", "deadlock" … */
const char *violation_kind(const Violation *);
/* The same for people: a broken proof obligation by its name, "guard strengthening". */
const char *violation_title(const Violation *);
/* The same of what an operation does: the message, and whether it is a claim that is FALSE. */
const char *violation_title_of_step(const char *message, bool claim);

#endif
