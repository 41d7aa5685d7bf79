#include "syntax/inspect.h"

#include <assert.h>

bool node_mentions(const Node *node, const struct Symbol *symbol)
{
  assert(symbol);
  if (node->symbol == symbol) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i] && node_mentions(node->kids[i], symbol)) return true;
  return false;
}

bool node_mentions_names(const Node *node, const Node *names)
{
  for (uint32_t i = 0; i < names->count; i++)
    if (node_mentions(node, node_bare(names->kids[i])->symbol)) return true;
  return false;
}

bool node_mentions_one_of(const Node *node, struct Symbol *const *symbols, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (node_mentions(node, symbols[i])) return true;
  return false;
}

bool node_needs(const Node *node, const struct Symbol *symbol)
{
  assert(symbol);
  if (node->kind == NODE_IDENT && node->symbol == symbol) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (node_needs(node->kids[i], symbol)) return true;
  return false;
}

void conjuncts_add(Conjuncts *all, const Node *predicate)
{
  predicate = node_bare(predicate);
  if (predicate->kind == NODE_AND)
    for (uint32_t i = 0; i < predicate->count; i++) conjuncts_add(all, predicate->kids[i]);
  else vec_push(all, predicate);
}

NodeKind kind_turned(NodeKind kind)
{
  switch (kind) {
  case NODE_LESS: return NODE_GREATER;
  case NODE_LESS_EQUAL: return NODE_GREATER_EQUAL;
  case NODE_GREATER: return NODE_LESS;
  case NODE_GREATER_EQUAL: return NODE_LESS_EQUAL;
  default: return kind;
  }
}

NodeKind kind_denied(NodeKind kind)
{
  switch (kind) {
  case NODE_EQUAL: return NODE_NOT_EQUAL;
  case NODE_NOT_EQUAL: return NODE_EQUAL;
  case NODE_MEMBER: return NODE_NOT_MEMBER;
  case NODE_NOT_MEMBER: return NODE_MEMBER;
  case NODE_SUBSET: return NODE_NOT_SUBSET;
  case NODE_NOT_SUBSET: return NODE_SUBSET;
  case NODE_STRICT_SUBSET: return NODE_NOT_STRICT_SUBSET;
  case NODE_NOT_STRICT_SUBSET: return NODE_STRICT_SUBSET;
  case NODE_LESS: return NODE_GREATER_EQUAL;
  case NODE_LESS_EQUAL: return NODE_GREATER;
  case NODE_GREATER: return NODE_LESS_EQUAL;
  case NODE_GREATER_EQUAL: return NODE_LESS;
  default: return NODE_NOT;
  }
}
