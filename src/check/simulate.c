#include "check/simulate.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "check/graph.h"

/* One algorithm for both directions: upward it runs on the arrows reversed.  "Ahead"
 * is the direction of the steps that a pair must be able to follow.
 *
 * A slot is a state of A with an action that it can do ahead; for each slot (a, x)
 * and each state c of C, count = |{a' | a -x-> a' and a' R c}|.
 * Upward and non-blocking, for each call and c, spare = |{a | a R c and a cannot do
 * the call}|.
 * Invariant: a pair that violates the condition of steps is deleted or in the queue. */
typedef struct {
  StateId a, c;
} Pair;

typedef struct {
  const Graph *a, *c;
  const Arrows *a_ahead, *a_back, *c_ahead, *c_back;
  const Alphabet *alphabet;
  const Sets *menus;
  SimulateOptions options;
  Simulation *result;
  uint32_t *slot_of; /* by arrow of a_ahead */
  uint32_t slots, calls;
  uint16_t *count;
  uint32_t *spare;
  uint32_t deleted;
  Space *impl;     /* whose limits hold */
  VEC(Pair) queue; /* not related any more; their consequences are to be drawn */
} Work;

static const uint64_t PLAY_LIMIT = UINT64_C(1) << 26; /* pairs that are remembered for a play */
static const uint64_t COUNTER_LIMIT = UINT64_C(1) << 31;

static void *need(uint64_t count, size_t size)
{
  void *memory = calloc((size_t) count + 1, size);
  if (!memory) memory_exhausted();
  return memory;
}

static bool related(const Work *w, StateId a, StateId c) { return simulation_has(w->result, a, c); }

static void forget(Work *w, StateId a, StateId c)
{
  uint64_t bit = (uint64_t) a * w->c->count + c;
  w->result->related[bit / 64] &= ~(UINT64_C(1) << bit % 64);
  if (w->result->ranks) w->result->ranks[bit] = ++w->deleted;
  w->result->pairs--;
}

static void delete (Work *w, StateId a, StateId c)
{
  if (!related(w, a, c)) return;
  forget(w, a, c);
  Pair pair = {a, c};
  vec_push(&w->queue, pair);
}

static bool can_call(const Work *w, StateId a, uint32_t call)
{
  return sets_has(w->menus, w->a->weak_calls[a], call);
}

/* ---------------------------------------------------------------- beginning */

/* Downward: can c do all that a offers, or rather, some stable state that a may become? */
static bool is_offered(const Work *w, StateId a, StateId c)
{
  uint32_t begin, end;
  if (w->options.steps_only || !w->c->stable[c]) return true;
  if (w->a->stable[a]) return sets_within(w->menus, w->a->calls[a], w->c->calls[c]);
  graph_find(w->a_ahead, a, ACTION_TAU, &begin, &end);
  for (uint32_t i = begin; i < end; i++) {
    StateId after = w->a_ahead->edges[i].to;
    if (w->a->stable[after] && sets_within(w->menus, w->a->calls[after], w->c->calls[c]))
      return true;
  }
  return false;
}

static void relate_first(Work *w, Space *impl, Space *spec)
{
  Names *names = names_new();
  uint32_t *a_keys = space_shared_keys(spec, impl, names),
           *c_keys = space_shared_keys(impl, spec, names);
  Simulation *x = w->result;
  x->related = need(((uint64_t) w->a->count * w->c->count + 63) / 64, sizeof *x->related);
  for (StateId a = 0; a < w->a->count; a++)
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
static bool make_slots(Work *w)
{
  const Arrows *ahead = w->a_ahead;
  uint32_t total = ahead->begin[w->a->count], most = 0, length = 0;
  w->slot_of = need(total, sizeof *w->slot_of);
  for (StateId a = 0; a < w->a->count; a++)
    for (uint32_t i = ahead->begin[a]; i < ahead->begin[a + 1]; i++) {
      bool same = i > ahead->begin[a] && ahead->edges[i].action == ahead->edges[i - 1].action;
      w->slot_of[i] = same ? w->slots - 1 : w->slots++;
      length = same ? length + 1 : 1;
      if (length > most) most = length;
    }
  w->calls = w->options.upward && w->options.nonblocking ? alphabet_count(w->alphabet) : 0;
  uint64_t counters = (uint64_t) w->slots * w->c->count, spares = (uint64_t) w->calls * w->c->count;
  uint64_t bytes = counters * sizeof *w->count + spares * sizeof *w->spare +
                   (uint64_t) w->a->count * w->c->count / 8;
  if (counters + spares > COUNTER_LIMIT || most > UINT16_MAX || !space_may_take(w->impl, bytes))
    return false;
  w->count = need((uint64_t) w->slots * w->c->count, sizeof *w->count);
  w->spare = need((uint64_t) w->calls * w->c->count, sizeof *w->spare);
  return true;
}

static bool must_stop(Work *w)
{
  space_check_limits(w->impl);
  return w->impl->stopped;
}

static void count_candidates(Work *w)
{
  const Arrows *ahead = w->a_ahead;
  uint32_t nc = w->c->count;
  for (uint32_t i = 0; i < ahead->begin[w->a->count]; i++) {
    uint16_t *row = w->count + (uint64_t) w->slot_of[i] * nc;
    if (i % 1024 == 0 && must_stop(w)) return;
    for (StateId c = 0; c < nc; c++)
      row[c] = (uint16_t) (row[c] + related(w, ahead->edges[i].to, c));
  }
  for (uint32_t call = 0; call < w->calls; call++)
    for (StateId a = 0; a < w->a->count; a++)
      for (StateId c = 0; c < nc && !can_call(w, a, call); c++)
        w->spare[(uint64_t) call * nc + c] += related(w, a, c);
}

/* ---------------------------------------------------------------- deletion */

/* The slot of a state with this action, or NO_SET. */
static uint32_t slot_at(const Work *w, StateId a, uint32_t action)
{
  uint32_t begin, end;
  graph_find(w->a_ahead, a, action, &begin, &end);
  return begin < end ? w->slot_of[begin] : NO_SET;
}

/* Can a, related to the state where this arrow of C begins, follow it to c1? */
static bool can_follow(const Work *w, StateId a, uint32_t action, StateId c1)
{
  uint32_t slot = slot_at(w, a, action);
  if (slot != NO_SET && w->count[(uint64_t) slot * w->c->count + c1] > 0) return true;
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

/* Nothing that a does by `action` is related to c any more. */
static void no_candidate(Work *w, StateId a, uint32_t action, StateId c)
{
  uint32_t begin, end;
  if (can_follow(w, a, action, c)) return;
  graph_find(w->c_back, c, action, &begin, &end);
  for (uint32_t i = begin; i < end; i++) delete (w, a, w->c_back->edges[i].to);
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

static void draw(Work *w, Pair p)
{
  for (uint32_t i = w->a_back->begin[p.a]; i < w->a_back->begin[p.a + 1]; i++) {
    StateId before = w->a_back->edges[i].to;
    uint32_t action = w->a_back->edges[i].action, slot = slot_at(w, before, action);
    if (--w->count[(uint64_t) slot * w->c->count + p.c] == 0) no_candidate(w, before, action, p.c);
  }
  for (uint32_t call = 0; call < w->calls; call++)
    if (!can_call(w, p.a, call) && --w->spare[(uint64_t) call * w->c->count + p.c] == 0)
      no_spare(w, call, p.c);
}

/* ------------------------------------------------------------------ verdict */

static SimulationOutcome judge_downward(const Work *w)
{
  for (StateId c = 0; c < w->c->count; c++) {
    bool some = !w->c->initial[c];
    for (StateId a = 0; a < w->a->count && !some; a++) some = w->a->initial[a] && related(w, a, c);
    w->result->where = c;
    if (!some) return SIMULATION_NOT_INITIAL;
  }
  return SIMULATION_HOLDS;
}

/* Is there, for what c cannot do, something related that cannot do it either? */
static bool is_applicable(const Work *w, StateId c)
{
  for (uint32_t call = 1; call < w->calls; call++)
    if (!sets_has(w->menus, w->c->calls[c], call) &&
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

static void run(Work *w, Space *impl, Space *spec)
{
  Simulation *x = w->result;
  uint64_t size = (uint64_t) w->a->count * w->c->count;
  bool hidden = w->options.upward && (w->a->hidden || w->c->hidden);
  x->outcome = hidden ? SIMULATION_HIDDEN : SIMULATION_TOO_LARGE;
  if (hidden || w->a->too_large || size > COUNTER_LIMIT * 16 || !make_slots(w)) return;
  if (w->options.play && size <= PLAY_LIMIT) x->ranks = need(size, sizeof *x->ranks);
  relate_first(w, impl, spec);
  count_candidates(w);
  delete_first(w);
  for (uint32_t i = 1; w->queue.len && (i % 4096 || !must_stop(w)); i++)
    draw(w, w->queue.data[--w->queue.len]);
  x->outcome = w->options.upward ? judge_upward(w) : judge_downward(w);
  if (!w->impl->stopped) return;
  x->outcome = SIMULATION_STOPPED;
  free(x->related);
  x->related = NULL;
}

Simulation *simulate(Space *impl, Space *spec, SimulateOptions options)
{
  Simulation *x = need(1, sizeof *x);
  Graph c = graph_new(impl), a = graph_new(spec);
  if ((a.hidden || c.hidden) && !options.upward) {
    graph_free(&a);
    a = graph_new_weak(spec);
  }
  x->spec_count = a.count;
  x->impl_count = c.count;
  Work w = {.a = &a, .c = &c, .options = options, .result = x, .alphabet = impl->alphabet};
  w.impl = impl;
  w.menus = alphabet_menus(impl->alphabet);
  w.a_ahead = options.upward ? &a.in : &a.out;
  w.a_back = options.upward ? &a.out : &a.in;
  w.c_ahead = options.upward ? &c.in : &c.out;
  w.c_back = options.upward ? &c.out : &c.in;
  run(&w, impl, spec);
  free(w.slot_of);
  free(w.count);
  free(w.spare);
  vec_free(&w.queue);
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
