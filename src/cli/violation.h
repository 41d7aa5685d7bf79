#ifndef CLI_VIOLATION_H
#define CLI_VIOLATION_H

#include "search/explore.h"

/* "invariant", "deadlock" … */
const char *violation_kind(const Violation *);
/* The same for people: a broken proof obligation by its name, "guard strengthening". */
const char *violation_title(const Violation *);

#endif
