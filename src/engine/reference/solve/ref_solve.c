#include <assert.h>
#include <stdlib.h>

#include "engine/reference/solve/solutions.h"
#include "engine/reference/solve/window.h"
#include "base/memory.h"
#include "engine/reference/solve/ref_solve_impl.h"
#include "engine/reference/solve_hook.h"

/* Finding the values of names that satisfy a predicate.  At each step the
 * conjuncts whose names all have values are tested; then the conjunct that leaves
 * the fewest candidates for some name gives it its values, one after the other:
 * x = E, x : S, x <: S, bounds of integers, the values of a finite type. */

/* LET a BE a = E IN P with an E that is known: a gets its value.  False: E has none. */
static bool bind_let_here(Solver *s, const Node *node)
{
  Value none;
  uint32_t bound = ref_bind_let(s->r, node, &none);
  if (value_is_none(none)) return reference_unbind(s->r, bound), false;
  s->lets += bound;
  return true;
}

static void add_conjuncts(Solver *s, const Node *node)
{
  node = node_bare(node);
  if (node->kind == NODE_LET_PRED && !solver_is_open(s, node->kids[1]) && bind_let_here(s, node))
    node = node_bare(node->kids[2]);
  if (node->kind != NODE_AND) {
    assert(s->conjuncts.len < s->room);
    vec_push(&s->conjuncts, node);
    return;
  }
  for (uint32_t i = 0; i < node->count; i++) add_conjuncts(s, node->kids[i]);
}

/* How many there may be, with those inside of LETs and implications. */
static uint32_t count_conjuncts(const Node *node)
{
  node = node_bare(node);
  if (node->kind == NODE_LET_PRED) return 1 + count_conjuncts(node->kids[2]);
  if (node->kind == NODE_IMPLIES) return 1 + count_conjuncts(node->kids[1]);
  if (node->kind != NODE_AND) return 1;
  uint32_t n = 0;
  for (uint32_t i = 0; i < node->count; i++) n += count_conjuncts(node->kids[i]);
  return n;
}

/* --------------------------------------------------------------- the search */

static void try_candidate(Solver *s, const Generator *g, Value v)
{
  uint32_t bindings = 0;
  Truth t = TRUTH_TRUE;
  assert(!value_is_none(v));
  assert(g->pattern || (g->name < s->count && !s->bound[g->name]));
  if (g->pattern) t = solver_match(s, g->pattern, v, &bindings);
  else {
    reference_bind(s->r, s->names[g->name], v);
    s->bound[g->name] = true;
    bindings = 1;
  }
  if (t == TRUTH_TRUE) solver_step(s);
  else if (t == TRUTH_UNKNOWN) s->incomplete = true;
  else if (t == TRUTH_FAULT) engine_warn(s->r->e, engine_text(s->r->e, g->shape, v));
  solver_unbind(s, bindings);
}

bool solver_is_over(const Solver *s)
{
  return s->stopped || s->infinite || (s->doubtful && s->incomplete);
}

static void try_range(Solver *s, const Generator *g)
{
  Store *st = s->r->s;
  for (Value v = g->low; int_compare(st, v, g->high) <= 0 && !solver_is_over(s);
       v = int_add(st, v, value_small(1))) {
    if (!ref_spend(s->r)) {
      s->incomplete = true;
      return;
    }
    try_candidate(s, g, v);
  }
}

static void try_set(Solver *s, const Generator *g)
{
  Values all = {0};
  Value none;
  if (!ref_elements(s->r, g->shape, g->set, SPAN_NONE, &all, &none)) {
    s->incomplete = true;
    return;
  }
  for (uint32_t i = 0; i < all.len && !solver_is_over(s); i++) try_candidate(s, g, all.data[i]);
  vec_free(&all);
}

static void try_type(Solver *s, const Generator *g)
{
  for (uint64_t i = 0; i < g->shape->size && !solver_is_over(s); i++)
    try_candidate(s, g, value_at(s->r->s, g->shape, i));
}

/* The sets that x is in, or a part of, without bounds: a few of their elements. */
static Value named_window(Solver *s, uint32_t name, uint64_t most)
{
  const Shape *shape = engine_shape(s->r->e, s->names[name]->type);
  for (uint32_t i = 0; i < s->conjuncts.len; i++) {
    const Node *c = s->conjuncts.data[i];
    bool part = c->kind == NODE_SUBSET;
    if (s->done[i] || (c->kind != NODE_MEMBER && !part) || solver_is_open(s, c->kids[1]) ||
        !solver_is_unbound(s, node_bare(c->kids[0])) ||
        solver_unbound_index(s, node_bare(c->kids[0])->symbol) != name)
      continue;
    Value set = ref_eval_unexpanded(s->r, c->kids[1]);
    if (!value_is_none(set) && part) set = ref_lazy(s->r, LAZY_POW, set, VALUE_UNDEFINED);
    Value some = value_is_none(set) ? set : window_of(s->r, shape, set, most);
    if (!value_is_none(some)) return some;
  }
  return window_of(s->r, shape, ref_whole_type(s->r, shape), most);
}

/* The first name for which there are a few values to be tried; false: none.  Of several such names
 * not more combinations are tried than of one. */
static bool try_some(Solver *s)
{
  uint64_t most = s->windows == WINDOWS_COUNTED ? WINDOW_COUNTED : WINDOW_SEARCHED;
  for (uint32_t i = 0; i < s->count; i++) {
    Value some = s->bound[i] ? VALUE_UNKNOWN : named_window(s, i, most);
    if (value_is_none(some)) continue;
    Generator g = {.name = i, .shape = engine_shape(s->r->e, s->names[i]->type)};
    SetIter it = set_iter(s->r->s, g.shape, some);
    for (Value v; !solver_is_over(s) && s->tried < most && set_next(&it, &v); s->tried++)
      try_candidate(s, &g, v);
    tried_note_some(s->r->e, s->names[i], false);
    engine_unbounded(s->r->e, s->names[i]->name->text, REASON_SOME_TRIED);
    return true;
  }
  return false;
}

static void try_strings(Solver *s, const Generator *g)
{
  Generator all = *g;
  all.set = window_of(s->r, g->shape, ref_whole_type(s->r, g->shape), WINDOW_COUNTED);
  try_set(s, &all);
}

/* Notes that the range of the generator is tried. */
static void note_range(Solver *s, const Generator *g)
{
  TriedName window = {.low_is_bound = g->low_is_bound, .high_is_bound = g->high_is_bound};
  if (int_fits(s->r->s, g->low, &window.low) && int_fits(s->r->s, g->high, &window.high))
    tried_note_range(s->r->e, s->names[g->name], &window);
  else tried_note_some(s->r->e, s->names[g->name], false);
}

static void try_window(Solver *s, const Generator *g)
{
  if (s->windows == WINDOWS_NONE) {
    s->infinite = true;
    return;
  }
  s->incomplete = true;
  if (g->name == UINT32_MAX && try_some(s)) return;
  if (g->name == UINT32_MAX) { /* all values of a type or set would have to be tried */
    uint32_t i = 0;
    while (i + 1 < s->count && s->bound[i]) i++;
    engine_unknown(s->r->e, "%s has too many possible values", s->names[i]->name->text);
    return;
  }
  const Symbol *name = s->names[g->name];
  engine_unbounded(s->r->e, name->name->text, REASON_NO_BOUNDS);
  if (g->shape) tried_note_some(s->r->e, name, false);
  else note_range(s, g);
  if (g->shape && g->shape->kind == SHAPE_REAL) try_candidate(s, g, value_real(s->r->s, 0.0));
  else if (g->shape) try_strings(s, g);
  else try_range(s, g);
  engine_unbounded(s->r->e, name->name->text, REASON_SOME_TRIED);
}

/* Unfolding computes values that every solution of the equation has; whether there is one, and only
 * one, is not known. */
static void try_unfounded(Solver *s, const Generator *g)
{
  if (s->r->accept_unknown) try_candidate(s, g, g->set);
  s->incomplete = true;
  engine_unknown(s->r->e,
                 "cannot decide whether the recursive definition of %s has exactly one solution",
                 node_bare(g->pattern)->symbol->name->text);
}

static void try_value(Solver *s, const Generator *g)
{
  if (g->unfounded) return try_unfounded(s, g);
  try_candidate(s, g, g->set);
  if (!g->rounded) return;
  s->incomplete = true;
  engine_unknown(s->r->e, "other real numbers may also satisfy an equation");
}

/* ------------------------------------------------------- the solver's turn */

/* x : S, x < E for a scalar name and nothing else: every candidate is a solution. */
static bool is_plain(const Solver *s)
{
  for (uint32_t i = 0; i < s->conjuncts.len; i++) {
    const Node *c = s->conjuncts.data[i];
    if (s->done[i]) continue;
    bool compared = kind_is_order(c->kind);
    if (!compared && c->kind != NODE_MEMBER) return false;
    bool left = solver_is_unbound(s, node_bare(c->kids[0])),
         right = solver_is_unbound(s, node_bare(c->kids[1]));
    if (left == right || solver_is_open(s, c->kids[left ? 1 : 0])) return false;
    ShapeKind kind = ref_shape(s->r, c->kids[left ? 0 : 1])->kind;
    if (kind == SHAPE_SET || kind == SHAPE_PAIR || kind == SHAPE_RECORD) return false;
  }
  return true;
}

/* Would trying all candidates one after the other be long? */
static bool is_large(const Solver *s, const Generator *g)
{
  uint64_t total = 1, many = s->r->e->options.solver_from;
  if (g->cost <= 1) return false;
  if (g->cost > many) return true;
  for (uint32_t i = 0; i < s->count && total <= many; i++)
    if (!s->bound[i]) total *= g->cost;
  return total > many;
}

/* A candidate of the solver: tested like any other. */
static bool test_candidate(void *context)
{
  Solver *s = context;
  bool *bound = malloc((s->count + 1) * sizeof *bound);
  if (!bound) memory_exhausted();
  for (uint32_t i = 0; i < s->count; i++) bound[i] = s->bound[i], s->bound[i] = true;
  solver_step(s);
  for (uint32_t i = 0; i < s->count; i++) s->bound[i] = bound[i];
  free(bound);
  return !solver_is_over(s);
}

/* Is a set without a value, of which a few may be tried? */
static bool has_open_set(const Solver *s)
{
  for (uint32_t i = 0; i < s->count; i++)
    if (!s->bound[i] && engine_shape(s->r->e, s->names[i]->type)->kind == SHAPE_SET) return true;
  return false;
}

/* Lets the solver find the rest; false if it cannot, or found nothing while there are sets to be
 * tried. */
static bool ask_solver(Solver *s, bool bounded)
{
  const SolveHook *hook = s->r->e->options.solver;
  if (!hook || s->declined || s->r->e->options.strict_wd || is_plain(s)) return false;
  VEC(Symbol *) names = {0};
  VEC(const Node *) pending = {0};
  for (uint32_t i = 0; i < s->count; i++)
    if (!s->bound[i]) vec_push(&names, s->names[i]);
  for (uint32_t i = 0; i < s->conjuncts.len; i++)
    if (!s->done[i]) vec_push(&pending, s->conjuncts.data[i]);
  SolveRequest request = {s->r,    names.data,     names.len, pending.data, pending.len, s->windows,
                          bounded, test_candidate, s};
  uint32_t before = s->solutions;
  SolveResult result = hook->solve(&request);
  vec_free(&names);
  vec_free(&pending);
  if (result == SOLVE_DECLINED) s->declined = true;
  if (result == SOLVE_INCOMPLETE) s->incomplete = true;
  if (result == SOLVE_INFINITE) s->infinite = true;
  bool nothing = result == SOLVE_INCOMPLETE && s->solutions == before && !s->r->e->expired;
  return result != SOLVE_DECLINED && !(nothing && s->windows == WINDOWS_COUNTED && has_open_set(s));
}

static void try_generator(Solver *s, const Generator *g)
{
  switch (g->source) {
  case FROM_NOTHING: break;
  case FROM_VALUE: try_value(s, g); break;
  case FROM_SET:
  case FROM_SUBSETS: try_set(s, g); break;
  case FROM_RANGE:
    if (s->windows == WINDOWS_NONE && g->cost > MOST_TRIED * s->r->e->options.expansion_limit)
      s->infinite = true;
    else try_range(s, g);
    break;
  case FROM_TYPE: try_type(s, g); break;
  case FROM_SOLUTIONS: solver_try_parts(s, g); break;
  case FROM_WINDOW: try_window(s, g); break;
  }
}

/* A solver that has declined is asked again before and in a window: it may do with fewer
 * names what it could not do before. */
static void generate(Solver *s)
{
  Generator g = solver_choose(s);
  bool declined = s->declined, window = g.source == FROM_WINDOW;
  if (window) s->declined = false;
  if (!is_large(s, &g) || !ask_solver(s, !window)) {
    if (window) s->declined = false;
    assert(g.conjunct == NO_CONJUNCT || (g.conjunct < s->conjuncts.len && !s->done[g.conjunct]));
    if (g.conjunct != NO_CONJUNCT) s->done[g.conjunct] = true;
    try_generator(s, &g);
    if (g.conjunct != NO_CONJUNCT) s->done[g.conjunct] = false;
  }
  if (window) s->declined = declined;
}

/* card({x,y,z}) = 3: two equal values refute it before the rest is known. */
static bool is_refuted(const Solver *s, const Node *node)
{
  if (node->kind != NODE_EQUAL) return false;
  const Node *card = node_bare(node->kids[0]), *number = node_bare(node->kids[1]);
  if (card->kind != NODE_CARD || number->kind != NODE_INTEGER_LIT) return false;
  const Node *set = node_bare(card->kids[0]);
  if (set->kind != NODE_SET_EXT || strtoul(number->name->text, NULL, 10) != set->count)
    return false;
  for (uint32_t i = 0; i < set->count; i++)
    for (uint32_t j = 0; j < i; j++) {
      Value a, b;
      const Symbol *x = set->kids[i]->symbol, *y = set->kids[j]->symbol;
      bool known = x && y && reference_lookup(s->r, x, &a) && reference_lookup(s->r, y, &b);
      if (known && value_same(a, b) && !is_lazy(a)) return true;
    }
  return false;
}

/* P => Q where P is known: nothing, or Q.  False: P has no truth value. */
static bool open_implication(Solver *s, const Node *node, bool *holds)
{
  Fault fault = s->r->e->fault;
  Truth t = ref_truth(s->r, node->kids[0]);
  s->r->e->fault = fault;
  *holds = t == TRUTH_TRUE;
  return t == TRUTH_TRUE || t == TRUTH_FALSE;
}

/* LETs and implications whose first part does not need the names that are left: what they say is
 * said then by conjuncts of its own.  LETs are bound until the step is over. */
static uint32_t open_conjuncts(Solver *s, Values *tested)
{
  uint32_t lets = s->lets;
  if (s->r->e->options.strict_wd) return 0; /* the order matters */
  for (uint32_t i = 0; i < s->conjuncts.len; i++) {
    const Node *node = s->conjuncts.data[i];
    bool let = node->kind == NODE_LET_PRED, holds = true;
    if (s->done[i] || (!let && node->kind != NODE_IMPLIES)) continue;
    const Node *given = node->kids[let], *said = node->kids[let ? 2 : 1];
    if (!solver_is_open(s, said) || solver_is_open(s, given) ||
        !(let ? bind_let_here(s, node) : open_implication(s, node, &holds)))
      continue;
    s->done[i] = true;
    vec_push(tested, value_small(i));
    if (holds) add_conjuncts(s, said);
  }
  return s->lets - lets;
}

/* Tests what can be tested.  TRUE: go on.  With a conjunct that is not well-defined the candidate
 * is no solution, even if it is not known whether another one is FALSE. */
static Truth test_ready(Solver *s, Values *tested)
{
  Truth result = TRUTH_TRUE;
  Fault fault = {.span = SPAN_NONE};
  bool waiting = false;
  for (uint32_t i = 0; i < s->conjuncts.len; i++) {
    if (s->done[i]) continue;
    if (solver_is_open(s, s->conjuncts.data[i])) {
      if (is_refuted(s, s->conjuncts.data[i])) return TRUTH_FALSE;
      waiting = true;
      continue;
    }
    Truth t = ref_truth(s->r, s->conjuncts.data[i]);
    if (t == TRUTH_FALSE) return t;
    if (t == TRUTH_FAULT && s->r->e->options.strict_wd) { /* matters if all before it hold */
      if (!waiting) return result == TRUTH_UNKNOWN ? result : t;
      continue;
    }
    if (t == TRUTH_FAULT && !fault.message) fault = s->r->e->fault;
    if (t == TRUTH_FAULT || (t == TRUTH_UNKNOWN && result == TRUTH_TRUE)) result = t;
    s->done[i] = true;
    vec_push(tested, value_small(i));
  }
  if (result == TRUTH_FAULT) s->r->e->fault = fault;
  return result;
}

static const char *current_candidate(Solver *s)
{
  Text text = {0};
  for (uint32_t i = 0; i < s->count; i++) {
    Value v;
    if (!s->bound[i] || !reference_lookup(s->r, s->names[i], &v)) continue;
    text_printf(&text, "%s%s = %s", text.len ? " & " : "", s->names[i]->name->text,
                engine_text(s->r->e, engine_shape(s->r->e, s->names[i]->type), v));
  }
  const char *kept = arena_copy(s->r->e->scratch, text_string(&text), text.len);
  text_free(&text);
  return kept;
}

/* No conjunct is FALSE of the candidate so far. */
static void go_on(Solver *s)
{
  bool all_bound = true;
  for (uint32_t i = 0; i < s->count; i++) all_bound &= s->bound[i];
  if (!all_bound) generate(s);
  else if (s->doubtful) s->incomplete = true;
  else {
    s->solutions++;
    s->stopped = !s->found(s->context, s->r);
  }
}

/* It is no solution for sure; whether it may be one depends on the conjuncts that are left.  Read
 * from left to right, these matter only if it is one so far. */
static void go_on_in_doubt(Solver *s)
{
  assert(!s->doubtful);
  if (s->r->e->options.strict_wd) s->incomplete = true;
  if (s->incomplete) return; /* nothing to find out */
  s->doubtful = true;
  go_on(s);
  s->doubtful = false;
  if (s->infinite) s->infinite = false, s->incomplete = true;
}

void solver_step(Solver *s)
{
  Values tested = {0};
  if (!engine_spend_elements(s->r->e, s->conjuncts.len)) {
    s->incomplete = true;
    return;
  }
  uint32_t conjuncts = s->conjuncts.len, lets = open_conjuncts(s, &tested);
  Truth t = test_ready(s, &tested);
  if (t == TRUTH_UNKNOWN && s->r->accept_unknown) s->incomplete = true, t = TRUTH_TRUE;
  if (t == TRUTH_FAULT) engine_warn(s->r->e, current_candidate(s));
  else if (t == TRUTH_TRUE || (t == TRUTH_UNKNOWN && s->doubtful)) go_on(s);
  else if (t == TRUTH_UNKNOWN) go_on_in_doubt(s);
  for (uint32_t i = 0; i < tested.len; i++) s->done[value_small_int(tested.data[i])] = false;
  vec_free(&tested);
  assert(s->conjuncts.len >= conjuncts && s->lets >= lets);
  s->conjuncts.len = conjuncts;
  reference_unbind(s->r, lets);
  s->lets -= lets;
}

int64_t window_beyond(const Engine *e, Windows windows)
{
  return windows == WINDOWS_COUNTED && !e->options.wide_windows ? 0 : e->options.window;
}

typedef enum { BY_ALL_MEANS, BY_SOLVER } Means;

/* *declined: the solver of the engine cannot help. */
static Solved solve_by(Means means, const Solver *request, const Node *predicate, bool *declined)
{
  Solver s = *request;
  Reference *r = s.r;
  uint32_t bindings = r->bindings.len;
  s.room = count_conjuncts(predicate);
  s.bound = calloc(s.count + 1, sizeof *s.bound);
  s.done = calloc(s.room + 1, sizeof *s.done);
  if (!s.bound || !s.done) memory_exhausted();
  s.index = name_index_new(s.names, s.count);
  add_conjuncts(&s, predicate);
  uint32_t windows = tried_begin(r->e);
  r->depth++;
  if (means == BY_ALL_MEANS) solver_step(&s);
  else *declined = !ask_solver(&s, true);
  r->depth--;
  free(s.bound);
  free(s.done);
  name_index_free(&s.index);
  vec_free(&s.conjuncts);
  reference_unbind(r, s.lets);
  assert(r->bindings.len == bindings && !s.doubtful);
  (void) bindings;
  tried_end(r->e, windows, s.incomplete && !s.infinite && !s.stopped, s.solutions > 0);
  if (s.infinite) return SOLVED_INFINITE;
  if (s.stopped) return SOLVED_STOPPED;
  return s.incomplete ? SOLVED_INCOMPLETE : SOLVED_ALL;
}

Solved solve_names(Reference *r, Symbol *const *names, uint32_t count, const Node *predicate,
                   Windows windows, Found *found, void *context)
{
  Solver s = {r, names, count, .windows = windows, .found = found, .context = context};
  if (r->depth >= DEPTH_LIMIT)
    return engine_unknown(r->e, "a recursion is too deep"), SOLVED_INCOMPLETE;
  return solve_by(BY_ALL_MEANS, &s, predicate, NULL);
}

bool reference_search(Reference *r, Symbol *const *names, uint32_t count, const Node *predicate,
                      Windows windows, Found *found, void *context, Solved *solved)
{
  Solver s = {r, names, count, .windows = windows, .found = found, .context = context};
  bool declined = r->depth >= DEPTH_LIMIT;
  if (!declined) *solved = solve_by(BY_SOLVER, &s, predicate, &declined);
  return !declined;
}
