#include "session/cover/coverage_tests.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/nearest.h"
#include "lts/b_machine.h"
#include "lts/print.h"
#include "model/unknown_name.h"

enum { FAR = UINT32_MAX, MOST_EDGES = 1000000 /* of one state */ };

typedef struct {
  CoverageTests *tests;
  const StateGraph *g;
  uint32_t states;
  uint32_t *found_by; /* by state: the edge by which it was found */
  uint32_t *depth;    /* by state: operations on the way there */
  uint32_t *rest;     /* by state: operations to the nearest good end, or FAR */
  uint32_t *towards;  /* … and the edge to take */
  uint32_t most;      /* operations of a test */
} Paths;

/* ---------------------------------------------------------------- what is wanted */

static bool is_operation(const Lts *lts, uint32_t label) { return label >= lts->first_operation; }

static bool want(Session *session, CoverageTests *c, const char *name)
{
  Lts *lts = c->system->lts;
  const char **names = arena_new_array(session_arena(session), const char *, lts->label_count + 1);
  uint32_t count = 0;
  bool found = false;
  for (uint32_t i = lts->first_operation; i < lts->label_count; i++) {
    names[count++] = lts->label_name(lts, i);
    if (strcmp(names[count - 1], name) != 0) continue;
    c->wanted[i] = found = true;
  }
  names[count] = NULL;
  if (found) return true;
  nearest_suggest(session_hint(session), name, names);
  return session_refuse_setting(session, "cover", name, "there is no operation %s", name);
}

static bool want_all(Session *session, CoverageTests *c, const CoverageRequest *request)
{
  Lts *lts = c->system->lts;
  for (uint32_t i = lts->first_operation; i < lts->label_count && !request->cover_count; i++)
    c->wanted[i] =
        !(lts->is_hidden && lts->is_hidden(lts, i)) && !(lts->is_tick && lts->is_tick(lts, i));
  for (uint32_t i = 0; i < request->cover_count; i++)
    if (!want(session, c, request->cover[i])) return false;
  return true;
}

/* --------------------------------------------------------------------- good ends */

static Truth truth_of(Bench *bench, const System *system, const Formula *formula, const Value *row)
{
  Text ignored = {0};
  b_machine_enter(system->machine, row);
  Answer answer = bench_answer(bench, formula, false, &ignored);
  engine_forget(bench->engine);
  text_free(&ignored);
  return answer == ANSWER_TRUE ? TRUTH_TRUE : answer == ANSWER_FALSE ? TRUTH_FALSE : TRUTH_UNKNOWN;
}

/* In which states a test may end; false: the predicate was refused. */
static bool find_ends(Session *session, CoverageTests *c, const char *until, bool *good)
{
  const System *system = c->system;
  Lts *lts = system->lts;
  Bench bench;
  const Formula *formula = NULL;
  if (until) {
    assert(system->model);
    bench_open(&bench, session, system->model, system->engine);
    uint32_t mark = diags_mark(session_diags(session));
    formula = bench_formula(&bench, "<until>", until, FORMULA_PRED);
    if (formula) unknown_name_report(session_diags(session), system->model, formula, mark);
  }
  bool read = !until || !session_has_errors(session);
  for (StateId id = 0; id < states_count(c->graph->states) && read; id++) {
    const Value *row = states_row(c->graph->states, id);
    if (lts->is_setup(lts, row)) continue;
    Truth t = formula ? truth_of(&bench, system, formula, row) : TRUTH_TRUE;
    good[id] = t == TRUTH_TRUE;
    c->unsure |= t == TRUTH_UNKNOWN;
  }
  if (until) bench_close(&bench);
  return read || session_refuse_text(session, NULL);
}

/* --------------------------------------------------------------------- distances */

static uint32_t *filled(Arena *arena, uint32_t count)
{
  uint32_t *numbers = arena_new_array(arena, uint32_t, count + 1);
  memset(numbers, 0xFF, (count + 1) * sizeof *numbers);
  return numbers;
}

/* States are visited in the order in which they are found, so the first edge to a state is the
 * last one of a shortest way. */
static void measure_ways(Paths *p)
{
  for (uint32_t i = 0; i < p->g->edges.len; i++) {
    const StateEdge *e = &p->g->edges.data[i];
    if (p->found_by[e->to] != FAR) continue;
    uint32_t before = e->from == NO_STATE ? 0 : p->depth[e->from];
    p->found_by[e->to] = i;
    p->depth[e->to] = before + is_operation(p->g->lts, e->label);
  }
}

/* Backwards from the good ends, breadth first. */
static void measure_rests(Paths *p, const bool *good)
{
  const StateGraph *g = p->g;
  uint32_t *starts = memory_zeroed(p->states + 2, sizeof *starts);
  uint32_t *incoming = memory_zeroed(g->edges.len + 1, sizeof *incoming);
  VEC(StateId) queue = {0};
  for (uint32_t i = 0; i < g->edges.len; i++) starts[g->edges.data[i].to + 1]++;
  for (uint32_t i = 0; i < p->states; i++) starts[i + 1] += starts[i];
  for (uint32_t i = g->edges.len; i-- > 0;) incoming[--starts[g->edges.data[i].to + 1]] = i;
  for (StateId id = 0; id < p->states; id++) {
    if (!good[id]) continue;
    p->rest[id] = 0;
    vec_push(&queue, id);
  }
  for (uint32_t head = 0; head < queue.len; head++) {
    StateId to = queue.data[head];
    uint32_t end = to + 2 <= p->states ? starts[to + 2] : g->edges.len;
    for (uint32_t k = starts[to + 1]; k < end; k++) {
      const StateEdge *e = &g->edges.data[incoming[k]];
      if (e->from == NO_STATE || p->rest[e->from] != FAR || !is_operation(g->lts, e->label))
        continue;
      p->rest[e->from] = p->rest[to] + 1;
      p->towards[e->from] = incoming[k];
      vec_push(&queue, e->from);
    }
  }
  vec_free(&queue);
  free(starts);
  free(incoming);
}

/* ------------------------------------------------------------------------- tests */

/* Operations of the shortest test on this edge, or FAR. */
static uint32_t length_over(const Paths *p, uint32_t edge)
{
  const StateEdge *e = &p->g->edges.data[edge];
  if (e->from == NO_STATE || p->rest[e->to] == FAR) return FAR;
  uint32_t length = p->depth[e->from] + 1 + p->rest[e->to];
  return p->most && length > p->most ? FAR : length;
}

typedef struct {
  uint32_t label, edge, length; /* the edge of a shortest test for it; FAR: there is none */
} Candidate;

static int longest_first(const void *a, const void *b)
{
  const Candidate *x = a, *y = b;
  if (x->length != y->length) return x->length > y->length ? -1 : 1;
  return x->label < y->label ? -1 : 1;
}

static void make_test(Paths *p, const Candidate *candidate)
{
  CoverageTests *c = p->tests;
  const StateEdge *edges = p->g->edges.data;
  VEC(uint32_t) back = {0}, path = {0};
  for (StateId id = edges[candidate->edge].from; id != NO_STATE; id = edges[p->found_by[id]].from)
    vec_push(&back, p->found_by[id]);
  for (uint32_t i = back.len; i-- > 0;) vec_push(&path, back.data[i]);
  vec_push(&path, candidate->edge);
  for (StateId id = edges[candidate->edge].to; p->rest[id]; id = edges[p->towards[id]].to)
    vec_push(&path, p->towards[id]);
  CoverageTest test = {candidate->label, arena_new_array(c->arena, uint32_t, path.len), path.len};
  memcpy(test.edges, path.data, path.len * sizeof *path.data);
  for (uint32_t i = 0; i < path.len; i++) c->covered[edges[path.data[i]].label] = true;
  vec_push(&c->tests, test);
  vec_free(&back);
  vec_free(&path);
}

static void make_tests(Paths *p)
{
  CoverageTests *c = p->tests;
  uint32_t labels = p->g->lts->label_count;
  Candidate *best = arena_new_array(c->arena, Candidate, labels + 1);
  for (uint32_t i = 0; i < labels; i++) best[i] = (Candidate){i, 0, FAR};
  for (uint32_t i = 0; i < p->g->edges.len; i++) {
    Candidate *b = &best[p->g->edges.data[i].label];
    uint32_t length = length_over(p, i);
    if (length < b->length) *b = (Candidate){b->label, i, length};
  }
  qsort(best, labels, sizeof *best, longest_first);
  for (uint32_t i = 0; i < labels; i++) {
    if (!c->wanted[best[i].label] || c->covered[best[i].label]) continue;
    if (best[i].length != FAR) make_test(p, &best[i]);
  }
  for (uint32_t i = 0; i < labels; i++)
    if (c->wanted[i] && !c->covered[i])
      c->verdict = c->graph->complete && !c->unsure ? VERDICT_FAIL : VERDICT_UNKNOWN;
}

static bool find_tests(Session *session, const CoverageRequest *request, CoverageTests *c)
{
  uint32_t states = states_count(c->graph->states);
  Paths p = {.tests = c, .g = c->graph, .states = states, .most = request->depth};
  bool *good = arena_new_array(c->arena, bool, states + 1);
  if (!want_all(session, c, request) || !find_ends(session, c, request->until, good)) return false;
  p.found_by = filled(c->arena, states);
  p.depth = filled(c->arena, states);
  p.rest = filled(c->arena, states);
  p.towards = filled(c->arena, states);
  measure_ways(&p);
  measure_rests(&p, good);
  make_tests(&p);
  return true;
}

bool coverage_tests_find(Session *session, const System *system, const CoverageRequest *request,
                         CoverageTests *c)
{
  const SessionOptions *o = session_options(session);
  Engine *engine = system->engine;
  *c = (CoverageTests){.system = system, .arena = arena_new(), .verdict = VERDICT_PASS};
  c->wanted = arena_new_array(c->arena, bool, system->lts->label_count + 1);
  c->covered = arena_new_array(c->arena, bool, system->lts->label_count + 1);
  StateGraphOptions options = {.max_states = o->max_states,
                               .max_edges = MOST_EDGES,
                               .time_limit = o->time_limit,
                               .cancelled = o->cancelled,
                               .stop = engine ? &engine->expired : NULL};
  if (engine) engine->options.output = NULL; /* what models print is no test */
  c->graph = state_graph_new(system->lts, options);
  if (find_tests(session, request, c)) return true;
  coverage_tests_close(c);
  return false;
}

void coverage_tests_close(CoverageTests *c)
{
  vec_free(&c->tests);
  state_graph_free(c->graph);
  if (c->arena) arena_free(c->arena);
  *c = (CoverageTests){0};
}

/* ------------------------------------------------------------------- its steps */

typedef struct {
  Sink sink; /* first */
  const StateGraph *g;
  const StateEdge *edge;
  const Value *before;
  TraceStep *step;
  void *context;
  bool found;
} Finder;

static void pass_if_it_is(Sink *sink, const Transition *t)
{
  Finder *f = (Finder *) sink;
  Lts *lts = f->g->lts;
  const Value *to = states_row(f->g->states, f->edge->to);
  if (f->found || t->label != f->edge->label) return;
  if (memcmp(t->state, to, lts->width * sizeof *to) != 0) return;
  Text text = {0};
  lts_print_transition(&text, lts, t, NULL);
  f->found = !strcmp(text_string(&text), f->edge->text);
  text_free(&text);
  if (f->found) f->step(f->context, t, f->before);
}

static void ignore(Sink *sink, const Trouble *trouble)
{
  (void) sink;
  (void) trouble;
}

bool coverage_tests_walk(const CoverageTests *c, const CoverageTest *test, TraceStep *step,
                         void *context)
{
  Lts *lts = c->graph->lts;
  for (uint32_t i = 0; i < test->length; i++) {
    const StateEdge *e = &c->graph->edges.data[test->edges[i]];
    const Value *before = e->from == NO_STATE ? NULL : states_row(c->graph->states, e->from);
    Finder f = {{pass_if_it_is, ignore}, c->graph, e, before, step, context, false};
    if (before) lts->next(lts, before, &f.sink);
    else lts->initial(lts, &f.sink);
    if (!f.found) return false;
  }
  return true;
}
