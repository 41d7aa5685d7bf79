#include "compare/graph.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "compare/lists.h"

static int by_action(const void *a, const void *b)
{
  const Edge *x = a, *y = b;
  if (x->action != y->action) return x->action < y->action ? -1 : 1;
  return (x->to > y->to) - (x->to < y->to);
}

/* By action: the choices that it fits. */
static Lists choices_of(const Alphabet *alphabet)
{
  LinkList links = {0};
  for (uint32_t i = 1; i < alphabet_count(alphabet); i++) {
    uint32_t count;
    const uint32_t *actions = alphabet_choices(alphabet, i, &count);
    for (uint32_t k = 0; k < count && alphabet_is_choice(alphabet, i); k++)
      vec_push(&links, link_of(actions[k], i));
  }
  return lists_new(&links, alphabet_count(alphabet));
}

typedef VEC(Edge) Edges;

static void add_choices(Edges *edges, uint32_t begin, const Lists *choices)
{
  uint32_t end = edges->len, kept = begin + 1;
  for (uint32_t i = begin; i < end; i++) {
    Edge edge = edges->data[i];
    for (uint32_t k = choices->begin[edge.action]; k < choices->begin[edge.action + 1]; k++) {
      Edge choice = {choices->items[k], edge.to};
      vec_push(edges, choice);
    }
  }
  if (edges->len == end) return;
  qsort(edges->data + begin, edges->len - begin, sizeof *edges->data, by_action);
  for (uint32_t i = kept; i < edges->len; i++)
    if (by_action(&edges->data[i], &edges->data[kept - 1]) != 0)
      edges->data[kept++] = edges->data[i];
  edges->len = kept;
}

#ifndef NDEBUG
/* Is each list ascending, with ends that are states? */
static bool arrows_are_sound(const Arrows *a, uint32_t states)
{
  for (StateId i = 0; i < states; i++) {
    if (a->begin[i] > a->begin[i + 1]) return false;
    for (uint32_t j = a->begin[i]; j < a->begin[i + 1]; j++) {
      bool ordered = j == a->begin[i] || by_action(&a->edges[j - 1], &a->edges[j]) < 0;
      if (!ordered || a->edges[j].to >= states) return false;
    }
  }
  return true;
}
#endif

static void add_out(Graph *g, Space *s, const Lists *choices)
{
  Edges edges = {0};
  g->out.begin = memory_zeroed(g->count + (size_t) 1, sizeof *g->out.begin);
  for (StateId i = 0; i < g->count; i++) {
    EdgeRange r = space_edges(s, i);
    g->out.begin[i] = edges.len;
    for (uint32_t j = r.begin; j < r.end; j++) vec_push(&edges, s->edges.data[j]);
    g->hidden |= r.begin < r.end && s->edges.data[r.begin].action == ACTION_TAU;
    if (choices) add_choices(&edges, g->out.begin[i], choices);
  }
  g->out.begin[g->count] = edges.len;
  g->out.edges = edges.data ? edges.data : memory_zeroed(0, sizeof *g->out.edges);
}

static void add_in(Graph *g)
{
  uint32_t total = g->out.begin[g->count];
  uint32_t *begin = g->in.begin = memory_zeroed(g->count + (size_t) 1, sizeof *begin);
  uint32_t *fill = memory_zeroed(g->count, sizeof *fill);
  g->in.edges = memory_zeroed(total, sizeof *g->in.edges);
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

Graph graph_new(Space *s, bool specification)
{
  bool widen = specification && alphabet_has_choices(s->alphabet);
  Lists choices = {0};
  if (widen) choices = choices_of(s->alphabet);
  Graph g = {.count = states_count(s->states)};
  g.initial = memory_zeroed(g.count, sizeof *g.initial);
  for (uint32_t i = 0; i < s->initial.len; i++) g.initial[s->initial.data[i]] = true;
  add_out(&g, s, widen ? &choices : NULL);
  lists_free(&choices);
  add_in(&g);
  g.calls = memory_zeroed(g.count, sizeof *g.calls);
  g.stable = memory_zeroed(g.count, sizeof *g.stable);
  for (StateId i = 0; i < g.count; i++) {
    g.calls[i] = space_menu(s, i);
    g.stable[i] = space_is_stable(s, i);
  }
  assert(g.count == states_count(s->states)); /* it was explored before */
  assert(arrows_are_sound(&g.out, g.count) && arrows_are_sound(&g.in, g.count));
  assert(g.out.begin[g.count] == g.in.begin[g.count]);
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
