#include "engine/setup.h"

#include "engine/execute.h"
#include "engine/pointwise.h"

static bool keep_constants(void *context, Reference *r)
{
  Engine *e = context;
  for (uint32_t i = 0; i < e->model->constants.len; i++)
    reference_lookup(r, e->model->constants.data[i], &e->constants[i]);
  return false;
}

Truth setup_constants(Reference *r)
{
  Engine *e = reference_engine(r);
  const Model *model = e->model;
  uint32_t count = model->properties.len;
  const Node **properties = arena_new_array(e->arena, const Node *, count + 1);
  for (uint32_t i = 0; i < count; i++) properties[i] = model->properties.data[i].node;
  pointwise_define(e, properties, count);
  Node *all = node_list(e->arena, NODE_AND, SPAN_NONE, NULL, (Node *const *) properties, count);
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
