#ifndef REPORT_COMPARE_GLUING_REPORT_H
#define REPORT_COMPARE_GLUING_REPORT_H

#include "report/report.h"
#include "session/systems.h"

/* The gluing invariant of a refinement on the pairs of states that both machines reach together;
 * the result of its check is NULL where the systems were not explored completely. */
Verdict gluing_report(Report *, Systems *, GluingInvariant *, const Gluing *);

#endif
