#ifndef REPORT_COMPARE_PRESERVED_H
#define REPORT_COMPARE_PRESERVED_H

#include "compare/refine.h"
#include "report/compare/comparison.h"

/* After a refinement with regard to failures and divergences holds: is the specification
 * event-deterministic, so that the implementation has all of its traces?  If not, a trace that
 * the implementation has lost is looked for.  The fields `event_deterministic` and
 * `traces_preserved` are true, false or null. */
void preserved_show(Report *, Systems *, uint32_t nodes);

#endif
