#ifndef REPORT_COMPARE_CHAIN_GLUING_REPORT_H
#define REPORT_COMPARE_CHAIN_GLUING_REPORT_H

#include "report/check/check_report.h"

/* The gluing invariant of a refinement of classical B, which was explored together with what it
 * refines (check_gluing, session/check.h). */
Verdict chain_gluing_report(Report *, const System *, const Checked *);

#endif
