#include "engine/setup.h"

#include "engine/execute.h"

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
  Node *all = node_new(e->arena, NODE_AND, SPAN_NONE, NULL, model->properties.len);
  for (uint32_t i = 0; i < model->properties.len; i++)
    node_set(all, i, model->properties.data[i].node);
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
