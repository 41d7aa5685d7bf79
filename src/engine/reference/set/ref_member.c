#include <assert.h>

#include "engine/reference/set/sets.h"

/* Membership. */

static Value part(Reference *r, Value v, uint32_t i) { return lazy_part(r->s, v, i); }

static Value side_of(Reference *r, const Shape *side, const Values *pairs, bool firsts)
{
  Values parts = {0};
  for (uint32_t i = 0; i < pairs->len; i++)
    vec_push(&parts, firsts ? pair_first(r->s, pairs->data[i]) : pair_second(r->s, pairs->data[i]));
  return ref_build(r, side, &parts);
}

/* No two pairs agree in the component of which `side` is the set. */
static bool no_repetition(Reference *r, Value side, const Values *pairs)
{
  return set_card(r->s, side) == pairs->len;
}

static Truth arrow_member(Reference *r, const Shape *relation, Value x, Value arrow)
{
  const Shape *from = relation->args[0]->args[0], *to = relation->args[0]->args[1];
  Value a = part(r, arrow, 0), b = part(r, arrow, 1), none;
  Demands d = ref_arrow_demands((LazyKind) lazy_what(r->s, arrow));
  Values pairs = {0};
  bool any = !d.functional && !d.total && !d.surjective;
  if (any && ref_is_whole_type(r, from, a) && ref_is_whole_type(r, to, b)) return TRUTH_TRUE;
  if (is_lazy(x)) {
    Truth known = r->walk->arrow_by_form(r, relation, x, a, b, d);
    if (known == TRUTH_TRUE || known == TRUTH_FALSE) return known;
    if (ref_is_finite(r, relation->args[0], x) != TRUTH_TRUE)
      return r->walk->arrow_by_pairs(r, relation, x, a, b, d);
  }
  if (!ref_elements(r, relation->args[0], x, SPAN_NONE, &pairs, &none)) return truth_of_none(none);
  Truth t = TRUTH_TRUE;
  Value domain = side_of(r, from, &pairs, true), range = side_of(r, to, &pairs, false);
  if (value_is_none(domain) || value_is_none(range)) t = TRUTH_UNKNOWN;
  else if (d.functional && !no_repetition(r, domain, &pairs)) t = TRUTH_FALSE;
  else if (d.injective && !no_repetition(r, range, &pairs)) t = TRUTH_FALSE;
  vec_free(&pairs);
  if (t == TRUTH_UNKNOWN) return t;
  if (t == TRUTH_FALSE) return t;
  t = ref_included(r, from, domain, a);
  if (t == TRUTH_FALSE) return t;
  t = truth_and(t, ref_included(r, to, range, b));
  if (t != TRUTH_FALSE && d.total) t = truth_and(t, ref_included(r, from, a, domain));
  if (t != TRUTH_FALSE && d.surjective) t = truth_and(t, ref_included(r, to, b, range));
  return t;
}

static Truth sequence_member(Reference *r, const Shape *relation, Value x, Value seq)
{
  const Shape *element = relation->args[0]->args[1];
  assert(shape_is_relation(relation) && lazy_is_sequences(lazy_what(r->s, seq)));
  LazyKind kind = (LazyKind) lazy_what(r->s, seq);
  Values pairs = {0};
  Value none;
  if (!ref_elements(r, relation->args[0], x, SPAN_NONE, &pairs, &none)) return truth_of_none(none);
  Truth t = TRUTH_TRUE;
  for (uint32_t i = 0; i < pairs.len; i++)
    if (!value_same(pair_first(r->s, pairs.data[i]), value_small((int64_t) i + 1))) t = TRUTH_FALSE;
  if ((kind == LAZY_SEQ1 || kind == LAZY_ISEQ1) && pairs.len == 0) t = TRUTH_FALSE;
  Value range = side_of(r, element, &pairs, false);
  bool known = !value_is_none(range);
  if (kind >= LAZY_ISEQ && known && !no_repetition(r, range, &pairs)) t = TRUTH_FALSE;
  vec_free(&pairs);
  if (t == TRUTH_FALSE || !known) return known ? t : TRUTH_UNKNOWN;
  t = ref_included(r, element, range, part(r, seq, 0));
  if (t != TRUTH_FALSE && kind == LAZY_PERM)
    t = truth_and(t, ref_included(r, element, part(r, seq, 0), range));
  return t;
}

static Truth tree_member(Reference *r, const Shape *tree, Value x, Value trees)
{
  const Shape *label = tree->args[0]->args[1];
  Values pairs = {0};
  Value none;
  if (!ref_elements(r, tree->args[0], x, SPAN_NONE, &pairs, &none)) return truth_of_none(none);
  Truth t = ref_is_tree(r, tree, &pairs, lazy_what(r->s, trees) == LAZY_BTREE);
  Value labels = t == TRUTH_TRUE ? side_of(r, label, &pairs, false) : VALUE_EMPTY_SET;
  vec_free(&pairs);
  if (t != TRUTH_TRUE) return t;
  return value_is_none(labels) ? TRUTH_UNKNOWN : ref_included(r, label, labels, part(r, trees, 0));
}

/* Pairs in lazy relations. */
static Truth pair_member(Reference *r, const Shape *pair, Value x, Value set)
{
  assert(pair->kind == SHAPE_PAIR);
  const Shape *from = pair->args[0], *to = pair->args[1];
  Value a = pair_first(r->s, x), b = pair_second(r->s, x);
  const Shape *relation = shape_set(r->e->shapes, pair);
  switch ((LazyKind) lazy_what(r->s, set)) {
  case LAZY_PRODUCT:
    return truth_and(reference_member(r, from, a, part(r, set, 0)),
                     reference_member(r, to, b, part(r, set, 1)));
  case LAZY_ID:
    return truth_and(reference_equal(r, from, a, b), reference_member(r, from, a, part(r, set, 0)));
  case LAZY_SUCC: return truth_of(value_same(b, int_add(r->s, a, value_small(1))));
  case LAZY_PRED: return truth_of(value_same(b, int_subtract(r->s, a, value_small(1))));
  case LAZY_INVERSE:
    return reference_member(r, shape_pair(r->e->shapes, to, from), value_pair(r->s, b, a),
                            part(r, set, 0));
  case LAZY_DOM_RESTRICT:
  case LAZY_DOM_SUBTRACT: {
    Truth in = reference_member(r, from, a, part(r, set, 0));
    if (lazy_what(r->s, set) == LAZY_DOM_SUBTRACT) in = truth_not(in);
    return in == TRUTH_FALSE ? in : truth_and(in, reference_member(r, pair, x, part(r, set, 1)));
  }
  case LAZY_RAN_RESTRICT:
  case LAZY_RAN_SUBTRACT: {
    Truth in = reference_member(r, to, b, part(r, set, 1));
    if (lazy_what(r->s, set) == LAZY_RAN_SUBTRACT) in = truth_not(in);
    return in == TRUTH_FALSE ? in : truth_and(in, reference_member(r, pair, x, part(r, set, 0)));
  }
  case LAZY_OVERRIDE: {
    Value images = ref_image(r, relation, part(r, set, 1), a, SPAN_NONE);
    if (value_is_none(images)) return truth_of_none(images);
    if (!value_is_empty_set(images)) return reference_member(r, to, b, images);
    return reference_member(r, pair, x, part(r, set, 0));
  }
  default: { /* functions and closures: is b among the images of a? */
    Value images = ref_image(r, relation, set, a, SPAN_NONE);
    return value_is_none(images) ? truth_of_none(images) : reference_member(r, to, b, images);
  }
  }
}

static Truth struct_member(Reference *r, const Shape *record, Value x, Value set)
{
  Truth t = TRUTH_TRUE;
  for (uint32_t i = 0; i < record->count && t != TRUTH_FALSE; i++)
    t = truth_and(t,
                  reference_member(r, record->args[i], record_field(r->s, x, i), part(r, set, i)));
  return t;
}

/* Is no element of the explicit set b one of a? */
static bool are_disjoint(Reference *r, const Shape *element, Value a, Value b)
{
  Truth t = TRUTH_FALSE;
  SetIter it = set_iter(r->s, element, b);
  if (set_card(r->s, b) > r->e->options.expansion_limit) return false;
  for (Value v; t == TRUTH_FALSE && set_next(&it, &v);) t = reference_member(r, element, v, a);
  return t == TRUTH_FALSE;
}

/* a /= {} & a <: b.  It is FALSE of disjoint sets, be a empty or not. */
static Truth some_included(Reference *r, const Shape *element, Value a, Value b)
{
  Truth t = truth_and(truth_not(ref_is_empty(r, element, a)), ref_included(r, element, a, b));
  bool refuted = t == TRUTH_UNKNOWN && is_lazy(a) && !is_lazy(b) && are_disjoint(r, element, a, b);
  return refuted ? TRUTH_FALSE : t;
}

static Truth lazy_member(Reference *r, const Shape *element, Value x, Value set)
{
  uint32_t what = lazy_what(r->s, set);
  if (what >= LAZY_CLOSURE) return r->walk->closure_member(r, element, x, set);
  Value p = lazy_count(r->s, set) ? part(r, set, 0) : VALUE_UNDEFINED;
  switch ((LazyKind) what) {
  case LAZY_INTEGER:
  case LAZY_STRING:
  case LAZY_REAL:
  case LAZY_FREETYPE: return TRUTH_TRUE;
  case LAZY_FROM: return truth_of(int_compare(r->s, x, p) >= 0);
  case LAZY_UPTO: return truth_of(int_compare(r->s, x, p) <= 0);
  case LAZY_POW: return ref_included(r, shape_element(element), x, p);
  case LAZY_POW1: return some_included(r, shape_element(element), x, p);
  case LAZY_FIN:
    return truth_and(ref_is_finite(r, shape_element(element), x),
                     ref_included(r, shape_element(element), x, p));
  case LAZY_FIN1:
    return truth_and(ref_is_finite(r, shape_element(element), x),
                     some_included(r, shape_element(element), x, p));
  case LAZY_STRUCT: return struct_member(r, element, x, set);
  case LAZY_UNION:
    return truth_or(reference_member(r, element, x, p),
                    reference_member(r, element, x, part(r, set, 1)));
  case LAZY_INTERSECTION:
    return truth_and(reference_member(r, element, x, p),
                     reference_member(r, element, x, part(r, set, 1)));
  case LAZY_DIFFERENCE:
    return truth_and(reference_member(r, element, x, p),
                     truth_not(reference_member(r, element, x, part(r, set, 1))));
  case LAZY_TREE:
  case LAZY_BTREE: return tree_member(r, element, x, set);
  default: break;
  }
  if (lazy_is_arrow(what)) return arrow_member(r, element, x, set);
  if (lazy_is_sequences(what)) return sequence_member(r, element, x, set);
  return pair_member(r, element, x, set);
}

Truth reference_member(Reference *r, const Shape *element, Value x, Value set)
{
  assert(!value_is_none(x) && !value_is_none(set));
  if (is_lazy(set)) return lazy_member(r, element, x, set);
  bool lazy_x = value_holds_lazy(r->s, x);
  if (!lazy_x && set_member(r->s, element, x, set)) return TRUTH_TRUE;
  if (!lazy_x && !value_holds_lazy(r->s, set)) return TRUTH_FALSE;
  Truth t = TRUTH_FALSE; /* lazy sets among sets: compare with each */
  SetIter it = set_iter(r->s, element, set);
  for (Value v; set_next(&it, &v) && t != TRUTH_TRUE;)
    t = truth_or(t, reference_equal(r, element, x, v));
  return t;
}
