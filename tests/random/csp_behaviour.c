/* What is seen of a process by following its steps. */
#include "random/csp_meaning.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

typedef struct {
  uint32_t event; /* number; TAU, TICK */
  uint32_t to;
} Edge;
enum { TAU = 100, TICK };

typedef struct {
  World *world;
  VEC(Datum) states;
  VEC(uint32_t) begin; /* by state, and one more: of its edges */
  VEC(Edge) edges;
  VEC(bool) cyclic; /* by state: it is on a cycle of τ */
} Graph;

static uint32_t number_of(Graph *g, Datum state)
{
  for (uint32_t i = 0; i < g->states.len; i++)
    if (datum_same(g->states.data[i], state)) return i;
  vec_push(&g->states, state);
  return g->states.len - 1;
}

static uint32_t event_of(Datum event)
{
  if (datum_same(event, EVENT_TAU)) return TAU;
  return datum_same(event, EVENT_TICK) ? TICK : world_number(event);
}

static bool explore(Graph *g, World *world, Datum process, uint32_t most)
{
  g->world = world;
  number_of(g, process);
  for (uint32_t i = 0; i < g->states.len; i++) {
    StepList list;
    if (g->states.len > most) return false;
    if (!stepper_steps(world->stepper, g->states.data[i], &list)) abort();
    vec_push(&g->begin, g->edges.len);
    for (uint32_t k = 0; k < list.count; k++)
      vec_push(&g->edges,
               ((Edge){event_of(list.steps[k].event), number_of(g, list.steps[k].after)}));
  }
  vec_push(&g->begin, g->edges.len);
  return true;
}

static void graph_free(Graph *g)
{
  vec_free(&g->states);
  vec_free(&g->begin);
  vec_free(&g->edges);
  vec_free(&g->cyclic);
}

uint32_t behaviour_states(World *world, Datum process, uint32_t most)
{
  Graph g = {0};
  bool done = explore(&g, world, process, most);
  uint32_t states = done ? g.states.len : 0;
  graph_free(&g);
  return states;
}

/* Sets of states, as flags. */
static void close_by_tau(const Graph *g, bool *set, uint32_t state)
{
  if (set[state]) return;
  set[state] = true;
  for (uint32_t i = g->begin.data[state]; i < g->begin.data[state + 1]; i++)
    if (g->edges.data[i].event == TAU) close_by_tau(g, set, g->edges.data[i].to);
}

static void find_cycles(Graph *g)
{
  bool *set = malloc(g->states.len);
  for (uint32_t s = 0; s < g->states.len; s++) {
    for (uint32_t i = 0; i < g->states.len; i++) set[i] = false;
    for (uint32_t i = g->begin.data[s]; i < g->begin.data[s + 1]; i++)
      if (g->edges.data[i].event == TAU) close_by_tau(g, set, g->edges.data[i].to);
    vec_push(&g->cyclic, set[s]);
  }
  free(set);
}

/* A state that may end refuses all but ✓, whatever else it can do: ✓ does not wait for anybody. */
static void see_state(const Meanings *m, const Graph *g, uint32_t state, Cell *cell)
{
  uint32_t refused = all_events(m) | tick_bit(m);
  bool stable = true, ends = false;
  for (uint32_t i = g->begin.data[state]; i < g->begin.data[state + 1]; i++) {
    uint32_t event = g->edges.data[i].event;
    if (event == TAU) stable = false;
    else if (event == TICK) ends = true;
    else refused &= ~(1u << event);
  }
  cell->trace = true;
  cell->tick |= ends;
  if (ends && (stable || !m->ends_are_stable)) cell->refused |= m->down[all_events(m)];
  if (stable && !ends) cell->refused |= m->down[refused];
  if (m->strict && g->cyclic.data[state]) cell->diverges = true;
}

/* The states after an event of those in `set`. */
static void take_event(const Graph *g, const bool *set, uint32_t event, bool *after)
{
  for (uint32_t i = 0; i < g->states.len; i++) after[i] = false;
  for (uint32_t i = 0; i < g->states.len; i++)
    for (uint32_t k = g->begin.data[i]; set[i] && k < g->begin.data[i + 1]; k++)
      if (g->edges.data[k].event == event) close_by_tau(g, after, g->edges.data[k].to);
}

static Cell see_states(const Meanings *m, const Graph *g, const bool *set)
{
  Cell cell = {0};
  for (uint32_t i = 0; i < g->states.len; i++)
    if (set[i]) see_state(m, g, i, &cell);
  if (cell.diverges) cell = (Cell){true, true, true, m->down[all_events(m) | tick_bit(m)]};
  return cell;
}

static void walk(const Meanings *m, const Graph *g, const bool *set, uint32_t s, int left,
                 Cell *cells)
{
  cells[s] = see_states(m, g, set);
  if (!left || !cells[s].trace) return;
  bool *after = malloc(g->states.len);
  for (uint32_t e = 0; e < m->events; e++) {
    take_event(g, set, e, after);
    walk(m, g, after, trace_child(m, s, e), left - 1, cells);
  }
  free(after);
}

enum { MOST_STATES = 400, MOST_PAIRS = 3000 };

Meaning behaviour_of(Meanings *m, Datum process, int bound)
{
  Graph g = {0};
  Meaning found = {-1, meanings_cells(m)};
  if (explore(&g, m->world, process, MOST_STATES)) {
    bool *set = calloc(g.states.len, sizeof *set);
    find_cycles(&g);
    close_by_tau(&g, set, 0);
    walk(m, &g, set, 0, bound, found.cells);
    free(set);
    found.bound = bound;
    if (m->strict) meaning_close(m, found.cells);
  }
  graph_free(&g);
  return found;
}

/* ---- two processes, without a bound ---- */

/* What both may be in after a trace: two sets of states, one behind the other. */
typedef struct {
  const Meanings *m;
  BehaviourRelation relation;
  Graph left, right;
  VEC(bool *) pairs;
  VEC(uint32_t) traces; /* by pair: a number like those of Meanings; 0 if it is too long for it */
} Both;

static void add_pair(Both *b, const bool *pair, uint32_t trace)
{
  size_t size = b->left.states.len + b->right.states.len;
  for (uint32_t i = 0; i < b->pairs.len; i++)
    if (!memcmp(b->pairs.data[i], pair, size)) return;
  bool *copy = arena_alloc(b->m->arena, size);
  memcpy(copy, pair, size);
  vec_push(&b->pairs, copy);
  vec_push(&b->traces, trace);
}

static bool are_related(BehaviourRelation relation, Cell left, Cell right)
{
  if (relation == RELATION_EQUAL) return cell_equal(left, right);
  if (left.trace > right.trace || left.tick > right.tick) return false;
  if (relation == RELATION_TRACES) return true;
  return left.diverges <= right.diverges && !(left.refused & ~right.refused);
}

/* From each pair that was reached, to the next ones. */
static BehaviourAnswer compare_pairs(Both *b, Difference *difference)
{
  uint32_t middle = b->left.states.len;
  bool *next = arena_alloc(b->m->arena, middle + b->right.states.len);
  close_by_tau(&b->left, next, 0);
  close_by_tau(&b->right, next + middle, 0);
  add_pair(b, next, 0);
  for (uint32_t i = 0; i < b->pairs.len; i++) {
    const bool *pair = b->pairs.data[i];
    Cell left = see_states(b->m, &b->left, pair);
    Cell right = see_states(b->m, &b->right, pair + middle);
    if (!are_related(b->relation, left, right)) {
      *difference = (Difference){b->traces.data[i], left, right};
      return BEHAVIOUR_DIFFERS;
    }
    if (b->pairs.len > MOST_PAIRS) return BEHAVIOUR_TOO_LARGE;
    for (uint32_t e = 0; left.trace && !right.diverges && e < b->m->events; e++) {
      take_event(&b->left, pair, e, next);
      take_event(&b->right, pair + middle, e, next + middle);
      uint32_t trace = trace_child(b->m, b->traces.data[i], e);
      add_pair(b, next, trace < UINT32_MAX / 8 ? trace : 0);
    }
  }
  return BEHAVIOUR_HOLDS;
}

BehaviourAnswer behaviour_compare(const Meanings *m, BehaviourRelation relation, Datum left,
                                  Datum right, Difference *difference)
{
  Both b = {.m = m, .relation = relation};
  BehaviourAnswer answer = BEHAVIOUR_TOO_LARGE;
  if (explore(&b.left, m->world, left, MOST_STATES) &&
      explore(&b.right, m->world, right, MOST_STATES)) {
    find_cycles(&b.left);
    find_cycles(&b.right);
    answer = compare_pairs(&b, difference);
  }
  graph_free(&b.left);
  graph_free(&b.right);
  vec_free(&b.pairs);
  vec_free(&b.traces);
  return answer;
}

/* ---- one process ---- */

/* Sets of states after all traces: is there one with an event that is possible and refused? */
static bool has_choice(const Meanings *m, const Graph *g, bool *too_large)
{
  Both b = {.m = m};
  bool *next = arena_alloc(m->arena, g->states.len), found = false;
  b.left.states.len = g->states.len;
  close_by_tau(g, next, 0);
  add_pair(&b, next, 0);
  for (uint32_t i = 0; i < b.pairs.len && !found && !*too_large; i++) {
    const bool *set = b.pairs.data[i];
    Cell cell = see_states(m, g, set);
    for (uint32_t e = 0; e < m->events; e++) {
      take_event(g, set, e, next);
      bool possible = see_states(m, g, next).trace;
      if (possible && cell.refused >> (1u << e) & 1) found = true;
      if (possible) add_pair(&b, next, 0);
    }
    if (cell.tick && cell.refused >> tick_bit(m) & 1) found = true;
    *too_large = b.pairs.len > MOST_PAIRS;
  }
  vec_free(&b.pairs);
  vec_free(&b.traces);
  return found;
}

BehaviourFacts behaviour_facts(const Meanings *m, Datum process)
{
  Graph g = {0};
  BehaviourFacts facts = {.too_large = !explore(&g, m->world, process, MOST_STATES)};
  if (!facts.too_large) {
    find_cycles(&g);
    facts.choice = has_choice(m, &g, &facts.too_large);
  }
  for (uint32_t i = 0; i < g.cyclic.len; i++) {
    bool ended = datum_tag(m->world->pool, g.states.data[i]) == TERM_OMEGA;
    facts.divergence |= g.cyclic.data[i];
    facts.deadlock |= !ended && g.begin.data[i] == g.begin.data[i + 1];
  }
  graph_free(&g);
  return facts;
}
