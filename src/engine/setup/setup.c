#include "engine/setup/setup.h"

#include <assert.h>

#include "engine/reference/execute/execute.h"
#include "engine/scope.h"
#include "engine/setup/pointwise.h"
#include "syntax/inspect.h"

void setup_clear_constants(Engine *e)
{
  for (uint32_t i = 0; i < e->model->constants.len; i++) e->constants[i] = VALUE_UNDEFINED;
}

void setup_clear_variables(Engine *e)
{
  for (uint32_t i = 0; i < e->model->variables.len; i++) e->variables[i] = VALUE_UNDEFINED;
}

/* ------------------------------------------------------------------ the problem */

/* Constants of a deferred set that differ are given its elements one after the other; if there are
 * more of them, the rest is looked for like others, in vain. */
static void fix_elements(Engine *e, const Symbol *set, Symbol **group, bool *fixed)
{
  uint32_t count = scope_group(e->model, set, group);
  uint64_t size = engine_element_shape(e, set->type)->size;
  assert(!set->enumerated && count <= e->model->constants.len);
  for (uint32_t j = 0; j < count && j < size; j++) {
    e->constants[group[j]->index] = value_atom(j);
    fixed[group[j]->index] = true;
  }
}

/* Does the property only say to which set a constant belongs that has its element already? */
static bool is_settled(const Model *model, const Node *property, const bool *fixed)
{
  for (uint32_t i = 0; i < model->constants.len; i++)
    if (fixed[i] && scope_is_typing(property, model->constants.data[i])) return true;
  return false;
}

void setup_pose(SetupProblem *p, Engine *e, bool fix)
{
  const Model *model = e->model;
  assert(model);
  Symbol **group = arena_new_array(e->arena, Symbol *, model->constants.len + 1);
  bool *fixed = arena_new_array(e->arena, bool, model->constants.len + 1);
  p->names.len = p->properties.len = p->written.len = 0;
  for (uint32_t i = 0; fix && i < model->sets.len; i++)
    if (!model->sets.data[i]->enumerated) fix_elements(e, model->sets.data[i], group, fixed);
  for (uint32_t i = 0; i < model->constants.len; i++)
    if (!fixed[i]) vec_push(&p->names, model->constants.data[i]);
  for (uint32_t i = 0; i < model->properties.len; i++) {
    const Node *property = model->properties.data[i].node;
    if (is_settled(model, property, fixed)) continue;
    vec_push(&p->properties, property);
    vec_push(&p->written, property);
  }
  pointwise_define(e, p->properties.data, p->properties.len);
  assert(p->properties.len == p->written.len);
}

const Node *setup_conjunction(const SetupProblem *p, Engine *e)
{
  return node_list(e->arena, NODE_AND, SPAN_NONE, NULL, (Node *const *) p->properties.data,
                   p->properties.len);
}

void setup_problem_free(SetupProblem *p)
{
  vec_free(&p->names);
  vec_free(&p->properties);
  vec_free(&p->written);
}

/* ------------------------------------------------------------------- solutions */

static bool keep_constants(void *context, Reference *r)
{
  Engine *e = context;
  for (uint32_t i = 0; i < e->model->constants.len; i++)
    reference_lookup(r, e->model->constants.data[i], &e->constants[i]);
  return false;
}

static Solved solve(Reference *r, Found *found, void *context)
{
  Engine *e = reference_engine(r);
  SetupProblem p = {0};
  setup_pose(&p, e, false);
  Solved solved = reference_solve(r, p.names.data, p.names.len, setup_conjunction(&p, e),
                                  WINDOWS_WIDE, found, context);
  setup_problem_free(&p);
  return solved;
}

Truth setup_constants(Reference *r)
{
  Engine *e = reference_engine(r);
  Solved solved = solve(r, keep_constants, e);
  if (solved == SOLVED_STOPPED) return TRUTH_TRUE;
  if (solved == SOLVED_ALL) return TRUTH_FALSE;
  reference_accept_unknown(r, true);
  solve(r, keep_constants, e);
  reference_accept_unknown(r, false);
  return TRUTH_UNKNOWN;
}

typedef struct {
  const Symbol *const *names;
  uint32_t count;
  bool variables; /* some of the names are */
  bool found;
} Variation;

static bool differs(Reference *r, const Symbol *symbol, Value now, Value other)
{
  const Shape *shape = engine_shape(reference_engine(r), symbol->type);
  if (value_is_none(now) || value_is_none(other)) return false;
  return reference_equal(r, shape, now, other) == TRUTH_FALSE;
}

static bool is_among(const Variation *v, const Symbol *symbol)
{
  for (uint32_t i = 0; i < v->count; i++)
    if (v->names[i] == symbol) return true;
  return false;
}

static bool decides_start(const Model *model, const Symbol *constant)
{
  for (uint32_t i = 0; i < model->initialisations.len; i++)
    if (node_mentions(model->initialisations.data[i].node, constant)) return true;
  return false;
}

static bool compare_constants(void *context, Reference *r)
{
  Variation *v = context;
  const Engine *e = reference_engine(r);
  for (uint32_t i = 0; i < e->model->constants.len && !v->found; i++) {
    const Symbol *constant = e->model->constants.data[i];
    Value other = VALUE_UNDEFINED;
    reference_lookup(r, constant, &other);
    v->found = (is_among(v, constant) || (v->variables && decides_start(e->model, constant))) &&
               differs(r, constant, e->constants[i], other);
  }
  return !v->found;
}

static bool compare_variables(void *context, Reference *r, const Update *updates, uint32_t count)
{
  Variation *v = context;
  const Engine *e = reference_engine(r);
  for (uint32_t i = 0; i < count && !v->found; i++) {
    const Symbol *s = updates[i].symbol;
    v->found = s->kind == SYMBOL_VARIABLE && !s->dropped && is_among(v, s) &&
               differs(r, s, e->variables[s->index], updates[i].value);
  }
  return !v->found;
}

static void pass_by(void *context, Reference *r)
{
  (void) context;
  (void) r;
}

bool setup_varies(Reference *r, const Symbol *const *names, uint32_t count)
{
  Engine *e = reference_engine(r);
  const Model *model = e->model;
  Variation v = {.names = names, .count = count};
  for (uint32_t i = 0; i < count; i++) v.variables |= names[i]->kind == SYMBOL_VARIABLE;
  if (model->constants.len) solve(r, compare_constants, &v);
  for (uint32_t i = 0; v.variables && !v.found && i < model->initialisations.len; i++)
    execute(r, model->initialisations.data[i].node, compare_variables, pass_by, &v);
  return v.found;
}

typedef struct {
  bool done, failed;
  Fault fault; /* the first, if it failed */
} Start;

static void keep_fault(void *context, Reference *r)
{
  Start *s = context;
  if (!s->failed) s->fault = reference_engine(r)->fault;
  s->failed = true;
}

static bool keep_variables(void *context, Reference *r, const Update *updates, uint32_t count)
{
  Engine *e = reference_engine(r);
  for (uint32_t i = 0; i < count; i++)
    if (updates[i].symbol->kind == SYMBOL_VARIABLE && !updates[i].symbol->dropped) {
      assert(updates[i].symbol->index < e->model->variables.len &&
             !value_is_none(updates[i].value));
      e->variables[updates[i].symbol->index] = updates[i].value;
    }
  ((Start *) context)->done = true;
  return false;
}

Truth setup_variables(Reference *r)
{
  Engine *e = reference_engine(r);
  const Model *model = e->model;
  for (uint32_t i = 0; i < model->initialisations.len; i++) {
    Start s = {false, false, {.span = SPAN_NONE}};
    Executed how = execute(r, model->initialisations.data[i].node, keep_variables, keep_fault, &s);
    if (s.done) continue;
    if (s.failed) e->fault = s.fault;
    return s.failed ? TRUTH_FAULT : how == EXECUTED_ALL ? TRUTH_FALSE : TRUTH_UNKNOWN;
  }
  return TRUTH_TRUE;
}
