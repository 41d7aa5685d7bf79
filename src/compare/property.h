#ifndef COMPARE_PROPERTY_H
#define COMPARE_PROPERTY_H

#include "compare/refine.h"

/* What is asked of one system alone, as CSP understands it: termination (Lts.is_tick) is an event
 * that needs no consent, the state after it is no deadlock.  Searches are by levels, hidden steps
 * count, so that a counterexample is a shortest one. */
typedef struct {
  bool holds, decided; /* decided: it holds, or it certainly does not */
  bool found;          /* a behaviour that shows why it does not hold: */
  CounterKind kind;
  RefineSteps steps;     /* the first one is the initial state; nodes do not count */
  VEC(uint32_t) refused; /* FAILURE, NONDETERMINISM: what the last state refuses */
  StateList loop;        /* DIVERGENCE: the states after the last one, back to it */
  uint64_t pairs;        /* DETERMINISTIC: how many were compared; else 0 */
} Property;

/* The models differ in what divergence means: in FAILURES it does not matter, in
 * FAILURES_DIVERGENCES a process that diverges may do and refuse anything. */

/* No reachable cycle of hidden steps. */
Property *property_divergence_free(Space *);
/* No reachable state without any step that is not the end; FAILURES_DIVERGENCES: nor a cycle. */
Property *property_deadlock_free(Space *, RefineModel);
/* No trace after which an event is both possible and refused; FAILURES_DIVERGENCES: nor a cycle. */
Property *property_deterministic(Space *, RefineModel);
/* TRACES: these actions are a trace of it.  FAILURES: and after no part of it the next one can be
 * refused; FAILURES_DIVERGENCES: nor can it diverge there.  Without a counterexample, no behaviour
 * shows that it does not hold. */
Property *property_has_trace(Space *, RefineModel, const uint32_t *actions, uint32_t count);

void property_free(Property *); /* accepts NULL */

#endif
