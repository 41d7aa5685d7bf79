#include "engine/reference/ref_mapping.h"

#include "engine/reference/library.h"

/* The value of a mapping, for all its arguments at once: in which set it lies, whether it is always
 * defined, whether the arguments follow from it. */

static bool is_integer(const Mapping *m, const Node *node)
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

static Bounds bounds_at(const Mapping *m, const Node *node)
{
  BoundsProblem p = problem(m);
  return bounds_of(&p, node);
}

/* ------------------------------------------------------------------ branches */

/* The comparison that holds where this one does not; NULL: there is none. */
static const Node *negation(const Mapping *m, const Node *c)
{
  static const NodeKind others[][2] = {{NODE_LESS, NODE_GREATER_EQUAL},
                                       {NODE_LESS_EQUAL, NODE_GREATER},
                                       {NODE_EQUAL, NODE_NOT_EQUAL},
                                       {NODE_MEMBER, NODE_NOT_MEMBER}};
  for (uint32_t i = 0; i < 4; i++)
    for (uint32_t j = 0; j < 2; j++)
      if (c->kind == others[i][j])
        return node_binary(m->r->e->scratch, others[i][!j], c->span, c->kids[0], c->kids[1]);
  return NULL;
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

/* IF P THEN … : what else is known of the names, for the n-th branch. */
typedef struct {
  uint32_t conjuncts;
  Bounds *bounds;
  Value *sets;
  bool empty;
} Assumed;

static Assumed assume_branch(Mapping *m, const Node *node, uint32_t branch)
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

static void forget_branch(Mapping *m, Assumed before)
{
  m->conjuncts.len = before.conjuncts;
  m->empty = before.empty;
  m->assumed--;
  for (uint32_t i = 0; i < m->names->count; i++)
    m->bounds[i] = before.bounds[i], m->sets[i] = before.sets[i];
}

static const Node *branch_value(const Node *node, uint32_t branch)
{
  uint32_t last = node->count - 1;
  return node->kids[2 * branch + 1 < last ? 2 * branch + 1 : last];
}

static uint32_t branches_of(const Node *node) { return (node->count + 1) / 2; }

/* ----------------------------------------------------------------- recursion */

static bool contains(const Node *tree, const Node *node)
{
  if (tree == node) return true;
  for (uint32_t i = 0; i < tree->count; i++)
    if (contains(tree->kids[i], node)) return true;
  return false;
}

/* The value of a name that is a constant function; VALUE_UNDEFINED: it is none. */
static Value function_named(const Mapping *m, const Node *f)
{
  f = node_bare(f);
  Value v = VALUE_UNDEFINED;
  if (f->kind != NODE_IDENT || f->symbol->kind != SYMBOL_CONSTANT) return v;
  if (!reference_lookup(m->r, f->symbol, &v)) v = m->r->e->constants[f->symbol->index];
  return is_lazy(v) && lazy_what(m->r->s, v) >= LAZY_CLOSURE ? v : VALUE_UNDEFINED;
}

/* Is it a function that is being looked at, itself or by way of another one? */
static bool is_recursion(const Mapping *m, const Node *f)
{
  Value v = function_named(m, f);
  if (value_is_none(v)) return false;
  for (; m; m = m->outer)
    if (contains(closure_node(m->r, v), m->c->node)) return true;
  return false;
}

/* Is it a call of the function whose values are assumed to be in a set? */
static bool is_assumed(const Mapping *m, const Node *call)
{
  return m->r->hypothesis && call->kind == NODE_APPLY &&
         value_same(function_named(m, call->kids[0]), m->r->hypothesis->function);
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

static bool mentions_itself(const Mapping *m, const Node *node)
{
  if (is_recursion(m, node)) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (mentions_itself(m, node->kids[i])) return true;
  return false;
}

/* -------------------------------------------------------------------- values */

static Cover cover_of(Mapping *, const Node *);

static Cover anything(const Mapping *m, const Node *node)
{
  return (Cover){ref_whole_type(m->r, ref_shape(m->r, node)), false};
}

static Cover branches_cover(Mapping *m, const Node *node)
{
  const Shape *shape = ref_shape(m->r, node);
  Cover all = {VALUE_EMPTY_SET, false};
  for (uint32_t i = 0; i < branches_of(node); i++) {
    Assumed before = assume_branch(m, node, i);
    Cover one = m->empty ? (Cover){VALUE_EMPTY_SET, false} : cover_of(m, branch_value(node, i));
    forget_branch(m, before);
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
  if (depth > MOST_SUMS || !is_modest(bounds_at(m, node))) return false;
  if (node->kind == NODE_NEGATE) return is_shifted(m, node->kids[0], depth + 1);
  if (node->kind != NODE_ADD && node->kind != NODE_MINUS)
    return mapping_name(m, node) < m->names->count;
  for (uint32_t i = 0; i < 2; i++)
    if (mapping_closes(m, node->kids[!i]) && is_modest(bounds_at(m, node->kids[!i])))
      return is_shifted(m, node->kids[i], depth + 1);
  return false;
}

static uint32_t only_name(const Mapping *m, const Node *node)
{
  uint32_t i = 0;
  while (i < m->names->count && !ref_mentions(node, m->symbols[i])) i++;
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
  Bounds b = bounds_at(m, node);
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
    if (ref_mentions(a, m->symbols[i]) && ref_mentions(b, m->symbols[i])) return true;
  return false;
}

static Cover pair_cover(Mapping *m, const Node *node)
{
  Cover a = cover_of(m, node->kids[0]), b = cover_of(m, node->kids[1]);
  bool exact = a.exact && b.exact && !share_a_name(m, node->kids[0], node->kids[1]);
  return (Cover){ref_product(m->r, ref_shape(m->r, node), a.set, b.set, SPAN_NONE), exact};
}

/* {E,F}: a finite set of values of E and F */
static Cover listed_cover(Mapping *m, const Node *node)
{
  Value all = VALUE_EMPTY_SET;
  for (uint32_t i = 0; i < node->count && !value_is_none(all); i++)
    all = ref_union(m->r, ref_element_shape(m->r, node), all, cover_of(m, node->kids[i]).set);
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
  Value a = cover_of(m, node->kids[0]).set, b = cover_of(m, node->kids[1]).set;
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
  Value all = cover_of(m, node->kids[0]).set;
  uint32_t what = is_lazy(all) ? lazy_what(m->r->s, all) : LAZY_INTEGER;
  bool extreme = node->kind == NODE_MIN || node->kind == NODE_MAX;
  if (extreme ? !is_family(m, all) : what < LAZY_SEQ || what > LAZY_PERM) return anything(m, node);
  Value elements = lazy_part(m->r->s, all, 0);
  if (node->kind != NODE_TAIL && node->kind != NODE_FRONT && node->kind != NODE_REV)
    return (Cover){elements, false};
  return (Cover){ref_lazy(m->r, LAZY_SEQ, elements, VALUE_UNDEFINED), false};
}

/* A --> B and the like, in which a name is that stands for a function; VALUE_UNDEFINED: none */
static Value arrow_of(const Mapping *m, const Node *f)
{
  uint32_t i = mapping_name(m, f);
  Value set = i < m->count ? m->sets[i] : VALUE_UNDEFINED;
  if (value_is_none(set) || !is_lazy(set)) return VALUE_UNDEFINED;
  uint32_t what = lazy_what(m->r->s, set);
  bool arrow = what >= LAZY_RELATION && what <= LAZY_TOTAL_SURJ_REL;
  return arrow && ref_arrow_demands((LazyKind) what).functional ? set : VALUE_UNDEFINED;
}

static Cover applied_cover(Mapping *m, const Node *node)
{
  Value arrow = arrow_of(m, node->kids[0]);
  if (!value_is_none(arrow)) return (Cover){lazy_part(m->r->s, arrow, 1), false};
  if (is_assumed(m, node)) return (Cover){m->r->hypothesis->range, false};
  if (!mapping_closes(m, node->kids[0]) || mentions_itself(m, node->kids[0]))
    return anything(m, node);
  Value f = ref_eval(m->r, node->kids[0]);
  if (value_is_none(f)) return anything(m, node);
  return (Cover){cover_side(m->r, ref_shape(m->r, node->kids[0]), f, false).set, false};
}

static Cover closed_cover(Mapping *m, const Node *node)
{
  Value v = ref_eval(m->r, node);
  if (value_is_none(v)) return anything(m, node);
  return (Cover){ref_singleton(m->r, ref_shape(m->r, node), v), mapping_has_values(m, NULL)};
}

/* An integer of which a set and bounds are known. */
static Cover narrowed(Mapping *m, Cover c, const Node *node)
{
  if (c.exact) return c;
  Value bounds = integer_cover(m, node).set;
  Value both = ref_intersection(m->r, shape_integer(m->r->e->shapes), c.set, bounds);
  return value_is_none(both) ? c : (Cover){both, false};
}

/* A set that holds all values of the expression. */
static Cover cover_of(Mapping *m, const Node *node)
{
  node = node_bare(node);
  uint32_t i = mapping_name(m, node);
  if (i < m->names->count && (!m->value || i < m->count) && !is_integer(m, node))
    return (Cover){m->sets[i], mapping_has_values(m, node)};
  switch ((NodeKind) node->kind) {
  case NODE_TYPED: return cover_of(m, node->kids[0]);
  case NODE_IF_EXPR: return branches_cover(m, node);
  case NODE_MAPLET: return pair_cover(m, node);
  default: break;
  }
  if (mapping_closes(m, node) && !mentions_itself(m, node)) return closed_cover(m, node);
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
  default: return is_integer(m, node) ? integer_cover(m, node) : anything(m, node);
  }
}

Cover mapping_range(Mapping *m)
{
  uint32_t last = m->names->count - 1;
  if (m->empty) return (Cover){VALUE_EMPTY_SET, true};
  if (!m->value) return (Cover){m->sets[last], mapping_has_values(m, m->names->kids[last])};
  Cover c = cover_of(m, m->value);
  c.exact = c.exact && mapping_is_defined(m);
  return c;
}

bool mapping_is_constant(const Mapping *m) { return m->value && mapping_closes(m, m->value); }

/* ---------------------------------------------------------------- definedness */

/* Is it a constructor of a datatype of Event-B?  These take all values of a type. */
static bool is_total_constructor(const Node *node)
{
  const Symbol *symbol = node->kind == NODE_IDENT ? node->symbol : NULL;
  return symbol && symbol->kind == SYMBOL_CONSTRUCTOR && symbol->owner && symbol->owner->machine &&
         symbol->owner->machine->unit->eventb;
}

static bool is_defined(Mapping *, const Node *);

/* Lie all values of the expression in the set of the type? */
static bool lies_in(Mapping *m, const Node *node, LazyKind kind)
{
  const Shape *shape = ref_shape(m->r, node);
  const Shape *inner = kind >= LAZY_SEQ ? shape->args[0]->args[1] : shape_element(shape);
  Value all = ref_lazy(m->r, kind, ref_whole_type(m->r, inner), VALUE_UNDEFINED);
  return ref_included(m->r, shape, cover_of(m, node).set, all) == TRUTH_TRUE;
}

/* Arguments that a part of the definition of the function has, which is being looked at. */
static Value arguments_in(const Mapping *m, const Node *part)
{
  part = node_bare(part);
  const Shape *relation = ref_shape(m->r, part);
  for (const Mapping *outer = m; outer; outer = outer->outer)
    if (outer->c->node == part) return value_is_none(outer->whole) ? VALUE_EMPTY_SET : outer->whole;
  if (part->kind == NODE_UNION)
    return ref_union(m->r, relation->args[0]->args[0], arguments_in(m, part->kids[0]),
                     arguments_in(m, part->kids[1]));
  if (!mapping_closes(m, part) || mentions_itself(m, part)) return VALUE_EMPTY_SET;
  Value v = ref_eval(m->r, part);
  Cover domain =
      value_is_none(v) ? (Cover){VALUE_EMPTY_SET, false} : cover_side(m->r, relation, v, true);
  return domain.exact ? domain.set : VALUE_EMPTY_SET;
}

/* Does the function apply itself at arguments of its own only?  (That this comes to an end is asked
 * where the definition is taken for one.) */
static bool stays_inside(Mapping *m, const Node *apply)
{
  const Node *definition = closure_node(m->r, function_named(m, apply->kids[0]));
  Value inside = arguments_in(m, definition);
  return !value_is_none(inside) &&
         ref_included(m->r, ref_shape(m->r, apply->kids[1]), cover_of(m, apply->kids[1]).set,
                      inside) == TRUTH_TRUE;
}

static bool is_applicable(Mapping *m, const Node *node)
{
  const Node *f = node_bare(node->kids[0]);
  if (is_total_constructor(f)) return true;
  if (node->count != 2) return false; /* several arguments: only of constructors */
  if (is_recursion(m, f)) return stays_inside(m, node);
  Value arrow = arrow_of(m, f);
  if (!value_is_none(arrow) && ref_arrow_demands((LazyKind) lazy_what(m->r->s, arrow)).total)
    return ref_included(m->r, ref_shape(m->r, node->kids[1]), cover_of(m, node->kids[1]).set,
                        lazy_part(m->r->s, arrow, 0)) == TRUTH_TRUE;
  if (!mapping_closes(m, f)) return false;
  const Shape *relation = ref_shape(m->r, f);
  Value v = ref_eval(m->r, f);
  if (value_is_none(v)) return false;
  Cover domain = cover_side(m->r, relation, v, true);
  return domain.exact && cover_is_function(m->r, relation, v) == TRUTH_TRUE &&
         ref_included(m->r, relation->args[0]->args[0], cover_of(m, node->kids[1]).set,
                      domain.set) == TRUTH_TRUE;
}

static bool is_never_zero(Mapping *m, const Node *node)
{
  const Shape *integer = shape_integer(m->r->e->shapes);
  return reference_member(m->r, integer, value_small(0), cover_of(m, node).set) == TRUTH_FALSE;
}

/* Operators that are not defined for all operands. */
static bool is_defined_here(Mapping *m, const Node *node)
{
  const Type *first = node->count > 0 ? node->kids[0]->type : NULL;
  bool string = first && first->kind == TYPE_STRING;
  switch ((NodeKind) node->kind) {
  case NODE_DIVIDE: return is_integer(m, node) && is_never_zero(m, node->kids[1]);
  case NODE_MODULO:
    return bounds_at(m, node->kids[0]).low >= 0 && bounds_at(m, node->kids[1]).low > 0;
  case NODE_POWER: return is_integer(m, node) && bounds_at(m, node->kids[1]).low >= 0;
  case NODE_ADD:
  case NODE_MINUS:
  case NODE_TIMES:
  case NODE_NEGATE: return is_integer(m, node);
  case NODE_APPLY: return is_applicable(m, node);
  case NODE_CARD: return lies_in(m, node->kids[0], LAZY_FIN);
  case NODE_MIN:
  case NODE_MAX: return lies_in(m, node->kids[0], LAZY_FIN1);
  case NODE_SIZE:
  case NODE_REV: return string || lies_in(m, node->kids[0], LAZY_SEQ);
  case NODE_CONCAT:
    return string || (lies_in(m, node->kids[0], LAZY_SEQ) && lies_in(m, node->kids[1], LAZY_SEQ));
  case NODE_FIRST:
  case NODE_LAST:
  case NODE_TAIL:
  case NODE_FRONT: return lies_in(m, node->kids[0], LAZY_SEQ1);
  case NODE_EXTERNAL:
    return m->r->e->options.built_in && m->r->e->options.built_in->is_total(m->r, node);
  default: return false;
  }
}

/* Operators that are defined for all operands. */
static bool is_total(NodeKind kind)
{
  switch (kind) {
  case NODE_IDENT:
  case NODE_INTEGER_LIT:
  case NODE_STRING_LIT:
  case NODE_MAPLET:
  case NODE_SET_EXT:
  case NODE_EMPTY_SET:
  case NODE_EMPTY_SEQ:
  case NODE_SEQ_EXT:
  case NODE_REC:
  case NODE_ENTRY:
  case NODE_FIELD:
  case NODE_INTERVAL:
  case NODE_COMPOSE:
  case NODE_CIRC:
  case NODE_PARALLEL:
  case NODE_DIRECT_PRODUCT:
  case NODE_ID:
  case NODE_GEN_UNION:
  case NODE_UNION:
  case NODE_INTERSECTION:
  case NODE_SET_MINUS:
  case NODE_CARTESIAN:
  case NODE_BOOL_OF:
  case NODE_DOM:
  case NODE_RAN:
  case NODE_IMAGE:
  case NODE_INVERSE:
  case NODE_OVERRIDE:
  case NODE_DOM_RESTRICT:
  case NODE_DOM_SUBTRACT:
  case NODE_RAN_RESTRICT:
  case NODE_RAN_SUBTRACT: return true;
  default:
    return (kind >= NODE_RELATION && kind <= NODE_TOTAL_SURJ_REL) ||
           (kind >= NODE_POW && kind <= NODE_FIN1) || (kind >= NODE_SEQ && kind <= NODE_PERM) ||
           (kind >= NODE_IMPLIES && kind <= NODE_GREATER_EQUAL) ||
           (kind >= NODE_BTRUE && kind <= NODE_BFALSE) || (kind >= NODE_TRUE && kind <= NODE_FLOAT);
  }
}

static bool are_branches_defined(Mapping *m, const Node *node)
{
  bool defined = true;
  for (uint32_t i = 0; i < branches_of(node) && defined; i++) {
    defined = 2 * i + 1 >= node->count || is_defined(m, node->kids[2 * i]);
    Assumed before = assume_branch(m, node, i);
    defined = defined && (m->empty || is_defined(m, branch_value(node, i)));
    forget_branch(m, before);
  }
  return defined;
}

/* Has it a value whatever the arguments are? */
static bool is_defined(Mapping *m, const Node *node)
{
  node = node_bare(node);
  if (node->kind == NODE_IF_EXPR) return are_branches_defined(m, node);
  if (node->kind == NODE_TYPED) return is_defined(m, node->kids[0]);
  bool application = node->kind == NODE_APPLY;
  for (uint32_t i = application; i < node->count; i++)
    if (!is_defined(m, node->kids[i])) return false;
  return is_total(node->kind) || is_defined_here(m, node);
}

bool mapping_is_defined(Mapping *m)
{
  if (!m->value) return true;
  Fault fault = m->r->e->fault;
  bool defined = is_defined(m, m->value);
  m->r->e->fault = fault;
  return defined;
}

/* ---------------------------------------------------------------- injectivity */

/* Does it mention only names that are known? */
static bool is_known(const Mapping *m, const bool *known, const Node *node)
{
  for (uint32_t i = 0; i < m->names->count; i++)
    if (!known[i] && ref_mentions(node, m->symbols[i])) return false;
  return true;
}

/* x*x or x**2 with x >= 0 */
static bool is_growing_square(Mapping *m, const Node *node)
{
  const Node *a = node_bare(node->kids[0]), *b = node_bare(node->kids[1]);
  uint32_t i = mapping_name(m, a);
  if (i == UINT32_MAX || m->bounds[i].low < 0) return false;
  if (node->kind == NODE_TIMES) return mapping_name(m, b) == i;
  return node->kind == NODE_POWER && bounds_at(m, b).low > 0 && mapping_closes(m, b);
}

/* Which names follow from the value of the expression, once some are known? */
static void learn(Mapping *m, const Node *node, bool *known)
{
  node = node_bare(node);
  uint32_t name = mapping_name(m, node);
  if (name < m->names->count) known[name] = true;
  bool number = node->type && is_integer(m, node);
  switch ((NodeKind) node->kind) {
  case NODE_TYPED: learn(m, node->kids[0], known); break;
  case NODE_ADD:
  case NODE_MINUS:
    for (uint32_t i = 0; i < 2; i++)
      if (number && is_known(m, known, node->kids[!i])) learn(m, node->kids[i], known);
    break;
  case NODE_TIMES:
    for (uint32_t i = 0; i < 2; i++) {
      Bounds factor = number ? bounds_at(m, node->kids[!i]) : (Bounds){0, 0};
      if ((factor.low > 0 || factor.high < 0) && is_known(m, known, node->kids[!i]))
        learn(m, node->kids[i], known);
    }
    if (number && is_growing_square(m, node)) learn(m, node->kids[0], known);
    break;
  case NODE_POWER:
    if (number && is_growing_square(m, node)) learn(m, node->kids[0], known);
    break;
  case NODE_NEGATE:
    if (number) learn(m, node->kids[0], known);
    break;
  case NODE_SET_EXT:
    if (node->count == 1) learn(m, node->kids[0], known);
    break;
  case NODE_MAPLET:
  case NODE_REC:
  case NODE_ENTRY:
    for (uint32_t i = 0; i < node->count; i++) learn(m, node->kids[i], known);
    break;
  case NODE_APPLY: {
    const Node *f = node_bare(node->kids[0]);
    if (is_recursion(m, f) || !mapping_closes(m, f)) break;
    Value v = ref_eval(m->r, f);
    if (!value_is_none(v) && cover_is_injective(m->r, ref_shape(m->r, f), v) == TRUTH_TRUE)
      learn(m, node->kids[1], known);
    break;
  }
  default: break;
  }
}

bool mapping_is_function(const Mapping *m) { return m->value != NULL; }

bool mapping_is_injective(Mapping *m)
{
  if (!m->value || !mapping_is_defined(m)) return false;
  bool *known = arena_new_array(m->r->e->scratch, bool, m->names->count);
  for (uint32_t i = 0; i < m->names->count; i++) known[i] = i >= m->count;
  Fault fault = m->r->e->fault;
  for (uint32_t round = 0; round < m->count; round++) learn(m, m->value, known);
  m->r->e->fault = fault;
  for (uint32_t i = 0; i < m->count; i++)
    if (!known[i]) return false;
  return true;
}
