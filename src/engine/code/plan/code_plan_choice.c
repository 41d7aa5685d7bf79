#include <assert.h>

#include "engine/code/plan/plan.h"

#include "syntax/inspect.h"

/* Which conjunct, or type, gives the next names of a binder their values: the one with the fewest
 * candidates, as far as that can be seen before anything is evaluated. */

uint32_t plan_open_index(const Planner *p, const Symbol *symbol)
{
  uint32_t i = 0;
  while (i < p->count && (p->names[i] != symbol || p->bound[i])) i++;
  return i;
}

bool plan_is_open_name(const Planner *p, const Node *node)
{
  return node->symbol && node->kind == NODE_IDENT && plan_open_index(p, node->symbol) < p->count;
}

bool plan_is_open(const Planner *p, const Node *node)
{
  if (plan_is_open_name(p, node)) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (plan_is_open(p, node->kids[i])) return true;
  return false;
}

static uint32_t open_occurrences(const Planner *p, const Node *node)
{
  uint32_t n = plan_is_open_name(p, node);
  for (uint32_t i = 0; i < node->count; i++) n += open_occurrences(p, node->kids[i]);
  return n;
}

/* Open names, pairs of patterns and of closed expressions; no name twice. */
static bool is_pattern(const Planner *p, const Node *node)
{
  node = node_bare(node);
  if (plan_is_open_name(p, node)) return true;
  if (node->kind != NODE_MAPLET) return false;
  for (uint32_t i = 0; i < 2; i++)
    if (plan_is_open(p, node->kids[i]) && !is_pattern(p, node->kids[i])) return false;
  return true;
}

enum { MOST_NAMES = 64 }; /* in a pattern */

static uint32_t distinct_names(const Planner *p, const Node *node, const Symbol **seen,
                               uint32_t count)
{
  if (plan_is_open_name(p, node)) {
    for (uint32_t i = 0; i < count; i++)
      if (seen[i] == node->symbol) return count;
    assert(count < MOST_NAMES);
    seen[count++] = node->symbol;
    return count;
  }
  for (uint32_t i = 0; i < node->count; i++) count = distinct_names(p, node->kids[i], seen, count);
  return count;
}

static bool is_linear(const Planner *p, const Node *node)
{
  const Symbol *seen[MOST_NAMES];
  uint32_t n = open_occurrences(p, node);
  return n > 0 && n <= MOST_NAMES && distinct_names(p, node, seen, 0) == n && is_pattern(p, node);
}

/* ------------------------------------------------------------------- costs */

enum {
  COST_VALUE = 1,
  COST_FEW = 2,
  COST_IMAGE = 4,
  COST_SET = 16,
  COST_RANGE = 24,
  COST_TYPE = 32,
  COST_ARGUMENTS = (1 << 20) - 1, /* says nothing of x outside of the domain: a last resort */
  COST_SPACE = (1 << 20) - 1,     /* few elements, or a search after all */
  COST_POWER = 1 << 20,
  COST_NONE = 1 << 30,
  TYPE_LIMIT = 1024 /* a finite type with that many values is walked through */
};
static_assert(COST_TYPE + 1 + TYPE_LIMIT < COST_ARGUMENTS && COST_SPACE < COST_POWER,
              "plan_choose takes what costs less than COST_POWER");

/* Of that many candidates, where the number is known beforehand.  Numbers that do not differ
 * much cost the same: then the order of the text counts. */
static uint32_t cost_of_size(uint64_t size)
{
  uint32_t cost = COST_SET + 1;
  for (; size > 3; size /= 4) cost += 2;
  return cost;
}

/* Of the numbers between two expressions; NULL: the end is not known. */
static uint32_t cost_of_interval(const Planner *p, const Node *low, const Node *high)
{
  int64_t from, to;
  bool known = low && high && engine_literal(p->vm->e, low, &from) &&
               engine_literal(p->vm->e, high, &to) && from >= INT32_MIN && to <= INT32_MAX;
  if (!known) return COST_RANGE;
  return cost_of_size(from <= to ? (uint64_t) (to - from) + 1 : 0);
}

static uint32_t cost_of_set(Planner *p, const Node *set)
{
  set = node_bare(set);
  switch ((NodeKind) set->kind) {
  case NODE_EMPTY_SET: return COST_VALUE;
  case NODE_SET_EXT: return COST_FEW + set->count;
  case NODE_IMAGE: return COST_IMAGE;
  case NODE_APPLY: return COST_SET - 2;
  case NODE_INTERVAL: return cost_of_interval(p, set->kids[0], set->kids[1]);
  case NODE_IDENT: {
    const Shape *element = engine_element_shape(p->vm->e, set->type);
    if (set->symbol->kind != SYMBOL_SET) return COST_SET;
    return cost_of_size(element->size);
  }
  case NODE_INTERSECTION:
  case NODE_SET_MINUS:
  case NODE_MINUS: {
    uint32_t a = cost_of_set(p, set->kids[0]);
    uint32_t b = set->kind == NODE_INTERSECTION ? cost_of_set(p, set->kids[1]) : a;
    return (a < b ? a : b) - 1;
  }
  case NODE_INTEGER:
  case NODE_NATURAL:
  case NODE_NATURAL1:
  case NODE_STRING:
  case NODE_REAL:
  case NODE_FLOAT:
  case NODE_STRUCT:
  case NODE_SYMBOLIC:
  case NODE_PRED:
  case NODE_SUCC: return COST_NONE;
  case NODE_COMPREHENSION:
  case NODE_IMAGE_SET:
  case NODE_LAMBDA:
  case NODE_QUANT_UNION: return COST_SET + 4;
  case NODE_POW:
  case NODE_POW1:
  case NODE_FIN:
  case NODE_FIN1: return COST_POWER;
  case NODE_SEQ:
  case NODE_SEQ1:
  case NODE_ISEQ:
  case NODE_ISEQ1:
  case NODE_PERM: return COST_NONE;
  case NODE_CARTESIAN:
  case NODE_TIMES: {
    uint32_t a = cost_of_set(p, set->kids[0]), b = cost_of_set(p, set->kids[1]);
    return a >= COST_POWER || b >= COST_POWER ? COST_NONE : a * b / 16 + COST_SET;
  }
  case NODE_INT:
  case NODE_NAT:
  case NODE_NAT1: return COST_RANGE;
  default:
    if (kind_is_arrow(set->kind)) return COST_NONE;
    return COST_SET;
  }
}

/* ------------------------------------------------------------ what is offered */

/* Is the sum about this name? */
static bool isolates_name(const Planner *p, const Node *sum, const Symbol *name, Isolation *how)
{
  return node_needs(sum, name) && plan_isolates(p, sum, how) && how->name->symbol == name;
}

unsigned plan_bound(const Planner *p, const Node *node, const Symbol *name)
{
  NodeKind kind = node->kind;
  Isolation how;
  if (kind == NODE_MEMBER) {
    const Node *x = node_bare(node->kids[0]), *set = node_bare(node->kids[1]);
    if (x->kind != NODE_IDENT && set->kind == NODE_INTERVAL)
      return isolates_name(p, x, name, &how) && !plan_is_open(p, set) ? 3 : 0;
    if (x->kind != NODE_IDENT || x->symbol != name || plan_is_open(p, set)) return 0;
    switch ((NodeKind) set->kind) {
    case NODE_INTERVAL:
    case NODE_INT:
    case NODE_NAT:
    case NODE_NAT1: return 3;
    case NODE_NATURAL:
    case NODE_NATURAL1: return 1;
    default: return 0;
    }
  }
  if (!kind_is_order(kind)) return 0;
  for (uint32_t side = 0; side < 2; side++) {
    if (!isolates_name(p, node->kids[side], name, &how) || plan_is_open(p, node->kids[1 - side]))
      continue;
    return kind_bounds_above(kind, side) != how.negative ? 2 : 1;
  }
  return 0;
}

static bool leads_from(const Planner *p, const Symbol *name, const Node *from, const Node *to)
{
  return node_needs(from, name) && !node_needs(to, name) && is_linear(p, to);
}

/* Does a value of the name give others theirs, by a conjunct that waits for it? */
static bool leads(Planner *p, const Symbol *name)
{
  for (uint32_t i = 0; i < p->conjuncts.len; i++) {
    const Node *node = p->conjuncts.data[i];
    if (p->done[i] || (node->kind != NODE_MEMBER && node->kind != NODE_EQUAL)) continue;
    const Node *left = node->kids[0], *right = node->kids[1];
    bool forth = leads_from(p, name, right, left);
    if (node->kind == NODE_EQUAL ? forth || leads_from(p, name, left, right)
                                 : forth && cost_of_set(p, right) < COST_POWER)
      return true;
  }
  return false;
}

/* Is there a conjunct about this name alone, other than bounds and the one with that number? */
static bool is_tested(const Planner *p, const Symbol *name, uint32_t but)
{
  const Symbol *seen[MOST_NAMES];
  for (uint32_t i = 0; i < p->conjuncts.len; i++) {
    const Node *node = p->conjuncts.data[i];
    if (i == but || p->done[i] || plan_bound(p, node, name) || !node_needs(node, name)) continue;
    if (open_occurrences(p, node) <= MOST_NAMES && distinct_names(p, node, seen, 0) == 1)
      return true;
  }
  return false;
}

/* A name that leads comes before what is only small; of names with as many candidates the one
 * comes first of which some will be dropped at once. */
static uint32_t cost_of_name(Planner *p, const Symbol *name, uint32_t but, uint32_t cost)
{
  if (cost < COST_SET || cost >= COST_POWER) return cost;
  if (cost > COST_SET && leads(p, name)) cost = COST_SET;
  return cost - is_tested(p, name, but);
}

static void offer(Choice *best, Choice c)
{
  if (c.cost < best->cost) *best = c;
}

static void offer_equation(Planner *p, uint32_t i, const Node *open, const Node *closed,
                           Choice *best)
{
  if (plan_is_open(p, closed)) return;
  if (is_linear(p, open)) {
    offer(best, (Choice){COST_VALUE, i, true, GENERATE_VALUE, open, closed, NULL, 0});
    return;
  }
  Isolation how;
  if (best->cost > COST_VALUE && plan_isolates(p, open, &how)) {
    const Node *value = plan_isolated(p, open, closed);
    offer(best, (Choice){COST_VALUE, i, how.exact, GENERATE_VALUE, how.name, value, NULL, 0});
    return;
  }
  const Node *apply = node_bare(open);
  if (apply->kind == NODE_APPLY && apply->count == 2 && is_linear(p, apply->kids[1]) &&
      !plan_is_open(p, apply->kids[0]) && !p->vm->e->options.strict_wd)
    offer(best, (Choice){COST_ARGUMENTS, i, false, GENERATE_ARGUMENTS, apply->kids[1],
                         apply->kids[0], closed, 0});
}

static uint32_t open_names(const Planner *p)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < p->count; i++) n += !p->bound[i];
  return n;
}

static void offer_conjunct(Planner *p, uint32_t i, Choice *best)
{
  const Node *node = p->conjuncts.data[i];
  if (node->kind == NODE_EQUAL) {
    offer_equation(p, i, node->kids[0], node->kids[1], best);
    offer_equation(p, i, node->kids[1], node->kids[0], best);
  }
  if (node->kind != NODE_MEMBER || plan_is_open(p, node->kids[1]) || !is_linear(p, node->kids[0]))
    return;
  uint32_t cost = cost_of_set(p, node->kids[1]);
  const Node *pattern = node_bare(node->kids[0]);
  if (pattern->kind == NODE_MAPLET && !plan_is_open(p, pattern->kids[0]) && cost < COST_POWER)
    cost = COST_IMAGE; /* the pairs with one first component */
  if (pattern->kind == NODE_IDENT) cost = cost_of_name(p, pattern->symbol, i, cost);
  if (pattern->kind == NODE_IDENT && space_is(node->kids[1]) && open_names(p) == 1)
    cost = COST_SPACE; /* with more names, a search has more to gain */
  offer(best, (Choice){cost, i, true, GENERATE_MEMBERS, node->kids[0], node->kids[1], NULL, 0});
}

/* Of the range that the bounds of a name make, by the intervals among them. */
static uint32_t cost_of_range(Planner *p, const Symbol *name)
{
  uint32_t least = COST_NONE;
  for (uint32_t i = 0; i < p->conjuncts.len; i++) {
    const Node *node = p->conjuncts.data[i];
    bool both = plan_bound(p, node, name) == 3;
    uint32_t cost = both ? cost_of_set(p, node->kids[1]) : COST_NONE;
    if (cost < least) least = cost;
  }
  return (least < COST_NONE ? least : COST_RANGE) - 1;
}

static void offer_name(Planner *p, uint32_t name, Choice *best)
{
  const Shape *shape = engine_shape(p->vm->e, p->names[name]->type);
  unsigned sides = 0;
  Choice c = {.conjunct = UINT32_MAX, .name = name};
  if (shape->kind == SHAPE_INTEGER) {
    for (uint32_t i = 0; i < p->conjuncts.len; i++)
      sides |= plan_bound(p, p->conjuncts.data[i], p->names[name]);
    c.how = GENERATE_RANGE;
    c.cost = cost_of_name(p, p->names[name], UINT32_MAX, cost_of_range(p, p->names[name]));
    if (sides == 3) offer(best, c);
  } else if (shape_is_indexed(shape) && shape->size <= TYPE_LIMIT) {
    c.how = GENERATE_TYPE;
    c.cost = cost_of_name(p, p->names[name], UINT32_MAX, COST_TYPE + 1 + (uint32_t) shape->size);
    offer(best, c);
  }
}

bool plan_choose(Planner *p, Choice *best)
{
  *best = (Choice){.cost = COST_NONE};
  for (uint32_t i = 0; i < p->conjuncts.len; i++)
    if (!p->done[i]) offer_conjunct(p, i, best);
  for (uint32_t i = 0; i < p->count; i++)
    if (!p->bound[i]) offer_name(p, i, best);
  return best->cost < COST_POWER;
}
