#ifndef REPORT_TRACE_H
#define REPORT_TRACE_H

#include <jansson.h>

#include "base/text.h"
#include "lts/lts.h"

/* Transitions and states for people and for JSON. */

/* x = 1, y = {}: what differs from `before`; everything if that is NULL. */
void trace_print_state(Text *, Lts *, const Value *state, const Value *before);
/* A step on a line of its own, with its number unless it is a set-up or initialisation,
 * and below, if it is wanted, what it changes.  Of very long values the beginning. */
void trace_print_step(Text *, Lts *, const Transition *, const Value *before, uint32_t number,
                      bool state);
/* The names of a state, constants included, with their values in B notation. */
json_t *trace_state_json(Lts *, const Value *state);
/* {op, args, results, state}: names with their values in B notation.  The constants are in
 * the states of set-up and initialisation only: a large one would be repeated by every step. */
json_t *trace_step_json(Lts *, const Transition *);
/* The same as the next element of a list of steps, after the state `before` (or NULL, at the
 * beginning): values that have not changed are shared with the step before. */
void trace_add_step_json(json_t *list, Lts *, const Transition *, const Value *before);

#endif
