#ifndef CSP_PROCESS_STEP_H
#define CSP_PROCESS_STEP_H

#include "csp/eval/evaluator.h"

/* The operational semantics: what a process can do, by the rules of its outermost operator,
 * applied to terms.  Plain, and the reference for everything that is faster.
 *
 * After ✓ comes Ω, the same for all processes; an operand of a parallel operator that does ✓
 * becomes Ω there by τ, and when all are Ω the whole does ✓.  Of the operators that are in no
 * textbook:
 *   CHASE       has the steps that are possible after the first τ was taken again and again (first
 *               in the order of the operands in the script); if that never ends it diverges: there
 *               is τ, to DIV.  The process after a step is in CHASE again.
 *   COMPRESS    has the steps of its operand, and is gone after them; except
 *   … DETER     which takes the first τ like CHASE, and the first step of each event; where ✓ is
 *               possible it ends.
 *   PRIORITISE  blocks an event of set i > 0 where τ, ✓ or an event of a set before i is possible.
 *   PRIORITY_ORDER  blocks an event of E where one above it is possible (R is a set of pairs, first
 *               the higher one; its transitive closure is taken), or τ or ✓ unless it is one of M.
 *
 * The event of a step is a value of the script, or one of these two: */
#define EVENT_TAU ((Datum){(uint64_t) 0 << 4 | DATUM_BOOL})
#define EVENT_TICK ((Datum){(uint64_t) 1 << 4 | DATUM_BOOL})

typedef struct {
  Datum event, after; /* `after` is a process, never LATER */
} Step;

typedef struct Stepper Stepper;
Stepper *stepper_new(Evaluator *);
void stepper_free(Stepper *);   /* accepts NULL */
void stepper_forget(Stepper *); /* all steps that it remembers */
Evaluator *stepper_evaluator(const Stepper *);

/* The steps of a process, each once, ascending by event (τ, ✓, then datum_compare), steps of one
 * event in the order of the operands: it does not depend on what was asked before.  Valid until the
 * stepper is freed: they are remembered.  A process whose steps need its own steps is a fault. */
typedef struct {
  const Step *steps;
  uint32_t count;
} StepList;
bool stepper_steps(Stepper *, Datum process, StepList *); /* false: fault */

#endif
