#ifndef REPORT_TEMPORAL_TEMPORAL_REPORT_H
#define REPORT_TEMPORAL_TEMPORAL_REPORT_H

#include "report/report.h"
#include "session/temporal/temporal_check.h"

/* What is said of temporal formulas: a block for each, with the path that violates it, and the
 * verdict as the last line; for programs the field `temporal`.  The first path becomes a trace
 * file, if `trace` is not NULL.  `reasons`: why a path violates its formula is told, too. */
Verdict temporal_report(Report *, const TemporalChecked *, Text *trace, bool reasons);
/* ` (2 steps, then a loop of 3)`: of a formula that a path violates. */
void temporal_add_length(Text *, const TemporalResult *);

#endif
