#ifndef REPORT_SCRIPT_REPORT_H
#define REPORT_SCRIPT_REPORT_H

#include "csp/syntax/tree.h"
#include "report/report.h"

/* What a script of CSP-M is that was parsed. */

/* OK phils.csp: script, 12 declarations, 3 assertions */
void script_report_summary(Report *, const CspNode *script);
/* Fields `kind`, `declarations` and `assertions`. */
void script_report_fields(Report *, const CspNode *script);

#endif
