#include "prove/rules/formula.h"

#include "model/typing.h"

const Node *formula_bound(const Node *node)
{
  return node->count > 0 && node->kids[0]->kind == NODE_NAMES ? node->kids[0] : NULL;
}

bool formula_binds(const Node *binder, const Symbol *symbol)
{
  const Node *names = formula_bound(binder);
  for (uint32_t i = 0; names && i < names->count; i++)
    if (names->kids[i]->symbol == symbol) return true;
  return false;
}

/* ---- equality */

typedef struct Pairs Pairs;
struct Pairs { /* names that stand for each other */
  const Node *left, *right;
  const Pairs *outer;
};

/* Where a name is bound on one side: in the same place on the other? */
static bool same_name(const Node *a, const Node *b, const Pairs *pairs)
{
  for (; pairs; pairs = pairs->outer)
    for (uint32_t i = pairs->left->count; i > 0; i--) {
      bool left = pairs->left->kids[i - 1]->symbol == a->symbol;
      bool right = pairs->right->kids[i - 1]->symbol == b->symbol;
      if (left || right) return left && right;
    }
  return a->symbol ? a->symbol == b->symbol : a->name == b->name && !b->symbol;
}

static bool same(const Node *a, const Node *b, const Pairs *pairs)
{
  a = node_bare(a);
  b = node_bare(b);
  if (a == b && !pairs) return true;
  if (a->kind != b->kind || a->count != b->count) return false;
  if (a->kind == NODE_IDENT || a->kind == NODE_OLD_VALUE) return same_name(a, b, pairs);
  if (a->name != b->name) return false;
  if (a->count == 0 && a->type && b->type && a->type != b->type) return false; /* {}, id … */
  const Node *names = formula_bound(a), *others = formula_bound(b);
  if (!names != !others || (names && names->count != others->count)) return false;
  for (uint32_t i = 0; names && i < names->count; i++) {
    const Symbol *left = names->kids[i]->symbol, *right = others->kids[i]->symbol;
    if (left && right && left->type != right->type) return false;
  }
  const Pairs inner = {names, others, pairs};
  for (uint32_t i = names ? 1 : 0; i < a->count; i++)
    if (!same(a->kids[i], b->kids[i], names ? &inner : pairs)) return false;
  return true;
}

bool formula_same(const Node *a, const Node *b) { return same(a, b, NULL); }

/* ---- names */

bool formula_mentions(const Node *node, const Symbol *symbol)
{
  if (node->kind == NODE_IDENT || node->kind == NODE_OLD_VALUE) return node->symbol == symbol;
  if (formula_binds(node, symbol)) return false;
  for (uint32_t i = 0; i < node->count; i++)
    if (formula_mentions(node->kids[i], symbol)) return true;
  return false;
}

typedef struct Scope Scope;
struct Scope {
  const Node *binder;
  const Scope *outer;
};

static bool has_value(const Symbol *symbol)
{
  return symbol->kind == SYMBOL_CONSTANT || symbol->kind == SYMBOL_VARIABLE ||
         symbol->kind == SYMBOL_LOCAL || symbol->kind == SYMBOL_FREE;
}

static void add_name(Symbol *symbol, const Scope *scope, Symbols *list)
{
  if (!symbol || !has_value(symbol)) return;
  for (; scope; scope = scope->outer)
    if (formula_binds(scope->binder, symbol)) return;
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i] == symbol) return;
  vec_push(list, symbol);
}

static void collect(const Node *node, const Scope *scope, Symbols *list)
{
  if (node->kind == NODE_IDENT || node->kind == NODE_OLD_VALUE) {
    add_name(node->symbol, scope, list);
    return;
  }
  const Node *names = formula_bound(node);
  const Scope inner = {node, scope};
  for (uint32_t i = names ? 1 : 0; i < node->count; i++)
    collect(node->kids[i], names ? &inner : scope, list);
}

void formula_free_names(const Node *node, Symbols *list) { collect(node, NULL, list); }

void formula_all_names(const Node *node, Map *map)
{
  if (node->kind == NODE_IDENT || node->kind == NODE_OLD_VALUE)
    map_put(map, node->name, (void *) (uintptr_t) node);
  for (uint32_t i = 0; i < node->count; i++) formula_all_names(node->kids[i], map);
}

/* ---- form */

bool formula_is_trivial(const Node *predicate)
{
  const Node *p = node_bare(predicate);
  if (p->kind == NODE_MEMBER || p->kind == NODE_SUBSET) return typing_is_type(p->kids[1]);
  return p->kind == NODE_BTRUE;
}

static uint32_t number_of_conjuncts(const Node *node)
{
  node = node_bare(node);
  if (node->kind != NODE_AND) return 1;
  uint32_t number = 0;
  for (uint32_t i = 0; i < node->count; i++) number += number_of_conjuncts(node->kids[i]);
  return number;
}

static Node **put_conjuncts(Node *node, Node **at)
{
  const Node *bare = node_bare(node);
  if (bare->kind != NODE_AND) {
    *at = node;
    return at + 1;
  }
  for (uint32_t i = 0; i < bare->count; i++) at = put_conjuncts(bare->kids[i], at);
  return at;
}

void formula_conjuncts(Node *node, Node ***list, uint32_t *count, Arena *arena)
{
  *count = number_of_conjuncts(node);
  *list = arena_new_array(arena, Node *, *count);
  put_conjuncts(node, *list);
}
