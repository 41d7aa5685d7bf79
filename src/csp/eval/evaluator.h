#ifndef CSP_EVAL_EVALUATOR_H
#define CSP_EVAL_EVALUATOR_H

#include "base/limits.h"
#include "base/text.h"
#include "base/vec.h"
#include "csp/value/term.h"
#include "csp/names/resolve.h"
#include "csp/value/datum.h"
#include "syntax/diag.h"

/* Values of the expressions of a script: a walk over the tree.  Definitions are evaluated when
 * they are asked for, each once; calls are remembered, so that a process that calls itself with
 * the same arguments is one process.  What goes wrong is DATUM_FAULT with the reason in `fault`,
 * which the first one sets. */
typedef struct Evaluator Evaluator;

typedef enum {
  FAULT_NONE,
  FAULT_EVALUATION, /* the script is wrong: no matching clause, event outside of its channel … */
  FAULT_MACHINE,    /* there is no machine that MACHINE could be */
  FAULT_LIMIT       /* it could not be decided: too deep, too large, time, interrupted           */
} FaultKind;

typedef struct {
  FaultKind kind;
  Span span;
  const char *message; /* until the evaluator is freed */
} CspFault;

/* The script: resolved (names/resolve.h). */
Evaluator *evaluator_new(Pool *, const CspResolved *);
void evaluator_free(Evaluator *); /* accepts NULL */
void evaluator_set_limits(Evaluator *, Limits);
const Limits *evaluator_limits(const Evaluator *); /* those that were set last */
Pool *evaluator_pool(const Evaluator *);
const CspResolved *evaluator_script(const Evaluator *);

/* Prepares an expression or assertion that was resolved in the scope of the script (those of the
 * script itself are prepared). */
void evaluator_add(Evaluator *, CspNode *);
/* The value of an expression of an assertion, or of one that was prepared. */
Datum evaluator_value(Evaluator *, const CspNode *);

const CspFault *evaluator_fault(const Evaluator *); /* kind FAULT_NONE: there is none */
void evaluator_forget_fault(Evaluator *);
/* Sets the fault unless there is one; always DATUM_FAULT, for return. */
Datum evaluator_raise(Evaluator *, FaultKind, Span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same for a function with another number of arguments than it has. */
Datum evaluator_raise_count(Evaluator *, Span, const char *function, uint32_t wanted,
                            uint32_t given);
/* After a fault: the process that has no value.  It can be talked of, the fault comes back when it
 * is asked what it can do: so it does no harm where it never comes to that.  The fault is
 * forgotten. DATUM_FAULT, for return: it was a limit that was reached. */
Datum evaluator_postpone(Evaluator *);
Datum evaluator_raise_again(Evaluator *, Datum wrong); /* the fault of a TERM_WRONG */
/* Is it time to stop?  Then there is a fault. */
bool evaluator_stops(Evaluator *);
/* The same, after so much more work (base/limits.h); false: there is a fault. */
bool evaluator_goes_on(Evaluator *, uint64_t work);

/* What a prefix or a machine can do: each event with what comes after it, in order.  False: fault.
 */
typedef struct {
  Datum event, after; /* `after` is a process, never LATER */
} Offer;
typedef VEC(Offer) Offers;
bool evaluator_offers(Evaluator *, Datum process, Offers *); /* adds to them */

/* The machine that the script may call MACHINE: a TERM_MACHINE for each of its states.  Both raise
 * what goes wrong. */
typedef struct MachineProcess MachineProcess;
struct MachineProcess {
  Datum (*begin)(MachineProcess *);                           /* what MACHINE is; DATUM_FAULT */
  bool (*offers)(MachineProcess *, uint32_t state, Offers *); /* adds to them */
};
/* It must outlive whatever is evaluated from now on; NULL: there is none. */
void evaluator_set_machine(Evaluator *, MachineProcess *);
/* Is it a whole event, of its channel's type?  If not, that is a fault. */
bool evaluator_is_event(Evaluator *, Datum event, Span);

/* The process behind a LATER; others stay as they are. */
Datum evaluator_now(Evaluator *, Datum process);
/* The place in the script where a suspended process stands. */
Span evaluator_span(const Evaluator *, Datum process);

/* ---- events ---- */
/* All events of the script (Events), or a fault if they are infinitely many. */
Datum evaluator_events(Evaluator *);
/* How many fields a channel has; where the complete field that begins at this part ends. */
uint32_t evaluator_arity(Evaluator *, uint32_t channel);
uint32_t evaluator_field_end(Evaluator *, Datum event, uint32_t from);
/* Has a field of this channel infinitely many values? */
bool evaluator_is_open(Evaluator *, uint32_t channel);
/* Inputs of such channels take the values of these events, which others can do.  Steps that were
 * computed before do not know of them. */
void evaluator_set_surroundings(Evaluator *, Datum events);
/* Is it in the set, listed or not? */
bool evaluator_in(Evaluator *, Datum element, Datum set);

/* A value as CSP-M text: c.1.A.{1,2}.<a,b>.(1,true); processes as far as that makes sense. */
void evaluator_print(const Evaluator *, Text *, Datum);

#endif
