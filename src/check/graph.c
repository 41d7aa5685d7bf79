#include "check/graph.h"

#include <stdlib.h>

#include "base/memory.h"

static void *need(size_t count, size_t size)
{
  void *memory = calloc(count + 1, size);
  if (!memory) memory_exhausted();
  return memory;
}

static void add_out(Graph *g, Space *s)
{
  uint32_t total = 0;
  g->out.begin = need(g->count + (size_t) 1, sizeof *g->out.begin);
  g->out.edges = need((size_t) s->edge_count, sizeof *g->out.edges);
  for (StateId i = 0; i < g->count; i++) {
    EdgeRange r = space_edges(s, i);
    g->out.begin[i] = total;
    for (uint32_t j = r.begin; j < r.end; j++) {
      g->out.edges[total++] = s->edges.data[j];
      g->hidden |= s->edges.data[j].action == ACTION_TAU;
    }
  }
  g->out.begin[g->count] = total;
}

static int by_action(const void *a, const void *b)
{
  const Edge *x = a, *y = b;
  if (x->action != y->action) return x->action < y->action ? -1 : 1;
  return (x->to > y->to) - (x->to < y->to);
}

static void add_in(Graph *g)
{
  uint32_t total = g->out.begin[g->count];
  uint32_t *begin = g->in.begin = need(g->count + (size_t) 1, sizeof *begin);
  uint32_t *fill = need(g->count, sizeof *fill);
  g->in.edges = need(total, sizeof *g->in.edges);
  for (uint32_t i = 0; i < total; i++) begin[g->out.edges[i].to + 1]++;
  for (StateId i = 0; i < g->count; i++) begin[i + 1] += begin[i];
  for (StateId i = 0; i < g->count; i++)
    for (uint32_t j = g->out.begin[i]; j < g->out.begin[i + 1]; j++) {
      StateId to = g->out.edges[j].to;
      g->in.edges[begin[to] + fill[to]++] = (Edge){g->out.edges[j].action, i};
    }
  for (StateId i = 0; i < g->count; i++)
    if (fill[i] > 1) qsort(g->in.edges + begin[i], fill[i], sizeof *g->in.edges, by_action);
  free(fill);
}

/* By state: the calls of its visible edges, as a set of alphabet_menus. */
static uint32_t *calls_of_edges(const Graph *g, Alphabet *alphabet)
{
  VEC(uint32_t) calls = {0};
  uint32_t *sets = need(g->count, sizeof *sets);
  for (StateId i = 0; i < g->count; i++) {
    calls.len = 0;
    for (uint32_t j = g->out.begin[i]; j < g->out.begin[i + 1]; j++)
      if (g->out.edges[j].action != ACTION_TAU)
        vec_push(&calls, alphabet_call(alphabet, g->out.edges[j].action));
    uint32_t count = calls.len ? sets_sort(calls.data, calls.len) : 0;
    sets[i] = sets_add(alphabet_menus(alphabet), calls.data, count);
  }
  vec_free(&calls);
  return sets;
}

static void begin_graph(Graph *g, Space *s)
{
  *g = (Graph){.count = states_count(s->states)};
  g->initial = need(g->count, sizeof *g->initial);
  for (uint32_t i = 0; i < s->initial.len; i++) g->initial[s->initial.data[i]] = true;
  add_out(g, s);
  g->calls = calls_of_edges(g, s->alphabet);
  g->stable = need(g->count, sizeof *g->stable);
  for (StateId i = 0; i < g->count; i++) g->stable[i] = space_is_stable(s, i);
}

Graph graph_new(Space *s)
{
  Graph g;
  begin_graph(&g, s);
  add_in(&g);
  g.weak_calls = calls_of_edges(&g, s->alphabet);
  return g;
}

/* ------------------------------------------------------------- hidden edges */

static const uint32_t WEAK_LIMIT = UINT32_C(1) << 28; /* 2 GB */

typedef struct {
  const Arrows *out;
  VEC(StateId) reached; /* the closure of one state, itself first */
  uint32_t *stamps, stamp;
  VEC(Edge) found;
} Weaken;

static void close_state(Weaken *w, StateId state)
{
  w->stamp++;
  w->reached.len = 0;
  w->stamps[state] = w->stamp;
  vec_push(&w->reached, state);
  for (uint32_t i = 0; i < w->reached.len; i++) {
    StateId at = w->reached.data[i];
    for (uint32_t j = w->out->begin[at]; j < w->out->begin[at + 1]; j++) {
      Edge edge = w->out->edges[j];
      if (edge.action != ACTION_TAU || w->stamps[edge.to] == w->stamp) continue;
      w->stamps[edge.to] = w->stamp;
      vec_push(&w->reached, edge.to);
    }
  }
}

/* tau* x: what follows x is closed by the second round. */
static void weak_edges(Weaken *w, StateId state)
{
  close_state(w, state);
  w->found.len = 0;
  for (uint32_t i = 0; i < w->reached.len; i++) {
    Edge silent = {ACTION_TAU, w->reached.data[i]};
    vec_push(&w->found, silent);
    for (uint32_t j = w->out->begin[silent.to]; j < w->out->begin[silent.to + 1]; j++)
      if (w->out->edges[j].action != ACTION_TAU) vec_push(&w->found, w->out->edges[j]);
  }
  uint32_t count = w->found.len;
  for (uint32_t i = 0; i < count; i++) {
    Edge edge = w->found.data[i];
    if (edge.action == ACTION_TAU) continue;
    close_state(w, edge.to);
    for (uint32_t j = 1; j < w->reached.len; j++) {
      Edge longer = {edge.action, w->reached.data[j]};
      vec_push(&w->found, longer);
    }
  }
  qsort(w->found.data, w->found.len, sizeof *w->found.data, by_action);
}

/* It may take long; a graph that is not finished counts as too large. */
static void weaken(Graph *g, Space *s)
{
  Weaken w = {.out = &g->out, .stamps = need(g->count, sizeof *w.stamps)};
  VEC(Edge) all = {0};
  uint32_t *begin = need(g->count + (size_t) 1, sizeof *begin);
  for (StateId i = 0; i < g->count; i++) {
    begin[i] = all.len;
    if (i % 16 == 0) space_check_limits(s);
    g->too_large |= all.len > WEAK_LIMIT || s->stopped;
    if (g->too_large) continue;
    weak_edges(&w, i);
    for (uint32_t j = 0; j < w.found.len; j++)
      if (j == 0 || by_action(&w.found.data[j - 1], &w.found.data[j]) != 0)
        vec_push(&all, w.found.data[j]);
  }
  begin[g->count] = all.len;
  free(g->out.begin);
  free(g->out.edges);
  g->out = (Arrows){begin, all.data};
  free(w.stamps);
  vec_free(&w.reached);
  vec_free(&w.found);
}

Graph graph_new_weak(Space *s)
{
  Graph g;
  begin_graph(&g, s);
  weaken(&g, s);
  for (uint32_t i = 0; i < s->initial.len; i++) {
    StateId first = s->initial.data[i];
    for (uint32_t j = g.out.begin[first]; j < g.out.begin[first + 1]; j++)
      if (g.out.edges[j].action == ACTION_TAU) g.initial[g.out.edges[j].to] = true;
  }
  add_in(&g);
  g.weak_calls = calls_of_edges(&g, s->alphabet);
  return g;
}

void graph_free(Graph *g)
{
  free(g->out.begin);
  free(g->out.edges);
  free(g->in.begin);
  free(g->in.edges);
  free(g->calls);
  free(g->weak_calls);
  free(g->stable);
  free(g->initial);
  *g = (Graph){0};
}

void graph_find(const Arrows *a, StateId state, uint32_t action, uint32_t *begin, uint32_t *end)
{
  uint32_t low = a->begin[state], high = a->begin[state + 1], last = high;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (a->edges[middle].action < action) low = middle + 1;
    else high = middle;
  }
  *begin = low;
  while (low < last && a->edges[low].action == action) low++;
  *end = low;
}
