#ifndef REPORT_COMPARE_LENIENCE_H
#define REPORT_COMPARE_LENIENCE_H

#include "compare/refine.h"
#include "report/report.h"

/* Where the specification diverges, everything is allowed: who did not want that should know.
 * Field `spec_divergence`: the trace, or null. */
void lenience_show(Report *, const Refinement *);

#endif
