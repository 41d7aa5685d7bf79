#ifndef CSP_PROCESS_STEP_H
#define CSP_PROCESS_STEP_H

#include "csp/eval/evaluator.h"

/* The operational semantics: what a process can do, by the rules of its outermost operator,
 * applied to terms.  Plain, and the reference for everything that is faster.
 *
 * The event of a step is a value of the script, or one of these two: */
#define EVENT_TAU ((Datum){(uint64_t) 0 << 4 | DATUM_BOOL})
#define EVENT_TICK ((Datum){(uint64_t) 1 << 4 | DATUM_BOOL})

typedef struct {
  Datum event, after; /* `after` is a process, never LATER */
} Step;

typedef struct Stepper Stepper;
Stepper *stepper_new(Evaluator *);
void stepper_free(Stepper *); /* accepts NULL */
Evaluator *stepper_evaluator(const Stepper *);

/* The steps of a process, each once, ascending by event (τ, ✓, then datum_compare); valid until the
 * stepper is freed: they are remembered.  NULL: fault (evaluator_fault). */
typedef struct {
  const Step *steps;
  uint32_t count;
} StepList;
bool stepper_steps(Stepper *, Datum process, StepList *); /* false: fault */

#endif
