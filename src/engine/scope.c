#include "engine/scope.h"

#include <stdlib.h>

static bool is_name(const Node *node, const Symbol *symbol)
{
  node = node_bare(node);
  return node->kind == NODE_IDENT && node->symbol == symbol;
}

static bool is_singleton(const Node *node, const Symbol *symbol)
{
  node = node_bare(node);
  return node->kind == NODE_SET_EXT && node->count == 1 && is_name(node->kids[0], symbol);
}

static bool lists(const Node *set, const Symbol *symbol)
{
  set = node_bare(set);
  if (set->kind == NODE_UNION) return lists(set->kids[0], symbol) || lists(set->kids[1], symbol);
  for (uint32_t i = 0; set->kind == NODE_SET_EXT && i < set->count; i++)
    if (is_name(set->kids[i], symbol)) return true;
  return false;
}

/* card({a,b,c}) = 3 */
static bool counts_all(const Node *left, const Node *right, const Symbol *a, const Symbol *b)
{
  left = node_bare(left);
  right = node_bare(right);
  if (left->kind != NODE_CARD || right->kind != NODE_INTEGER_LIT) return false;
  const Node *set = node_bare(left->kids[0]);
  return set->kind == NODE_SET_EXT && lists(set, a) && lists(set, b) &&
         strtoul(right->name->text, NULL, 10) == set->count;
}

/* a /= b, {a} /\ {b} = {}, card({a,b,…}) = n */
static bool separates(const Node *p, const Symbol *a, const Symbol *b)
{
  p = node_bare(p);
  bool negated = p->kind == NODE_NOT && node_bare(p->kids[0])->kind == NODE_EQUAL;
  if (negated) p = node_bare(p->kids[0]);
  if (p->count != 2) return false;
  const Node *left = node_bare(p->kids[0]), *right = node_bare(p->kids[1]);
  if (p->kind == NODE_NOT_EQUAL || negated)
    return (is_name(left, a) && is_name(right, b)) || (is_name(left, b) && is_name(right, a));
  if (p->kind != NODE_EQUAL) return false;
  if (left->kind == NODE_INTERSECTION && right->kind == NODE_EMPTY_SET) {
    const Node *x = left->kids[0], *y = left->kids[1];
    return (is_singleton(x, a) && is_singleton(y, b)) || (is_singleton(x, b) && is_singleton(y, a));
  }
  return counts_all(left, right, a, b) || counts_all(right, left, a, b);
}

static bool different(const Model *model, const Symbol *a, const Symbol *b)
{
  for (uint32_t i = 0; i < model->properties.len; i++)
    if (separates(model->properties.data[i].node, a, b)) return true;
  return false;
}

static bool is_element_of(const Symbol *constant, const Symbol *set)
{
  return constant->type && constant->type->kind == TYPE_GIVEN && constant->type->symbol == set;
}

/* How many other constants of the set it surely differs from. */
static uint32_t degree(const Model *model, const Symbol *set, const Symbol *constant)
{
  uint32_t found = 0;
  for (uint32_t i = 0; i < model->constants.len; i++) {
    const Symbol *other = model->constants.data[i];
    found += other != constant && is_element_of(other, set) && different(model, constant, other);
  }
  return found;
}

/* Greedy: those with the most differences first. */
uint32_t scope_group(const Model *model, const Symbol *set, Symbol **group)
{
  uint32_t count = 0, most = 0;
  for (uint32_t i = 0; i < model->constants.len; i++) {
    if (!is_element_of(model->constants.data[i], set)) continue;
    uint32_t d = degree(model, set, model->constants.data[i]);
    if (d > most) most = d;
  }
  for (uint32_t d = most + 1; d-- > 0;)
    for (uint32_t i = 0; i < model->constants.len; i++) {
      Symbol *constant = model->constants.data[i];
      bool fits = is_element_of(constant, set) && degree(model, set, constant) == d;
      for (uint32_t j = 0; fits && j < count; j++)
        fits = constant != group[j] && different(model, constant, group[j]);
      if (fits) group[count++] = constant;
    }
  return count;
}

/* The number of names in {a,b} \/ {c}, all of them in the group; 0: something else. */
static uint32_t names_in(const Node *set, Symbol *const *group, uint32_t count)
{
  set = node_bare(set);
  if (set->kind == NODE_UNION) {
    uint32_t left = names_in(set->kids[0], group, count);
    uint32_t right = names_in(set->kids[1], group, count);
    return left && right ? left + right : 0;
  }
  if (set->kind != NODE_SET_EXT) return 0;
  for (uint32_t i = 0; i < set->count; i++) {
    uint32_t j = 0;
    while (j < count && !is_name(set->kids[i], group[j])) j++;
    if (j == count) return 0;
  }
  return set->count;
}

bool scope_is_enumerated(const Model *model, const Symbol *set, Symbol *const *group,
                         uint32_t count)
{
  for (uint32_t i = 0; i < model->properties.len; i++) {
    const Node *p = node_bare(model->properties.data[i].node);
    if (p->kind != NODE_EQUAL) continue;
    for (uint32_t side = 0; side < 2; side++)
      if (is_name(p->kids[side], set) && names_in(p->kids[1 - side], group, count) == count)
        return count > 0;
  }
  return false;
}

bool scope_is_typing(const Node *property, const Symbol *constant)
{
  const Node *p = node_bare(property);
  return p->kind == NODE_MEMBER && is_name(p->kids[0], constant) && constant->type &&
         constant->type->kind == TYPE_GIVEN && is_name(p->kids[1], constant->type->symbol);
}
