#ifndef COMPARE_REFINE_H
#define COMPARE_REFINE_H

#include "compare/normal.h"

/* Does all that one system does conform to another, the specification?  The
 * product of the implementation with the normalised specification is explored
 * breadth-first, by the number of visible steps (or of all), so a counterexample is a
 * shortest one.  Both sides are computed only as far as the product needs them. */
typedef enum {
  REFINE_TRACES,
  REFINE_SINGLETON_FAILURES,
  REFINE_FAILURES,
  REFINE_FAILURES_DIVERGENCES,
  /* Data refinement where operations do not block: what some state of the specification
   * refuses may do anything, what all states accept must be accepted.  A state with hidden
   * steps refuses what a stable state that it reaches refuses; where it reaches none, what
   * it can never do.  (For operations that block it is FAILURES.)  There is a simulation
   * between sets of states of the specification and states of the implementation iff this
   * holds. */
  REFINE_NONBLOCKING
} RefineModel;

typedef struct {
  RefineModel model;
  bool exact; /* what is offered must be equal to what some state of the specification offers */
  bool count_hidden; /* a counterexample is shortest in all steps, not only in visible ones */
  bool every_pair;   /* of the product is explored, also where another one has all its mistakes */
} RefineOptions;

/* The last two are of compare/property.h. */
typedef enum {
  COUNTER_TRACE,
  COUNTER_FAILURE,
  COUNTER_DIVERGENCE,
  COUNTER_DEADLOCK,
  COUNTER_NONDETERMINISM
} CounterKind;

typedef struct {
  uint32_t action; /* by which it was reached */
  StateId state;   /* of the implementation */
  NodeId node;     /* of the specification; NO_NODE: it cannot do this */
} RefineStep;
typedef VEC(RefineStep) RefineSteps;

typedef struct {
  bool holds, decided; /* decided: it holds, or the counterexample is certain */
  bool found;          /* a counterexample: */
  CounterKind kind;
  bool exact;            /* as in the options */
  RefineSteps steps;     /* the first one is the initial state, whose action is TAU */
  VEC(uint32_t) refused; /* FAILURE: offered by the specification, refused here */
  StateList loop;        /* DIVERGENCE: the states after the last one, back to it */
  /* FAILURES_DIVERGENCES: a shortest way to where the specification diverges and allows
   * everything, and its state on a cycle there; empty: there is none. */
  RefineSteps lenient;
  StateId lenient_state;
  uint64_t pairs;     /* of the product */
  Space *impl, *spec; /* not owned */
  Cycles *impl_cycles, *spec_cycles;
  Weak *spec_weak; /* NONBLOCKING: of the specification; else NULL */
  Normal *normal;
} Refinement;

/* Both spaces use the same alphabet. */
Refinement *refine(Space *impl, Space *spec, RefineOptions);
void refinement_free(Refinement *); /* accepts NULL */

#endif
