#ifndef REPORT_CSP_CSP_VALUE_REPORT_H
#define REPORT_CSP_CSP_VALUE_REPORT_H

#include "report/report.h"
#include "session/csp/csp_value.h"

/* The value on a line of its own, or why there is none. */
Verdict csp_value_report(Report *, const CspValue *);

#endif
