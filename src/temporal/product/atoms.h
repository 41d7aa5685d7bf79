#ifndef TEMPORAL_PRODUCT_ATOMS_H
#define TEMPORAL_PRODUCT_ATOMS_H

#include "search/atlas.h"
#include "temporal/automaton/automaton.h"

/* Where a path is: a state, and the steps that are possible there. */
typedef struct {
  StateId id;
  AtlasEdges edges;
  const Value *row;
} Situation;

/* What formulas say of states and steps, as numbered atoms.  An atom is either about the state or
 * about the step that leaves it; at the end of a path there is no step, and atoms about steps are
 * FALSE.  What cannot be told is UNKNOWN or FAULT, and `doubt` is told why. */
typedef struct Atoms Atoms;
struct Atoms {
  uint32_t count;
  const bool *of_step; /* by atom */
  /* Writes the truth of those that are asked for. */
  void (*tell_state)(Atoms *, const Situation *, const bool *asked, Letter);
  void (*tell_step)(Atoms *, const Situation *, const AtlasEdge *, const bool *asked, Letter);
};

#endif
