#include "engine/reference/closure/ref_bounds.h"

#include <assert.h>
#include <math.h>

#include "engine/reference/library.h"
#include "value/relation.h"

/* Interval arithmetic: an expression's interval is computed from those of its
 * parts (forward), and what is known of the whole narrows the parts (backward),
 * until nothing changes.  Numbers beyond LARGE count as unbounded, so nothing
 * overflows; the number of rounds is limited, since bounds can creep. */
enum { MOST_ROUNDS = 40 };
#define LARGE (INT64_C(1) << 50)

typedef struct {
  const BoundsProblem *p;
  bool changed, empty;
} Narrowing;

static const Bounds anything = {BOUND_BELOW, BOUND_ABOVE};

static bool has_low(Bounds b) { return b.low != BOUND_BELOW; }
static bool has_high(Bounds b) { return b.high != BOUND_ABOVE; }

static Bounds clipped(Bounds b)
{
  if (has_low(b) && (b.low < -LARGE || b.low > LARGE)) b.low = b.low > 0 ? LARGE : BOUND_BELOW;
  if (has_high(b) && (b.high > LARGE || b.high < -LARGE))
    b.high = b.high < 0 ? -LARGE : BOUND_ABOVE;
  return b;
}

#ifndef NDEBUG
/* Small enough that sums of two do not overflow. */
static bool is_clipped(Bounds b)
{
  return (!has_low(b) || (b.low >= -LARGE && b.low <= LARGE)) &&
         (!has_high(b) || (b.high >= -LARGE && b.high <= LARGE));
}
#endif

static Bounds sum(Bounds a, Bounds b)
{
  assert(is_clipped(a) && is_clipped(b));
  return clipped((Bounds){has_low(a) && has_low(b) ? a.low + b.low : BOUND_BELOW,
                          has_high(a) && has_high(b) ? a.high + b.high : BOUND_ABOVE});
}

static Bounds negative(Bounds a)
{
  return (Bounds){has_high(a) ? -a.high : BOUND_BELOW, has_low(a) ? -a.low : BOUND_ABOVE};
}

static Bounds difference(Bounds a, Bounds b) { return sum(a, negative(b)); }

static Bounds product(Bounds a, Bounds b)
{
  bool finite = has_low(a) && has_high(a) && has_low(b) && has_high(b);
  const int64_t root = INT64_C(1) << 25;
  if (!finite) {
    bool positive = has_low(a) && a.low >= 0 && has_low(b) && b.low >= 0;
    bool small = positive && a.low <= root && b.low <= root;
    return positive ? (Bounds){small ? a.low * b.low : 0, BOUND_ABOVE} : anything;
  }
  int64_t ends[] = {a.low, a.high, b.low, b.high};
  for (int i = 0; i < 4; i++)
    if (ends[i] > root || ends[i] < -root) return anything;
  int64_t all[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  Bounds result = {all[0], all[0]};
  for (int i = 1; i < 4; i++) {
    if (all[i] < result.low) result.low = all[i];
    if (all[i] > result.high) result.high = all[i];
  }
  return result;
}

static int64_t floor_div(int64_t a, int64_t b)
{
  assert(b != 0);
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
static int64_t ceil_div(int64_t a, int64_t b) { return a / b + (a % b != 0 && (a < 0) == (b < 0)); }

/* All x with x*f in the target, for a factor f that is positive. */
static Bounds quotient(Bounds target, Bounds factor)
{
  bool positive = has_low(factor) && factor.low >= 1 && has_high(factor);
  if (!positive || factor.high < factor.low) return anything;
  Bounds result = anything;
  if (has_low(target))
    result.low = ceil_div(target.low, target.low >= 0 ? factor.high : factor.low);
  if (has_high(target))
    result.high = floor_div(target.high, target.high >= 0 ? factor.low : factor.high);
  return result;
}

/* a/b, towards zero, for a divisor that is positive. */
static Bounds ratio(Bounds a, Bounds b)
{
  if (!has_low(b) || b.low < 1 || b.high < b.low) return anything; /* no bounds, or no value */
  Bounds result = anything;
  if (has_low(a)) result.low = a.low < 0 ? a.low / b.low : has_high(b) ? a.low / b.high : 0;
  if (has_high(a)) result.high = a.high >= 0 ? a.high / b.low : has_high(b) ? a.high / b.high : 0;
  return result;
}

/* ----------------------------------------------------------------- forward */

static uint32_t open_name(const BoundsProblem *p, const Node *node)
{
  uint32_t i = node->kind == NODE_IDENT ? name_index_find(&p->index, node->symbol) : p->count;
  return i < p->count && p->bound[i] ? p->count : i;
}

static bool is_closed(const BoundsProblem *p, const Node *node)
{
  if (open_name(p, node) < p->count) return false;
  for (uint32_t i = 0; i < node->count; i++)
    if (!is_closed(p, node->kids[i])) return false;
  return true;
}

static Bounds of_value(const BoundsProblem *p, Value v)
{
  int64_t n;
  if (value_is_none(v)) return anything;
  if (!int_fits(p->r->s, v, &n) || n > LARGE || n < -LARGE) return anything;
  return (Bounds){n, n};
}

static bool is_integer(const BoundsProblem *p, const Node *node)
{
  return node->type && engine_shape(p->r->e, node->type)->kind == SHAPE_INTEGER;
}

static bool is_square(const Node *node)
{
  const Node *a = node_bare(node->kids[0]), *b = node_bare(node->kids[1]);
  if (node->kind == NODE_POWER)
    return b->kind == NODE_INTEGER_LIT && b->name->len == 1 && b->name->text[0] == '2';
  return node->kind == NODE_TIMES && a->kind == NODE_IDENT && b->kind == NODE_IDENT &&
         a->symbol == b->symbol;
}

static Bounds forward(const BoundsProblem *p, const Node *node)
{
  node = node_bare(node);
  uint32_t name = open_name(p, node);
  if (name < p->count) return p->bounds[name];
  if (is_closed(p, node)) return of_value(p, ref_eval(p->r, node));
  switch ((NodeKind) node->kind) {
  case NODE_ADD: return sum(forward(p, node->kids[0]), forward(p, node->kids[1]));
  case NODE_MINUS: return difference(forward(p, node->kids[0]), forward(p, node->kids[1]));
  case NODE_NEGATE: return negative(forward(p, node->kids[0]));
  case NODE_TIMES:
  case NODE_POWER: {
    if (node->kind == NODE_POWER && !is_square(node)) return anything;
    Bounds a = forward(p, node->kids[0]);
    Bounds result = product(a, node->kind == NODE_POWER ? a : forward(p, node->kids[1]));
    if (is_square(node) && (!has_low(result) || result.low < 0)) result.low = 0;
    return result;
  }
  case NODE_MODULO: {
    Bounds m = forward(p, node->kids[1]);
    return (Bounds){0, has_high(m) ? m.high - 1 : BOUND_ABOVE};
  }
  case NODE_DIVIDE: return ratio(forward(p, node->kids[0]), forward(p, node->kids[1]));
  case NODE_EXTERNAL: {
    const Library *library = p->r->e->options.built_in;
    return library && library->is_natural(node) ? (Bounds){0, BOUND_ABOVE} : anything;
  }
  case NODE_APPLY: return p->call ? clipped(p->call(p, node)) : anything;
  case NODE_CARD:
  case NODE_SIZE: return (Bounds){0, BOUND_ABOVE};
  default: return anything;
  }
}

/* ---------------------------------------------------------------- backward */

static void restrict_name(Narrowing *n, uint32_t name, Bounds to)
{
  assert(name < n->p->count && !n->p->bound[name] && is_clipped(to));
  Bounds *b = &n->p->bounds[name];
  if (has_low(to) && (!has_low(*b) || to.low > b->low)) b->low = to.low, n->changed = true;
  if (has_high(to) && (!has_high(*b) || to.high < b->high)) b->high = to.high, n->changed = true;
  if (has_low(*b) && has_high(*b) && b->low > b->high) n->empty = true;
}

static void backward(Narrowing *n, const Node *node, Bounds target);

static void backward_square(Narrowing *n, const Node *base, Bounds target)
{
  if (!has_high(target)) return;
  if (target.high < 0) {
    n->empty = true;
    return;
  }
  int64_t root = (int64_t) sqrt((double) target.high) + 1;
  while (root * root > target.high) root--;
  backward(n, base, (Bounds){-root, root});
}

static void backward(Narrowing *n, const Node *node, Bounds target)
{
  const BoundsProblem *p = n->p;
  node = node_bare(node);
  uint32_t name = open_name(p, node);
  if (name < p->count) return restrict_name(n, name, target);
  if (node->count == 0 || n->empty) return;
  const Node *a = node->kids[0], *b = node->count > 1 ? node->kids[1] : NULL;
  switch ((NodeKind) node->kind) {
  case NODE_ADD:
    backward(n, a, difference(target, forward(p, b)));
    backward(n, b, difference(target, forward(p, a)));
    break;
  case NODE_MINUS:
    backward(n, a, sum(target, forward(p, b)));
    backward(n, b, difference(forward(p, a), target));
    break;
  case NODE_NEGATE: backward(n, a, negative(target)); break;
  case NODE_TIMES:
  case NODE_POWER:
    if (is_square(node)) backward_square(n, a, target);
    else if (node->kind == NODE_TIMES) {
      backward(n, a, quotient(target, forward(p, b)));
      backward(n, b, quotient(target, forward(p, a)));
    }
    break;
  default: break;
  }
}

/* -------------------------------------------------------------- conjuncts */

/* left <= right + slack */
static void at_most(Narrowing *n, const Node *left, const Node *right, int64_t slack)
{
  Bounds l = forward(n->p, left), r = forward(n->p, right);
  if (has_high(r)) backward(n, left, clipped((Bounds){BOUND_BELOW, r.high + slack}));
  if (has_low(l)) backward(n, right, clipped((Bounds){l.low - slack, BOUND_ABOVE}));
  if (has_low(l) && has_high(r) && l.low > r.high + slack) n->empty = true;
}

/* The interval that holds a closed set of integers. */
static Bounds of_set(const BoundsProblem *p, const Node *set)
{
  Value low, high, v = is_closed(p, set) ? ref_eval(p->r, set) : VALUE_UNKNOWN;
  if (value_is_none(v) || !ref_integer_bounds(p->r, v, &low, &high)) return anything;
  Bounds l = of_value(p, low), h = of_value(p, high);
  return (Bounds){has_low(l) ? l.low : BOUND_BELOW, has_high(h) ? h.high : BOUND_ABOVE};
}

/* The least interval with all elements of a closed set of integers, or of the domain of a
 * closed relation; false: it is not known, or the set is empty. */
static bool hull_of(const BoundsProblem *p, const Node *node, bool domain, Bounds *hull)
{
  Value low, high, v = is_closed(p, node) ? ref_eval(p->r, node) : VALUE_UNKNOWN;
  if (value_is_none(v) || is_lazy(v)) return false;
  if (domain) v = rel_domain(p->r->s, ref_element_shape(p->r, node), v);
  if (!ref_integer_bounds(p->r, v, &low, &high)) return false;
  Bounds l = of_value(p, low), h = of_value(p, high);
  *hull = (Bounds){l.low, h.high};
  return has_low(l) && has_high(h);
}

static bool is_total(NodeKind kind)
{
  return kind == NODE_TOTAL_FUN || kind == NODE_TOTAL_INJ || kind == NODE_TOTAL_SURJ ||
         kind == NODE_TOTAL_BIJ || kind == NODE_TOTAL_REL || kind == NODE_TOTAL_SURJ_REL;
}

/* S = a..b, S <: a..b, f : a..b --> T for S and f that are known: bounds of a and b. */
static void narrow_interval(Narrowing *n, const Node *known, const Node *other, NodeKind kind)
{
  other = node_bare(other);
  bool function = kind == NODE_MEMBER, equal = kind == NODE_EQUAL || is_total(other->kind);
  if (function && !kind_is_arrow(other->kind)) return;
  const Node *interval = function ? node_bare(other->kids[0]) : other;
  Bounds hull;
  if (interval->kind != NODE_INTERVAL || is_closed(n->p, interval) ||
      !hull_of(n->p, known, function, &hull))
    return;
  backward(n, interval->kids[0], (Bounds){equal ? hull.low : BOUND_BELOW, hull.low});
  backward(n, interval->kids[1], (Bounds){hull.high, equal ? hull.high : BOUND_ABOVE});
}

/* The number of elements of a closed set. */
static bool card_of(const BoundsProblem *p, const Node *set, int64_t *card)
{
  Value v = is_closed(p, set) ? ref_eval(p->r, set) : VALUE_UNKNOWN;
  if (value_is_none(v) || is_lazy(v) || set_card(p->r->s, v) > (uint64_t) LARGE) return false;
  *card = (int64_t) set_card(p->r->s, v);
  return true;
}

/* There is a function between two sets, one of them known, the other one an interval a..b: how many
 * elements that can have. */
static void narrow_by_arrow(Narrowing *n, const Node *arrow)
{
  arrow = node_bare(arrow);
  if (!kind_is_arrow(arrow->kind)) return;
  Demands d = ref_arrow_demands(lazy_of_operator(arrow->kind));
  for (uint32_t side = 0; side < 2 && d.functional; side++) {
    const Node *interval = node_bare(arrow->kids[side]);
    int64_t card;
    if (interval->kind != NODE_INTERVAL || is_closed(n->p, interval) ||
        !card_of(n->p, arrow->kids[1 - side], &card))
      continue;
    int64_t least = 0, most = -1; /* that the interval has; 0, -1: nothing is said */
    if (side == 0 ? d.total && d.injective : d.surjective) most = card;
    if (side == 0 && d.surjective) least = card;
    if (side == 1 && d.total && card > 0) least = d.injective ? card : 1;
    if (most >= 0) at_most(n, interval->kids[1], interval->kids[0], most - 1);
    if (least > 0) at_most(n, interval->kids[0], interval->kids[1], 1 - least);
  }
}

/* E /: a..b, where one end of E lies in a..b: it lies beyond the other end. */
static void narrow_outside(Narrowing *n, const Node *node, const Node *set)
{
  Value v = is_closed(n->p, set) ? ref_eval(n->p->r, set) : VALUE_UNKNOWN;
  Bounds hull, e = forward(n->p, node);
  if (value_is_none(v) || is_lazy(v) || !hull_of(n->p, set, false, &hull) || hull.low > hull.high ||
      set_card(n->p->r->s, v) != (uint64_t) (hull.high - hull.low) + 1)
    return;
  if (has_low(e) && e.low >= hull.low && e.low <= hull.high)
    backward(n, node, clipped((Bounds){hull.high + 1, BOUND_ABOVE}));
  if (has_high(e) && e.high >= hull.low && e.high <= hull.high)
    backward(n, node, clipped((Bounds){BOUND_BELOW, hull.low - 1}));
}

/* E /= F, where F is known and is an end of E */
static void narrow_besides(Narrowing *n, const Node *node, const Node *other)
{
  Bounds e = forward(n->p, node), f = forward(n->p, other);
  if (!has_low(f) || f.low != f.high) return;
  if (has_low(e) && e.low == f.low) backward(n, node, clipped((Bounds){f.low + 1, BOUND_ABOVE}));
  if (has_high(e) && e.high == f.low) backward(n, node, clipped((Bounds){BOUND_BELOW, f.low - 1}));
}

static void narrow_by(Narrowing *n, const Node *c)
{
  if (c->count != 2 || !kind_is_comparison(c->kind)) return;
  const Node *a = c->kids[0], *b = c->kids[1];
  bool integers = is_integer(n->p, a);
  switch ((NodeKind) c->kind) {
  case NODE_MEMBER:
    if (integers) backward(n, a, of_set(n->p, b));
    else {
      narrow_interval(n, a, b, NODE_MEMBER);
      narrow_by_arrow(n, b);
    }
    break;
  case NODE_NOT_MEMBER:
    if (integers) narrow_outside(n, a, b);
    break;
  case NODE_SUBSET: { /* {x,y} <: S */
    const Node *set = node_bare(a);
    bool listed = set->kind == NODE_SET_EXT && is_integer(n->p, set->kids[0]);
    Bounds all = listed ? of_set(n->p, b) : anything;
    for (uint32_t i = 0; listed && i < set->count; i++) backward(n, set->kids[i], all);
    narrow_interval(n, a, b, NODE_SUBSET);
    break;
  }
  case NODE_EQUAL:
    if (integers) at_most(n, a, b, 0), at_most(n, b, a, 0);
    else narrow_interval(n, a, b, NODE_EQUAL), narrow_interval(n, b, a, NODE_EQUAL);
    break;
  case NODE_NOT_EQUAL:
    if (integers) narrow_besides(n, a, b), narrow_besides(n, b, a);
    break;
  case NODE_LESS_EQUAL:
    if (integers) at_most(n, a, b, 0);
    break;
  case NODE_LESS:
    if (integers) at_most(n, a, b, -1);
    break;
  case NODE_GREATER_EQUAL:
    if (integers) at_most(n, b, a, 0);
    break;
  case NODE_GREATER:
    if (integers) at_most(n, b, a, -1);
    break;
  default: break;
  }
}

Bounds bounds_of(const BoundsProblem *problem, const Node *node)
{
  BoundsProblem p = *problem;
  p.index = name_index_new(p.names, p.count);
  Bounds result = forward(&p, node);
  name_index_free(&p.index);
  return result;
}

bool bounds_narrow(const BoundsProblem *problem)
{
  BoundsProblem p = *problem;
  p.index = name_index_new(p.names, p.count);
  Narrowing n = {&p, true, false};
  Fault fault = p.r->e->fault; /* undefined parts say nothing here */
  for (uint32_t i = 0; i < p.count; i++) p.bounds[i] = anything;
  for (int round = 0; round < MOST_ROUNDS && n.changed && !n.empty; round++) {
    n.changed = false;
    for (uint32_t i = 0; i < p.conjunct_count && !n.empty; i++) narrow_by(&n, p.conjuncts[i]);
  }
  p.r->e->fault = fault;
  name_index_free(&p.index);
  for (uint32_t i = 0; i < p.count; i++) assert(n.empty || p.bounds[i].low <= p.bounds[i].high);
  return !n.empty;
}
