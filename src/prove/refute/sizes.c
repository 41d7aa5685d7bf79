#include "prove/refute/sizes.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ELEMENTS = 1000, DEPTH = 4 };

typedef struct {
  const Conjuncts *all;
  const Symbol *set;
  SizeRange range;
} Sizing;

/* ------------------------------------------------------------------- numbers */

static bool number_of(const Sizing *z, const Node *node, uint64_t *out, unsigned depth)
{
  node = node_bare(node);
  if (node->kind == NODE_INTEGER_LIT && node->name->len < 4) {
    *out = strtoull(node->name->text, NULL, 10);
    return true;
  }
  if (node->kind != NODE_IDENT || node->symbol->kind != SYMBOL_FREE || depth == 0) return false;
  for (uint32_t i = 0; i < z->all->len; i++) {
    const Node *p = z->all->data[i];
    for (uint32_t side = 0; p->kind == NODE_EQUAL && side < 2; side++)
      if (node_is_name(p->kids[side], node->symbol) &&
          number_of(z, p->kids[1 - side], out, depth - 1))
        return true;
  }
  return false;
}

/* ------------------------------------------------- how many elements at most, or 0 */

static uint64_t most_in(const Sizing *z, const Node *set, unsigned depth);

static uint64_t most_in_parts(const Sizing *z, const Node *list, uint32_t first, unsigned depth)
{
  uint64_t sum = 0;
  for (uint32_t i = first; i < list->count; i++) {
    uint64_t part = most_in(z, list->kids[i], depth);
    if (part == 0) return 0;
    sum += part;
  }
  return sum <= MOST_ELEMENTS ? sum : 0;
}

static uint64_t most_in_name(const Sizing *z, const Symbol *name, unsigned depth)
{
  uint64_t least = 0;
  if (depth == 0) return 0;
  for (uint32_t i = 0; i < z->all->len; i++) {
    const Node *p = z->all->data[i];
    uint64_t most = 0;
    if (p->kind == NODE_PARTITION && node_is_name(p->kids[0], name))
      most = most_in_parts(z, p, 1, depth - 1);
    else if (p->kind == NODE_EQUAL && node_is_name(p->kids[0], name))
      most = most_in(z, p->kids[1], depth - 1);
    else if (p->kind == NODE_EQUAL && node_is_name(p->kids[1], name))
      most = most_in(z, p->kids[0], depth - 1);
    else if (p->kind == NODE_SUBSET && node_is_name(p->kids[0], name))
      most = most_in(z, p->kids[1], depth - 1);
    if (most && (!least || most < least)) least = most;
  }
  return least;
}

static uint64_t most_in(const Sizing *z, const Node *set, unsigned depth)
{
  set = node_bare(set);
  if (set->kind == NODE_SET_EXT) return set->count;
  if (set->kind == NODE_UNION) return most_in_parts(z, set, 0, depth);
  bool name = set->kind == NODE_IDENT && set->symbol != z->set;
  return name && set->symbol->kind == SYMBOL_FREE ? most_in_name(z, set->symbol, depth) : 0;
}

/* --------------------------------------------------------------------- ranges */

static void at_least(Sizing *z, uint64_t n)
{
  if (n > z->range.low) z->range.low = n;
}

static void at_most(Sizing *z, uint64_t n)
{
  if (n && (!z->range.high || n < z->range.high)) z->range.high = n;
}

/* partition(S,{a},{b},…) has an element for each part that is written out. */
static void take_partition(Sizing *z, const Node *p)
{
  uint64_t least = 0;
  for (uint32_t i = 1; i < p->count; i++) least += node_bare(p->kids[i])->kind == NODE_SET_EXT;
  at_least(z, least);
  at_most(z, most_in_parts(z, p, 1, DEPTH));
}

static bool is_card(const Sizing *z, const Node *node)
{
  node = node_bare(node);
  return node->kind == NODE_CARD && node_is_name(node->kids[0], z->set);
}

static void take_card(Sizing *z, const Node *p, uint32_t side)
{
  uint64_t n;
  if (p->kind == NODE_MEMBER && side == 0 && node_bare(p->kids[1])->kind == NODE_INTERVAL) {
    const Node *ends = node_bare(p->kids[1]);
    if (number_of(z, ends->kids[0], &n, DEPTH)) at_least(z, n);
    if (number_of(z, ends->kids[1], &n, DEPTH)) at_most(z, n);
    return;
  }
  if (!number_of(z, p->kids[1 - side], &n, DEPTH)) return;
  bool order = kind_is_order(p->kind), strict = order && kind_is_strict(p->kind);
  bool above = order && kind_bounds_above(p->kind, side);
  if (p->kind == NODE_EQUAL || (order && !above)) at_least(z, n + strict);
  if (p->kind == NODE_EQUAL || (above && n > strict)) at_most(z, n - strict);
}

SizeRange size_range(const Conjuncts *premises, const Symbol *set)
{
  Sizing z = {premises, set, {1, 0}};
  for (uint32_t i = 0; i < premises->len; i++) {
    const Node *p = premises->data[i];
    if (p->kind == NODE_PARTITION && node_is_name(p->kids[0], set)) take_partition(&z, p);
    for (uint32_t side = 0; p->count == 2 && side < 2; side++) {
      bool equal = p->kind == NODE_EQUAL || (p->kind == NODE_SUBSET && side == 0);
      if (equal && node_is_name(p->kids[side], set))
        at_most(&z, most_in(&z, p->kids[1 - side], DEPTH));
      if (is_card(&z, p->kids[side])) take_card(&z, p, side);
    }
  }
  return z.range;
}

/* ---------------------------------------------------------------------- hints */

static uint64_t least_in(const Conjuncts *, const Node *set, unsigned depth);

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

static bool is_same(const Node *set, const Node *other)
{
  other = node_bare(other);
  return set->kind == NODE_IDENT && other->kind == NODE_IDENT && other->symbol == set->symbol;
}

/* A - {x} has one element less than A. */
static bool is_rest_of(const Node *set, const Node *difference)
{
  difference = node_bare(difference);
  bool minus = difference->kind == NODE_SET_MINUS || difference->kind == NODE_MINUS;
  return minus && is_same(set, difference->kids[0]);
}

static uint64_t least_in_parts(const Conjuncts *all, const Node *partition, unsigned depth)
{
  uint64_t sum = 0;
  for (uint32_t i = 1; i < partition->count; i++) sum += least_in(all, partition->kids[i], depth);
  return sum;
}

/* What one premise says of how many elements the set has at least. */
static uint64_t least_by(const Conjuncts *all, const Node *p, const Node *set, unsigned depth)
{
  if (p->kind == NODE_PARTITION && is_same(set, p->kids[0])) return least_in_parts(all, p, depth);
  if (p->count != 2) return 0;
  const Node *right = node_bare(p->kids[1]);
  bool subset = p->kind == NODE_SUBSET || p->kind == NODE_STRICT_SUBSET || p->kind == NODE_EQUAL;
  if (p->kind == NODE_MEMBER && is_same(set, right)) return 1;
  if (p->kind == NODE_MEMBER && is_rest_of(set, right))
    return 1 + least_in(all, right->kids[1], depth);
  if (p->kind == NODE_NOT_EQUAL && is_same(set, p->kids[0]) && right->kind == NODE_EMPTY_SET)
    return 1;
  if (subset && is_same(set, right))
    return (p->kind == NODE_STRICT_SUBSET) + least_in(all, p->kids[0], depth);
  if (p->kind == NODE_EQUAL && is_same(set, p->kids[0])) return least_in(all, right, depth);
  bool into = right->kind == NODE_TOTAL_INJ || right->kind == NODE_TOTAL_BIJ;
  if (p->kind == NODE_MEMBER && into && is_same(set, right->kids[1]))
    return least_in(all, right->kids[0], depth);
  return 0;
}

static uint64_t least_in(const Conjuncts *all, const Node *set, unsigned depth)
{
  uint64_t least = 0;
  set = node_bare(set);
  if (set->kind == NODE_SET_EXT) return 1;
  if (set->kind == NODE_UNION)
    for (uint32_t i = 0; i < set->count; i++)
      least = larger(least, least_in(all, set->kids[i], depth));
  if (set->kind != NODE_IDENT || depth == 0) return least;
  for (uint32_t i = 0; i < all->len; i++)
    least = larger(least, least_by(all, all->data[i], set, depth - 1));
  return least;
}

static const Symbol *element(const Node *node, const Symbol *set)
{
  node = node_bare(node);
  bool name = node->kind == NODE_IDENT && node->symbol->kind == SYMBOL_FREE;
  bool of_set = name && node->type && node->type->kind == TYPE_GIVEN && node->type->symbol == set;
  return of_set ? node->symbol : NULL;
}

static bool differ(const Conjuncts *all, const Symbol *a, const Symbol *b)
{
  for (uint32_t i = 0; i < all->len; i++) {
    const Node *p = all->data[i];
    if (p->kind != NODE_NOT_EQUAL) continue;
    if ((node_is_name(p->kids[0], a) && node_is_name(p->kids[1], b)) ||
        (node_is_name(p->kids[0], b) && node_is_name(p->kids[1], a)))
      return true;
  }
  return false;
}

/* Names that are said to differ, as many as a simple search finds. */
static uint64_t group_of(const Conjuncts *premises, const Symbol *set)
{
  enum { MOST = 20 };
  const Symbol *group[MOST];
  uint32_t count = 0;
  for (uint32_t i = 0; i < premises->len; i++) {
    const Node *p = premises->data[i];
    for (uint32_t side = 0; p->kind == NODE_NOT_EQUAL && side < 2; side++) {
      const Symbol *x = element(p->kids[side], set);
      bool fits = x && count < MOST;
      for (uint32_t k = 0; fits && k < count; k++) fits = differ(premises, x, group[k]);
      if (fits) group[count++] = x;
    }
  }
  return count;
}

/* A set of its elements that is the first argument of the premise, or NULL. */
static const Node *part_in(const Node *premise, const Symbol *set)
{
  if (premise->count == 0) return NULL;
  const Node *part = node_bare(premise->kids[premise->kind == NODE_MEMBER ? 1 : 0]);
  const Type *type = part->kind == NODE_IDENT ? part->type : NULL;
  bool of_set = type && type->kind == TYPE_POW && type->args[0]->kind == TYPE_GIVEN &&
                type->args[0]->symbol == set;
  return of_set ? part : NULL;
}

uint64_t size_hint(const Conjuncts *premises, const Symbol *set)
{
  enum { MOST = 24 };
  uint64_t hint = larger(1, group_of(premises, set));
  for (uint32_t i = 0; i < premises->len; i++) {
    const Node *part = part_in(premises->data[i], set);
    bool seen = !part;
    for (uint32_t k = 0; !seen && k < i; k++) {
      const Node *other = part_in(premises->data[k], set);
      seen = other && is_same(part, other);
    }
    if (!seen) hint = larger(hint, least_in(premises, part, DEPTH));
  }
  return hint < MOST ? hint : MOST;
}
