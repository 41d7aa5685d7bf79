#include "engine/scope.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "syntax/inspect.h"

/* --------------------------------------------------------- reading properties */

Conjuncts scope_conjuncts(const Model *model)
{
  Conjuncts all = {0};
  for (uint32_t i = 0; i < model->properties.len; i++)
    conjuncts_add(&all, model->properties.data[i].node);
  return all;
}

const Symbol *scope_constant(const Node *node)
{
  node = node_bare(node);
  bool constant = node->kind == NODE_IDENT && node->symbol && node->symbol->kind == SYMBOL_CONSTANT;
  return constant ? node->symbol : NULL;
}

static bool is_element(const Symbol *constant)
{
  return constant->type && constant->type->kind == TYPE_GIVEN;
}

/* ------------------------------------------------------------------ containment */

enum { EQUATIONS_DEPTH = 3 }; /* of sets that are said in terms of others */

static bool contains(const Conjuncts *, const Node *set, const Symbol *x, uint32_t depth);

/* x : P, x <: P, P = E and E contains x */
static bool constant_contains(const Conjuncts *all, const Symbol *p, const Symbol *x,
                              uint32_t depth)
{
  if (p == x) return true;
  for (uint32_t i = 0; i < all->len; i++) {
    const Node *fact = all->data[i];
    if (fact->count != 2) continue;
    const Node *left = fact->kids[0], *right = fact->kids[1];
    NodeKind kind = fact->kind;
    bool below =
        kind == NODE_MEMBER ? is_element(x) : kind == NODE_SUBSET || kind == NODE_STRICT_SUBSET;
    if (below && node_is_name(left, x) && node_is_name(right, p)) return true;
    if (kind == NODE_SUBSET && node_is_name(right, p) && contains(all, left, x, depth)) return true;
    if (kind != NODE_EQUAL) continue;
    if (node_is_name(left, p) && contains(all, right, x, depth)) return true;
    if (node_is_name(right, p) && contains(all, left, x, depth)) return true;
  }
  return false;
}

/* Is x, an element or a set of elements, surely within this set?  A set is not within a set of
 * sets: its elements are what counts. */
static bool contains(const Conjuncts *all, const Node *set, const Symbol *x, uint32_t depth)
{
  set = node_bare(set);
  if (set->kind == NODE_UNION)
    return contains(all, set->kids[0], x, depth) || contains(all, set->kids[1], x, depth);
  for (uint32_t i = 0; set->kind == NODE_SET_EXT && is_element(x) && i < set->count; i++)
    if (node_is_name(set->kids[i], x)) return true;
  const Symbol *p = depth > 0 ? scope_constant(set) : NULL;
  return p && constant_contains(all, p, x, depth - 1);
}

static bool within(const Conjuncts *all, const Node *set, const Symbol *x)
{
  return contains(all, set, x, EQUATIONS_DEPTH);
}

/* ------------------------------------------------------------------- separation */

static bool lie_in(const Conjuncts *all, const Node *one, const Node *other, const Symbol *x,
                   const Symbol *y)
{
  return (within(all, one, x) && within(all, other, y)) ||
         (within(all, one, y) && within(all, other, x));
}

/* partition(S,P,Q,…) */
static bool parts_separate(const Conjuncts *all, const Node *p, const Symbol *x, const Symbol *y)
{
  uint32_t mine = 0, other = 0;
  for (uint32_t i = 1; i < p->count; i++) {
    if (!mine && within(all, p->kids[i], x)) mine = i;
    if (!other && within(all, p->kids[i], y)) other = i;
  }
  return mine && other && mine != other;
}

/* card({a,b,c}) = 3 */
static bool counts_all(const Node *left, const Node *right, const Symbol *x, const Symbol *y)
{
  left = node_bare(left);
  right = node_bare(right);
  if (left->kind != NODE_CARD || right->kind != NODE_INTEGER_LIT) return false;
  const Node *set = node_bare(left->kids[0]);
  static const Conjuncts none = {0};
  return set->kind == NODE_SET_EXT && contains(&none, set, x, 0) && contains(&none, set, y, 0) &&
         strtoul(right->name->text, NULL, 10) == set->count;
}

/* x : A - B, x <: A - B, x : POW(A - B) or x = A - B, and y is within B */
static bool is_left_out(const Conjuncts *all, const Node *p, const Symbol *x, const Symbol *y)
{
  const Node *set = node_bare(p->kids[1]);
  bool subsets = set->kind == NODE_POW || set->kind == NODE_POW1 || set->kind == NODE_FIN ||
                 set->kind == NODE_FIN1;
  if (p->kind == NODE_MEMBER && is_element(x) == subsets) return false;
  if (subsets) set = node_bare(set->kids[0]);
  bool difference = set->kind == NODE_SET_MINUS || set->kind == NODE_MINUS;
  return difference && node_is_name(p->kids[0], x) && within(all, set->kids[1], y);
}

static bool are_names(const Node *one, const Node *other, const Symbol *x, const Symbol *y)
{
  return (node_is_name(one, x) && node_is_name(other, y)) ||
         (node_is_name(one, y) && node_is_name(other, x));
}

/* Both ways round: a /= b, a /: P, P /\ Q = {}, card({a,b,…}) = n, partition, a : S - {b} */
static bool separates(const Conjuncts *all, const Node *p, const Symbol *x, const Symbol *y)
{
  if (p->kind == NODE_PARTITION) return parts_separate(all, p, x, y);
  bool elements = is_element(x) && is_element(y);
  bool negated = p->kind == NODE_NOT && node_bare(p->kids[0])->kind == NODE_EQUAL;
  if (negated) p = node_bare(p->kids[0]);
  if (p->count != 2) return false;
  const Node *left = node_bare(p->kids[0]), *right = node_bare(p->kids[1]);
  switch ((NodeKind) p->kind) {
  case NODE_NOT_EQUAL: return elements && are_names(left, right, x, y);
  case NODE_NOT_MEMBER:
    return (is_element(x) && node_is_name(left, x) && within(all, right, y)) ||
           (is_element(y) && node_is_name(left, y) && within(all, right, x));
  case NODE_EQUAL:
    if (negated) return elements && are_names(left, right, x, y);
    if (left->kind == NODE_INTERSECTION && right->kind == NODE_EMPTY_SET)
      return lie_in(all, left->kids[0], left->kids[1], x, y);
    if (right->kind == NODE_INTERSECTION && left->kind == NODE_EMPTY_SET)
      return lie_in(all, right->kids[0], right->kids[1], x, y);
    if (elements && (counts_all(left, right, x, y) || counts_all(right, left, x, y))) return true;
    return is_left_out(all, p, x, y) || is_left_out(all, p, y, x);
  case NODE_MEMBER:
  case NODE_SUBSET:
  case NODE_STRICT_SUBSET: return is_left_out(all, p, x, y) || is_left_out(all, p, y, x);
  default: return false;
  }
}

bool scope_are_apart(const Conjuncts *all, const Symbol *x, const Symbol *y)
{
  for (uint32_t i = 0; i < all->len; i++)
    if (separates(all, all->data[i], x, y)) return true;
  return false;
}

/* ----------------------------------------------------------------------- groups */

static bool is_element_of(const Symbol *constant, const Symbol *set)
{
  return is_element(constant) && constant->type->symbol == set;
}

/* Greedy: those with the most differences first.  `apart` is a matrix of count rows. */
static uint32_t choose_group(Symbol *const *elements, const bool *apart, uint32_t count,
                             Symbol **group)
{
  uint32_t *degree = memory_zeroed(count, sizeof *degree);
  uint32_t *chosen = memory_zeroed(count, sizeof *chosen);
  uint32_t found = 0;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t j = 0; j < count; j++) degree[i] += apart[i * count + j];
  for (uint32_t d = count + 1; d-- > 0;)
    for (uint32_t i = 0; i < count; i++) {
      bool fits = degree[i] == d;
      for (uint32_t j = 0; fits && j < found; j++) fits = apart[i * count + chosen[j]];
      if (fits) chosen[found++] = i;
    }
  assert(found <= count && (found > 0 || count == 0));
  for (uint32_t i = 0; i < found; i++) group[i] = elements[chosen[i]];
  free(degree);
  free(chosen);
  return found;
}

uint32_t scope_group(const Model *model, const Symbol *set, Symbol **group)
{
  uint32_t count = 0;
  VEC(Symbol *) elements = {0};
  for (uint32_t i = 0; i < model->constants.len; i++)
    if (is_element_of(model->constants.data[i], set)) vec_push(&elements, model->constants.data[i]);
  if (elements.len) {
    Conjuncts all = scope_conjuncts(model);
    bool *apart = memory_zeroed((size_t) elements.len * elements.len, sizeof *apart);
    for (uint32_t i = 0; i < elements.len; i++)
      for (uint32_t j = 0; j < i; j++)
        apart[i * elements.len + j] = apart[j * elements.len + i] =
            scope_are_apart(&all, elements.data[i], elements.data[j]);
    count = choose_group(elements.data, apart, elements.len, group);
    free(apart);
    vec_free(&all);
  }
  vec_free(&elements);
  return count;
}

/* The number of names in {a,b} \/ {c}; 0: something else. */
static uint32_t names_in(const Node *set)
{
  set = node_bare(set);
  if (set->kind == NODE_UNION) {
    uint32_t left = names_in(set->kids[0]), right = names_in(set->kids[1]);
    return left && right ? left + right : 0;
  }
  for (uint32_t i = 0; set->kind == NODE_SET_EXT && i < set->count; i++)
    if (!scope_constant(set->kids[i])) return 0;
  return set->kind == NODE_SET_EXT ? set->count : 0;
}

static uint32_t names_in_parts(const Node *partition)
{
  uint32_t sum = 0;
  for (uint32_t i = 1; i < partition->count; i++) {
    uint32_t part = names_in(partition->kids[i]);
    if (!part) return 0;
    sum += part;
  }
  return sum;
}

uint32_t scope_listed(const Conjuncts *all, const Symbol *set)
{
  uint32_t listed = 0;
  for (uint32_t i = 0; i < all->len && !listed; i++) {
    const Node *p = all->data[i];
    if (p->kind == NODE_PARTITION && node_is_name(p->kids[0], set)) listed = names_in_parts(p);
    for (uint32_t side = 0; p->kind == NODE_EQUAL && side < 2 && !listed; side++)
      if (node_is_name(p->kids[side], set)) listed = names_in(p->kids[1 - side]);
  }
  return listed;
}

bool scope_is_typing(const Node *property, const Symbol *constant)
{
  const Node *p = node_bare(property);
  return p->kind == NODE_MEMBER && node_is_name(p->kids[0], constant) && is_element(constant) &&
         node_is_name(p->kids[1], constant->type->symbol);
}
