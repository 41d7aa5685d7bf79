#ifndef REPORT_COMPARE_ASSUME_REPORT_H
#define REPORT_COMPARE_ASSUME_REPORT_H

#include "report/report.h"
#include "session/assumption.h"

/* A refinement where preconditions are assumed: the counterexample, if there is one, and the
 * verdict.  `relates`: it stands for a simulation between sets of states. */
Verdict assume_report(Report *, const Assumption *, bool relates);

#endif
