#ifndef REPORT_TYPES_REPORT_H
#define REPORT_TYPES_REPORT_H

#include "report/report.h"

/* The names of a model with their types. */
void types_report_model(Report *, const Model *);
/* The type of a formula, if it is an expression, and those of its free names. */
void types_report_formula(Report *, const Formula *);

#endif
