#ifndef COMPARE_SLOTS_H
#define COMPARE_SLOTS_H

#include "compare/graph.h"
#include "compare/weak.h"

/* How a specification can follow an action, for the counters of a simulation.
 *
 * A group is a set of states that can do the same: one state, or a component of hidden
 * edges.  A slot is a group with an action that it can do; it has candidates: the states
 * that it leads to, and other slots, of which it is a candidate what they lead to.  So a
 * slot leads to a state iff there is a way of candidates; there are no circles of slots. */
typedef struct {
  uint32_t count, groups;
  uint32_t *group_of;       /* by state */
  Lists members;            /* by group: its states */
  uint32_t *first;          /* by group, and one more: its slots, ascending by action */
  uint32_t *action, *group; /* by slot */
  Lists of_state, of_slot;  /* by candidate: the slots that it is one of */
  uint32_t *order;          /* of slots: candidates come first */
  uint32_t most;            /* candidates of a slot */
} Slots;

typedef struct { /* a slot with a state of the implementation */
  uint32_t slot;
  StateId c;
} SlotState;

/* By the arrows as they are. */
Slots slots_new(const Arrows *ahead, uint32_t states);
/* With any number of hidden edges around visible ones; every state can do the hidden
 * action, at least by staying where it is.  Stops with the space of `weak`. */
Slots slots_new_weak(const Graph *, const Weak *);
void slots_free(Slots *);

uint32_t slots_find(const Slots *, StateId, uint32_t action); /* or NO_SET */

#endif
