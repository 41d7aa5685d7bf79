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

Graph graph_new(Space *s)
{
  Graph g = {.count = states_count(s->states)};
  g.initial = need(g.count, sizeof *g.initial);
  for (uint32_t i = 0; i < s->initial.len; i++) g.initial[s->initial.data[i]] = true;
  add_out(&g, s);
  add_in(&g);
  g.calls = calls_of_edges(&g, s->alphabet);
  g.stable = need(g.count, sizeof *g.stable);
  for (StateId i = 0; i < g.count; i++) g.stable[i] = space_is_stable(s, i);
  return g;
}

void graph_free(Graph *g)
{
  free(g->out.begin);
  free(g->out.edges);
  free(g->in.begin);
  free(g->in.edges);
  free(g->calls);
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
