#include "check/gluing.h"

#include <stdlib.h>

#include "base/memory.h"
#include "check/graph.h"

typedef struct {
  StateId a, c;
  uint32_t from, action;
} Node;

static const uint32_t NO_NODE_BEFORE = UINT32_MAX;

typedef struct {
  Gluing *result;
  Graph a, c;
  Alphabet *alphabet;
  bool nonblocking;
  GluingTest *test;
  void *context;
  VEC(Node) nodes; /* breadth-first */
  PairMap index;   /* (a, c) -> node */
} Check;

static void reach(Check *k, StateId a, StateId c, uint32_t from, uint32_t action)
{
  if (pair_map_get(&k->index, a, c) != NO_SET) return;
  pair_map_put(&k->index, a, c, k->nodes.len);
  Node node = {a, c, from, action};
  vec_push(&k->nodes, node);
}

static void add_steps(Check *k, uint32_t node)
{
  Gluing *g = k->result;
  for (uint32_t i = node; i != NO_NODE_BEFORE; i = k->nodes.data[i].from) {
    GluingStep step = {k->nodes.data[i].action, k->nodes.data[i].a, k->nodes.data[i].c};
    vec_push(&g->steps, step);
  }
  for (uint32_t i = 0; i < g->steps.len / 2; i++) {
    GluingStep other = g->steps.data[i];
    g->steps.data[i] = g->steps.data[g->steps.len - 1 - i];
    g->steps.data[g->steps.len - 1 - i] = other;
  }
}

/* Is one of the candidates related to c?  Those that are go on. */
static bool follow(Check *k, const StateId *candidates, uint32_t count, StateId c, uint32_t from,
                   uint32_t action)
{
  bool some = false, unknown = false;
  for (uint32_t i = 0; i < count; i++) {
    Truth t = pair_map_get(&k->index, candidates[i], c) != NO_SET
                  ? TRUTH_TRUE
                  : k->test(k->context, candidates[i], c);
    unknown |= t == TRUTH_UNKNOWN;
    some |= t == TRUTH_TRUE;
    if (t == TRUTH_TRUE) reach(k, candidates[i], c, from, action);
    else vec_push(&k->result->candidates, candidates[i]);
  }
  Gluing *g = k->result;
  if (some && !unknown) return g->candidates.len = 0, true;
  g->outcome = unknown ? GLUING_UNKNOWN : count ? GLUING_BROKEN : GLUING_MISSING;
  g->action = action;
  g->after = c;
  add_steps(k, from);
  return false;
}

static bool begin(Check *k)
{
  VEC(StateId) first = {0};
  bool good = true;
  for (StateId a = 0; a < k->a.count; a++)
    if (k->a.initial[a]) vec_push(&first, a);
  for (StateId c = 0; c < k->c.count && good; c++)
    if (k->c.initial[c]) good = follow(k, first.data, first.len, c, NO_NODE_BEFORE, ACTION_TAU);
  vec_free(&first);
  return good;
}

static bool is_forgiven(const Check *k, StateId a, uint32_t action)
{
  return k->nonblocking && action != ACTION_TAU &&
         !sets_has(alphabet_menus(k->alphabet), k->a.weak_calls[a],
                   alphabet_call(k->alphabet, action));
}

static bool expand(Check *k, uint32_t number)
{
  Node node = k->nodes.data[number];
  VEC(StateId) candidates = {0};
  bool good = true;
  for (uint32_t i = k->c.out.begin[node.c]; i < k->c.out.begin[node.c + 1] && good; i++) {
    Edge edge = k->c.out.edges[i];
    uint32_t from, to;
    graph_find(&k->a.out, node.a, edge.action, &from, &to);
    candidates.len = 0;
    for (uint32_t j = from; j < to; j++) vec_push(&candidates, k->a.out.edges[j].to);
    if (candidates.len == 0 && is_forgiven(k, node.a, edge.action)) continue;
    good = follow(k, candidates.data, candidates.len, edge.to, number, edge.action);
  }
  vec_free(&candidates);
  return good;
}

Gluing *gluing_check(Space *impl, Space *spec, bool nonblocking, GluingTest *test, void *context)
{
  Gluing *g = calloc(1, sizeof *g);
  if (!g) memory_exhausted();
  Check k = {.result = g, .nonblocking = nonblocking, .test = test, .context = context};
  k.alphabet = impl->alphabet;
  k.a = graph_new_weak(spec);
  k.c = graph_new(impl);
  if (k.a.too_large) space_stop(impl, "there are too many ways of hidden steps");
  if (impl->stopped) g->outcome = GLUING_STOPPED;
  bool good = !impl->stopped && begin(&k);
  for (uint32_t i = 0; i < k.nodes.len && good; i++) {
    if (i % 256 == 0) space_check_limits(impl);
    if (impl->stopped) g->outcome = GLUING_STOPPED;
    good = !impl->stopped && expand(&k, i);
  }
  g->pairs = k.nodes.len;
  vec_free(&k.nodes);
  pair_map_free(&k.index);
  graph_free(&k.a);
  graph_free(&k.c);
  return g;
}

void gluing_free(Gluing *g)
{
  if (!g) return;
  vec_free(&g->steps);
  vec_free(&g->candidates);
  free(g);
}
