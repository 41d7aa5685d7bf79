#ifndef REPORT_COMPARE_REFINE_REPORT_H
#define REPORT_COMPARE_REFINE_REPORT_H

#include "compare/refine.h"
#include "report/report.h"
#include "session/systems.h"

/* What the models are called that a user can choose, by RefineModel; ends with NULL. */
extern const char *const refine_model_names[];

/* Whether one system refines the other: the counterexample, if there is one, what else is known of
 * the two, and the verdict. */
Verdict refine_report(Report *, Systems *, const Refinement *, RefineModel);

#endif
