#include "prove/steps/steps.h"

#include "model/model_print.h"
#include "prove/classical/calculus.h"
#include "prove/rules/formula.h"
#include "prove/rules/well_defined.h"

const char *steps_name(Arena *arena, const Symbol *variable, uint32_t position)
{
  return arena_printf(arena, "%s@%u", variable->name->text, position);
}

void steps_open(Steps *s, Arena *arena, Names *names, Model *model)
{
  *s = (Steps){.build = {arena, model->types, names}, .model = model};
  s->all = arena_alloc(arena, sizeof *s->all);
  *s->all = (Obligations){.arena = arena, .model = model};
  for (uint32_t i = 0; i < model->operations.len; i++)
    if (model->operations.data[i]->top_level) vec_push(&s->operations, model->operations.data[i]);
}

void steps_close(Steps *s)
{
  vec_free(&s->all->list);
  vec_free(&s->operations);
  vec_free(&s->states);
  vec_free(&s->steps);
}

/* ---------------------------------------------------------------------------- names */

static Symbol *new_name(const Steps *s, const char *text, const Type *type)
{
  return build_local(&s->build, names_intern_string(s->build.names, text), type);
}

/* The names of positions up to this one. */
static void need_position(Steps *s, uint32_t position)
{
  const Symbols *variables = &s->model->variables;
  Arena *arena = s->build.arena;
  for (uint32_t at = s->states.len; at <= position; at++) {
    Symbol **names = arena_new_array(arena, Symbol *, variables->len + 1);
    for (uint32_t i = 0; i < variables->len; i++) {
      Symbol *v = variables->data[i];
      names[i] = at ? new_name(s, steps_name(arena, v, at), v->type) : v;
    }
    vec_push(&s->states, names);
    const char *text = arena_printf(arena, "operation@%u", at);
    vec_push(&s->steps, new_name(s, text, type_integer(s->build.types)));
  }
}

/* What variables stand for in a state. */
static const Env *state_env(const Steps *s, const Calculus *c, uint32_t position)
{
  const Symbols *variables = &s->model->variables;
  const Env *env = NULL;
  for (uint32_t i = 0; i < variables->len; i++)
    env = env_put(c, env, variables->data[i], build_name(&s->build, s->states.data[position][i]));
  return env;
}

/* ----------------------------------------------------------------------- predicates */

/* After a substitution: the variables are those of a position. */
typedef struct {
  Then then;
  const Steps *steps;
  uint32_t position;
} Arrived;

static Node *go_arrived(Calculus *c, const Env *env, const Then *self)
{
  const Arrived *a = (const Arrived *) self;
  const Symbols *variables = &a->steps->model->variables;
  Node **equal = arena_new_array(c->build->arena, Node *, variables->len + 1);
  for (uint32_t i = 0; i < variables->len; i++) {
    Symbol *name = a->steps->states.data[a->position][i];
    Node *value = env_value(c, env, variables->data[i]);
    bool same = value->kind == NODE_IDENT && value->symbol == name;
    equal[i] = same ? build_truth(c->build, true)
                    : build_equal(c->build, build_name(c->build, name), value);
  }
  return build_and(c->build, equal, variables->len);
}

/* About the steps that an exploration takes.  What is built is no part of the sketch: it is a
 * predicate by itself. */
static Calculus calculus_of(Steps *s, Sketch *d, const Node *body)
{
  Calculus c = {
      .build = &s->build, .sketch = d, .mode = MODE_REACHED, .depth = 1, .exploring = true};
  c.joining = calculus_paths(body) > PATHS_MANY;
  return c;
}

/* All initialisations, one after the other; NULL: there is none. */
static Node *initialisation(Steps *s)
{
  Model *model = s->model;
  Node *all = node_new(s->build.arena, NODE_SEQUENCE, SPAN_NONE, NULL, model->initialisations.len);
  for (uint32_t i = 0; i < model->initialisations.len; i++)
    node_set(all, i, model->initialisations.data[i].node);
  return all->count == 1 ? all->kids[0] : all->count ? all : NULL;
}

static Node *initial(Steps *s, Sketch *d)
{
  Node *body = initialisation(s);
  if (!body) return build_truth(&s->build, true);
  Calculus c = calculus_of(s, d, body);
  Arrived arrived = {{go_arrived}, s, 0};
  Node *made = calculus_run_body(&c, body, state_env(s, &c, 0), &arrived.then);
  if (c.unsupported) s->unsupported = c.unsupported;
  return made;
}

/* The operation leads from a position to the next, or does anything at all, with these names as
 * parameters. */
static Node *operation_with(Steps *s, Sketch *d, const Operation *op, uint32_t position,
                            bool arrives, Symbol *const *parameters)
{
  Calculus c = calculus_of(s, d, op->body);
  const Env *env = state_env(s, &c, position);
  for (uint32_t i = 0; i < op->parameter_count; i++)
    env = env_put(&c, env, op->parameters[i], build_name(&s->build, parameters[i]));
  Arrived arrived = {{go_arrived}, s, position + 1};
  const Then *then = arrives ? &arrived.then : &calculus_end;
  if (!arrives) c.mode = MODE_SOMEHOW;
  Node *way = calculus_run_body(&c, op->body, env, then);
  if (c.unsupported) s->unsupported = c.unsupported;
  return way;
}

/* For some values of the parameters. */
static Node *operation_way(Steps *s, Sketch *d, const Operation *op, uint32_t position,
                           bool arrives)
{
  Symbol **fresh = arena_new_array(s->build.arena, Symbol *, op->parameter_count + 1);
  for (uint32_t i = 0; i < op->parameter_count; i++)
    fresh[i] = sketch_fresh(d, op->parameters[i]->name, op->parameters[i]->type);
  Node *way = operation_with(s, d, op, position, arrives, fresh);
  return build_exists(&s->build, fresh, op->parameter_count, way);
}

/* One operation leads from a position to the next. */
static Node *step(Steps *s, Sketch *d, uint32_t position)
{
  Node **ways = arena_new_array(s->build.arena, Node *, s->operations.len + 1);
  Symbol *number = s->steps.data[position];
  for (uint32_t i = 0; i < s->operations.len; i++) {
    Node *is = build_equal(&s->build, build_name(&s->build, number),
                           build_integer(&s->build, arena_printf(s->build.arena, "%u", i + 1)));
    ways[i] = build_both(&s->build, is, operation_way(s, d, s->operations.data[i], position, true));
  }
  return build_or(&s->build, ways, s->operations.len);
}

static Node *at_position(Steps *s, const Calculus *c, Node *predicate, uint32_t position)
{
  const Env *env = state_env(s, c, position);
  Calculus copy = *c;
  Node *made = env_formula(&copy, env, env, build_bare(predicate));
  if (copy.unsupported) s->unsupported = copy.unsupported;
  return made;
}

/* Without this conjunct, and those that no state decides. */
static Node *invariant_at(Steps *s, Sketch *d, uint32_t position, uint32_t without)
{
  const Clauses *clauses = &s->model->invariants;
  Calculus c = {.build = &s->build, .sketch = d};
  Node **all = arena_new_array(s->build.arena, Node *, clauses->len + 1);
  uint32_t count = 0;
  for (uint32_t i = 0; i < clauses->len; i++)
    if (i != without && clause_is_invariant(&clauses->data[i]))
      all[count++] = at_position(s, &c, clauses->data[i].node, position);
  return build_and(&s->build, all, count);
}

/* At no earlier position all variables have the values of this one. */
static Node *is_new(Steps *s, uint32_t earlier, uint32_t position)
{
  const Symbols *variables = &s->model->variables;
  Node **differ = arena_new_array(s->build.arena, Node *, variables->len + 1);
  for (uint32_t i = 0; i < variables->len; i++)
    differ[i] =
        build_compare(&s->build, NODE_NOT_EQUAL, build_name(&s->build, s->states.data[earlier][i]),
                      build_name(&s->build, s->states.data[position][i]));
  return build_or(&s->build, differ, variables->len);
}

/* ------------------------------------------------------------------------- sequents */

enum { ALL_CONJUNCTS = UINT32_MAX };

static void open_sketch(Steps *s, Sketch *d)
{
  const Clauses *properties = &s->model->properties;
  s->unsupported = NULL;
  sketch_open(d, &s->build, s->model);
  for (uint32_t i = 0; i < properties->len; i++) sketch_assume(d, properties->data[i].node, false);
}

static void name_roles(Steps *s, Sketch *d, uint32_t last)
{
  for (uint32_t at = 0; at <= last; at++)
    for (uint32_t i = 0; i < s->model->variables.len; i++)
      sketch_role(d, s->states.data[at][i], at ? ROLE_AFTER : ROLE_BEFORE);
  for (uint32_t at = 0; at < last; at++) sketch_role(d, s->steps.data[at], ROLE_PARAMETER);
}

static Sequent *finish(Steps *s, Sketch *d, const char *name, const char *kind, Node *goal)
{
  Sequent *sequent = sketch_finish(d, name, kind, goal);
  const Machine *main = s->model->main;
  sequent->component = main->name ? main->name->text : "";
  sequent->unsupported = s->unsupported;
  vec_push(&s->all->list, sequent);
  sketch_close(d);
  return sequent;
}

Sequent *steps_from_start(Steps *s, uint32_t length)
{
  Sketch d;
  need_position(s, length);
  open_sketch(s, &d);
  name_roles(s, &d, length);
  sketch_assume(&d, initial(s, &d), true);
  for (uint32_t at = 0; at < length; at++) {
    sketch_assume(&d, invariant_at(s, &d, at, ALL_CONJUNCTS), true);
    sketch_assume(&d, step(s, &d, at), true);
  }
  const char *name = arena_printf(s->build.arena, "start/%u", length);
  return finish(s, &d, name, "BMC", invariant_at(s, &d, length, ALL_CONJUNCTS));
}

/* The parameters are names: x@0 in the first step, … . */
static Node *known_step(Steps *s, Sketch *d, const Operation *op, uint32_t position, Symbol **names)
{
  for (uint32_t i = 0; i < op->parameter_count; i++) {
    const char *text = steps_name(s->build.arena, op->parameters[i], position);
    const Name *wanted = names_intern_string(s->build.names, text);
    names[i] = sketch_fresh(d, wanted, op->parameters[i]->type);
    sketch_role(d, names[i], ROLE_PARAMETER);
  }
  return operation_with(s, d, op, position, true, names);
}

StepsPath steps_along(Steps *s, const uint32_t *operations, uint32_t length, bool from_start)
{
  Sketch d;
  Arena *arena = s->build.arena;
  StepsPath path = {.operations = operations, .length = length, .from_start = from_start};
  path.parameters = arena_new_array(arena, Symbol **, length + 1);
  need_position(s, length);
  open_sketch(s, &d);
  name_roles(s, &d, length);
  if (from_start) sketch_assume(&d, initial(s, &d), true);
  for (uint32_t at = 0; at < length; at++) {
    const Operation *op = s->operations.data[operations[at]];
    path.parameters[at] = arena_new_array(arena, Symbol *, op->parameter_count + 1);
    sketch_assume(&d, invariant_at(s, &d, at, ALL_CONJUNCTS), true);
    sketch_assume(&d, known_step(s, &d, op, at, path.parameters[at]), true);
  }
  path.sequent = finish(s, &d, "along", "BMC", invariant_at(s, &d, length, ALL_CONJUNCTS));
  return path;
}

Sequent *steps_from_anywhere(Steps *s, uint32_t length)
{
  Sketch d;
  need_position(s, length);
  open_sketch(s, &d);
  name_roles(s, &d, length);
  for (uint32_t at = 0; at < length; at++) {
    sketch_assume(&d, invariant_at(s, &d, at, ALL_CONJUNCTS), true);
    for (uint32_t earlier = 0; earlier < at; earlier++)
      sketch_assume(&d, is_new(s, earlier, at), true);
    sketch_assume(&d, step(s, &d, at), true);
  }
  const char *name = arena_printf(s->build.arena, "induction/%u", length);
  return finish(s, &d, name, "IND", invariant_at(s, &d, length, ALL_CONJUNCTS));
}

/* Of one state that satisfies the invariant. */
static void open_state(Steps *s, Sketch *d, uint32_t without)
{
  need_position(s, 0);
  open_sketch(s, d);
  name_roles(s, d, 0);
  sketch_assume(d, invariant_at(s, d, 0, without), true);
}

typedef struct {
  Then then;
  Node *predicate;
} Afterwards;

static Node *go_afterwards(Calculus *c, const Env *env, const Then *self)
{
  return env_formula(c, env, env, ((const Afterwards *) self)->predicate);
}

/* The conjunct holds after the substitution, whatever it does. */
static Sequent *afterwards(Steps *s, Sketch *d, Node *body, uint32_t conjunct, const char *name)
{
  Calculus c = calculus_of(s, d, body);
  c.mode = MODE_ALWAYS;
  c.depth = 0;
  Afterwards after = {{go_afterwards}, build_bare(s->model->invariants.data[conjunct].node)};
  Node *goal = calculus_run_body(&c, body, NULL, &after.then);
  if (c.unsupported) s->unsupported = c.unsupported;
  return finish(s, d, name, "INV", goal);
}

Sequent *steps_establishes(Steps *s, uint32_t conjunct)
{
  Sketch d;
  Node *body = initialisation(s);
  open_sketch(s, &d);
  if (!body) body = node_new(s->build.arena, NODE_SKIP, SPAN_NONE, NULL, 0);
  return afterwards(s, &d, body, conjunct, "establishes");
}

Sequent *steps_preserves(Steps *s, uint32_t operation, uint32_t conjunct)
{
  Sketch d;
  const Operation *op = s->operations.data[operation];
  open_state(s, &d, ALL_CONJUNCTS);
  for (uint32_t i = 0; i < op->parameter_count; i++)
    sketch_role(&d, op->parameters[i], ROLE_PARAMETER);
  return afterwards(s, &d, op->body, conjunct, "preserves");
}

Sequent *steps_well_defined(Steps *s, uint32_t conjunct)
{
  Sketch d;
  const Clauses *invariants = &s->model->invariants;
  Notation notation = model_is_eventb(s->model) ? NOTATION_EVENTB : NOTATION_B;
  need_position(s, 0);
  open_sketch(s, &d);
  name_roles(s, &d, 0);
  for (uint32_t i = 0; i < conjunct; i++)
    if (clause_is_invariant(&invariants->data[i]))
      sketch_assume(&d, invariants->data[i].node, true);
  Node *goal = well_defined(&s->build, node_bare(invariants->data[conjunct].node), notation);
  return finish(s, &d, "well-defined", "WD", goal);
}

Sequent *steps_never(Steps *s, uint32_t operation)
{
  Sketch d;
  const Operation *op = s->operations.data[operation];
  open_state(s, &d, ALL_CONJUNCTS);
  Node *way = operation_way(s, &d, op, 0, false);
  const char *name = arena_printf(s->build.arena, "%s/never", op->symbol->name->text);
  return finish(s, &d, name, "NEVER", build_not(&s->build, way));
}

Sequent *steps_no_deadlock(Steps *s)
{
  Sketch d;
  Node **ways = arena_new_array(s->build.arena, Node *, s->operations.len + 1);
  open_state(s, &d, ALL_CONJUNCTS);
  for (uint32_t i = 0; i < s->operations.len; i++)
    ways[i] = operation_way(s, &d, s->operations.data[i], 0, false);
  return finish(s, &d, "DLF", "DLF", build_or(&s->build, ways, s->operations.len));
}

Sequent *steps_contradiction(Steps *s)
{
  Sketch d;
  open_state(s, &d, ALL_CONJUNCTS);
  return finish(s, &d, "contradiction", "FALSE", build_truth(&s->build, false));
}

Sequent *steps_redundant(Steps *s, uint32_t conjunct)
{
  Sketch d;
  open_state(s, &d, conjunct);
  Calculus c = {.build = &s->build, .sketch = &d};
  Node *goal = at_position(s, &c, s->model->invariants.data[conjunct].node, 0);
  return finish(s, &d, arena_printf(s->build.arena, "inv%u/redundant", conjunct + 1), "REDUNDANT",
                goal);
}
