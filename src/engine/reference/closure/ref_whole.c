#include <assert.h>

#include "engine/reference/closure/ref_closure_impl.h"
#include "engine/reference/closure/ref_mapping.h"
#include "value/relation.h"

/* Relations that are not written out, looked at as a whole: domain, range, whether they are
 * functions and whether these are injective, as far as their form tells. */

static Value part(Reference *r, Value v, uint32_t i) { return lazy_part(r->s, v, i); }

static const Shape *turned(Reference *r, const Shape *relation)
{
  const Shape *pair = relation->args[0];
  return shape_set(r->e->shapes, shape_pair(r->e->shapes, pair->args[1], pair->args[0]));
}

/* Only what is TRUE for sure. */
static Truth if_true(Truth t) { return t == TRUTH_TRUE ? t : TRUTH_UNKNOWN; }

/* ------------------------------------------------------------ domain and range */

static Cover unknown_side(Reference *r, const Shape *side)
{
  return (Cover){ref_whole_type(r, side), false};
}

static Cover checked(Reference *r, const Shape *side, Value set, bool exact)
{
  return value_is_none(set) ? unknown_side(r, side) : (Cover){set, exact};
}

Truth cover_within(Reference *r, const Shape *element, Cover c, Value set)
{
  Truth t = ref_included(r, element, c.set, set);
  return t == TRUTH_FALSE && !c.exact ? TRUTH_UNKNOWN : t;
}

Truth cover_holds(Reference *r, const Shape *element, Cover c, Value set)
{
  Truth t = ref_included(r, element, set, c.set);
  return t == TRUTH_TRUE && !c.exact ? TRUTH_UNKNOWN : t;
}

/* Operands without a value have no sides that are known. */
static Cover united_sides(Reference *r, const Shape *relation, Value a, Value b, bool domain)
{
  const Shape *side = relation->args[0]->args[!domain];
  if (value_is_none(a) || value_is_none(b)) return unknown_side(r, side);
  Cover ca = cover_side(r, relation, a, domain), cb = cover_side(r, relation, b, domain);
  return checked(r, side, ref_union(r, side, ca.set, cb.set), ca.exact && cb.exact);
}

/* S <| r, S <<| r: the side that is restricted, and the other one */
static Cover restricted_side(Reference *r, const Shape *relation, Value set, Value base, bool mine,
                             bool domain, bool wanted)
{
  const Shape *pair = relation->args[0];
  Cover whole = cover_side(r, relation, base, domain);
  if (mine) {
    const Shape *side = pair->args[!domain];
    Value rest = wanted ? ref_intersection(r, side, whole.set, set)
                        : ref_difference(r, side, whole.set, set);
    return checked(r, side, rest, whole.exact);
  }
  if (is_lazy(base) && lazy_what(r->s, base) == LAZY_ID)
    return restricted_side(r, relation, set, base, true, domain, wanted);
  Cover other = cover_side(r, relation, base, !domain);
  bool all = wanted && ref_included(r, pair->args[domain], other.set, set) == TRUTH_TRUE;
  return (Cover){whole.set, whole.exact && all};
}

/* Of A*B, prj1(A,B) and the like: this set, if the other one is not empty. */
static Cover side_of_product(Reference *r, Value set, const Shape *other_shape, Value other)
{
  Truth empty = ref_is_empty(r, other_shape, other);
  if (empty == TRUTH_TRUE) return (Cover){VALUE_EMPTY_SET, true};
  return (Cover){set, empty == TRUTH_FALSE};
}

static Cover side_of_projection(Reference *r, const Shape *relation, Value f, bool domain)
{
  const Shape *pair = relation->args[0], *from = pair->args[0];
  Value a = part(r, f, 0), b = part(r, f, 1);
  if (domain) return checked(r, from, ref_product(r, from, a, b, SPAN_NONE), true);
  bool is_first = lazy_what(r->s, f) == LAZY_PRJ1;
  return side_of_product(r, is_first ? a : b, from->args[is_first], is_first ? b : a);
}

/* first through a, then through b */
static Cover side_through(Reference *r, const Shape *ra, Value a, const Shape *rb, Value b,
                          bool domain)
{
  const Shape *middle = ra->args[0]->args[1];
  Cover mine = domain ? cover_side(r, ra, a, true) : cover_side(r, rb, b, false);
  Cover before = cover_side(r, ra, a, false), after = cover_side(r, rb, b, true);
  Truth all = domain ? if_true(ref_included(r, middle, before.set, after.set))
                     : if_true(ref_included(r, middle, after.set, before.set));
  bool meets = all == TRUTH_TRUE && (domain ? after.exact : before.exact);
  return (Cover){mine.set, mine.exact && meets};
}

/* The operands of a closure that is an operator; false: they have no values. */
typedef struct {
  Value a, b;
  const Shape *ra, *rb;
} Operands;

static bool operands(Reference *r, const Closure *c, Value closure, Operands *o)
{
  Value v[2], none;
  const Node *node = c->node;
  if (node->count != 2 || !closure_operands(r, c, closure, v, &none)) return false;
  bool turn = node->kind == NODE_CIRC;
  *o = (Operands){v[turn], v[!turn], ref_shape(r, node->kids[turn]),
                  ref_shape(r, node->kids[!turn])};
  return true;
}

static Cover side_of_operator(Reference *r, const Shape *relation, const Closure *c, Value f,
                              bool domain)
{
  const Shape *side = relation->args[0]->args[!domain];
  Operands o;
  NodeKind kind = c->node->kind;
  if (kind == NODE_UNION)
    return united_sides(r, relation, closure_part_of_union(r, c->node, 0),
                        closure_part_of_union(r, c->node, 1), domain);
  bool known = kind == NODE_COMPOSE || kind == NODE_CIRC || kind == NODE_PARALLEL ||
               kind == NODE_DIRECT_PRODUCT;
  if (!known || !operands(r, c, f, &o)) return unknown_side(r, side);
  if (kind == NODE_COMPOSE || kind == NODE_CIRC)
    return side_through(r, o.ra, o.a, o.rb, o.b, domain);
  Cover a = cover_side(r, o.ra, o.a, domain), b = cover_side(r, o.rb, o.b, domain);
  if (domain && kind == NODE_DIRECT_PRODUCT)
    return checked(r, side, ref_intersection(r, side, a.set, b.set), a.exact && b.exact);
  bool exact = a.exact && b.exact && kind == NODE_PARALLEL;
  return checked(r, side, ref_product(r, side, a.set, b.set, SPAN_NONE), exact);
}

static Cover side_of_closure(Reference *r, const Shape *relation, Value f, bool domain)
{
  Mapping m;
  const Shape *side = relation->args[0]->args[!domain];
  if (mapping_enter(&m, r, f)) {
    Cover c;
    if (mapping_is_relation(&m)) c = domain ? mapping_domain(&m) : mapping_range(&m);
    else {
      Cover all = mapping_elements(&m);
      c = cover_side(r, relation, all.set, domain);
      c.exact = c.exact && all.exact;
    }
    mapping_leave(&m);
    return checked(r, side, c.set, c.exact);
  }
  const Closure *c = closure_enter(r, f);
  Cover found = side_of_operator(r, relation, c, f, domain);
  closure_leave(r, c);
  return found;
}

static Cover lazy_side(Reference *r, const Shape *relation, Value f, bool domain)
{
  const Shape *pair = relation->args[0], *side = pair->args[!domain];
  uint32_t what = lazy_what(r->s, f);
  Value a = lazy_count(r->s, f) > 0 ? part(r, f, 0) : VALUE_EMPTY_SET;
  Value b = lazy_count(r->s, f) > 1 ? part(r, f, 1) : VALUE_EMPTY_SET;
  switch ((LazyKind) what) {
  case LAZY_PRODUCT: return side_of_product(r, domain ? a : b, pair->args[domain], domain ? b : a);
  case LAZY_ID: return (Cover){a, true};
  case LAZY_SUCC:
  case LAZY_PRED: return (Cover){ref_whole_type(r, side), true};
  case LAZY_PRJ1:
  case LAZY_PRJ2: return side_of_projection(r, relation, f, domain);
  case LAZY_CONSTRUCTOR: return domain ? (Cover){b, true} : unknown_side(r, side);
  case LAZY_UNION: return united_sides(r, relation, a, b, domain);
  case LAZY_OVERRIDE: {
    Cover c = united_sides(r, relation, a, b, domain);
    c.exact = c.exact && domain;
    return c;
  }
  case LAZY_INVERSE: return cover_side(r, turned(r, relation), a, !domain);
  case LAZY_CLOSURE1: return cover_side(r, relation, a, domain);
  case LAZY_DOM_RESTRICT: return restricted_side(r, relation, a, b, domain, domain, true);
  case LAZY_DOM_SUBTRACT: return restricted_side(r, relation, a, b, domain, domain, false);
  case LAZY_RAN_RESTRICT: return restricted_side(r, relation, b, a, !domain, domain, true);
  case LAZY_RAN_SUBTRACT: return restricted_side(r, relation, b, a, !domain, domain, false);
  case LAZY_INTERSECTION:
  case LAZY_DIFFERENCE: return (Cover){cover_side(r, relation, a, domain).set, false};
  default: return unknown_side(r, side);
  }
}

static Cover side_of(Reference *r, const Shape *relation, Value f, bool domain)
{
  const Shape *pair = relation->args[0];
  if (is_lazy(f) && lazy_what(r->s, f) >= LAZY_CLOSURE)
    return side_of_closure(r, relation, f, domain);
  if (is_lazy(f)) return lazy_side(r, relation, f, domain);
  if (value_holds_lazy(r->s, f)) return unknown_side(r, pair->args[!domain]);
  return (Cover){domain ? rel_domain(r->s, pair, f) : rel_range(r->s, pair, f), true};
}

Cover cover_side(Reference *r, const Shape *relation, Value f, bool domain)
{
  assert(shape_is_relation(relation) && !value_is_none(f));
  Cover c = side_of(r, relation, f, domain);
  assert(!value_is_none(c.set));
  return c;
}

/* ------------------------------------------------------------------- functions */

static Truth is_functional(Reference *, const Shape *relation, Value, bool inverse);

/* A*B: is B a single element, or A empty? */
static Truth is_product_functional(Reference *r, const Shape *from, Value a, const Shape *to,
                                   Value b)
{
  Truth no_a = ref_is_empty(r, from, a);
  if (no_a == TRUTH_TRUE) return TRUTH_TRUE;
  Truth finite = ref_is_finite(r, to, b), few = finite == TRUTH_FALSE ? TRUTH_FALSE : TRUTH_UNKNOWN;
  if (finite == TRUTH_TRUE) {
    Value card = ref_cardinality(r, to, b, SPAN_NONE);
    if (!value_is_none(card)) few = truth_of(int_compare(r->s, card, value_small(1)) <= 0);
  }
  return few == TRUTH_FALSE && no_a != TRUTH_FALSE ? TRUTH_UNKNOWN : few;
}

/* a \/ b: both are, and they agree where both have values */
static Truth is_union_functional(Reference *r, const Shape *relation, Value a, Value b,
                                 bool inverse)
{
  const Shape *from = relation->args[0]->args[inverse], *to = relation->args[0]->args[1];
  if (value_is_none(a) || value_is_none(b)) return TRUTH_UNKNOWN;
  Truth t =
      truth_and(is_functional(r, relation, a, inverse), is_functional(r, relation, b, inverse));
  if (t != TRUTH_TRUE) return t;
  Value common = ref_intersection(r, from, cover_side(r, relation, a, !inverse).set,
                                  cover_side(r, relation, b, !inverse).set);
  if (value_is_none(common)) return TRUTH_UNKNOWN;
  if (ref_is_empty(r, from, common) == TRUTH_TRUE) return TRUTH_TRUE;
  Values all = {0};
  Value none;
  if (inverse || is_lazy(common) || !ref_elements(r, from, common, SPAN_NONE, &all, &none))
    return TRUTH_UNKNOWN;
  for (uint32_t i = 0; i < all.len && t == TRUTH_TRUE; i++) {
    Value ia = ref_image(r, relation, a, all.data[i], SPAN_NONE);
    Value ib = value_is_none(ia) ? ia : ref_image(r, relation, b, all.data[i], SPAN_NONE);
    if (value_is_none(ib)) t = TRUTH_UNKNOWN;
    else if (!value_is_empty_set(ia) && !value_is_empty_set(ib))
      t = reference_equal(r, shape_set(r->e->shapes, to), ia, ib);
  }
  vec_free(&all);
  return t;
}

static Truth closure_is_functional(Reference *r, const Shape *relation, Value f, bool inverse)
{
  Mapping m;
  if (mapping_enter(&m, r, f)) {
    bool sure =
        mapping_is_relation(&m) &&
        (inverse ? mapping_is_injective(&m) : mapping_is_function(&m) && mapping_is_defined(&m));
    Cover all = mapping_is_relation(&m) ? (Cover){VALUE_UNKNOWN, false} : mapping_elements(&m);
    mapping_leave(&m);
    if (sure) return TRUTH_TRUE;
    if (value_is_none(all.set)) return TRUTH_UNKNOWN;
    Truth t = inverse ? cover_is_injective(r, relation, all.set)
                      : cover_is_function(r, relation, all.set);
    return t == TRUTH_FALSE && !all.exact ? TRUTH_UNKNOWN : t;
  }
  const Closure *c = closure_enter(r, f);
  NodeKind kind = c->node->kind;
  Truth t = TRUTH_UNKNOWN;
  Operands o;
  if (kind == NODE_UNION)
    t = is_union_functional(r, relation, closure_part_of_union(r, c->node, 0),
                            closure_part_of_union(r, c->node, 1), inverse);
  else if ((kind == NODE_COMPOSE || kind == NODE_CIRC || kind == NODE_PARALLEL ||
            kind == NODE_DIRECT_PRODUCT) &&
           operands(r, c, f, &o)) {
    Truth a = is_functional(r, o.ra, o.a, inverse), b = is_functional(r, o.rb, o.b, inverse);
    bool either = inverse && kind == NODE_DIRECT_PRODUCT; /* one component tells the argument */
    t = if_true(either && a == TRUTH_TRUE ? a : either && b == TRUTH_TRUE ? b : truth_and(a, b));
  }
  closure_leave(r, c);
  return t;
}

/* Has no x two partners; if `inverse`, no y? */
static Truth is_functional(Reference *r, const Shape *relation, Value f, bool inverse)
{
  assert(shape_is_relation(relation) && !value_is_none(f));
  const Shape *pair = relation->args[0];
  if (!is_lazy(f)) {
    if (value_holds_lazy(r->s, f)) return TRUTH_UNKNOWN;
    return truth_of(inverse ? rel_is_injective(r->s, pair, f) : rel_is_function(r->s, pair, f));
  }
  uint32_t what = lazy_what(r->s, f);
  if (what >= LAZY_CLOSURE) return closure_is_functional(r, relation, f, inverse);
  Value a = lazy_count(r->s, f) > 0 ? part(r, f, 0) : VALUE_EMPTY_SET;
  Value b = lazy_count(r->s, f) > 1 ? part(r, f, 1) : VALUE_EMPTY_SET;
  switch ((LazyKind) what) {
  case LAZY_PRODUCT:
    return inverse ? is_product_functional(r, pair->args[1], b, pair->args[0], a)
                   : is_product_functional(r, pair->args[0], a, pair->args[1], b);
  case LAZY_ID:
  case LAZY_SUCC:
  case LAZY_PRED:
  case LAZY_CONSTRUCTOR: return TRUTH_TRUE;
  case LAZY_PRJ1:
    return inverse ? is_product_functional(r, pair->args[0]->args[0], a, pair->args[0]->args[1], b)
                   : TRUTH_TRUE;
  case LAZY_PRJ2:
    return inverse ? is_product_functional(r, pair->args[0]->args[1], b, pair->args[0]->args[0], a)
                   : TRUTH_TRUE;
  case LAZY_INVERSE: return is_functional(r, turned(r, relation), a, !inverse);
  case LAZY_UNION: return is_union_functional(r, relation, a, b, inverse);
  case LAZY_OVERRIDE:
    return inverse ? TRUTH_UNKNOWN
                   : truth_and(if_true(is_functional(r, relation, a, false)),
                               is_functional(r, relation, b, false));
  case LAZY_DOM_RESTRICT:
  case LAZY_DOM_SUBTRACT: return if_true(is_functional(r, relation, b, inverse));
  case LAZY_RAN_RESTRICT:
  case LAZY_RAN_SUBTRACT:
  case LAZY_INTERSECTION:
  case LAZY_DIFFERENCE: return if_true(is_functional(r, relation, a, inverse));
  default: return TRUTH_UNKNOWN;
  }
}

Truth cover_is_function(Reference *r, const Shape *relation, Value f)
{
  return is_functional(r, relation, f, false);
}

Truth cover_is_injective(Reference *r, const Shape *relation, Value f)
{
  return is_functional(r, relation, f, true);
}

/* ----------------------------------------------------------------- definedness */

static bool is_defined_closure(Reference *r, Value v)
{
  Mapping m;
  const Node *node = closure_node(r, v);
  if (node->kind == NODE_COMPREHENSION) return true; /* what is undefined is no element */
  if (mapping_enter(&m, r, v)) {
    bool defined = mapping_is_defined(&m);
    mapping_leave(&m);
    return defined;
  }
  const Closure *c = closure_enter(r, v);
  Value parts[2], none;
  bool unite = node->kind == NODE_UNION, known = node->count <= 2;
  for (uint32_t i = 0; i < 2 && unite; i++)
    known = known && !value_is_none(parts[i] = closure_part_of_union(r, node, i));
  if (!unite) known = known && closure_operands(r, c, v, parts, &none);
  bool binder =
      node->kind == NODE_LAMBDA || node->kind == NODE_IMAGE_SET || node->kind == NODE_QUANT_UNION;
  for (uint32_t i = 0; i < node->count && known && !binder; i++)
    known = cover_is_surely_defined(r, parts[i]);
  closure_leave(r, c);
  return known && !binder;
}

bool cover_is_surely_defined(Reference *r, Value v)
{
  if (!is_lazy(v)) return !value_holds_lazy(r->s, v);
  if (lazy_what(r->s, v) >= LAZY_CLOSURE) return is_defined_closure(r, v);
  for (uint32_t i = 0; i < lazy_count(r->s, v); i++)
    if (!cover_is_surely_defined(r, part(r, v, i))) return false;
  return true;
}

/* ------------------------------------------------------------------- inclusion */

/* The elements of a closure given by a predicate, of dom(r) or of ran(r). */
static bool elements_cover(Reference *r, Value set, Cover *c)
{
  Mapping m;
  Value v, none;
  if (!is_lazy(set) || lazy_what(r->s, set) < LAZY_CLOSURE) return false;
  const Node *node = closure_node(r, set);
  if (mapping_enter(&m, r, set)) {
    *c = mapping_elements(&m);
    mapping_leave(&m);
    return !value_is_none(c->set);
  }
  if (node->kind != NODE_DOM && node->kind != NODE_RAN) return false;
  const Closure *closure = closure_enter(r, set);
  bool known = closure_operands(r, closure, set, &v, &none);
  if (known) *c = cover_side(r, ref_shape(r, node->kids[0]), v, node->kind == NODE_DOM);
  closure_leave(r, closure);
  return known;
}

/* A relation in A*B: its domain in A, its range in B */
static Truth is_in_product(Reference *r, const Shape *pair, Value f, Value product)
{
  const Shape *relation = shape_set(r->e->shapes, pair);
  return truth_and(
      cover_within(r, pair->args[0], cover_side(r, relation, f, true), part(r, product, 0)),
      cover_within(r, pair->args[1], cover_side(r, relation, f, false), part(r, product, 1)));
}

/* A*B in a function that has only one value. */
static Truth holds_product(Reference *r, const Shape *pair, Value product, Value f)
{
  const Shape *relation = shape_set(r->e->shapes, pair);
  Cover domain = cover_side(r, relation, f, true), range = cover_side(r, relation, f, false);
  if (is_lazy(range.set) || set_card(r->s, range.set) != 1) return TRUTH_UNKNOWN;
  return if_true(truth_and(cover_holds(r, pair->args[0], domain, part(r, product, 0)),
                           ref_included(r, pair->args[1], part(r, product, 1), range.set)));
}

static bool is_product(Reference *r, Value v)
{
  return is_lazy(v) && lazy_what(r->s, v) == LAZY_PRODUCT;
}

Truth cover_included(Reference *r, const Shape *element, Value a, Value b)
{
  Cover c;
  Truth t = TRUTH_UNKNOWN;
  if (!cover_is_surely_defined(r, a) || !cover_is_surely_defined(r, b)) return t;
  if (elements_cover(r, a, &c)) t = cover_within(r, element, c, b);
  if (t != TRUTH_TRUE && t != TRUTH_FALSE && elements_cover(r, b, &c))
    t = cover_holds(r, element, c, a);
  if (t == TRUTH_TRUE || t == TRUTH_FALSE || element->kind != SHAPE_PAIR) return t;
  if (is_product(r, b) && !is_product(r, a)) t = is_in_product(r, element, a, b);
  else if (is_product(r, a) && !is_product(r, b)) t = holds_product(r, element, a, b);
  return t;
}

/* A set is as large as the domain of a function that it is: this, or all elements. */
static bool cover_as_large(Reference *r, const Shape *element, Value closure, Cover *c,
                           const Shape **shape)
{
  Mapping m;
  if (!mapping_enter(&m, r, closure)) return false;
  bool function = m.value != NULL;
  *shape = function ? element->args[0] : element;
  *c = function ? mapping_domain(&m) : mapping_elements(&m);
  mapping_leave(&m);
  return !value_is_none(c->set);
}

Truth cover_finite(Reference *r, const Shape *element, Value closure)
{
  Cover c;
  const Shape *shape;
  if (!cover_as_large(r, element, closure, &c, &shape)) return TRUTH_UNKNOWN;
  Truth t = ref_is_finite(r, shape, c.set);
  return t == TRUTH_FALSE && !c.exact ? TRUTH_UNKNOWN : t;
}

Value cover_count(Reference *r, const Shape *element, Value closure, Span span)
{
  Cover c;
  const Shape *shape;
  if (!cover_as_large(r, element, closure, &c, &shape) || !c.exact) return VALUE_UNKNOWN;
  bool closed = is_lazy(c.set) && lazy_what(r->s, c.set) >= LAZY_CLOSURE;
  return closed ? VALUE_UNKNOWN : ref_cardinality(r, shape, c.set, span);
}
