#ifndef REPORT_CHECK_CHECK_IMPL_H
#define REPORT_CHECK_CHECK_IMPL_H

#include "report/check/check_report.h"

/* ---- check_scope.c */

/* {sets: {SET: 2}, MAXINT: 3}: the integers only where they matter. */

/* ---- check_coverage.c */

/* Operations, values of the variables, states by distance. */
void check_add_coverage(Report *, const Checked *);

/* ---- check_unchecked.c */

/* Warns of the temporal formulas of the model, which are not checked, and lists them:
 * {name, formula, reason, file, line, column}. */
json_t *check_unchecked(Report *, const Model *);

/* ---- check_explain.c */

/* For each operation, which condition does not hold in the state; field `disabled`. */
void check_show_deadlock(const CheckReport *, const Value *state, json_t *entry);
/* The same for the initialisation, with these constants (NULL: there are none). */
void check_show_uninitialised(const CheckReport *, const Value *state, json_t *entry);
/* Which properties contradict each other, if that is found in a second, or the style asks for it;
 * field `conflict`. */
void check_show_conflict(const CheckReport *, json_t *entry);

#endif
