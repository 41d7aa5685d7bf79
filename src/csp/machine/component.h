#ifndef CSP_MACHINE_COMPONENT_H
#define CSP_MACHINE_COMPONENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

/* A finite transition system with numbers: states 0 … states-1, the first one is 0; events as
 * numbers of an EventTable.  Moves of a state are ascending by event and target, each once.
 *
 * All moves by ✓ lead to the state `omega`, which no other move leads to and which has none; so it
 * is not taken for a deadlock. */
enum { MACHINE_TAU, MACHINE_TICK, MACHINE_FIRST_EVENT };
#define NO_OMEGA UINT32_MAX

typedef struct {
  uint32_t event, to;
} Move;

typedef struct {
  uint32_t states, omega; /* omega may be NO_OMEGA */
  uint32_t *begin;        /* by state, and one more: moves begin[s] … begin[s + 1] - 1 */
  Move *moves;
} Component;

Component *component_new(uint32_t states, uint32_t moves);   /* arrays to be filled in; no omega */
void component_free(Component *);                            /* accepts NULL */
void component_check(const Component *);                     /* asserts what is said above */
bool component_is_stable(const Component *, uint32_t state); /* it has no τ */

/* A component that is being made, state by state.
 * ComponentDraft d = {0};  draft_state(&d); draft_move(&d, …); …  c = draft_finish(&d, omega); */
typedef struct {
  VEC(uint32_t) begin;
  VEC(Move) moves;
} ComponentDraft;

uint32_t draft_state(ComponentDraft *); /* its number; moves that are added now are its */
void draft_move(ComponentDraft *, uint32_t event, uint32_t to); /* in any order, also twice */
Component *draft_finish(ComponentDraft *, uint32_t omega);      /* the draft is empty then */
void draft_free(ComponentDraft *);

/* The part that can be reached from the first state, numbered breadth first; frees the other. */
Component *component_trim(Component *);

#endif
