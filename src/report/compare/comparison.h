#ifndef REPORT_COMPARE_COMPARISON_H
#define REPORT_COMPARE_COMPARISON_H

#include "report/report.h"
#include "session/systems.h"

/* What there is to say of every comparison of two systems, or of one that was explored for it. */

/* A state of one side, or what differs from `before` unless that is NULL, and a step with the
 * arguments that are its own; as `check` prints them. */
void comparison_print_state(Text *, const Space *, const Value *row, const Value *before);
void comparison_print_transition(Text *, const Space *, const Transition *);

/* Is there anything to compare?  False: the implementation has surely no initial state, which is
 * told, and the verdict is FAIL. */
bool comparison_can_begin(Report *, Systems *);
/* " for SET=N, …": the sizes of the sets and the constants that a verdict holds for. */
void comparison_add_sizes(Report *, const Systems *);
/* " for SET=N, …, 0.01 s": the sizes of the sets that a verdict holds for, and the time. */
void comparison_add_scope(Report *, const Systems *);
/* What was left out: report->incomplete and the field `reasons`.  The result is a text with the
 * first ones, or NULL. */
const char *comparison_add_reasons(Report *, const Systems *);
/* Unbounded names because of which the answer is not known; field `unbounded`. */
void comparison_tell_unbounded(Report *, const Systems *);
/* Warnings about the model that were met on the way. */
void comparison_add_warnings(Report *, const Systems *);

#endif
