#include "lts/b_machine_impl.h"
#include "model/model_print.h"

/* Which types of relations the model speaks of as sequences. */

static void mark(BMachine *m, const Type *type)
{
  if (!type || type->kind != TYPE_POW) return;
  const Shape *shape = engine_shape(m->e, type);
  if (shape_is_relation(shape) && shape->args[0]->args[0]->kind == SHAPE_INTEGER)
    shape_mark_sequence(shape);
}

static void mark_nodes(BMachine *m, const Node *node)
{
  switch ((NodeKind) node->kind) {
  case NODE_SEQ:
  case NODE_SEQ1:
  case NODE_ISEQ:
  case NODE_ISEQ1:
  case NODE_PERM:
    if (node->type && node->type->kind == TYPE_POW) mark(m, node->type->args[0]);
    break;
  case NODE_SEQ_EXT:
  case NODE_EMPTY_SEQ:
  case NODE_CONCAT:
  case NODE_INSERT_FRONT:
  case NODE_INSERT_TAIL:
  case NODE_RESTRICT_FRONT:
  case NODE_RESTRICT_TAIL:
  case NODE_FRONT:
  case NODE_TAIL:
  case NODE_REV: mark(m, node->type); break;
  case NODE_SIZE:
  case NODE_FIRST:
  case NODE_LAST: mark(m, node->kids[0]->type); break;
  default: break;
  }
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i]) mark_nodes(m, node->kids[i]);
}

static void mark_clauses(BMachine *m, const Clauses *clauses)
{
  for (uint32_t i = 0; i < clauses->len; i++) mark_nodes(m, clauses->data[i].node);
}

/* x : A --> B, or another arrow, says that x is no sequence to those who wrote it, also if others
 * of its type are. */
static void mark_functions(BMachine *m, const Clauses *clauses)
{
  for (uint32_t i = 0; i < clauses->len; i++) {
    const Node *p = node_bare(clauses->data[i].node);
    if (p->kind != NODE_MEMBER) continue;
    const Symbol *symbol = node_bare(p->kids[0])->symbol;
    NodeKind arrow = node_bare(p->kids[1])->kind;
    if (!symbol || !kind_is_arrow(arrow)) continue;
    if (symbol->kind == SYMBOL_CONSTANT) m->as_function[symbol->index] = 1;
    if (symbol->kind == SYMBOL_VARIABLE && !symbol->dropped)
      m->as_function[m->constants + symbol->index] = 1;
  }
}

void b_machine_show(BMachine *m, bool plain)
{
  const Model *model = m->model;
  bool eventb = model_is_eventb(model); /* which has no sequences */
  m->lts.style.unicode = eventb && !plain;
  if (eventb || m->lts.style.sequences) return;
  m->lts.style.sequences = SEQUENCES_BY_SHAPE;
  m->as_function = arena_new_array(m->e->arena, uint8_t, m->constants + m->variables + 1);
  mark_functions(m, &model->properties);
  mark_functions(m, &model->invariants);
  mark_clauses(m, &model->properties);
  mark_clauses(m, &model->invariants);
  mark_clauses(m, &model->assertions);
  for (uint32_t i = 0; i < model->initialisations.len; i++)
    mark_nodes(m, model->initialisations.data[i].node);
  for (uint32_t i = 0; i < model->operations.len; i++)
    if (model->operations.data[i]->body) mark_nodes(m, model->operations.data[i]->body);
}
