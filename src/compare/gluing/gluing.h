#ifndef COMPARE_GLUING_GLUING_H
#define COMPARE_GLUING_GLUING_H

#include "compare/space.h"

/* Is a given relation a downward simulation, as far as the two systems reach its pairs
 * together?  Every initial state of the implementation must be related to an initial
 * one; where related states are and the implementation does a step, the specification
 * must be able to do it, too, to a related state.  (What is refused is not compared.) */
typedef Truth GluingTest(void *context, StateId a, StateId c); /* FAULT: does not hold */

typedef enum {
  GLUING_HOLDS,
  GLUING_BROKEN,  /* nothing that the specification can do leads to a related state */
  GLUING_MISSING, /* the specification cannot do the step at all */
  GLUING_UNKNOWN, /* … or it could not be decided */
  GLUING_STOPPED  /* by a limit */
} GluingOutcome;

typedef struct {
  uint32_t action;
  StateId a, c;
} GluingStep;

typedef struct {
  GluingOutcome outcome;
  uint64_t pairs;          /* reached together */
  VEC(GluingStep) steps;   /* to the related pair before; the first one is initial */
  uint32_t action;         /* then this step, ... */
  StateId after;           /* ... of the implementation to here, */
  VEC(StateId) candidates; /* where none of these is related */
} Gluing;

/* Both are explored.  With `nonblocking`, what the specification cannot do at all is no
 * matter. */
Gluing *gluing_check(Space *impl, Space *spec, bool nonblocking, GluingTest *, void *context);
void gluing_free(Gluing *); /* accepts NULL */

#endif
