#include "compare/simulate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "compare/slots.h"
#include "compare/constant_keys.h"

/* One algorithm for both directions: upward it runs on the arrows reversed.  "Ahead"
 * is the direction of the steps that a pair must be able to follow.
 *
 * For each slot (compare/slots.h) and each state c of C, count = |{a' | a' is a candidate
 * of the slot, a' R c}| + |{t | t is a candidate of the slot, the count of t for c is
 * not 0}|.
 * Upward and non-blocking, for each call and c, spare = |{a | a R c and a cannot do
 * the call}|.
 * Invariant: a pair that violates the condition of steps is deleted or in the queue. */
typedef struct {
  const Graph *a, *c;
  const Weak *weak; /* of A; NULL: there are no hidden edges */
  const Arrows *c_ahead, *c_back;
  const Alphabet *alphabet;
  const Sets *menus;
  SimulateOptions options;
  Simulation *result;
  Slots slots;
  uint32_t calls;
  uint16_t *count;
  uint32_t *spare;
  uint32_t deleted;
  Space *impl, *spec;   /* whose limits hold */
  PairList queue;       /* not related any more; their consequences are to be drawn */
  VEC(SlotState) empty; /* likewise: the count has become 0 */
} Work;

static const uint64_t PLAY_LIMIT = UINT64_C(1) << 26; /* pairs that are remembered for a play */
static const uint64_t COUNTER_LIMIT = UINT64_C(1) << 31;

static bool related(const Work *w, StateId a, StateId c) { return simulation_has(w->result, a, c); }

static void forget(Work *w, StateId a, StateId c)
{
  uint64_t bit = (uint64_t) a * w->c->count + c;
  assert(related(w, a, c) && w->result->pairs > 0);
  w->result->related[bit / 64] &= ~(UINT64_C(1) << bit % 64);
  if (w->result->ranks) w->result->ranks[bit] = ++w->deleted;
  w->result->pairs--;
}

static void delete (Work *w, StateId a, StateId c)
{
  if (!related(w, a, c)) return;
  forget(w, a, c);
  StatePair pair = {a, c};
  vec_push(&w->queue, pair);
}

static bool can_call(const Work *w, StateId a, uint32_t call)
{
  uint32_t menu = w->weak ? weak_calls(w->weak, a) : w->a->calls[a];
  return alphabet_may_call(w->alphabet, menu, call);
}

/* ---------------------------------------------------------------- beginning */

/* Downward: can c do all that a offers, or rather, some stable state that a may become? */
static bool is_offered(const Work *w, StateId a, StateId c)
{
  if (w->options.steps_only || !w->c->stable[c]) return true;
  if (w->a->stable[a]) return sets_within(w->menus, w->a->calls[a], w->c->calls[c]);
  return weak_offers(w->weak, a, w->c->calls[c]);
}

static bool must_stop(Work *w)
{
  space_check_limits(w->impl);
  return w->impl->stopped || w->spec->stopped;
}

static void relate_first(Work *w)
{
  Names *names = names_new();
  uint32_t *a_keys = constant_keys(w->spec, w->impl, names),
           *c_keys = constant_keys(w->impl, w->spec, names);
  Simulation *x = w->result;
  x->related = memory_zeroed(((uint64_t) w->a->count * w->c->count + 63) / 64, sizeof *x->related);
  for (StateId a = 0; a < w->a->count && (a % 64 || !must_stop(w)); a++)
    for (StateId c = 0; c < w->c->count; c++) {
      if (a_keys[a] != c_keys[c]) continue;
      if (w->options.fits && !w->options.fits(w->options.context, a, c)) continue;
      bool fits = w->options.upward ? !w->c->initial[c] || w->a->initial[a] : is_offered(w, a, c);
      if (!fits) continue;
      uint64_t bit = (uint64_t) a * w->c->count + c;
      x->related[bit / 64] |= UINT64_C(1) << bit % 64;
      x->pairs++;
    }
  free(a_keys);
  free(c_keys);
  names_free(names);
}

/* False if there are too many of them, or one has too many candidates to count. */
static bool make_counters(Work *w)
{
  w->calls = w->options.upward && w->options.nonblocking ? alphabet_count(w->alphabet) : 0;
  uint64_t counters = (uint64_t) w->slots.count * w->c->count;
  uint64_t spares = (uint64_t) w->calls * w->c->count;
  uint64_t bytes = counters * sizeof *w->count + spares * sizeof *w->spare +
                   (uint64_t) w->a->count * w->c->count / 8;
  if (counters + spares > COUNTER_LIMIT || w->slots.most > UINT16_MAX ||
      !space_may_take(w->impl, bytes))
    return false;
  w->count = memory_zeroed(counters, sizeof *w->count);
  w->spare = memory_zeroed(spares, sizeof *w->spare);
  return true;
}

static uint16_t *counters_of(const Work *w, uint32_t slot)
{
  return w->count + (uint64_t) slot * w->c->count;
}

static void count_states(Work *w)
{
  const Lists *l = &w->slots.of_state;
  for (StateId a = 0; a < w->a->count; a++) {
    if (a % 64 == 0 && must_stop(w)) return;
    for (uint32_t i = l->begin[a]; i < l->begin[a + 1]; i++) {
      uint16_t *row = counters_of(w, l->items[i]);
      for (StateId c = 0; c < w->c->count; c++) row[c] = (uint16_t) (row[c] + related(w, a, c));
    }
  }
}

static void count_slots(Work *w)
{
  const Lists *l = &w->slots.of_slot;
  for (uint32_t i = 0; i < w->slots.count; i++) {
    if (i % 64 == 0 && must_stop(w)) return;
    const uint16_t *from = counters_of(w, w->slots.order[i]);
    for (uint32_t k = l->begin[w->slots.order[i]]; k < l->begin[w->slots.order[i] + 1]; k++) {
      uint16_t *row = counters_of(w, l->items[k]);
      for (StateId c = 0; c < w->c->count; c++) row[c] = (uint16_t) (row[c] + (from[c] > 0));
    }
  }
}

static void count_spares(Work *w)
{
  uint32_t nc = w->c->count;
  for (uint32_t call = 0; call < w->calls; call++)
    for (StateId a = 0; a < w->a->count; a++)
      for (StateId c = 0; c < nc && !can_call(w, a, call); c++)
        w->spare[(uint64_t) call * nc + c] += related(w, a, c);
}

/* ---------------------------------------------------------------- deletion */

/* Can a, related to the state where this arrow of C begins, follow it to c1? */
static bool can_follow(const Work *w, StateId a, uint32_t action, StateId c1)
{
  uint32_t slot = slots_find(&w->slots, a, action);
  if (slot != NO_SET && counters_of(w, slot)[c1] > 0) return true;
  if (!w->options.nonblocking || action == ACTION_TAU) return false;
  uint32_t call = alphabet_call(w->alphabet, action);
  if (w->options.upward) return w->spare[(uint64_t) call * w->c->count + c1] > 0;
  return !can_call(w, a, call);
}

static bool follows_all(const Work *w, StateId a, StateId c)
{
  for (uint32_t i = w->c_ahead->begin[c]; i < w->c_ahead->begin[c + 1]; i++)
    if (!can_follow(w, a, w->c_ahead->edges[i].action, w->c_ahead->edges[i].to)) return false;
  return true;
}

/* The pairs that fail from the start; counters stay as they are until the
 * consequences are drawn. */
static void delete_first(Work *w)
{
  for (StateId a = 0; a < w->a->count; a++) {
    if (a % 256 == 0 && must_stop(w)) return;
    for (StateId c = 0; c < w->c->count; c++)
      if (related(w, a, c) && !follows_all(w, a, c)) delete (w, a, c);
  }
}

/* Nothing that the slot leads to is related to c any more. */
static void no_candidate(Work *w, uint32_t slot, StateId c)
{
  uint32_t begin, end, action = w->slots.action[slot], group = w->slots.group[slot];
  const Lists *members = &w->slots.members;
  graph_find(w->c_back, c, action, &begin, &end);
  for (uint32_t k = members->begin[group]; k < members->begin[group + 1] && begin < end; k++) {
    StateId a = members->items[k];
    if (can_follow(w, a, action, c)) continue;
    for (uint32_t i = begin; i < end; i++) delete (w, a, w->c_back->edges[i].to);
  }
}

static void discount(Work *w, const Lists *slots, uint32_t candidate, StateId c)
{
  for (uint32_t i = slots->begin[candidate]; i < slots->begin[candidate + 1]; i++) {
    SlotState place = {slots->items[i], c};
    assert(counters_of(w, place.slot)[c] > 0);
    if (--counters_of(w, place.slot)[c] == 0) vec_push(&w->empty, place);
  }
}

/* Upward: everything that is related to c can do the call. */
static void no_spare(Work *w, uint32_t call, StateId c)
{
  for (uint32_t i = w->c_back->begin[c]; i < w->c_back->begin[c + 1]; i++) {
    uint32_t action = w->c_back->edges[i].action;
    if (alphabet_call(w->alphabet, action) != call) continue;
    StateId c1 = w->c_back->edges[i].to;
    for (StateId a = 0; a < w->a->count; a++)
      if (related(w, a, c1) && !can_follow(w, a, action, c)) delete (w, a, c1);
  }
}

static void draw(Work *w, StatePair p)
{
  discount(w, &w->slots.of_state, p.a, p.c);
  while (w->empty.len) {
    SlotState place = w->empty.data[--w->empty.len];
    discount(w, &w->slots.of_slot, place.slot, place.c);
    no_candidate(w, place.slot, place.c);
  }
  for (uint32_t call = 0; call < w->calls; call++)
    if (!can_call(w, p.a, call) && --w->spare[(uint64_t) call * w->c->count + p.c] == 0)
      no_spare(w, call, p.c);
}

/* ------------------------------------------------------------------ verdict */

static bool is_first(const Work *w, StateId a)
{
  return w->weak ? w->weak->initial[a] : w->a->initial[a];
}

static SimulationOutcome judge_downward(const Work *w)
{
  for (StateId c = 0; c < w->c->count; c++) {
    bool some = !w->c->initial[c];
    for (StateId a = 0; a < w->a->count && !some; a++) some = is_first(w, a) && related(w, a, c);
    w->result->where = c;
    if (!some) return SIMULATION_NOT_INITIAL;
  }
  return SIMULATION_HOLDS;
}

static bool is_call(const Work *w, uint32_t number)
{
  return alphabet_call(w->alphabet, number) == number && !alphabet_is_choice(w->alphabet, number);
}

/* Is there, for what c cannot do, something related that cannot do it either? */
static bool is_applicable(const Work *w, StateId c)
{
  for (uint32_t call = 1; call < w->calls; call++)
    if (is_call(w, call) && !sets_has(w->menus, w->c->calls[c], call) &&
        w->spare[(uint64_t) call * w->c->count + c] == 0)
      return false;
  if (w->options.nonblocking) return true;
  for (StateId a = 0; a < w->a->count; a++)
    if (related(w, a, c) && sets_within(w->menus, w->a->calls[a], w->c->calls[c])) return true;
  return false;
}

static SimulationOutcome judge_upward(const Work *w)
{
  for (StateId c = 0; c < w->c->count; c++) {
    bool some = false;
    for (StateId a = 0; a < w->a->count && !some; a++) some = related(w, a, c);
    w->result->where = c;
    if (!some) return SIMULATION_NOT_TOTAL;
    if (!w->options.steps_only && !is_applicable(w, c)) return SIMULATION_NOT_APPLICABLE;
  }
  return SIMULATION_HOLDS;
}

static void delete_all(Work *w)
{
  relate_first(w);
  count_states(w);
  count_slots(w);
  count_spares(w);
  if (!w->spec->stopped && !w->impl->stopped) delete_first(w);
  for (uint32_t i = 1; w->queue.len && (i % 4096 || !must_stop(w)); i++)
    draw(w, w->queue.data[--w->queue.len]);
}

static void run(Work *w)
{
  Simulation *x = w->result;
  uint64_t size = (uint64_t) w->a->count * w->c->count;
  bool hidden = w->options.upward && (w->a->hidden || w->c->hidden);
  x->outcome = hidden ? SIMULATION_HIDDEN : SIMULATION_TOO_LARGE;
  bool stopped = w->impl->stopped || w->spec->stopped;
  if (stopped) x->outcome = SIMULATION_STOPPED;
  if (hidden || stopped || size > COUNTER_LIMIT * 16 || !make_counters(w)) return;
  if (w->options.play && size <= PLAY_LIMIT) x->ranks = memory_zeroed(size, sizeof *x->ranks);
  delete_all(w);
  x->outcome = w->options.upward ? judge_upward(w) : judge_downward(w);
  if (!w->impl->stopped && !w->spec->stopped) return;
  x->outcome = SIMULATION_STOPPED;
  free(x->related);
  x->related = NULL;
}

Simulation *simulate(Space *impl, Space *spec, SimulateOptions options)
{
  Simulation *x = memory_zeroed(1, sizeof *x);
  Graph c = graph_new(impl, false), a = graph_new(spec, true);
  bool up = options.upward;
  Weak *weak = (a.hidden || c.hidden) && !up ? weak_new(spec) : NULL;
  x->spec_count = a.count;
  x->impl_count = c.count;
  Work w = {.a = &a, .c = &c, .weak = weak, .options = options, .result = x};
  w.alphabet = impl->alphabet;
  w.impl = impl;
  w.spec = spec;
  w.menus = alphabet_menus(impl->alphabet);
  w.c_ahead = up ? &c.in : &c.out;
  w.c_back = up ? &c.out : &c.in;
  w.slots = weak ? slots_new_weak(&a, weak) : slots_new(up ? &a.in : &a.out, a.count);
  run(&w);
  slots_free(&w.slots);
  weak_free(weak);
  free(w.count);
  free(w.spare);
  vec_free(&w.queue);
  vec_free(&w.empty);
  graph_free(&a);
  graph_free(&c);
  return x;
}

void simulation_free(Simulation *x)
{
  if (!x) return;
  free(x->related);
  free(x->ranks);
  free(x);
}
