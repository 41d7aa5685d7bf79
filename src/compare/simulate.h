#ifndef COMPARE_SIMULATE_H
#define COMPARE_SIMULATE_H

#include "compare/space.h"

/* The greatest simulation between the states of a specification A and those of an
 * implementation C, all that can be reached of both; constants that both sides
 * have must be equal.  A call is an operation with its arguments.
 *
 * Downward:  (step)   if a R c and c does x to c', then a does x to some a' R c'
 *            (applicability) if a R c then c can do all calls that a can do
 *            (initial) every initial c has an initial a R c
 * Upward:    (initial) if a R c and c is initial, so is a
 *            (step)   if c does x to c' and a' R c', then some a R c does x to a'
 *            (total)  every c has some a R c, (applicability) that can do no call but
 *            those of c
 * Steps only: applicability is not asked, so that guards may be strengthened.
 * Non-blocking: outside a call's precondition everything may happen.  So the
 * step downward is asked only for calls that a can do; upward some a R c that
 * cannot do the call will do, too, and applicability is asked for each call by itself.
 *
 * Hidden steps, downward only: a may do any number of them before and after x; if c
 * does a hidden step, a may stay where it is.  A stable c must be able to do all
 * calls of some stable state that a reaches by hidden steps.
 *
 * Computed with counters of the candidates that are left for each step, in
 * O(m_A n_C + n_A m_C) steps; with hidden steps m_A counts, for each hidden edge between
 * components of A, the actions that are possible after it. */
typedef struct {
  bool upward, nonblocking, steps_only;
  bool play; /* keep what is needed for play_new */
  /* Only pairs for which this holds may be related; NULL: all. */
  bool (*fits)(const void *context, StateId a, StateId c);
  const void *context;
} SimulateOptions;

typedef struct { /* of the specification, of the implementation */
  StateId a, c;
} StatePair;
typedef VEC(StatePair) PairList;

typedef enum {
  SIMULATION_HOLDS,
  SIMULATION_NOT_INITIAL,    /* downward: an initial state is not related to one */
  SIMULATION_NOT_TOTAL,      /* upward: a state is not related to anything */
  SIMULATION_NOT_APPLICABLE, /* upward: … to anything that can do no more */
  SIMULATION_HIDDEN,         /* upward: there are hidden steps, which are not treated */
  SIMULATION_TOO_LARGE,
  SIMULATION_STOPPED /* by a limit of a space */
} SimulationOutcome;

typedef struct {
  SimulationOutcome outcome;
  StateId where;  /* of the implementation; NOT_… */
  uint64_t pairs; /* of the greatest relation, whatever the outcome */
  uint32_t spec_count, impl_count;
  uint64_t *related; /* a bit for each (a, c); NULL if there is no answer */
  uint32_t *ranks;   /* option play: the order of deletion, from 1; 0 if it was never related */
} Simulation;

/* Both spaces use the same alphabet and are explored. */
Simulation *simulate(Space *impl, Space *spec, SimulateOptions);
void simulation_free(Simulation *); /* accepts NULL */

static inline bool simulation_has(const Simulation *s, StateId a, StateId c)
{
  uint64_t bit = (uint64_t) a * s->impl_count + c;
  return s->related[bit / 64] >> bit % 64 & 1;
}

#endif
