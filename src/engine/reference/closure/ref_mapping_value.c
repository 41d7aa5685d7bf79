#include <assert.h>

#include "engine/reference/closure/ref_mapping_impl.h"

#include "syntax/inspect.h"

/* The value of a mapping, for all its arguments at once: in which set it lies. */

bool mapping_is_integer(const Mapping *m, const Node *node)
{
  return ref_shape(m->r, node)->kind == SHAPE_INTEGER;
}

static Bounds bounds_of_call(const BoundsProblem *, const Node *call);

static BoundsProblem problem(const Mapping *m)
{
  return (BoundsProblem){.r = m->r,
                         .names = m->symbols,
                         .bound = m->bound,
                         .count = m->names->count,
                         .conjuncts = m->conjuncts.data,
                         .conjunct_count = m->conjuncts.len,
                         .bounds = m->bounds,
                         .call = bounds_of_call,
                         .context = m};
}

Bounds mapping_bounds(const Mapping *m, const Node *node)
{
  BoundsProblem p = problem(m);
  return bounds_of(&p, node);
}

/* ------------------------------------------------------------------ branches */

/* The comparison that holds where this one does not; NULL: there is none. */
static const Node *negation(const Mapping *m, const Node *c)
{
  NodeKind kind = c->kind;
  bool member = kind == NODE_MEMBER || kind == NODE_NOT_MEMBER;
  if (!member && !kind_is_order(kind) && kind != NODE_EQUAL && kind != NODE_NOT_EQUAL) return NULL;
  return node_binary(m->r->e->scratch, kind_denied(kind), c->span, c->kids[0], c->kids[1]);
}

static void assume(Mapping *m, const Node *condition, bool holds)
{
  condition = node_bare(condition);
  if (condition->kind == NODE_NOT) {
    assume(m, condition->kids[0], !holds);
    return;
  }
  if (condition->kind == (holds ? NODE_AND : NODE_OR)) {
    for (uint32_t i = 0; i < condition->count; i++) assume(m, condition->kids[i], holds);
    return;
  }
  if (!holds) condition = negation(m, condition);
  if (!condition) return;
  vec_push(&m->conjuncts, condition);
  mapping_take(m, condition);
}

Assumed mapping_assume_branch(Mapping *m, const Node *node, uint32_t branch)
{
  uint32_t count = m->names->count;
  Assumed before = {m->conjuncts.len, arena_new_array(m->r->e->scratch, Bounds, count),
                    arena_new_array(m->r->e->scratch, Value, count), m->empty};
  for (uint32_t i = 0; i < count; i++) before.bounds[i] = m->bounds[i], before.sets[i] = m->sets[i];
  for (uint32_t i = 0; i < branch; i++) assume(m, node->kids[2 * i], false);
  if (2 * branch + 1 < node->count) assume(m, node->kids[2 * branch], true);
  BoundsProblem p = problem(m);
  m->empty = !bounds_narrow(&p);
  m->assumed++;
  return before;
}

void mapping_forget_branch(Mapping *m, Assumed before)
{
  assert(m->assumed > 0 && before.conjuncts <= m->conjuncts.len);
  m->conjuncts.len = before.conjuncts;
  m->empty = before.empty;
  m->assumed--;
  for (uint32_t i = 0; i < m->names->count; i++)
    m->bounds[i] = before.bounds[i], m->sets[i] = before.sets[i];
}

const Node *mapping_branch_value(const Node *node, uint32_t branch)
{
  assert(node->kind == NODE_IF_EXPR && branch < mapping_branch_count(node));
  uint32_t last = node->count - 1;
  return node->kids[2 * branch + 1 < last ? 2 * branch + 1 : last];
}

uint32_t mapping_branch_count(const Node *node) { return (node->count + 1) / 2; }

/* ----------------------------------------------------------------- recursion */

static bool contains(const Node *tree, const Node *node)
{
  if (tree == node) return true;
  for (uint32_t i = 0; i < tree->count; i++)
    if (contains(tree->kids[i], node)) return true;
  return false;
}

Value mapping_function_named(const Mapping *m, const Node *f)
{
  f = node_bare(f);
  Value v = VALUE_UNDEFINED;
  if (f->kind != NODE_IDENT || f->symbol->kind != SYMBOL_CONSTANT) return v;
  if (!reference_lookup(m->r, f->symbol, &v)) v = m->r->e->constants[f->symbol->index];
  return is_lazy(v) && lazy_what(m->r->s, v) >= LAZY_CLOSURE ? v : VALUE_UNDEFINED;
}

bool mapping_is_recursion(const Mapping *m, const Node *f)
{
  Value v = mapping_function_named(m, f);
  if (value_is_none(v)) return false;
  for (; m; m = m->outer)
    if (contains(closure_node(m->r, v), m->c->node)) return true;
  return false;
}

/* Is it a call of the function whose values are assumed to be in a set? */
static bool is_assumed(const Mapping *m, const Node *call)
{
  return m->r->hypothesis && call->kind == NODE_APPLY &&
         value_same(mapping_function_named(m, call->kids[0]), m->r->hypothesis->function);
}

static Bounds bounds_of_call(const BoundsProblem *p, const Node *call)
{
  Value low, high;
  Bounds b = {BOUND_BELOW, BOUND_ABOVE};
  int64_t n;
  const Mapping *m = p->context;
  if (!is_assumed(m, call) || !ref_integer_bounds(m->r, m->r->hypothesis->range, &low, &high))
    return b;
  if (!value_is_none(low) && int_fits(m->r->s, low, &n)) b.low = n;
  if (!value_is_none(high) && int_fits(m->r->s, high, &n)) b.high = n;
  return b;
}

bool mapping_mentions_itself(const Mapping *m, const Node *node)
{
  if (mapping_is_recursion(m, node)) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (mapping_mentions_itself(m, node->kids[i])) return true;
  return false;
}

/* -------------------------------------------------------------------- values */

static Cover anything(const Mapping *m, const Node *node)
{
  return (Cover){ref_whole_type(m->r, ref_shape(m->r, node)), false};
}

/* The set may be none: it could not be made. */
static Cover if_made(const Mapping *m, const Node *node, Value set, bool exact)
{
  return value_is_none(set) ? anything(m, node) : (Cover){set, exact};
}

static Cover branches_cover(Mapping *m, const Node *node)
{
  const Shape *shape = ref_shape(m->r, node);
  Cover all = {VALUE_EMPTY_SET, false};
  for (uint32_t i = 0; i < mapping_branch_count(node); i++) {
    Assumed before = mapping_assume_branch(m, node, i);
    Cover one = m->empty ? (Cover){VALUE_EMPTY_SET, false}
                         : mapping_cover(m, mapping_branch_value(node, i));
    mapping_forget_branch(m, before);
    all.set = ref_union(m->r, shape, all.set, one.set);
    if (value_is_none(all.set)) return anything(m, node);
  }
  return all;
}

/* Are the ends so small that bounds of a few sums are exact? */
static bool is_modest(Bounds b)
{
  const int64_t modest = INT64_C(1) << 40;
  return (b.low == BOUND_BELOW || (b.low > -modest && b.low < modest)) &&
         (b.high == BOUND_ABOVE || (b.high > -modest && b.high < modest));
}

/* x + c and c - x take an interval to an interval without holes. */
static bool is_shifted(const Mapping *m, const Node *node, uint32_t depth)
{
  enum { MOST_SUMS = 64 };
  node = node_bare(node);
  if (depth > MOST_SUMS || !is_modest(mapping_bounds(m, node))) return false;
  if (node->kind == NODE_NEGATE) return is_shifted(m, node->kids[0], depth + 1);
  if (node->kind != NODE_ADD && node->kind != NODE_MINUS)
    return mapping_name(m, node) < m->names->count;
  for (uint32_t i = 0; i < 2; i++)
    if (mapping_closes(m, node->kids[!i]) && is_modest(mapping_bounds(m, node->kids[!i])))
      return is_shifted(m, node->kids[i], depth + 1);
  return false;
}

static uint32_t only_name(const Mapping *m, const Node *node)
{
  uint32_t i = 0;
  while (i < m->names->count && !node_mentions(node, m->symbols[i])) i++;
  return i;
}

/* The set of a name without gaps, whose ends are just its bounds? */
static bool is_interval_with(Mapping *m, Value set, Bounds bounds)
{
  Value low, high;
  int64_t n;
  const Shape *integer = shape_integer(m->r->e->shapes);
  bool range = is_lazy(set) ? lazy_what(m->r->s, set) <= LAZY_UPTO
                            : set_is_interval(m->r->s, integer, set, &low, &high);
  if (!range || !ref_integer_bounds(m->r, set, &low, &high)) return false;
  bool from = value_is_none(low) ? bounds.low == BOUND_BELOW
                                 : int_fits(m->r->s, low, &n) && n == bounds.low;
  bool to = value_is_none(high) ? bounds.high == BOUND_ABOVE
                                : int_fits(m->r->s, high, &n) && n == bounds.high;
  return from && to;
}

static Cover integer_cover(Mapping *m, const Node *node)
{
  Bounds b = mapping_bounds(m, node);
  Value low = b.low == BOUND_BELOW ? VALUE_UNDEFINED : value_small(b.low);
  Value high = b.high == BOUND_ABOVE ? VALUE_UNDEFINED : value_small(b.high);
  Cover c = {ref_interval(m->r, low, high), false};
  uint32_t i = only_name(m, node);
  c.exact = is_shifted(m, node, 0) && i < m->names->count && mapping_has_values(m, node) &&
            is_interval_with(m, m->sets[i], m->bounds[i]) &&
            (b.low == BOUND_BELOW) + (b.high == BOUND_ABOVE) ==
                (m->bounds[i].low == BOUND_BELOW) + (m->bounds[i].high == BOUND_ABOVE);
  return c;
}

static bool share_a_name(const Mapping *m, const Node *a, const Node *b)
{
  for (uint32_t i = 0; i < m->names->count; i++)
    if (node_mentions(a, m->symbols[i]) && node_mentions(b, m->symbols[i])) return true;
  return false;
}

static Cover pair_cover(Mapping *m, const Node *node)
{
  Cover a = mapping_cover(m, node->kids[0]), b = mapping_cover(m, node->kids[1]);
  bool exact = a.exact && b.exact && !share_a_name(m, node->kids[0], node->kids[1]);
  return if_made(m, node, ref_product(m->r, ref_shape(m->r, node), a.set, b.set, SPAN_NONE), exact);
}

/* {E,F}: a finite set of values of E and F */
static Cover listed_cover(Mapping *m, const Node *node)
{
  Value all = VALUE_EMPTY_SET;
  for (uint32_t i = 0; i < node->count && !value_is_none(all); i++)
    all = ref_union(m->r, ref_element_shape(m->r, node), all, mapping_cover(m, node->kids[i]).set);
  if (value_is_none(all)) return anything(m, node);
  return (Cover){ref_lazy(m->r, LAZY_FIN1, all, VALUE_UNDEFINED), false};
}

static bool is_family(const Mapping *m, Value set)
{
  return is_lazy(set) && lazy_what(m->r->s, set) >= LAZY_POW &&
         lazy_what(m->r->s, set) <= LAZY_FIN1;
}

/* S \/ T, S /\ T, S - T of subsets of known sets */
static Cover subset_cover(Mapping *m, const Node *node)
{
  Value a = mapping_cover(m, node->kids[0]).set, b = mapping_cover(m, node->kids[1]).set;
  bool join = node->kind == NODE_UNION;
  if (!is_family(m, a) || (join && !is_family(m, b))) return anything(m, node);
  Value all = lazy_part(m->r->s, a, 0);
  bool finite = lazy_what(m->r->s, a) >= LAZY_FIN;
  if (join) {
    finite = finite && lazy_what(m->r->s, b) >= LAZY_FIN;
    all = ref_union(m->r, ref_element_shape(m->r, node), all, lazy_part(m->r->s, b, 0));
    if (value_is_none(all)) return anything(m, node);
  }
  return (Cover){ref_lazy(m->r, finite ? LAZY_FIN : LAZY_POW, all, VALUE_UNDEFINED), false};
}

/* The least or the first of a set or sequence of elements of a known set; the rest of it */
static Cover part_cover(Mapping *m, const Node *node)
{
  Value all = mapping_cover(m, node->kids[0]).set;
  uint32_t what = is_lazy(all) ? lazy_what(m->r->s, all) : LAZY_INTEGER;
  bool extreme = node->kind == NODE_MIN || node->kind == NODE_MAX;
  if (extreme ? !is_family(m, all) : what < LAZY_SEQ || what > LAZY_PERM) return anything(m, node);
  Value elements = lazy_part(m->r->s, all, 0);
  if (node->kind != NODE_TAIL && node->kind != NODE_FRONT && node->kind != NODE_REV)
    return (Cover){elements, false};
  return (Cover){ref_lazy(m->r, LAZY_SEQ, elements, VALUE_UNDEFINED), false};
}

/* A --> B and the like, in which a name is that stands for a function; VALUE_UNDEFINED: none */
Value mapping_arrow(const Mapping *m, const Node *f)
{
  uint32_t i = mapping_name(m, f);
  Value set = i < m->count ? m->sets[i] : VALUE_UNDEFINED;
  if (value_is_none(set) || !is_lazy(set)) return VALUE_UNDEFINED;
  uint32_t what = lazy_what(m->r->s, set);
  bool arrow = lazy_is_arrow(what);
  return arrow && ref_arrow_demands((LazyKind) what).functional ? set : VALUE_UNDEFINED;
}

static Cover applied_cover(Mapping *m, const Node *node)
{
  Value arrow = mapping_arrow(m, node->kids[0]);
  if (!value_is_none(arrow)) return (Cover){lazy_part(m->r->s, arrow, 1), false};
  if (is_assumed(m, node)) return (Cover){m->r->hypothesis->range, false};
  if (!mapping_closes(m, node->kids[0]) || mapping_mentions_itself(m, node->kids[0]))
    return anything(m, node);
  Value f = ref_eval(m->r, node->kids[0]);
  if (value_is_none(f)) return anything(m, node);
  return (Cover){cover_side(m->r, ref_shape(m->r, node->kids[0]), f, false).set, false};
}

static Cover closed_cover(Mapping *m, const Node *node)
{
  Value v = ref_eval(m->r, node);
  if (value_is_none(v)) return anything(m, node);
  return if_made(m, node, ref_singleton(m->r, ref_shape(m->r, node), v),
                 mapping_has_values(m, NULL));
}

/* An integer of which a set and bounds are known. */
static Cover narrowed(Mapping *m, Cover c, const Node *node)
{
  if (c.exact) return c;
  Value bounds = integer_cover(m, node).set;
  Value both = ref_intersection(m->r, shape_integer(m->r->e->shapes), c.set, bounds);
  return value_is_none(both) ? c : (Cover){both, false};
}

static Cover cover_of(Mapping *m, const Node *node)
{
  node = node_bare(node);
  uint32_t i = mapping_name(m, node);
  if (i < m->names->count && (!m->value || i < m->count) && !mapping_is_integer(m, node))
    return (Cover){m->sets[i], mapping_has_values(m, node)};
  switch ((NodeKind) node->kind) {
  case NODE_TYPED: return mapping_cover(m, node->kids[0]);
  case NODE_IF_EXPR: return branches_cover(m, node);
  case NODE_MAPLET: return pair_cover(m, node);
  default: break;
  }
  if (mapping_closes(m, node) && !mapping_mentions_itself(m, node)) return closed_cover(m, node);
  if (i < m->names->count)
    return narrowed(m, (Cover){m->sets[i], mapping_has_values(m, node)}, node);
  switch ((NodeKind) node->kind) {
  case NODE_SET_EXT: return listed_cover(m, node);
  case NODE_UNION:
  case NODE_INTERSECTION:
  case NODE_SET_MINUS: return subset_cover(m, node);
  case NODE_APPLY: return applied_cover(m, node);
  case NODE_MIN:
  case NODE_MAX:
  case NODE_FIRST:
  case NODE_LAST:
  case NODE_TAIL:
  case NODE_FRONT:
  case NODE_REV: return part_cover(m, node);
  default: return mapping_is_integer(m, node) ? integer_cover(m, node) : anything(m, node);
  }
}

Cover mapping_cover(Mapping *m, const Node *node)
{
  Cover c = cover_of(m, node);
  assert(!value_is_none(c.set));
  return c;
}

Cover mapping_range(Mapping *m)
{
  uint32_t last = m->names->count - 1;
  if (m->empty) return (Cover){VALUE_EMPTY_SET, true};
  if (!m->value) return (Cover){m->sets[last], mapping_has_values(m, m->names->kids[last])};
  Cover c = mapping_cover(m, m->value);
  c.exact = c.exact && mapping_is_defined(m);
  return c;
}

bool mapping_is_constant(const Mapping *m) { return m->value && mapping_closes(m, m->value); }
