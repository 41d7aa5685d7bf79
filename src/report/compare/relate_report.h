#ifndef REPORT_COMPARE_RELATE_REPORT_H
#define REPORT_COMPARE_RELATE_REPORT_H

#include "report/report.h"
#include "session/relate.h"

/* The simulation that was found, as pairs and as a predicate, or how the specification cannot
 * answer; and the verdict. */
Verdict relate_report(Report *, const Related *);

#endif
