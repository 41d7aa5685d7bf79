#ifndef REPORT_CSP_CSP_REPORT_H
#define REPORT_CSP_CSP_REPORT_H

#include "report/report.h"
#include "session/csp/csp_check.h"

/* What is said of the assertions of a script: a line for each, its counterexample below it, and the
 * verdict as the last line; for programs the field `assertions`, and the figures of the process if
 * only one was asked about.  The first counterexample becomes a trace file, if `trace` is not
 * NULL. */
Verdict csp_report(Report *, const CspChecked *, Text *trace);
/* The same without the last line, which is added to `summary` instead: "2 of 3 assertions fail". */
Verdict csp_report_part(Report *, const CspChecked *, Text *trace, Text *summary);

#endif
