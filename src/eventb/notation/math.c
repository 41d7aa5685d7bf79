#include "eventb/notation/math.h"

#include <string.h>

Node *math_integer(Arena *arena, Names *names, Span span, const char *digits)
{
  bool negative = *digits == '-';
  digits += negative;
  while (digits[0] == '0' && digits[1]) digits++;
  Node *node = node_leaf(arena, NODE_INTEGER_LIT, span, names_intern_string(names, digits));
  return negative ? node_unary(arena, NODE_NEGATE, span, node) : node;
}

Node *math_flat(Arena *arena, Node *node)
{
  Node *left = node->kids[0];
  if (left->kind != node->kind) return node;
  Node *flat = node_new(arena, node->kind, node->span, NULL, left->count + node->count - 1);
  for (uint32_t i = 0; i < left->count; i++) node_set(flat, i, left->kids[i]);
  for (uint32_t i = 1; i < node->count; i++) node_set(flat, left->count + i - 1, node->kids[i]);
  return flat;
}

Node *math_conjunction(Arena *arena, Span span, Node *const *list, uint32_t count)
{
  if (count == 0) return node_leaf(arena, NODE_BTRUE, span, NULL);
  if (count == 1) return list[0];
  return node_list(arena, NODE_AND, span, NULL, list, count);
}

Node *math_ident(Arena *arena, Span span, const Name *name)
{
  return node_leaf(arena, NODE_IDENT, span, name);
}

Node *math_names(Arena *arena, NodeKind kind, Span span, const Name *const *names, uint32_t count)
{
  Node *node = node_new(arena, kind, span, NULL, count);
  for (uint32_t i = 0; i < count; i++) node_set(node, i, math_ident(arena, span, names[i]));
  return node;
}

Node *math_labelled(Arena *arena, const Name *label, Node *node)
{
  if (!label) return node;
  Node *labelled = node_unary(arena, NODE_LABELLED, node->span, node);
  labelled->name = label;
  return labelled;
}

static bool binds(const Node *node, const Name *name)
{
  const Node *names = node->count > 0 && node->kids[0]->kind == NODE_NAMES ? node->kids[0] : NULL;
  for (uint32_t i = 0; names && i < names->count; i++)
    if (names->kids[i]->name == name) return true;
  return false;
}

bool math_mentions_name(const Node *node, const Name *name)
{
  if (node->kind == NODE_IDENT && node->name == name) return true;
  if (binds(node, name)) return false;
  for (uint32_t i = 0; i < node->count; i++)
    if (math_mentions_name(node->kids[i], name)) return true;
  return false;
}

typedef struct Scope Scope;
struct Scope { /* a node that binds names, inside of others */
  const Node *binder;
  const Scope *outer;
};

/* A primed name that is free here, or NULL. */
static const Node *free_prime(const Node *node, const Scope *scope)
{
  if (node->kind == NODE_IDENT) {
    if (node->name->text[node->name->len - 1] != '\'') return NULL;
    while (scope && !binds(scope->binder, node->name)) scope = scope->outer;
    return scope ? NULL : node;
  }
  const Scope inner = {node, scope};
  const Node *found = NULL;
  for (uint32_t i = 0; !found && i < node->count; i++) found = free_prime(node->kids[i], &inner);
  return found;
}

bool math_mentions_prime(const Node *node) { return free_prime(node, NULL) != NULL; }

bool math_is_total(const Node *node)
{
  if (node_wd(node->kind) == WD_PARTIAL) return false;
  for (uint32_t i = 0; i < node->count; i++)
    if (!math_is_total(node->kids[i])) return false;
  return true;
}

Node *math_rename(Arena *arena, Node *node, const Name *from, const Name *to)
{
  if (node->kind == NODE_IDENT && node->name == from && node->count == 0)
    return math_ident(arena, node->span, to);
  if (!math_mentions_name(node, from)) return node;
  Node *copy = node_new(arena, node->kind, node->span, node->name, node->count);
  for (uint32_t i = 0; i < node->count; i++)
    node_set(copy, i, math_rename(arena, node->kids[i], from, to));
  return copy;
}
