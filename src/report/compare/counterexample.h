#ifndef REPORT_COMPARE_COUNTEREXAMPLE_H
#define REPORT_COMPARE_COUNTEREXAMPLE_H

#include "compare/refine.h"
#include "report/report.h"
#include "report/compare/comparison.h"

/* The counterexample of a refinement, if there is one: a table of steps with the states
 * of both sides, and the field `counterexample`. */
void counterexample_show(Report *, const Refinement *);
/* "trace after 6 steps (the specification cannot do …)" */
void counterexample_cause(Text *, const Refinement *);

/* Where an answer is not known since something is not well-defined, or does not hold: that may be
 * since calls are made that the refined preconditions forbid.  `command` does without. */
void counterexample_assumable(Report *, const Systems *, const char *command);

#endif
