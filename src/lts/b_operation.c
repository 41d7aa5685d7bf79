#include <assert.h>
#include <string.h>

#include "lts/b_machine_impl.h"
#include "lts/guard.h"

/* The operations of a model as transitions: what counts as an argument of one, and what it
 * reads. */

/* What an operation looks at; what it writes on some ways only counts, too. */
static void add_operation(BMachine *m, const Operation *op)
{
  uint8_t *certain = arena_new_array(m->e->arena, uint8_t, m->variables + 1);
  Reads reads = {arena_new_array(m->e->arena, uint8_t, m->variables + 1), false};
  reads_collect(op->body, &reads);
  reads_certain_writes(op->body, certain);
  uint8_t *writes = arena_new_array(m->e->arena, uint8_t, m->variables + 1);
  for (uint32_t i = 0; i < op->write_count; i++) {
    const Symbol *symbol = op->writes[i];
    if (symbol->dropped) continue;
    assert(m->model->variables.data[symbol->index] == symbol);
    writes[symbol->index] = 1;
    if (!certain[symbol->index]) reads.variables[symbol->index] = 1;
  }
  assert(op->body);
  vec_push(&m->operations, op);
  vec_push(&m->operation_reads, reads);
  vec_push(&m->operation_writes, writes);
}

static const Operation *with_any_values(Engine *e, const Operation *op)
{
  const Node *any = e->options.plain_calls ? NULL : guard_shown_any(e->names, e->model, op);
  if (!any) return op;
  Operation *copy = arena_alloc(e->arena, sizeof *copy);
  *copy = *op;
  copy->parameter_count += any->kids[0]->count;
  copy->parameters = arena_new_array(e->arena, Symbol *, copy->parameter_count + 1);
  for (uint32_t i = 0; i < op->parameter_count; i++) copy->parameters[i] = op->parameters[i];
  for (uint32_t i = 0; i < any->kids[0]->count; i++)
    copy->parameters[op->parameter_count + i] = node_bare(any->kids[0]->kids[i])->symbol;
  copy->body = node_binary(e->arena, NODE_SELECT, any->span, any->kids[1], any->kids[2]);
  return copy;
}

/* LET x BE P IN SELECT G THEN … says of the parameters that #x.(P & G). */
static const Operation *with_guard_outside(Engine *e, const Operation *op)
{
  const Node *let = substitution_bare(op->body);
  const Node *select = let->kind == NODE_LET ? substitution_bare(let->kids[2]) : let;
  bool guarded = select->kind == NODE_SELECT && select->count == 2;
  if (op->parameter_count == 0 || let->kind != NODE_LET || !guarded) return op;
  Operation *copy = arena_alloc(e->arena, sizeof *copy);
  *copy = *op;
  Node *both = node_binary(e->arena, NODE_AND, let->span, let->kids[1], select->kids[0]);
  Node *guard = node_binary(e->arena, NODE_EXISTS, let->span, let->kids[0], both);
  copy->body = node_binary(e->arena, NODE_SELECT, let->span, guard, op->body);
  return copy;
}

void b_operation_add_all(BMachine *m)
{
  const Model *model = m->model;
  for (uint32_t i = 0; m->part && i < m->part->operations.len; i++)
    add_operation(m, m->part->operations.data[i]);
  for (uint32_t i = 0; !m->part && i < model->operations.len; i++) {
    const Operation *op = model->operations.data[i];
    if (!op->top_level || !op->body) continue;
    add_operation(m, with_guard_outside(m->e, with_any_values(m->e, op)));
  }
}
