#ifndef REPORT_TYPES_REPORT_H
#define REPORT_TYPES_REPORT_H

#include "report/report.h"

/* The names of a model with their types. */
void types_report_model(Report *, const Model *);
/* The type of a formula, if it is an expression, and those of its free names. */
void types_report_formula(Report *, const Formula *);

/* A temporal formula that is well-typed, as it is understood. */
void types_report_temporal(Report *, const Temporal *);

#endif
