#ifndef REPORT_CSP_CSP_TYPES_REPORT_H
#define REPORT_CSP_CSP_TYPES_REPORT_H

#include "csp/script.h"
#include "report/report.h"

/* The names that a script declares with their types: f :: (Int) -> Proc, in the order of the text;
 * names of modules with parameters as far as there are instances. */
void csp_types_report_script(Report *, const CspScript *);
/* The type of an expression. */
void csp_types_report_expression(Report *, const CspNode *);

#endif
