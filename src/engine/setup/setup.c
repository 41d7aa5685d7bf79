#include "engine/setup/setup.h"

#include "engine/reference/execute/execute.h"
#include "engine/setup/pointwise.h"

static bool keep_constants(void *context, Reference *r)
{
  Engine *e = context;
  for (uint32_t i = 0; i < e->model->constants.len; i++)
    reference_lookup(r, e->model->constants.data[i], &e->constants[i]);
  return false;
}

/* Of the properties, with what they define pointwise. */
static const Node *conjunction(Engine *e)
{
  const Model *model = e->model;
  uint32_t count = model->properties.len;
  const Node **properties = arena_new_array(e->arena, const Node *, count + 1);
  for (uint32_t i = 0; i < count; i++) properties[i] = model->properties.data[i].node;
  pointwise_define(e, properties, count);
  return node_list(e->arena, NODE_AND, SPAN_NONE, NULL, (Node *const *) properties, count);
}

Truth setup_constants(Reference *r)
{
  Engine *e = reference_engine(r);
  const Model *model = e->model;
  const Node *all = conjunction(e);
  Solved solved = reference_solve(r, model->constants.data, model->constants.len, all, WINDOWS_WIDE,
                                  keep_constants, e);
  if (solved == SOLVED_STOPPED) return TRUTH_TRUE;
  if (solved == SOLVED_ALL) return TRUTH_FALSE;
  reference_accept_unknown(r, true);
  solved = reference_solve(r, model->constants.data, model->constants.len, all, WINDOWS_WIDE,
                           keep_constants, e);
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

static bool mentions(const Node *node, const Symbol *symbol)
{
  if (node->symbol == symbol) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i] && mentions(node->kids[i], symbol)) return true;
  return false;
}

static bool decides_start(const Model *model, const Symbol *constant)
{
  for (uint32_t i = 0; i < model->initialisations.len; i++)
    if (mentions(model->initialisations.data[i].node, constant)) return true;
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
  if (model->constants.len)
    reference_solve(r, model->constants.data, model->constants.len, conjunction(e), WINDOWS_WIDE,
                    compare_constants, &v);
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
    if (updates[i].symbol->kind == SYMBOL_VARIABLE && !updates[i].symbol->dropped)
      e->variables[updates[i].symbol->index] = updates[i].value;
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
