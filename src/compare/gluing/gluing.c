#include "compare/gluing/gluing.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "compare/graph.h"
#include "compare/weak.h"

typedef struct {
  StateId a, c;
  uint32_t from, action;
} GluingNode;

static const uint32_t NO_NODE_BEFORE = UINT32_MAX;

typedef struct {
  Gluing *result;
  Weak *a;
  Graph c;
  Alphabet *alphabet;
  bool nonblocking;
  GluingTest *test;
  void *context;
  VEC(GluingNode) nodes; /* breadth-first */
  PairMap index;         /* (a, c) -> node */
  Sets *answers;         /* sets of states of the specification */
  PairMap after;         /* (component, action) -> set of answers */
  PairMap done;          /* (set of answers, c): it was treated, and found good */
} GluingCheck;

static void reach(GluingCheck *k, StateId a, StateId c, uint32_t from, uint32_t action)
{
  if (pair_map_get(&k->index, a, c) != NO_SET) return;
  assert(from == NO_NODE_BEFORE || from < k->nodes.len);
  pair_map_put(&k->index, a, c, k->nodes.len);
  GluingNode node = {a, c, from, action};
  vec_push(&k->nodes, node);
}

static void add_steps(GluingCheck *k, uint32_t node)
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
static bool follow(GluingCheck *k, const StateId *candidates, uint32_t count, StateId c,
                   uint32_t from, uint32_t action)
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
  assert(!(unknown && count == 0));
  if (some && !unknown) return g->candidates.len = 0, true;
  g->outcome = unknown ? GLUING_UNKNOWN : count ? GLUING_BROKEN : GLUING_MISSING;
  g->action = action;
  g->after = c;
  add_steps(k, from);
  return false;
}

static bool begin(GluingCheck *k)
{
  VEC(StateId) first = {0};
  bool good = true;
  for (StateId a = 0; a < states_count(k->a->space->states); a++)
    if (k->a->initial[a]) vec_push(&first, a);
  for (StateId c = 0; c < k->c.count && good; c++)
    if (k->c.initial[c]) good = follow(k, first.data, first.len, c, NO_NODE_BEFORE, ACTION_TAU);
  vec_free(&first);
  return good;
}

static bool is_forgiven(const GluingCheck *k, StateId a, uint32_t action)
{
  return k->nonblocking && action != ACTION_TAU &&
         !alphabet_may_call(k->alphabet, weak_calls(k->a, a), action);
}

/* What the specification may do by this action: a set of answers. */
static uint32_t answers_to(GluingCheck *k, StateId a, uint32_t action)
{
  uint32_t component = k->a->of[a], known = pair_map_get(&k->after, component, action);
  if (known != NO_SET) return known;
  StateList states = {0};
  weak_after(k->a, a, action, &states);
  known = sets_add(k->answers, states.data, states.len);
  pair_map_put(&k->after, component, action, known);
  vec_free(&states);
  return known;
}

static bool expand(GluingCheck *k, uint32_t number)
{
  GluingNode node = k->nodes.data[number];
  bool good = true;
  for (uint32_t i = k->c.out.begin[node.c]; i < k->c.out.begin[node.c + 1] && good; i++) {
    Edge edge = k->c.out.edges[i];
    uint32_t count, answers = answers_to(k, node.a, edge.action);
    const StateId *candidates = sets_get(k->answers, answers, &count);
    if (count == 0 && is_forgiven(k, node.a, edge.action)) continue;
    if (pair_map_get(&k->done, answers, edge.to) != NO_SET) continue;
    good = follow(k, candidates, count, edge.to, number, edge.action);
    if (good) pair_map_put(&k->done, answers, edge.to, 1);
  }
  return good;
}

static void explore(GluingCheck *k, Space *impl, Space *spec)
{
  bool good = !impl->stopped && !spec->stopped && begin(k);
  for (uint32_t i = 0; i < k->nodes.len && good; i++) {
    if (i % 256 == 0) space_check_limits(impl);
    good = !impl->stopped && expand(k, i);
  }
  if (impl->stopped || spec->stopped) k->result->outcome = GLUING_STOPPED;
}

Gluing *gluing_check(Space *impl, Space *spec, bool nonblocking, GluingTest *test, void *context)
{
  assert(impl->alphabet == spec->alphabet);
  Gluing *g = calloc(1, sizeof *g);
  if (!g) memory_exhausted();
  GluingCheck k = {.result = g, .nonblocking = nonblocking, .test = test, .context = context};
  k.alphabet = impl->alphabet;
  k.answers = sets_new();
  k.a = weak_new(spec);
  k.c = graph_new(impl, false);
  explore(&k, impl, spec);
  g->pairs = k.nodes.len;
  vec_free(&k.nodes);
  pair_map_free(&k.index);
  pair_map_free(&k.after);
  pair_map_free(&k.done);
  sets_free(k.answers);
  weak_free(k.a);
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
