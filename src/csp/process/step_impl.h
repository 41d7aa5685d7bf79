#ifndef CSP_PROCESS_STEP_IMPL_H
#define CSP_PROCESS_STEP_IMPL_H

#include "base/arena.h"
#include "base/vec.h"
#include "csp/process/event_order.h"
#include "csp/process/step.h"

typedef struct {
  uint32_t begin, end;
} StepRange;

typedef struct {
  Datum term;
  bool entered; /* it is IN_PROGRESS, and its operands were pushed after it */
} Pending;

/* Steps of terms are computed from those of their operands, which wait on a stack of our own: terms
 * may be nested as deeply as a script likes. */
struct Stepper {
  Evaluator *evaluator;
  Pool *pool;
  Arena *arena;          /* of the lists of steps */
  VEC(Datum) listed;     /* the terms whose steps are known … */
  VEC(StepList) lists;   /* … and these */
  VEC(uint32_t) known;   /* by number of the term: see step.c */
  VEC(Pending) pending;  /* terms whose steps are needed by those below, which are entered */
  uint32_t nested;       /* chases inside of chases */
  uint32_t added;        /* steps, so far */
  VEC(Step) steps;       /* of the term whose turn it is, in the order of the rules */
  VEC(uint64_t) seen;    /* by number of a term: the last group of steps that leads to it */
  uint64_t group;        /* of steps with one event */
  VEC(Datum) parts;      /* of a term that is being made */
  VEC(StepRange) joined; /* of those who take part in an event: which steps they may take */
  Datum map, range;      /* the last map of a LINK, and all that it leads to */
  Datum relation;        /* the last order of a PRIORITY_ORDER … */
  EventOrder *order;     /* … or NULL */
};

/* A term whose rules are applied: its operands (but those that may be LATER) have known steps. */
typedef struct {
  Stepper *stepper;
  Datum term;
  const Datum *parts;
  uint32_t count;
} Rule;

/* Adds a step; `after` may be LATER.  False: fault. */
bool rule_add(Rule *, Datum event, Datum after);
/* … to the term with another operand i. */
bool rule_move(Rule *, Datum event, uint32_t i, Datum after);
bool rule_end(Rule *);                         /* ✓, and then Ω */
StepList rule_steps(const Rule *, uint32_t i); /* of the operand */
bool rule_in(const Rule *, Datum event, Datum set);
/* Takes all parts of the term into stepper->parts; then, when some were changed there, adds a step
 * to the term of these. */
void rule_copy_parts(Rule *);
bool rule_add_changed(Rule *, Datum event);

static inline bool event_is_visible(Datum event) { return !datum_is(event, DATUM_BOOL); }
static inline bool event_is_tau(Datum event) { return datum_same(event, EVENT_TAU); }
static inline bool event_is_tick(Datum event) { return datum_same(event, EVENT_TICK); }

/* The order of steps: τ, ✓, then by datum_compare. */
int event_compare(const Pool *, Datum, Datum);
StepRange step_find(const Pool *, StepList, Datum event); /* empty: there is none */

Span stepper_span(const Stepper *, Datum term); /* for messages; SPAN_NONE: not known */
Datum term_simple(Pool *, TermKind);            /* without parts */

/* ---- the rules ---- */
bool rule_share(Rule *);
bool rule_parallel(Rule *);
bool rule_link(Rule *);
bool rule_sync_choice(Rule *);
bool rule_sync_interrupt(Rule *);
bool rule_prioritise(Rule *);
bool rule_priority_order(Rule *);
bool rule_chase(Rule *);
bool rule_deter(Rule *);
bool rule_simple(Rule *, TermKind); /* all others */

#endif
