#include "unit/groups.h"

#include <stdio.h>
#include <string.h>

#include "compare/property.h"
#include "lts/aut.h"
#include "search/explore.h"

/* What CSP asks of transition systems, given as Aldebaran texts. */

typedef struct {
  Sources *sources;
  Diags *diags;
  Lts *lts;
} Given;

static Given given(const char *text)
{
  Given g = {.sources = sources_new()};
  g.diags = diags_new(g.sources);
  g.lts = aut_read(sources_add(g.sources, "text.aut", text, strlen(text)), g.diags);
  assert_int_equal(diags_count(g.diags), 0);
  return g;
}

static void give_back(Given g)
{
  g.lts->free(g.lts);
  diags_free(g.diags);
  sources_free(g.sources);
}

static bool has_deadlock(const char *text)
{
  Given g = given(text);
  Exploration *x = explore(g.lts, (ExploreOptions){.deadlock = true});
  bool found = exploration_found(x, VIOLATION_DEADLOCK);
  exploration_free(x);
  give_back(g);
  return found;
}

static void the_end_is_no_deadlock(void **state)
{
  (void) state;
  assert_true(has_deadlock("des (0,1,2)\n(0,a,1)\n"));
  assert_false(has_deadlock("des (0,2,3)\n(0,a,1)\n(1,tick,2)\n"));
  assert_true(has_deadlock("des (0,3,4)\n(0,a,1)\n(1,tick,2)\n(0,b,3)\n"));
  assert_true(has_deadlock("des (0,2,3)\n(0,tick,1)\n(1,a,2)\n"));
}

/* ------------------------------------- properties by the definitions, slowly */

enum { TAU, A, B, TICK, LABELS, MOST = 5 };
static const char *const label_names[LABELS] = {"tau", "a", "b", "tick"};

typedef struct {
  uint32_t count, after[MOST][LABELS]; /* targets, masks */
  uint32_t closure[MOST];              /* by tau, zero or more */
  bool cyclic[MOST], end[MOST];
} Graph;

static uint32_t random_number(uint64_t *seed, uint32_t below)
{
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t) (*seed >> 33) % below;
}

static bool moves(const Graph *g, uint32_t state)
{
  return g->after[state][TAU] | g->after[state][A] | g->after[state][B] | g->after[state][TICK];
}

static Graph random_graph(uint64_t *seed)
{
  Graph g = {.count = 1 + random_number(seed, MOST)};
  for (uint32_t i = random_number(seed, 3 * g.count + 1); i > 0; i--)
    g.after[random_number(seed, g.count)][random_number(seed, LABELS)] |=
        1u << random_number(seed, g.count);
  for (uint32_t i = 0; i < g.count; i++) g.closure[i] = g.after[i][TAU];
  for (uint32_t round = 0; round < g.count; round++)
    for (uint32_t i = 0; i < g.count; i++)
      for (uint32_t j = 0; j < g.count; j++)
        if (g.closure[i] >> j & 1) g.closure[i] |= g.closure[j];
  for (uint32_t i = 0; i < g.count; i++) g.cyclic[i] = g.closure[i] >> i & 1;
  for (uint32_t i = 0; i < g.count; i++) g.closure[i] |= 1u << i;
  for (uint32_t i = 0; i < g.count; i++)
    for (uint32_t j = 0; j < g.count; j++)
      if ((g.after[i][TICK] >> j & 1) && !moves(&g, j)) g.end[j] = true;
  return g;
}

static void print_graph(const Graph *g, char *text, size_t size)
{
  uint32_t edges = 0;
  for (uint32_t i = 0; i < g->count * LABELS * g->count; i++)
    edges += g->after[i / LABELS / g->count][i / g->count % LABELS] >> i % g->count & 1;
  int at = snprintf(text, size, "des (0,%u,%u)\n", edges, g->count);
  for (uint32_t i = 0; i < g->count; i++)
    for (uint32_t l = 0; l < LABELS; l++)
      for (uint32_t j = 0; j < g->count; j++)
        if (g->after[i][l] >> j & 1)
          at += snprintf(text + at, size - (size_t) at, "(%u,%s,%u)\n", i, label_names[l], j);
}

static uint32_t close_set(const Graph *g, uint32_t set)
{
  uint32_t all = 0;
  for (uint32_t i = 0; i < g->count; i++)
    if (set >> i & 1) all |= g->closure[i];
  return all;
}

static uint32_t step_set(const Graph *g, uint32_t set, uint32_t label)
{
  uint32_t all = 0;
  for (uint32_t i = 0; i < g->count; i++)
    if (set >> i & 1) all |= g->after[i][label];
  return close_set(g, all);
}

static bool refuses(const Graph *g, uint32_t state, uint32_t label)
{
  if (g->after[state][TAU]) return false;
  return label == TICK ? !g->after[state][TICK] : g->after[state][TICK] || !g->after[state][label];
}

static bool some_refuses(const Graph *g, uint32_t set, uint32_t label)
{
  for (uint32_t i = 0; i < g->count; i++)
    if ((set >> i & 1) && refuses(g, i, label)) return true;
  return false;
}

static bool diverges(const Graph *g, uint32_t set)
{
  for (uint32_t i = 0; i < g->count; i++)
    if ((set >> i & 1) && g->cyclic[i]) return true;
  return false;
}

/* All sets that the graph may be in after a trace; their number. */
static uint32_t all_sets(const Graph *g, uint32_t *sets)
{
  uint32_t count = 1;
  bool seen[1 << MOST] = {true};
  sets[0] = g->closure[0];
  seen[sets[0]] = true;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t l = A; l < LABELS; l++) {
      uint32_t next = step_set(g, sets[i], l);
      if (seen[next]) continue;
      seen[next] = true;
      sets[count++] = next;
    }
  return count;
}

static bool slow_deterministic(const Graph *g, RefineModel model)
{
  uint32_t sets[1 << MOST], count = all_sets(g, sets);
  for (uint32_t i = 0; i < count; i++) {
    if (model == REFINE_FAILURES_DIVERGENCES && diverges(g, sets[i])) return false;
    for (uint32_t l = A; l < LABELS; l++)
      if (step_set(g, sets[i], l) && some_refuses(g, sets[i], l)) return false;
  }
  return true;
}

static bool slow_has_trace(const Graph *g, RefineModel model, const uint32_t *trace, uint32_t count)
{
  uint32_t set = g->closure[0];
  for (uint32_t i = 0; i < count; i++) {
    if (model != REFINE_TRACES && some_refuses(g, set, trace[i])) return false;
    if (model == REFINE_FAILURES_DIVERGENCES && diverges(g, set)) return false;
    set = step_set(g, set, trace[i]);
    if (!set) return false;
  }
  return true;
}

/* The least number of steps to a state with no steps, or on a cycle of tau; or -1. */
static int slow_distance(const Graph *g, bool deadlock, bool divergence)
{
  uint32_t set = 1;
  for (int length = 0; length <= MOST; length++) {
    uint32_t next = set;
    for (uint32_t i = 0; i < g->count; i++) {
      if (!(set >> i & 1)) continue;
      if (divergence && g->cyclic[i]) return length;
      if (deadlock && !moves(g, i) && !g->end[i]) return length;
      for (uint32_t l = 0; l < LABELS; l++) next |= g->after[i][l];
    }
    set = next;
  }
  return -1;
}

/* Does the way lead along edges, to a state that shows what is said? */
static void check_way(const Graph *g, const Property *p, const Space *space)
{
  StateId rows[MOST];
  for (StateId i = 0; i < states_count(space->states); i++)
    rows[i] = (StateId) value_small_int(*states_row(space->states, i));
  assert_true(p->steps.len > 0);
  for (uint32_t i = 1; i < p->steps.len; i++) {
    const char *name = alphabet_text(space->alphabet, p->steps.data[i].action);
    uint32_t from = rows[p->steps.data[i - 1].state], to = rows[p->steps.data[i].state], l = 0;
    while (l < TICK && strcmp(label_names[l], name)) l++;
    assert_true(g->after[from][l] >> to & 1);
  }
  uint32_t last = rows[p->steps.data[p->steps.len - 1].state];
  switch (p->kind) {
  case COUNTER_DEADLOCK: assert_false(moves(g, last)); break;
  case COUNTER_DIVERGENCE: assert_true(g->cyclic[last] && p->loop.len); break;
  default: assert_true(!g->after[last][TAU] && p->refused.len == 1); break;
  }
}

/* The length of its counterexample, or -1. */
static int settle(Property *p, const Graph *g, const Space *space, bool holds)
{
  assert_true(p->decided);
  assert_int_equal(p->holds, holds);
  int length = p->found ? (int) p->steps.len - 1 : -1;
  if (p->found) check_way(g, p, space);
  property_free(p);
  return length;
}

static void compare_graph(const Graph *g, Space *space, uint64_t *seed)
{
  static const RefineModel models[] = {REFINE_TRACES, REFINE_FAILURES, REFINE_FAILURES_DIVERGENCES};
  int deadlock = slow_distance(g, true, false), both = slow_distance(g, true, true);
  int divergence = slow_distance(g, false, true);
  Property *p = property_divergence_free(space);
  assert_int_equal(settle(p, g, space, divergence < 0), divergence);
  p = property_deadlock_free(space, REFINE_FAILURES);
  assert_int_equal(settle(p, g, space, deadlock < 0), deadlock);
  p = property_deadlock_free(space, REFINE_FAILURES_DIVERGENCES);
  assert_int_equal(settle(p, g, space, both < 0), both);
  uint32_t trace[3], actions[3], count = random_number(seed, 4);
  for (uint32_t i = 0; i < count; i++) {
    trace[i] = A + random_number(seed, LABELS - A);
    const char *name = label_names[trace[i]];
    actions[i] = trace[i] == TICK ? alphabet_add_tick(space->alphabet)
                                  : alphabet_add(space->alphabet, name, 1, 1);
  }
  for (uint32_t m = 0; m < 3; m++) {
    p = property_has_trace(space, models[m], actions, count);
    settle(p, g, space, slow_has_trace(g, models[m], trace, count));
    if (m == 0) continue;
    p = property_deterministic(space, models[m]);
    settle(p, g, space, slow_deterministic(g, models[m]));
  }
}

static void properties_follow_definitions(void **state)
{
  (void) state;
  uint64_t seed = 5;
  for (uint32_t i = 0; i < 20000; i++) {
    Graph g = random_graph(&seed);
    char text[4000];
    print_graph(&g, text, sizeof text);
    Given given_graph = given(text);
    Alphabet *alphabet = alphabet_new();
    Space *space = space_new(given_graph.lts, alphabet, (SpaceOptions){0});
    compare_graph(&g, space, &seed);
    space_free(space);
    alphabet_free(alphabet);
    give_back(given_graph);
  }
}

int test_process(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_end_is_no_deadlock),
      cmocka_unit_test(properties_follow_definitions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
