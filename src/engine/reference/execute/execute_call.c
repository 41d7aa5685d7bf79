#include <assert.h>

#include "engine/reference/execute/execute_impl.h"

/* Calls of operations. */

typedef struct {
  Rest rest;
  const Operation *operation;
  const Node *results; /* targets of the caller */
  Rest *outer;
  const Node *caller; /* the call around this one, or NULL */
} Call;

static void go_call(Executor *x, Rest *rest, const Updates *updates)
{
  Call *c = (Call *) rest;
  Updates all = {0};
  bool fine = true;
  for (uint32_t i = 0; i < updates->len; i++)
    if (updates->data[i].symbol->kind == SYMBOL_VARIABLE) vec_push(&all, updates->data[i]);
  for (uint32_t i = 0; i < c->results->count; i++) {
    Value v = VALUE_UNDEFINED;
    for (uint32_t j = 0; j < updates->len; j++)
      if (updates->data[j].symbol == c->operation->results[i]) v = updates->data[j].value;
    if (value_is_none(v)) {
      engine_fault(x->r->e, c->results->span, "the result %s of %s has no value",
                   c->operation->results[i]->name->text, c->operation->symbol->name->text);
      execute_fail(x);
      fine = false;
    } else fine &= execute_assign(x, c->results->kids[i], v, &all);
  }
  const Node *inner = x->call;
  x->call = c->caller;
  if (fine) c->outer->go(x, c->outer, &all);
  x->call = inner;
  vec_free(&all);
}

static void call_with(Executor *x, const Operation *operation, const Node *node,
                      const Values *arguments, Rest *rest)
{
  assert(node->kids[0]->count <= operation->result_count);
  Call c = {{go_call}, operation, node->kids[0], rest, x->call};
  x->call = node;
  uint32_t bound = 0;
  for (uint32_t i = 0; i < arguments->len && i < operation->parameter_count; i++, bound++)
    reference_bind(x->r, operation->parameters[i], arguments->data[i]);
  for (uint32_t i = 0; i < operation->result_count; i++, bound++)
    reference_bind(x->r, operation->results[i], VALUE_UNDEFINED);
  execute_run(x, operation->body, &c.rest);
  reference_unbind(x->r, bound);
  x->call = c.caller;
}

void execute_call(Executor *x, const Node *node, Rest *rest)
{
  const Operation *operation = node->symbol ? node->symbol->operation : NULL;
  if (!operation || !operation->body) {
    engine_unknown(x->r->e, "unknown operation %s", node->name->text);
    x->incomplete = true;
    return;
  }
  Values arguments = {0};
  bool fine = true;
  for (uint32_t i = 0; i < node->kids[1]->count; i++) {
    Value v = ref_eval(x->r, node->kids[1]->kids[i]);
    if (value_is_none(v)) execute_no_value(x, v), fine = false;
    vec_push(&arguments, v);
  }
  if (fine) call_with(x, operation, node, &arguments, rest);
  vec_free(&arguments);
}
