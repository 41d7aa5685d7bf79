#include "engine/reference/formula/formula.h"
#include "engine/reference/closure/ref_mapping.h"
#include "value/relation.h"

/* Relations: sets of pairs, taken pair by pair. */

static Value first(Reference *r, Value pair) { return pair_first(r->s, pair); }
static Value second(Reference *r, Value pair) { return pair_second(r->s, pair); }

/* So many pairs are left to the operators of the store, if these come to an end soon. */
enum { MANY = 1000 };

/* The most pairs that an operator makes: more than what is written out to begin with. */
static uint64_t most_pairs(const Reference *r)
{
  return 4 * (uint64_t) r->e->options.expansion_limit;
}

/* May one more pair be made? */
static bool has_room(Reference *r, const Values *pairs)
{
  if (pairs->len < most_pairs(r)) return ref_spend(r);
  engine_unknown(r->e, "a set is too large");
  return false;
}

static const Shape *from_shape(const Shape *relation) { return relation->args[0]->args[0]; }
static const Shape *to_shape(const Shape *relation) { return relation->args[0]->args[1]; }

/* ------------------------------------------------- operators, pair by pair */

typedef struct {
  Reference *r;
  const Node *node;
  const Shape *ra, *rb; /* shapes of the operands */
  Value a, b;
  Values pa, pb; /* their elements, if they are expanded */
} Operands;

static Value finish(Operands *o, Values *out)
{
  vec_free(&o->pa);
  vec_free(&o->pb);
  return ref_build(o->r, ref_element_shape(o->r, o->node), out);
}

static bool expand_a(Operands *o, Value *none)
{
  return ref_elements(o->r, shape_element(o->ra), o->a, o->node->span, &o->pa, none);
}

static bool expand_b(Operands *o, Value *none)
{
  bool known = ref_elements(o->r, shape_element(o->rb), o->b, o->node->span, &o->pb, none);
  if (!known) vec_free(&o->pa);
  return known;
}

static Value domain_or_range(Operands *o, bool domain)
{
  Values out = {0};
  Value none;
  if (is_lazy(o->a)) {
    Cover side = cover_side(o->r, o->ra, o->a, domain);
    if (side.exact) return side.set;
    return ref_lazy_or_explicit(o->r, domain ? from_shape(o->ra) : to_shape(o->ra),
                                closure_of_operator(o->r, o->node, (Value[]){o->a, o->b}),
                                o->node->span);
  }
  if (!expand_a(o, &none)) return none;
  for (uint32_t i = 0; i < o->pa.len; i++)
    vec_push(&out, domain ? first(o->r, o->pa.data[i]) : second(o->r, o->pa.data[i]));
  return finish(o, &out);
}

static Value inverse(Operands *o)
{
  Values out = {0};
  Value none;
  if (is_lazy(o->a)) {
    uint32_t what = lazy_what(o->r->s, o->a);
    if (what == LAZY_INVERSE) return lazy_part(o->r->s, o->a, 0);
    if (what == LAZY_ID) return o->a;
    if (what == LAZY_PRODUCT)
      return ref_lazy(o->r, LAZY_PRODUCT, lazy_part(o->r->s, o->a, 1), lazy_part(o->r->s, o->a, 0));
    if (what == LAZY_SUCC || what == LAZY_PRED)
      return ref_lazy(o->r, what == LAZY_SUCC ? LAZY_PRED : LAZY_SUCC, VALUE_UNDEFINED,
                      VALUE_UNDEFINED);
    return ref_lazy_or_explicit(o->r, ref_element_shape(o->r, o->node),
                                ref_lazy(o->r, LAZY_INVERSE, o->a, VALUE_UNDEFINED), o->node->span);
  }
  if (!expand_a(o, &none)) return none;
  for (uint32_t i = 0; i < o->pa.len; i++)
    vec_push(&out, value_pair(o->r->s, second(o->r, o->pa.data[i]), first(o->r, o->pa.data[i])));
  return finish(o, &out);
}

/* An infinite a, a finite b: for each pair y|->z of b, what a relates to y. */
static Value compose_backward(Reference *r, const Node *node, Value a, const Shape *ra, Value b,
                              const Shape *rb)
{
  const Shape *from = from_shape(ra), *to = to_shape(ra);
  const Shape *turned = shape_set(r->e->shapes, shape_pair(r->e->shapes, to, from));
  Value inverse = ref_lazy(r, LAZY_INVERSE, a, VALUE_UNDEFINED);
  Values pairs = {0}, out = {0};
  Value none;
  if (!ref_elements(r, shape_element(rb), b, node->span, &pairs, &none)) return none;
  for (uint32_t i = 0; i < pairs.len; i++) {
    Value origins = ref_image(r, turned, inverse, first(r, pairs.data[i]), node->span);
    Values all = {0};
    bool known =
        !value_is_none(origins) && ref_elements(r, from, origins, node->span, &all, &origins);
    for (uint32_t j = 0; j < all.len; j++)
      vec_push(&out, value_pair(r->s, all.data[j], second(r, pairs.data[i])));
    vec_free(&all);
    if (known) continue;
    vec_free(&pairs);
    vec_free(&out);
    return origins;
  }
  vec_free(&pairs);
  return ref_build(r, ref_element_shape(r, node), &out);
}

/* first through a, then through b */
static Value compose(Reference *r, const Node *node, Value a, const Shape *ra, Value b,
                     const Shape *rb)
{
  if (is_lazy(a) && ref_is_finite(r, shape_element(ra), a) != TRUTH_TRUE) {
    bool turned = node->kind == NODE_CIRC;
    Value result = is_lazy(b) ? VALUE_UNKNOWN : compose_backward(r, node, a, ra, b, rb);
    if (!value_same(result, VALUE_UNKNOWN)) return result;
    return closure_of_operator(r, node, (Value[]){turned ? b : a, turned ? a : b});
  }
  Values pairs = {0}, out = {0};
  Value none;
  if (!ref_elements(r, shape_element(ra), a, node->span, &pairs, &none)) return none;
  for (uint32_t i = 0; i < pairs.len; i++) {
    Value targets = ref_image(r, rb, b, second(r, pairs.data[i]), node->span);
    Values all = {0};
    bool known = !value_is_none(targets) &&
                 ref_elements(r, to_shape(rb), targets, node->span, &all, &targets);
    for (uint32_t j = 0; j < all.len && known; j++) {
      vec_push(&out, value_pair(r->s, first(r, pairs.data[i]), all.data[j]));
      known = has_room(r, &out);
      if (!known) targets = VALUE_UNKNOWN;
    }
    vec_free(&all);
    if (known) continue;
    vec_free(&pairs);
    vec_free(&out);
    return targets;
  }
  vec_free(&pairs);
  return ref_build(r, ref_element_shape(r, node), &out);
}

/* Keeps the pairs of a whose first (second) component is (not) in the set. */
static Value restricted(Reference *r, const Node *node, Value relation, const Shape *shape,
                        Value set, bool domain, bool wanted)
{
  const Shape *side = domain ? from_shape(shape) : to_shape(shape);
  if (is_lazy(relation)) {
    static const LazyKind kinds[2][2] = {{LAZY_RAN_SUBTRACT, LAZY_RAN_RESTRICT},
                                         {LAZY_DOM_SUBTRACT, LAZY_DOM_RESTRICT}};
    Value whole = domain ? ref_lazy(r, kinds[1][wanted], set, relation)
                         : ref_lazy(r, kinds[0][wanted], relation, set);
    return ref_lazy_or_explicit(r, shape->args[0], whole, node->span);
  }
  Values pairs = {0}, out = {0};
  Value none;
  if (!ref_elements(r, shape_element(shape), relation, node->span, &pairs, &none)) return none;
  for (uint32_t i = 0; i < pairs.len; i++) {
    Value part = domain ? first(r, pairs.data[i]) : second(r, pairs.data[i]);
    Truth t = reference_member(r, side, part, set);
    if (t != TRUTH_TRUE && t != TRUTH_FALSE) {
      vec_free(&pairs);
      vec_free(&out);
      return none_of_truth(t);
    }
    if ((t == TRUTH_TRUE) == wanted) vec_push(&out, pairs.data[i]);
  }
  vec_free(&pairs);
  return ref_build(r, shape_element(shape), &out);
}

/* b, and those pairs of a whose first component is not in the domain of b */
static Value override(Operands *o)
{
  Values out = {0};
  Value none;
  if (is_lazy(o->a)) return ref_overridden(o->r, o->ra, o->a, o->b);
  if (is_lazy(o->b)) return ref_lazy(o->r, LAZY_OVERRIDE, o->a, o->b);
  if (!expand_a(o, &none) || !expand_b(o, &none)) return none;
  Values firsts = {0};
  for (uint32_t i = 0; i < o->pb.len; i++) {
    vec_push(&firsts, first(o->r, o->pb.data[i]));
    vec_push(&out, o->pb.data[i]);
  }
  const Shape *from = from_shape(o->ra);
  Value domain = ref_build(o->r, from, &firsts);
  Truth t = value_is_none(domain) ? TRUTH_UNKNOWN : TRUTH_TRUE;
  for (uint32_t i = 0; i < o->pa.len && (t == TRUTH_TRUE || t == TRUTH_FALSE); i++) {
    t = reference_member(o->r, from, first(o->r, o->pa.data[i]), domain);
    if (t == TRUTH_FALSE) vec_push(&out, o->pa.data[i]);
  }
  Value result = finish(o, &out);
  return t == TRUTH_TRUE || t == TRUTH_FALSE ? result : none_of_truth(t);
}

/* >< joins equal first components, || pairs everything */
static Value joined(Operands *o, bool direct)
{
  Values out = {0};
  Value none;
  Store *s = o->r->s;
  if ((is_lazy(o->a) && ref_is_finite(o->r, shape_element(o->ra), o->a) != TRUTH_TRUE) ||
      (is_lazy(o->b) && ref_is_finite(o->r, shape_element(o->rb), o->b) != TRUTH_TRUE))
    return closure_of_operator(o->r, o->node, (Value[]){o->a, o->b});
  if (!expand_a(o, &none) || !expand_b(o, &none)) return none;
  bool known = true;
  bool ordered = direct && !value_holds_lazy(s, o->a) && !value_holds_lazy(s, o->b);
  for (uint32_t i = 0, from = 0; i < o->pa.len; i++)
    for (uint32_t j = ordered ? from : 0; j < o->pb.len && known; j++) {
      Value x = first(o->r, o->pa.data[i]), u = first(o->r, o->pb.data[j]);
      /* Both are in ascending order: what comes before is over, nothing comes after. */
      int order = ordered ? value_compare(s, u, x) : 0;
      if (order < 0) from = j + 1;
      if (order > 0) break;
      Value to = value_pair(s, second(o->r, o->pa.data[i]), second(o->r, o->pb.data[j]));
      Truth t = direct ? reference_equal(o->r, from_shape(o->ra), x, u) : TRUTH_TRUE;
      known = (t == TRUTH_TRUE || t == TRUTH_FALSE) && has_room(o->r, &out);
      if (t == TRUTH_TRUE) vec_push(&out, value_pair(s, direct ? x : value_pair(s, x, u), to));
    }
  if (known) return finish(o, &out);
  vec_free(&out);
  vec_free(&o->pa);
  vec_free(&o->pb);
  return VALUE_UNKNOWN;
}

/* Of a set that is not written out: the range of all, or of what is restricted to it. */
static Value image_as_whole(Operands *o)
{
  Reference *r = o->r;
  const Shape *from = from_shape(o->ra);
  Cover domain = cover_side(r, o->ra, o->a, true);
  bool all = ref_included(r, from, domain.set, o->b) == TRUTH_TRUE;
  Value part = all ? o->a : ref_lazy(r, LAZY_DOM_RESTRICT, o->b, o->a);
  Cover range = cover_side(r, o->ra, part, false);
  return range.exact ? range.set : VALUE_UNKNOWN;
}

static Value image_set(Operands *o)
{
  Reference *r = o->r;
  const Shape *to = to_shape(o->ra);
  Values out = {0};
  Value none;
  if (!is_lazy(o->a)) {
    if (!expand_a(o, &none)) return none;
    for (uint32_t i = 0; i < o->pa.len; i++) {
      Truth t = reference_member(r, from_shape(o->ra), first(r, o->pa.data[i]), o->b);
      if (t == TRUTH_TRUE) vec_push(&out, second(r, o->pa.data[i]));
      else if (t != TRUTH_FALSE) {
        vec_free(&o->pa);
        vec_free(&out);
        return none_of_truth(t);
      }
    }
    return finish(o, &out);
  }
  Value result = is_lazy(o->b) ? image_as_whole(o) : VALUE_UNKNOWN;
  if (!value_is_none(result)) return result;
  if (!expand_b(o, &none)) return none;
  result = VALUE_EMPTY_SET;
  for (uint32_t i = 0; i < o->pb.len && !value_is_none(result); i++) {
    Value next = ref_image(r, o->ra, o->a, o->pb.data[i], o->node->span);
    result = value_is_none(next) ? next : ref_union(r, to, result, next);
  }
  vec_free(&o->pb);
  return result;
}

/* The identity on all values of the type. */
/* Is nothing known of the elements' type, as in closure({})?  Then it has no "all values". */
static bool is_any_type(Reference *r, const Node *node)
{
  if (node->type->closed) return false;
  engine_unknown(r->e, "the type of the elements is unknown");
  return true;
}

static Value whole_identity(Reference *r, const Node *node, const Shape *relation)
{
  const Shape *pair = relation->args[0];
  Span span = node->span;
  if (is_any_type(r, node)) return VALUE_UNKNOWN;
  Value all = ref_lazy_or_explicit(r, pair->args[0], ref_whole_type(r, pair->args[0]), span);
  return ref_lazy_or_explicit(r, pair, ref_lazy(r, LAZY_ID, all, VALUE_UNDEFINED), span);
}

static Value reflexive_closure(Operands *o)
{
  Value transitive = is_lazy(o->a) ? ref_lazy(o->r, LAZY_CLOSURE1, o->a, VALUE_UNDEFINED)
                                   : ref_closure1(o->r, o->ra, o->a, o->node->span);
  if (value_is_none(transitive)) return transitive;
  Value identity = whole_identity(o->r, o->node, o->ra);
  if (value_is_none(identity)) return identity;
  return ref_union(o->r, shape_element(o->ra), transitive, identity);
}

/* r composed n >= 1 times: by squares, so that the number of times hardly matters. */
static Value composed_times(Operands *o, int64_t n)
{
  Reference *r = o->r;
  Value power = o->a, result = VALUE_UNDEFINED;
  for (;; n /= 2) {
    bool first = value_same(result, VALUE_UNDEFINED);
    if (n % 2) result = first ? power : compose(r, o->node, result, o->ra, power, o->ra);
    if (n < 2 || (n % 2 && value_is_none(result))) return result;
    power = compose(r, o->node, power, o->ra, power, o->ra);
    if (value_is_none(power) || value_is_empty_set(power)) return power;
    if (!ref_spend(r)) return VALUE_UNKNOWN;
  }
}

static Value iterate(Operands *o)
{
  Reference *r = o->r;
  int64_t n;
  if (int_sign(r->s, o->b) < 0)
    return engine_fault(r->e, o->node->span, "iterate: negative number of iterations");
  if (int_sign(r->s, o->b) == 0) return whole_identity(r, o->node, o->ra);
  if (!int_fits(r->s, o->b, &n)) return engine_unknown(r->e, "iterate: too many iterations");
  if (n > 1 && is_lazy(o->a) && ref_is_finite(r, shape_element(o->ra), o->a) != TRUTH_TRUE)
    return closure_of_operator(r, o->node, (Value[]){o->a, o->b});
  bool sets = is_lazy(o->a) || value_holds_lazy(r->s, o->a); /* that are not written out */
  if (sets || set_card(r->s, o->a) <= MANY || !rel_is_function(r->s, shape_element(o->ra), o->a))
    return composed_times(o, n);
  return rel_iterate(r->s, shape_element(o->ra), o->a, (uint64_t) n, UINT64_MAX); /* no larger */
}

/* fnc(r): each x of the domain with the set of its images */
static Value function_to_sets(Operands *o)
{
  Values out = {0};
  Value none;
  if (value_holds_lazy(o->r->s, o->a) && !is_lazy(o->a))
    return engine_unknown(o->r->e, "fnc of a relation between symbolic sets cannot be computed");
  if (!expand_a(o, &none)) return none;
  for (uint32_t i = 0, next; i < o->pa.len; i = next) { /* pairs are ascending */
    Value x = first(o->r, o->pa.data[i]);
    Values images = {0};
    for (next = i; next < o->pa.len && value_same(first(o->r, o->pa.data[next]), x); next++)
      vec_push(&images, second(o->r, o->pa.data[next]));
    vec_push(&out, value_pair(o->r->s, x, ref_build(o->r, to_shape(o->ra), &images)));
  }
  return finish(o, &out);
}

/* rel(f): x with each element of f(x) */
static Value sets_to_relation(Operands *o)
{
  Values out = {0};
  Value none;
  const Shape *inner = shape_element(to_shape(o->ra));
  if (!expand_a(o, &none)) return none;
  for (uint32_t i = 0; i < o->pa.len; i++) {
    Values all = {0};
    if (!ref_elements(o->r, inner, second(o->r, o->pa.data[i]), o->node->span, &all, &none)) {
      vec_free(&o->pa);
      vec_free(&out);
      return none;
    }
    for (uint32_t j = 0; j < all.len; j++)
      vec_push(&out, value_pair(o->r->s, first(o->r, o->pa.data[i]), all.data[j]));
    vec_free(&all);
  }
  return finish(o, &out);
}

static Value projection(Operands *o)
{
  bool is_first = o->node->kind == NODE_PRJ1;
  if (o->node->count == 1) return is_first ? first(o->r, o->a) : second(o->r, o->a);
  return ref_lazy_or_explicit(o->r, ref_element_shape(o->r, o->node),
                              ref_lazy(o->r, is_first ? LAZY_PRJ1 : LAZY_PRJ2, o->a, o->b),
                              o->node->span);
}

static Value arrow(Reference *r, const Node *node, Value a, Value b)
{
  LazyKind kind = lazy_of_operator(node->kind);
  return ref_lazy_or_explicit(r, ref_element_shape(r, node), ref_lazy(r, kind, a, b), node->span);
}

Value ref_apply_relation_operator(Reference *r, const Node *node, const Value *v)
{
  Operands o = {.r = r, .node = node, .a = v[0]};
  if (node->count > 0) o.ra = ref_shape(r, node->kids[0]);
  if (node->count > 1) o.rb = ref_shape(r, node->kids[1]), o.b = v[1];
  if (kind_is_arrow(node->kind)) return arrow(r, node, v[0], v[1]);
  if (node->count == 0 && is_any_type(r, node)) return VALUE_UNKNOWN;
  switch ((NodeKind) node->kind) {
  case NODE_EVENTB_TYPE: return ref_whole_type(r, ref_element_shape(r, node));
  case NODE_EVENTB_ID: {
    const Shape *pair = ref_element_shape(r, node);
    Value all = ref_whole_type(r, pair->args[0]);
    return ref_lazy_or_explicit(r, pair, ref_lazy(r, LAZY_ID, all, VALUE_UNDEFINED), node->span);
  }
  case NODE_EVENTB_PRJ1:
  case NODE_EVENTB_PRJ2: {
    const Shape *pair = ref_element_shape(r, node)->args[0];
    Value a = ref_whole_type(r, pair->args[0]), b = ref_whole_type(r, pair->args[1]);
    return ref_lazy(r, node->kind == NODE_EVENTB_PRJ1 ? LAZY_PRJ1 : LAZY_PRJ2, a, b);
  }
  case NODE_COMPOSE: return compose(r, node, v[0], o.ra, v[1], o.rb);
  case NODE_CIRC: return compose(r, node, v[1], o.rb, v[0], o.ra);
  case NODE_PARALLEL: return joined(&o, false);
  case NODE_DIRECT_PRODUCT: return joined(&o, true);
  case NODE_OVERRIDE: return override(&o);
  case NODE_DOM_RESTRICT: return restricted(r, node, v[1], o.rb, v[0], true, true);
  case NODE_DOM_SUBTRACT: return restricted(r, node, v[1], o.rb, v[0], true, false);
  case NODE_RAN_RESTRICT: return restricted(r, node, v[0], o.ra, v[1], false, true);
  case NODE_RAN_SUBTRACT: return restricted(r, node, v[0], o.ra, v[1], false, false);
  case NODE_INVERSE: return inverse(&o);
  case NODE_IMAGE: return image_set(&o);
  case NODE_DOM: return domain_or_range(&o, true);
  case NODE_RAN: return domain_or_range(&o, false);
  case NODE_ID:
    return ref_lazy_or_explicit(r, ref_element_shape(r, node),
                                ref_lazy(r, LAZY_ID, v[0], VALUE_UNDEFINED), node->span);
  case NODE_CLOSURE1:
    if (is_lazy(o.a)) return ref_lazy(r, LAZY_CLOSURE1, o.a, VALUE_UNDEFINED);
    return ref_closure1(r, o.ra, o.a, node->span);
  case NODE_CLOSURE: return reflexive_closure(&o);
  case NODE_ITERATE: return iterate(&o);
  case NODE_FNC: return function_to_sets(&o);
  case NODE_REL: return sets_to_relation(&o);
  case NODE_PRJ1:
  case NODE_PRJ2: return projection(&o);
  default: return ref_cannot_evaluate(r, node);
  }
}
