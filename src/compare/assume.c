#include "compare/assume.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"

#define NOWHERE UINT32_MAX

typedef struct {
  uint32_t action;
  StateId to;
} AssumeMove;

typedef struct { /* what is known of a state of the abstraction */
  bool computed;
  uint32_t calls; /* a set */
  VEC(AssumeMove) moves;
} AssumeKnown;

typedef struct {
  uint32_t set;
  StateId c;
  uint32_t from, action;
} AssumePair;

typedef struct {
  Assumed *result;
  AssumeParts parts;
  AssumeLimits limits;
  uint32_t width;
  Value *row, *key;
  States *calls, *actions; /* rows of a label with arguments, and with results */
  VEC(AssumeKnown) known;  /* by state of the abstraction */
  VEC(AssumePair) pairs;
  PairMap index; /* (set, c) -> pair */
  bool over;
  bool spec_doubted; /* then a counterexample is not certain either */
} Assume;

/* A collector of transitions and troubles. */
typedef struct {
  Sink sink; /* first */
  Assume *a;
  StateId from;               /* of the abstraction */
  VEC(uint32_t) calls;        /* found */
  VEC(StateId) found;         /* states */
  VEC(AssumeMove) moves;      /* with their actions */
  VEC(uint32_t) troubled;     /* calls that go wrong, … */
  VEC(const char *) messages; /* … and why */
  VEC(Span) spans;
} Collector;

static void doubt(Assume *a, const char *side, const char *reason)
{
  Assumed *r = a->result;
  const char *text = arena_printf(r->arena, "%s: %s", side, reason ? reason : "not computed");
  for (uint32_t i = 0; i < r->reasons.len; i++)
    if (!strcmp(r->reasons.data[i], text)) return;
  vec_push(&r->reasons, text);
}

/* The number of a label with its arguments, and with its results if there is room for them. */
static uint32_t number_of(Assume *a, States *states, uint32_t label, const Value *arguments,
                          uint32_t count)
{
  bool fresh;
  a->key[0] = value_small(label);
  for (uint32_t i = 0; i < a->width; i++) {
    a->key[i + 1] = i < count && arguments ? arguments[i] : VALUE_UNDEFINED;
    if (value_is_none(a->key[i + 1])) continue;
    if (!value_holds_lazy(a->parts.refinement->store, a->key[i + 1])) continue;
    a->spec_doubted = true;
    doubt(a, "results", "symbolic sets cannot be compared");
  }
  return states_add(states, a->key, NO_STATE, label, &fresh);
}

static uint32_t argument_count(Lts *lts, uint32_t label, uint32_t *all)
{
  uint32_t results = 0, count = lts->label_arguments(lts, label, &results);
  *all = count + results;
  return count;
}

static uint32_t call_number(Assume *a, uint32_t label, const Value *arguments)
{
  uint32_t all, count = argument_count(a->parts.calls, label, &all);
  return number_of(a, a->calls, label, arguments, count);
}

static uint32_t action_number(Assume *a, Lts *lts, const Transition *t)
{
  uint32_t all;
  argument_count(lts, t->label, &all);
  return number_of(a, a->actions, t->label, t->arguments, all);
}

/* The number of one side of a row. */
static StateId side_number(Assume *a, const Value *row, AssumeSide side, States *states)
{
  bool fresh;
  for (uint32_t i = 0; i < a->parts.refinement->width; i++) {
    AssumeSide of = a->parts.sides[i];
    a->row[i] = of == side || of == SIDE_BOTH ? row[i] : VALUE_UNDEFINED;
  }
  return states_add(states, a->row, NO_STATE, 0, &fresh);
}

/* Do they agree about what belongs to both? */
static bool agree(const Assume *a, StateId above, StateId c)
{
  const Value *x = states_row(a->result->abstraction, above);
  const Value *y = states_row(a->result->refinement, c);
  for (uint32_t i = 0; i < a->parts.refinement->width; i++)
    if (a->parts.sides[i] == SIDE_BOTH && !value_same(x[i], y[i])) return false;
  return true;
}

static void join(Assume *a, StateId above, StateId c, Value *row)
{
  const Value *x = states_row(a->result->abstraction, above);
  const Value *y = states_row(a->result->refinement, c);
  for (uint32_t i = 0; i < a->parts.refinement->width; i++)
    row[i] = a->parts.sides[i] == SIDE_ABSTRACTION ? x[i] : y[i];
}

/* ------------------------------------------------------------- abstraction */

static void take_call(Sink *sink, const Transition *t)
{
  Collector *k = (Collector *) sink;
  uint32_t call = call_number(k->a, t->label, t->arguments);
  vec_push(&k->calls, call);
}

static void take_move(Sink *sink, const Transition *t)
{
  Collector *k = (Collector *) sink;
  Assume *a = k->a;
  AssumeMove m = {action_number(a, a->parts.abstraction, t),
                  side_number(a, t->state, SIDE_ABSTRACTION, a->result->abstraction)};
  vec_push(&k->moves, m);
}

static void doubt_abstraction(Sink *sink, const Trouble *t)
{
  Assume *a = ((Collector *) sink)->a;
  a->spec_doubted = true;
  doubt(a, "specification", t->message);
}

static AssumeKnown *known_of(Assume *a, StateId above)
{
  while (a->known.len <= above) vec_push(&a->known, (AssumeKnown){0});
  if (a->known.data[above].computed) return &a->known.data[above];
  Value *row = arena_new_array(a->result->arena, Value, a->parts.refinement->width);
  memcpy(row, states_row(a->result->abstraction, above), a->parts.refinement->width * sizeof *row);
  Collector k = {.sink = {take_call, doubt_abstraction}, .a = a};
  a->parts.calls->next(a->parts.calls, row, &k.sink);
  k.sink.accept = take_move;
  a->parts.abstraction->next(a->parts.abstraction, row, &k.sink);
  AssumeKnown *known = &a->known.data[above];
  known->computed = true;
  known->calls = sets_add(a->result->sets, k.calls.data, sets_sort(k.calls.data, k.calls.len));
  for (uint32_t i = 0; i < k.moves.len; i++) vec_push(&known->moves, k.moves.data[i]);
  vec_free(&k.calls);
  vec_free(&k.moves);
  return known;
}

/* May it be called in all states of the set? */
static bool may_be_called(Assume *a, uint32_t set, uint32_t call)
{
  uint32_t count;
  sets_get(a->result->sets, set, &count);
  for (uint32_t i = 0; i < count; i++) {
    StateId above = sets_get(a->result->sets, set, &count)[i];
    if (!sets_has(a->result->sets, known_of(a, above)->calls, call)) return false;
  }
  return true;
}

/* Is the action one that the abstraction has?  A result that it leaves open may be anything. */
static bool allows(const Assume *a, uint32_t above, uint32_t action)
{
  if (above == action) return true;
  assert(above < states_count(a->actions) && action < states_count(a->actions));
  const Value *x = states_row(a->actions, above), *y = states_row(a->actions, action);
  for (uint32_t i = 0; i <= a->width; i++)
    if (!value_same(x[i], y[i]) && !value_is_none(x[i])) return false;
  return true;
}

/* Where the abstraction may be after the action; NO_SET: nowhere. */
static uint32_t after(Assume *a, uint32_t set, uint32_t action, StateId c)
{
  VEC(StateId) found = {0};
  uint32_t count;
  sets_get(a->result->sets, set, &count);
  for (uint32_t i = 0; i < count; i++) {
    const AssumeKnown *known = known_of(a, sets_get(a->result->sets, set, &count)[i]);
    for (uint32_t k = 0; k < known->moves.len; k++)
      if (allows(a, known->moves.data[k].action, action) && agree(a, known->moves.data[k].to, c))
        vec_push(&found, known->moves.data[k].to);
  }
  uint32_t result =
      found.len ? sets_add(a->result->sets, found.data, sets_sort(found.data, found.len)) : NO_SET;
  vec_free(&found);
  return result;
}

/* -------------------------------------------------------------- refinement */

static void take_step(Sink *sink, const Transition *t)
{
  Collector *k = (Collector *) sink;
  Assume *a = k->a;
  uint32_t call = call_number(a, t->label, t->arguments);
  AssumeMove m = {action_number(a, a->parts.refinement, t),
                  side_number(a, t->state, SIDE_REFINEMENT, a->result->refinement)};
  vec_push(&k->calls, call);
  vec_push(&k->moves, m);
}

/* What goes wrong matters only if it is called. */
static void note_trouble(Sink *sink, const Trouble *t)
{
  Collector *k = (Collector *) sink;
  Assume *a = k->a;
  uint32_t all, count = argument_count(a->parts.refinement, t->label, &all);
  if (t->kind == TROUBLE_INCOMPLETE || (count > 0 && !t->arguments)) {
    doubt(a, "implementation", t->message);
    return;
  }
  vec_push(&k->troubled, call_number(a, t->label, t->arguments));
  vec_push(&k->messages, arena_printf(a->result->arena, "%s", t->message));
  vec_push(&k->spans, t->span);
}

static void reach(Assume *a, uint32_t set, StateId c, uint32_t from, uint32_t action)
{
  assert(set < sets_count(a->result->sets) && (from == NOWHERE || from < a->pairs.len));
  if (pair_map_get(&a->index, set, c) != NO_SET) return;
  pair_map_put(&a->index, set, c, a->pairs.len);
  vec_push(&a->pairs, ((AssumePair){set, c, from, action}));
}

static AssumeStep step_of(Assume *a, uint32_t action, StateId c, uint32_t set)
{
  AssumeStep step = {.state = c, .set = set};
  if (action == NOWHERE) return step;
  uint32_t all;
  step.label = states_label(a->actions, action);
  argument_count(a->parts.refinement, step.label, &all);
  Value *copy = arena_new_array(a->result->arena, Value, all + 1);
  memcpy(copy, states_row(a->actions, action) + 1, all * sizeof *copy);
  step.arguments = copy;
  return step;
}

static void add_steps(Assume *a, uint32_t pair)
{
  if (pair == NOWHERE) return;
  const AssumePair *p = &a->pairs.data[pair];
  add_steps(a, p->from);
  AssumeStep step = step_of(a, p->action, p->c, p->set);
  vec_push(&a->result->steps, step);
}

static void fail(Assume *a, AssumeOutcome outcome, uint32_t pair, AssumeStep last)
{
  a->result->outcome = outcome;
  a->over = true;
  add_steps(a, pair);
  vec_push(&a->result->steps, last);
}

/* A call that may be made goes wrong. */
static void fail_aborting(Assume *a, uint32_t pair, const Collector *k, uint32_t i)
{
  uint32_t all, label = states_label(a->calls, k->troubled.data[i]);
  argument_count(a->parts.refinement, label, &all);
  Value *copy = arena_new_array(a->result->arena, Value, all + 1);
  memcpy(copy, states_row(a->calls, k->troubled.data[i]) + 1, all * sizeof *copy);
  a->result->message = k->messages.data[i];
  a->result->span = k->spans.data[i];
  fail(a, ASSUME_ABORTS, pair, (AssumeStep){label, copy, NO_STATE, NO_SET});
}

static void expand(Assume *a, uint32_t number)
{
  AssumePair pair = a->pairs.data[number];
  uint32_t count;
  StateId first = sets_get(a->result->sets, pair.set, &count)[0];
  assert(count > 0);
  Value *row = arena_new_array(a->result->arena, Value, a->parts.refinement->width);
  Collector k = {.sink = {take_step, note_trouble}, .a = a};
  join(a, first, pair.c, row);
  a->parts.refinement->next(a->parts.refinement, row, &k.sink);
  for (uint32_t i = 0; i < k.troubled.len && !a->over; i++)
    if (may_be_called(a, pair.set, k.troubled.data[i])) fail_aborting(a, number, &k, i);
  for (uint32_t i = 0; i < k.moves.len && !a->over; i++) {
    AssumeMove m = k.moves.data[i];
    if (!may_be_called(a, pair.set, k.calls.data[i])) continue;
    uint32_t set = after(a, pair.set, m.action, m.to);
    if (set != NO_SET) reach(a, set, m.to, number, m.action);
    else fail(a, ASSUME_MISSING, number, step_of(a, m.action, m.to, NO_SET));
  }
  vec_free(&k.calls);
  vec_free(&k.moves);
  vec_free(&k.troubled);
  vec_free(&k.messages);
  vec_free(&k.spans);
}

/* --------------------------------------------------------------- beginning */

typedef struct {
  Sink sink; /* first */
  Assume *a;
  AssumeSide side;
  VEC(Value *) setups;
  VEC(StateId) states;
  const char *message; /* it goes wrong */
  Span span;
} AssumeStart;

static void take_start(Sink *sink, const Transition *t)
{
  AssumeStart *s = (AssumeStart *) sink;
  Assume *a = s->a;
  Lts *lts = a->parts.refinement;
  if (lts->is_setup(lts, t->state)) {
    Value *row = arena_new_array(a->result->arena, Value, lts->width);
    memcpy(row, t->state, lts->width * sizeof *row);
    vec_push(&s->setups, row);
    return;
  }
  States *states = s->side == SIDE_REFINEMENT ? a->result->refinement : a->result->abstraction;
  vec_push(&s->states, side_number(a, t->state, s->side, states));
}

static void note_start(Sink *sink, const Trouble *t)
{
  AssumeStart *s = (AssumeStart *) sink;
  bool own = s->side == SIDE_REFINEMENT && t->kind != TROUBLE_INCOMPLETE;
  if (own) {
    s->message = arena_printf(s->a->result->arena, "%s", t->message);
    s->span = t->span;
  } else {
    s->a->spec_doubted |= s->side == SIDE_ABSTRACTION;
    doubt(s->a, s->side == SIDE_REFINEMENT ? "implementation" : "specification", t->message);
  }
}

static AssumeStart start_of(Assume *a, AssumeSide side, const Value *setup)
{
  AssumeStart s = {.sink = {take_start, note_start}, .a = a, .side = side};
  Lts *lts = side == SIDE_REFINEMENT ? a->parts.refinement : a->parts.abstraction;
  if (setup) lts->next(lts, setup, &s.sink);
  else lts->initial(lts, &s.sink);
  return s;
}

static void begin_from(Assume *a, const Value *setup, const AssumeStart *refinement)
{
  AssumeStart above = start_of(a, SIDE_ABSTRACTION, setup);
  for (uint32_t i = 0; i < refinement->states.len && !a->over; i++) {
    VEC(StateId) found = {0};
    StateId c = refinement->states.data[i];
    for (uint32_t k = 0; k < above.states.len; k++)
      if (agree(a, above.states.data[k], c)) vec_push(&found, above.states.data[k]);
    uint32_t set = found.len
                       ? sets_add(a->result->sets, found.data, sets_sort(found.data, found.len))
                       : NO_SET;
    if (set != NO_SET) reach(a, set, c, NOWHERE, NOWHERE);
    else fail(a, ASSUME_MISSING, NOWHERE, (AssumeStep){.state = c, .set = NO_SET});
    vec_free(&found);
  }
  vec_free(&above.states);
  vec_free(&above.setups);
}

static void begin(Assume *a, const Value *setup)
{
  AssumeStart s = start_of(a, SIDE_REFINEMENT, setup);
  if (s.message) {
    a->result->message = s.message;
    a->result->span = s.span;
    fail(a, ASSUME_ABORTS, NOWHERE, (AssumeStep){.state = NO_STATE, .set = NO_SET});
  }
  if (!a->over && s.states.len) begin_from(a, setup, &s);
  for (uint32_t i = 0; i < s.setups.len && !a->over; i++) begin(a, s.setups.data[i]);
  vec_free(&s.setups);
  vec_free(&s.states);
}

static void check_limits(Assume *a)
{
  const AssumeLimits *l = &a->limits;
  const char *reason = cancel_asked(l->cancelled) ? "the search was interrupted"
                       : l->deadline > 0 && clock_seconds() > l->deadline
                           ? "the time limit was reached"
                       : l->max_pairs && a->pairs.len > l->max_pairs ? REASON_STATE_LIMIT
                                                                     : NULL;
  if (!reason) return;
  a->over = true;
  vec_push(&a->result->reasons, reason);
}

static uint32_t count_marked(const uint8_t *marks, uint32_t len)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < len; i++) count += marks[i];
  return count;
}

/* Calls that may not be made lead to states, too, which have numbers but are not reached. */
static void count_reached(Assume *a)
{
  Assumed *r = a->result;
  uint32_t below = states_count(r->refinement), above = states_count(r->abstraction);
  uint8_t *refinement = memory_zeroed(below + 1, 1), *abstraction = memory_zeroed(above + 1, 1);
  for (uint32_t i = 0; i < a->pairs.len; i++) {
    uint32_t count;
    const uint32_t *states = sets_get(r->sets, a->pairs.data[i].set, &count);
    refinement[a->pairs.data[i].c] = 1;
    for (uint32_t k = 0; k < count; k++) abstraction[states[k]] = 1;
  }
  r->refinement_states = count_marked(refinement, below);
  r->abstraction_states = count_marked(abstraction, above);
  free(refinement);
  free(abstraction);
}

Assumed *assume(AssumeParts parts, AssumeLimits limits)
{
  Assumed *r = calloc(1, sizeof *r);
  Assume a = {.result = r, .parts = parts, .limits = limits};
  if (!r) memory_exhausted();
  r->arena = arena_new();
  r->refinement = states_new(parts.refinement->width);
  r->abstraction = states_new(parts.refinement->width);
  r->sets = sets_new();
  a.width = parts.refinement->label_width;
  if (parts.abstraction->label_width > a.width) a.width = parts.abstraction->label_width;
  a.row = arena_new_array(r->arena, Value, parts.refinement->width);
  a.key = arena_new_array(r->arena, Value, a.width + 1);
  a.calls = states_new(a.width + 1);
  a.actions = states_new(a.width + 1);
  begin(&a, NULL);
  for (uint32_t i = 0; i < a.pairs.len && !a.over; i++) {
    if (i % 64 == 0) check_limits(&a);
    if (!a.over) expand(&a, i);
  }
  r->pairs = a.pairs.len;
  count_reached(&a);
  if (r->outcome == ASSUME_HOLDS ? r->reasons.len > 0 : a.spec_doubted) r->outcome = ASSUME_UNKNOWN;
  for (uint32_t i = 0; i < a.known.len; i++) vec_free(&a.known.data[i].moves);
  vec_free(&a.known);
  vec_free(&a.pairs);
  pair_map_free(&a.index);
  states_free(a.calls);
  states_free(a.actions);
  return r;
}

void assumed_free(Assumed *r)
{
  if (!r) return;
  states_free(r->refinement);
  states_free(r->abstraction);
  sets_free(r->sets);
  vec_free(&r->steps);
  vec_free(&r->reasons);
  arena_free(r->arena);
  free(r);
}
