#ifndef SEARCH_STATES_H
#define SEARCH_STATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/state_id.h"
#include "value/value.h"

/* The states found so far, numbered 0, 1, 2 … in order of discovery, each stored
 * once.  With each: the state and the label by which it was first reached. */
typedef struct States States;

States *states_new(uint32_t width);
void states_free(States *); /* accepts NULL */

/* The number of the row; *fresh tells whether it is new.  NO_STATE if there is
 * no more room (four billion states). */
StateId states_add(States *, const Value *row, StateId from, uint32_t label, bool *fresh);
/* The same in steps, for many rows at once: what the memory has to bring is asked for in time.  The
 * key of a row; then, when all keys are known, states_approach; then the row itself. */
uint32_t states_key(const States *, const Value *row);
void states_approach(const States *, uint32_t key);
StateId states_add_by_key(States *, const Value *row, uint32_t key, StateId from, uint32_t label,
                          bool *fresh);
const Value *states_row(const States *, StateId); /* valid until the next add */
StateId states_from(const States *, StateId);
uint32_t states_label(const States *, StateId);
uint32_t states_count(const States *);
size_t states_bytes(const States *);

#endif
