#include "model/effects.h"

#include <stdlib.h>
#include <string.h>

Symbol *effects_target(const Node *node)
{
  for (;;) {
    switch ((NodeKind) node->kind) {
    case NODE_APPLY:
    case NODE_FIELD:
    case NODE_EXPANSION:
    case NODE_DESCRIBED: node = node->kids[0]; break;
    case NODE_IDENT: return node->symbol;
    default: return NULL;
    }
  }
}

static void add(Writes *writes, Symbol *symbol, Span span)
{
  Write write = {symbol, span};
  if (symbol) vec_push(writes, write);
}

static void add_targets(Writes *writes, const Node *list)
{
  for (uint32_t i = 0; i < list->count; i++)
    add(writes, effects_target(list->kids[i]), list->kids[i]->span);
}

static void add_call(Writes *writes, const Node *call)
{
  add_targets(writes, call->kids[0]);
  const Operation *callee = call->symbol ? call->symbol->operation : NULL;
  for (uint32_t i = 0; callee && i < callee->write_count; i++)
    add(writes, callee->writes[i], call->span);
}

static bool holds_substitutions(const Node *node)
{
  NodeClass class = node_kind_class(node->kind);
  return class != CLASS_EXPR && class != CLASS_PRED;
}

void effects_writes(const Node *node, Writes *writes)
{
  switch ((NodeKind) node->kind) {
  case NODE_ASSIGN:
  case NODE_BECOMES_IN:
  case NODE_BECOMES_SUCH: add_targets(writes, node->kids[0]); return;
  case NODE_OP_CALL: add_call(writes, node); return;
  default: break;
  }
  for (uint32_t i = 0; holds_substitutions(node) && i < node->count; i++)
    effects_writes(node->kids[i], writes);
}

/* ------------------------------------------------------- whole operations */

static void compute(Arena *arena, Operation *operation);

/* The operations that are called come first. */
static void compute_called(Arena *arena, const Node *node)
{
  if (node->kind == NODE_OP_CALL && node->symbol && node->symbol->operation)
    compute(arena, node->symbol->operation);
  for (uint32_t i = 0; holds_substitutions(node) && i < node->count; i++)
    compute_called(arena, node->kids[i]);
}

static int by_address(const void *a, const void *b)
{
  const Symbol *x = ((const Write *) a)->symbol, *y = ((const Write *) b)->symbol;
  return x < y ? -1 : x > y;
}

/* Each variable once, in the order of the model. */
static int by_index(const void *a, const void *b)
{
  const Symbol *x = *(Symbol *const *) a, *y = *(Symbol *const *) b;
  return x->index < y->index ? -1 : x->index > y->index;
}

static void compute(Arena *arena, Operation *operation)
{
  if (operation->writes || !operation->body) return;
  operation->writes = arena_new_array(arena, Symbol *, 1); /* ends a (forbidden) recursion */
  compute_called(arena, operation->body);
  Writes found = {0};
  effects_writes(operation->body, &found);
  if (found.len) qsort(found.data, found.len, sizeof *found.data, by_address);
  Symbol **writes = arena_new_array(arena, Symbol *, found.len + 1);
  uint32_t count = 0;
  for (uint32_t i = 0; i < found.len; i++) {
    Symbol *symbol = found.data[i].symbol;
    if (symbol->kind == SYMBOL_VARIABLE && (count == 0 || writes[count - 1] != symbol))
      writes[count++] = symbol;
  }
  qsort(writes, count, sizeof *writes, by_index);
  operation->writes = writes;
  operation->write_count = count;
  vec_free(&found);
}

void effects_compute(Model *model)
{
  for (uint32_t i = 0; i < model->operations.len; i++)
    compute(model->arena, model->operations.data[i]);
  for (uint32_t k = 0; k < CHAIN_PARTS; k++)
    for (uint32_t i = 0; i < model->parts[k].operations.len; i++)
      compute(model->arena, model->parts[k].operations.data[i]);
}
