#include "prove/classical/calculus_impl.h"
#include "prove/classical/generate_impl.h"

#include <assert.h>

#include "prove/rules/formula.h"

/* A refinement: all that it does, what it refines can do, with the same results and so that they
 * are glued to each other again. */

/* REFINED and what is around it; NULL: there is none. */
static const Node *refined(Node *body, Node **assumed)
{
  body = calculus_bare(body);
  if (body->kind == NODE_PRE) {
    *assumed = body->kids[0];
    body = calculus_bare(body->kids[1]);
  }
  if (body->kind == NODE_SEQUENCE && body->count > 0) body = body->kids[body->count - 1];
  return body->kind == NODE_REFINED ? body : NULL;
}

typedef struct {
  Then then;
  Generator *g;
  Node *abstract;
  const Node *results, *abstract_results; /* LISTs of the same length */
  const Symbols *equal; /* variables that both change, of a local operation; or NULL */
  const Env *reached;   /* by the refinement */
} Match;

static Node *equal_results(Calculus *c, const Match *m, const Env *env)
{
  uint32_t count = m->results->count;
  if (count > m->abstract_results->count) count = m->abstract_results->count;
  Node **parts = arena_new_array(c->build->arena, Node *, count + 1);
  for (uint32_t i = 0; i < count; i++)
    parts[i] = build_equal(c->build, env_value(c, m->reached, m->results->kids[i]->symbol),
                           env_value(c, env, m->abstract_results->kids[i]->symbol));
  return build_and(c->build, parts, count);
}

static Node *equal_variables(Calculus *c, const Match *m, const Env *env)
{
  Node **parts = arena_new_array(c->build->arena, Node *, m->equal->len + 1);
  for (uint32_t i = 0; i < m->equal->len; i++)
    parts[i] = build_equal(c->build, env_value(c, m->reached, m->equal->data[i]),
                           env_value(c, env, m->equal->data[i]));
  return build_and(c->build, parts, m->equal->len);
}

/* After both: what glues them, and the results. */
static Node *go_matched(Calculus *c, const Env *env, const Then *self)
{
  const Match *m = (const Match *) self;
  const Clauses *invariants = &m->g->model->invariants;
  Node *all = build_truth(c->build, true);
  for (uint32_t i = 0; !m->equal && i < invariants->len; i++) {
    const Clause *clause = &invariants->data[i];
    if (scope_is_own(m->g, clause) && !formula_is_trivial(clause->node))
      all = build_both(c->build, all, env_formula(c, env, env, build_bare(clause->node)));
  }
  if (m->equal) all = build_both(c->build, all, equal_variables(c, m, env));
  return build_both(c->build, all, equal_results(c, m, env));
}

/* After the refinement: what it refines. */
static Node *go_abstract(Calculus *c, const Env *env, const Then *self)
{
  const Match *m = (const Match *) self;
  Match next = *m;
  next.then.go = go_matched;
  next.reached = env;
  calculus_note_end(c, env);
  c->mode = MODE_SOMEHOW;
  Node *made = calculus_run(c, m->abstract, m->equal ? NULL : env, &next.then);
  c->mode = MODE_ALWAYS;
  return made;
}

static void match(Generator *g, const Subject *s, Match *m)
{
  Sketch d;
  Calculus c;
  subject_open(g, s, &d, &c, (Claims){.assertions = true, .loops = true});
  uint64_t paths = (uint64_t) calculus_paths(s->body) * calculus_paths(m->abstract);
  c.joining |= paths > 4 * PATHS_MANY;
  m->then.go = go_abstract;
  m->g = g;
  Node *goal = calculus_run_body(&c, s->body, NULL, &m->then);
  calculus_finish(&c);
  generator_add_result(g, &c, generator_name(g, "%s/REF", s->name), "REF", goal);
  sketch_close(&d);
}

/* PRE that the refinement states itself. */
static void generate_precondition(Generator *g, const Subject *s)
{
  Node *body = calculus_bare(s->body);
  if (body->kind != NODE_PRE) return;
  Sketch d;
  Calculus c;
  subject_open(g, s, &d, &c, (Claims){0});
  Node *goal = build_bare(body->kids[0]);
  d.origin = goal->span;
  generator_add(g, &d, generator_name(g, "%s/PRE", s->name), "PRE", goal);
  sketch_close(&d);
}

static void refine(Generator *g, Subject *s, Node *whole)
{
  const Node *r = refined(whole, &s->assumed);
  if (!r) return;
  const Node *above = r->kids[2];
  Match m = {.abstract = above->kids[1], .results = r->kids[0], .abstract_results = above->kids[0]};
  s->body = r->kids[1];
  assert(above->kind == NODE_ABSTRACTION);
  subject_obligations(g, s);
  if (!s->initial) generate_precondition(g, s);
  match(g, s, &m);
}

/* ---------------------------------------------------------------- local operations */

static Node *names_of(Generator *g, Symbol *const *symbols, uint32_t count)
{
  Node *list = node_new(g->build.arena, NODE_LIST, SPAN_NONE, NULL, count);
  for (uint32_t i = 0; i < count; i++) node_set(list, i, build_name(&g->build, symbols[i]));
  return list;
}

static void add_written(const Node *node, Symbols *list)
{
  Symbols own = {0};
  calculus_written(node, NULL, &own);
  for (uint32_t i = 0; i < own.len; i++) {
    bool known = own.data[i]->kind != SYMBOL_VARIABLE;
    for (uint32_t k = 0; k < list->len; k++) known |= list->data[k] == own.data[i];
    if (!known) vec_push(list, own.data[i]);
  }
  vec_free(&own);
}

/* LET the parameters of the specification be those of the body IN it */
static Node *with_parameters(Generator *g, const Operation *specified, const Operation *op)
{
  Node *body = calculus_bare(specified->body);
  if (body->kind == NODE_PRE) body = body->kids[1];
  for (uint32_t i = 0; i < op->parameter_count && i < specified->parameter_count; i++) {
    Node *name = build_name(&g->build, specified->parameters[i]);
    Node *equal = build_equal(&g->build, name, build_name(&g->build, op->parameters[i]));
    Node *let = node_new(g->build.arena, NODE_LET, SPAN_NONE, NULL, 3);
    node_set(let, 0, node_list(g->build.arena, NODE_NAMES, SPAN_NONE, NULL, &name, 1));
    node_set(let, 1, equal);
    node_set(let, 2, body);
    body = let;
  }
  return body;
}

/* It is called as it is specified: so the specification must have values, and keep what it claims,
 * too. */
static void generate_specification(Generator *g, const Subject *local, Node *specification)
{
  Subject s = *local;
  Node *body = calculus_bare(local->body);
  s.name = generator_name(g, "%s/specification", local->name);
  if (body->kind == NODE_PRE) s.assumed = body->kids[0];
  s.body = specification;
  subject_obligations(g, &s);
  subject_assertions(g, &s);
}

static void generate_local(Generator *g, const Operation *op)
{
  const Operation *specified = op->refines;
  Symbols written = {0};
  Subject s = {.name = op->symbol->name->text,
               .body = op->body,
               .parameters = op->parameters,
               .parameter_count = op->parameter_count,
               .local = true};
  add_written(op->body, &written);
  add_written(specified->body, &written);
  Match m = {.abstract = with_parameters(g, specified, op),
             .results = names_of(g, op->results, op->result_count),
             .abstract_results = names_of(g, specified->results, specified->result_count),
             .equal = &written};
  generate_specification(g, &s, m.abstract);
  subject_obligations(g, &s);
  match(g, &s, &m);
  vec_free(&written);
}

void generate_refinement(Generator *g)
{
  Model *model = g->model;
  Subject start = {.name = "INITIALISATION", .initial = true};
  if (model->variables.len > 0 && model->initialisations.len > 0)
    refine(g, &start, model->initialisations.data[0].node);
  for (uint32_t i = 0; i < model->operations.len; i++) {
    const Operation *op = model->operations.data[i];
    Subject s = {.name = op->symbol->name->text,
                 .parameters = op->parameters,
                 .parameter_count = op->parameter_count};
    if (op->local && op->refines && op->machine == model->main) generate_local(g, op);
    else if (op->top_level) refine(g, &s, op->body);
  }
}
