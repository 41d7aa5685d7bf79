#include "solver/solver.h"

#include <stdlib.h>

#include "engine/solve_hook.h"
#include "solver/compile.h"
#include "solver/search.h"

/* One request of the interpreter: the names become terms, the conjuncts constraints,
 * and the search gives candidates. */

typedef struct {
  Problem p;
  const SolveRequest *request;
  const Term **terms;       /* by name; NULL: not yet */
  const Node **definitions; /* by name: x = E, or NULL */
  uint32_t *order;          /* of the definitions */
  uint32_t defined;
  bool *posted; /* by conjunct */
  VEC(Labelled) labelled;
  uint32_t current; /* the name whose cells are collected */
  bool stopped, incomplete;
  uint32_t window_of; /* the name that had no bounds */
  Search search;
  Values seen; /* candidates, where they may come twice */
  uint32_t candidates;
} Run;

static bool mentions(const Node *node, const Symbol *symbol)
{
  if (node->kind == NODE_IDENT && node->symbol == symbol) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (mentions(node->kids[i], symbol)) return true;
  return false;
}

/* Does it mention a name that has no term yet? */
static bool is_unready(const Run *run, const Node *node)
{
  for (uint32_t i = 0; i < run->request->count; i++)
    if (!run->terms[i] && mentions(node, run->request->names[i])) return true;
  return false;
}

static void set_term(Run *run, uint32_t name, const Term *term)
{
  run->terms[name] = term;
  scope_push(&run->p, run->request->names[name], term);
}

/* ------------------------------------------------------------------ skeletons */

static bool is_name(const Node *node, const Symbol *symbol)
{
  node = node_bare(node);
  return node->kind == NODE_IDENT && node->symbol == symbol;
}

/* x = E: x is E. */
static bool take_definition(Run *run, uint32_t name, uint32_t conjunct)
{
  const Node *c = run->request->conjuncts[conjunct];
  const Symbol *symbol = run->request->names[name];
  if (c->kind != NODE_EQUAL) return false;
  for (uint32_t side = 0; side < 2; side++) {
    const Node *value = c->kids[1 - side];
    if (!is_name(c->kids[side], symbol) || mentions(value, symbol) || is_unready(run, value))
      continue;
    Expr e = compile_expr(&run->p, value);
    if (!e.term) continue;
    net_assert(run->p.net, e.defined);
    set_term(run, name, e.term);
    run->definitions[name] = value;
    run->order[run->defined++] = name;
    run->posted[conjunct] = true;
    return true;
  }
  return false;
}

/* x : S, x <: S */
static const Term *skeleton_from(Run *run, uint32_t name, uint32_t conjunct, bool functions)
{
  const Node *c = run->request->conjuncts[conjunct];
  const Symbol *symbol = run->request->names[name];
  bool subset = c->kind == NODE_SUBSET || c->kind == NODE_STRICT_SUBSET;
  if (c->kind != NODE_MEMBER && !subset) return NULL;
  if (!is_name(c->kids[0], symbol) || is_unready(run, c->kids[1])) return NULL;
  Lit defined = LIT_TRUE;
  const View *v = view_of_node(&run->p, c->kids[1], &defined);
  if (!v) return NULL;
  bool functional = v->kind == VIEW_ARROW && v->demands.functional;
  if (functions && (subset || !functional)) return NULL;
  if (!subset) return view_skeleton(&run->p, v);
  const View *parts[] = {v};
  View powerset = {.kind = VIEW_POW, .parts = parts, .count = 1};
  powerset.element = shape_set(run->p.e->shapes, v->element);
  return view_skeleton(&run->p, &powerset);
}

static bool find_skeleton(Run *run, uint32_t name, bool functions)
{
  for (uint32_t i = 0; i < run->request->conjunct_count; i++) {
    const Term *t = skeleton_from(run, name, i, functions);
    if (t) return set_term(run, name, t), true;
    if (run->p.net->failed) return false;
  }
  return false;
}

static bool is_simple(const Shape *shape)
{
  return shape->kind == SHAPE_INTEGER || shape->kind == SHAPE_BOOL || shape->kind == SHAPE_GIVEN;
}

/* Posts the conjuncts whose names have terms; false: they contradict each other. */
static bool post_ready(Run *run)
{
  const SolveRequest *q = run->request;
  for (uint32_t i = 0; i < q->conjunct_count; i++) {
    if (run->posted[i] || is_unready(run, q->conjuncts[i])) continue;
    run->posted[i] = true;
    compile_required(&run->p, q->conjuncts[i]);
    if (run->p.net->failed || !net_propagate(run->p.net)) return false;
  }
  return true;
}

/* Gives one more name a term; false: no name can be given one. */
static bool add_term(Run *run)
{
  const SolveRequest *q = run->request;
  for (uint32_t pass = 0; pass < 4; pass++)
    for (uint32_t i = 0; i < q->count; i++) {
      if (run->terms[i]) continue;
      if (pass == 0)
        for (uint32_t c = 0; c < q->conjunct_count; c++)
          if (!run->posted[c] && take_definition(run, i, c)) return true;
      if ((pass == 1 || pass == 2) && find_skeleton(run, i, pass == 1)) return true;
      if (run->p.net->failed) return false;
      const Shape *shape = engine_shape(run->p.e, q->names[i]->type);
      const Term *fresh = pass == 3 ? term_fresh(&run->p, shape) : NULL;
      if (fresh) return set_term(run, i, fresh), true;
    }
  return false;
}

typedef enum { BUILT, REFUTED, NOT_BUILT } Built;

static Built build_network(Run *run)
{
  const SolveRequest *q = run->request;
  for (uint32_t i = 0; i < q->count; i++) {
    const Shape *shape = engine_shape(run->p.e, q->names[i]->type);
    if (is_simple(shape)) set_term(run, i, term_fresh(&run->p, shape));
  }
  for (uint32_t left = q->count;; left--) {
    bool fine = post_ready(run);
    if (run->p.net->expired) return NOT_BUILT;
    if (!fine) return REFUTED;
    bool complete = true;
    for (uint32_t i = 0; i < q->count; i++) complete &= run->terms[i] != NULL;
    if (complete) return run->p.net->too_large ? NOT_BUILT : BUILT;
    if (run->p.net->too_large || left == 0) return NOT_BUILT;
    if (!add_term(run)) return run->p.net->failed ? REFUTED : NOT_BUILT;
  }
}

/* -------------------------------------------------------------------- solutions */

static void add_labelled(void *context, Cell c, Lit when)
{
  Run *run = context;
  Labelled l = {c, when, run->current};
  if (!net_is_fixed(run->p.net, c)) vec_push(&run->labelled, l);
}

/* Names that are defined by others get their values from the interpreter. */
static bool bind_definitions(Run *run, uint32_t *bound)
{
  for (uint32_t i = 0; i < run->defined; i++) {
    const Node *value = run->definitions[run->order[i]];
    Value v = eval(run->p.r, value);
    if (value_is_none(v)) {
      if (value_same(v, VALUE_FAULT)) engine_warn(run->p.e, "");
      else run->incomplete = true;
      return false;
    }
    reference_bind(run->p.r, run->request->names[run->order[i]], v);
    ++*bound;
  }
  return true;
}

/* Was this candidate given before? */
static bool is_repeated(Run *run)
{
  const SolveRequest *q = run->request;
  Value *values = arena_new_array(run->p.arena, Value, q->count + 1);
  for (uint32_t i = 0; i < q->count; i++) reference_lookup(run->p.r, q->names[i], &values[i]);
  Value tuple = value_record(run->p.store, values, q->count);
  for (uint32_t i = 0; i < run->seen.len; i++)
    if (value_same(run->seen.data[i], tuple)) return true;
  vec_push(&run->seen, tuple);
  return false;
}

static bool found_solution(void *context)
{
  Run *run = context;
  const SolveRequest *q = run->request;
  uint32_t bound = 0;
  bool complete = true, more = true;
  for (uint32_t i = 0; i < q->count && complete; i++) {
    Value v;
    if (run->definitions[i]) continue;
    complete = term_value(&run->p, run->terms[i], &v);
    if (complete) reference_bind(run->p.r, q->names[i], v), bound++;
  }
  if (complete && bind_definitions(run, &bound) && !(run->search.split && is_repeated(run))) {
    run->candidates++;
    more = q->candidate(q->context);
  }
  reference_unbind(run->p.r, bound);
  return more;
}

static bool open_window(void *context, const Labelled *l, int64_t *low, int64_t *high)
{
  Run *run = context;
  Engine *e = run->p.e;
  int64_t minint, maxint;
  if (!run->request->windows || (run->request->bounded && !run->candidates)) return false;
  const Symbol *name = run->request->names[l->name];
  run->incomplete = true;
  run->window_of = l->name;
  engine_unknown(e, "%s has no bounds", name->name->text);
  if (!int_fits(e->store, e->minint, &minint)) minint = -1;
  if (!int_fits(e->store, e->maxint, &maxint)) maxint = 3;
  int64_t from = *low == NO_LOW ? minint : *low, to = *high == NO_HIGH ? maxint : *high;
  bool nothing = from > to || e->wide_windows;
  if (nothing && *low != NO_LOW) to = from + e->window;
  else if (nothing && *high != NO_HIGH) from = to - e->window;
  bool coded = engine_shape(e, name->type)->kind == SHAPE_STRING;
  if (coded) from = 0, to = (int64_t) run->p.codes.len - 1;
  *low = from;
  *high = to;
  return true;
}

static SolveResult search(Run *run)
{
  for (uint32_t i = 0; i < run->request->count; i++) {
    run->current = i;
    if (!run->definitions[i]) term_cells(run->terms[i], add_labelled, run, LIT_TRUE);
  }
  run->search = (Search){
      run->p.net, run->labelled.data, run->labelled.len, open_window, found_solution, run, false};
  switch (search_run(&run->search)) {
  case SEARCH_STOPPED: return SOLVE_STOPPED;
  case SEARCH_NO_WINDOW: return run->candidates ? SOLVE_INFINITE : SOLVE_DECLINED;
  case SEARCH_EXPIRED: return SOLVE_INCOMPLETE;
  case SEARCH_ALL: break;
  }
  if (run->window_of != UINT32_MAX)
    engine_unknown(run->p.e, "%s has no bounds: only some values were tried",
                   run->request->names[run->window_of]->name->text);
  return run->incomplete ? SOLVE_INCOMPLETE : SOLVE_ALL;
}

static bool spend_step(void *engine) { return engine_spend(engine); }

static SolveResult solve(const SolveRequest *q)
{
  Engine *e = reference_engine(q->r);
  Run run = {.request = q, .window_of = UINT32_MAX};
  run.p = (Problem){.r = q->r, .e = e, .store = e->store, .net = net_new(), .arena = arena_new()};
  run.p.net->ground = ground_check;
  run.p.net->ground_context = &run.p;
  run.p.net->spend = spend_step;
  run.p.net->spend_context = e;
  vec_push(&run.p.codes, value_string(e->store, "", 0));
  run.terms = arena_new_array(run.p.arena, const Term *, q->count + 1);
  run.definitions = arena_new_array(run.p.arena, const Node *, q->count + 1);
  run.order = arena_new_array(run.p.arena, uint32_t, q->count + 1);
  run.posted = arena_new_array(run.p.arena, bool, q->conjunct_count + 1);
  SolveResult result = SOLVE_DECLINED;
  Fault fault = e->fault;
  Built built = build_network(&run);
  e->fault = fault;
  scope_pop(&run.p, run.p.scope.len);
  if (built == REFUTED) result = SOLVE_ALL;
  else if (built == BUILT) result = search(&run);
  else if (run.p.net->expired) result = SOLVE_INCOMPLETE;
  vec_free(&run.p.scope);
  vec_free(&run.p.waiting);
  vec_free(&run.p.codes);
  vec_free(&run.labelled);
  vec_free(&run.seen);
  net_free(run.p.net);
  arena_free(run.p.arena);
  return result;
}

void solver_install(Engine *e)
{
  static const SolveHook hook = {solve};
  e->solver = &hook;
}
