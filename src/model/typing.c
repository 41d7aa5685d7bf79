#include "model/typing.h"

#include "model/symbol.h"

static bool are_types(const Node *node)
{
  for (uint32_t i = 0; i < node->count; i++)
    if (!typing_is_type(node->kids[i])) return false;
  return true;
}

bool typing_is_free_type(const Node *apply)
{
  const Symbol *symbol = apply->kind == NODE_APPLY ? node_bare(apply->kids[0])->symbol : NULL;
  return symbol && symbol->kind == SYMBOL_FREETYPE;
}

bool typing_is_type(const Node *set)
{
  set = node_bare(set);
  switch ((NodeKind) set->kind) {
  case NODE_INTEGER:
  case NODE_BOOL:
  case NODE_STRING:
  case NODE_REAL:
  case NODE_FLOAT:
  case NODE_EVENTB_TYPE: return true;
  case NODE_IDENT:
    return set->symbol && (set->symbol->kind == SYMBOL_SET || set->symbol->kind == SYMBOL_FREETYPE);
  case NODE_STRUCT:
  case NODE_ENTRY:
  case NODE_POW:
  case NODE_RELATION:
  case NODE_CARTESIAN:
  case NODE_TIMES: return are_types(set);
  default: return false;
  }
}

static bool are_names(const Node *node, bool variables)
{
  node = node_bare(node);
  if (node->kind == NODE_IDENT)
    return node->symbol && (node->symbol->kind == SYMBOL_LOCAL ||
                            (variables && node->symbol->kind == SYMBOL_VARIABLE));
  if (node->kind != NODE_COUPLE && node->kind != NODE_MAPLET) return false;
  for (uint32_t i = 0; i < node->count; i++)
    if (!are_names(node->kids[i], variables)) return false;
  return true;
}

bool typing_is_conjunct(const Node *predicate, bool variables)
{
  const Node *p = node_bare(predicate);
  return (p->kind == NODE_MEMBER || p->kind == NODE_SUBSET) && are_names(p->kids[0], variables) &&
         typing_is_type(p->kids[1]);
}
