#include "csp/syntax/tree.h"

#include <assert.h>

CspNode *csp_node(Arena *arena, CspKind kind, Span span, const Name *name, uint32_t count)
{
  CspNode *node = arena_alloc(arena, sizeof *node + count * sizeof *node->kids);
  node->kind = (uint16_t) kind;
  node->height = 1;
  node->count = count;
  node->span = span;
  node->name = name;
  return node;
}

void csp_node_set(CspNode *node, uint32_t i, CspNode *kid)
{
  assert(i < node->count);
  node->kids[i] = kid;
  if (kid->height >= node->height) node->height = (uint16_t) (kid->height + 1);
}

CspNode *csp_node_copy(Arena *arena, const CspNode *node)
{
  CspNode *copy = csp_node(arena, node->kind, node->span, node->name, node->count);
  copy->number = node->number;
  for (uint32_t i = 0; i < node->count; i++)
    csp_node_set(copy, i, csp_node_copy(arena, node->kids[i]));
  return copy;
}

bool csp_node_equal(const CspNode *a, const CspNode *b)
{
  if (a == b) return true;
  if (a->kind != b->kind || a->count != b->count || a->name != b->name || a->number != b->number)
    return false;
  for (uint32_t i = 0; i < a->count; i++)
    if (!csp_node_equal(a->kids[i], b->kids[i])) return false;
  return true;
}

const char *csp_kind_name(CspKind kind)
{
  static const char *const names[] = {
#define NODE(kind, name, class) name,
#include "csp/syntax/nodes.def"
#undef NODE
  };
  return names[kind];
}
