#ifndef REPORT_EXPORT_EXPORT_H
#define REPORT_EXPORT_EXPORT_H

#include "base/text.h"
#include "compare/space.h"
#include "report/report.h"
#include "session/systems.h"

/* A state space for other tools.  The space is explored, and has an initial state.  Labels are
 * operations with arguments and results; where there are several initial states, one more comes
 * before them, with hidden steps to each. */

/* Aldebaran: lts/aut.h describes the form.  Hidden steps are called i. */
void export_aut(Text *, Space *);

/* CSP-M: a process for each state, the external choice of what it can do, and the process System.
 * The actions of the space are events (SystemsView). */
void export_csp(Report *, const Systems *);

/* The same as the text of a report, or its fields `form` and `text`. */
void export_report(Report *, const Systems *, bool csp);

/* A visible label that would be taken for a hidden one in an Aldebaran file; or NULL. */
const char *export_misread(Space *);

#endif
