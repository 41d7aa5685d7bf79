#include <assert.h>

#include "engine/reference/set/sets.h"

/* Union, intersection, difference and product, of sets in whatever form. */

/* Intervals may be larger than what can be walked through. */
static bool too_large(Reference *r, Value set)
{
  return set_card(r->s, set) > r->e->options.expansion_limit;
}

Value ref_interval(Reference *r, Value low, Value high)
{
  Value none = VALUE_UNDEFINED;
  if (value_is_none(low) && value_is_none(high)) return ref_lazy(r, LAZY_INTEGER, none, none);
  if (value_is_none(high)) return ref_lazy(r, LAZY_FROM, low, none);
  if (value_is_none(low)) return ref_lazy(r, LAZY_UPTO, high, none);
  return set_interval(r->s, low, high);
}

static bool is_interval(Reference *r, const Shape *element, Value v)
{
  Value low, high;
  if (is_lazy(v)) return lazy_what(r->s, v) <= LAZY_UPTO;
  return set_is_interval(r->s, element, v, &low, &high);
}

/* The union of two intervals, open ended or not, without a gap between them. */
static bool join_intervals(Reference *r, const Shape *element, Value a, Value b, Value *result)
{
  Value la, ha, lb, hb, one = value_small(1);
  if (!is_interval(r, element, a) || !is_interval(r, element, b)) return false;
  ref_integer_bounds(r, a, &la, &ha);
  ref_integer_bounds(r, b, &lb, &hb);
  bool meet =
      value_is_none(ha) || value_is_none(lb) || int_compare(r->s, lb, int_add(r->s, ha, one)) <= 0;
  bool met =
      value_is_none(hb) || value_is_none(la) || int_compare(r->s, la, int_add(r->s, hb, one)) <= 0;
  if (!meet || !met) return false;
  bool open_low = value_is_none(la) || value_is_none(lb);
  bool open_high = value_is_none(ha) || value_is_none(hb);
  Value low = open_low ? VALUE_UNDEFINED : int_compare(r->s, la, lb) < 0 ? la : lb;
  Value high = open_high ? VALUE_UNDEFINED : int_compare(r->s, ha, hb) > 0 ? ha : hb;
  *result = ref_interval(r, low, high);
  return true;
}

/* The elements of the finite set a that are (wanted) or are not members of b. */
static Value filtered(Reference *r, const Shape *element, Value a, Value b, bool wanted)
{
  Values kept = {0};
  assert(!is_lazy(a));
  SetIter it = set_iter(r->s, element, a);
  for (Value v; set_next(&it, &v);) {
    Truth t = reference_member(r, element, v, b);
    if (t != TRUTH_TRUE && t != TRUTH_FALSE) {
      vec_free(&kept);
      return none_of_truth(t);
    }
    if ((t == TRUTH_TRUE) == wanted) vec_push(&kept, v);
  }
  return ref_build(r, element, &kept);
}

enum { FEW = 1000 };

/* A lazy set without a few of its elements and with a few others has one form, in whatever order
 * they went and came: (whole - less) \/ more. */
typedef struct {
  Value whole, less, more;
} Altered;

static Altered altered(Reference *r, Value set)
{
  Altered a = {set, VALUE_EMPTY_SET, VALUE_EMPTY_SET};
  if (is_lazy(a.whole) && lazy_what(r->s, a.whole) == LAZY_UNION &&
      !is_lazy(lazy_part(r->s, a.whole, 1))) {
    a.more = lazy_part(r->s, a.whole, 1);
    a.whole = lazy_part(r->s, a.whole, 0);
  }
  if (is_lazy(a.whole) && lazy_what(r->s, a.whole) == LAZY_DIFFERENCE &&
      !is_lazy(lazy_part(r->s, a.whole, 1))) {
    a.less = lazy_part(r->s, a.whole, 1);
    a.whole = lazy_part(r->s, a.whole, 0);
  }
  return a;
}

/* All integers from some number on (or up to it), with a few changes: those from the least (or up
 * to the greatest) on, without the ones that are not there. */
static void tidy_range(Reference *r, Altered *a)
{
  const Shape *integer = shape_integer(r->e->shapes);
  bool up = lazy_what(r->s, a->whole) == LAZY_FROM;
  Value end = lazy_part(r->s, a->whole, 0), one = value_small(up ? 1 : -1);
  if (!value_is_empty_set(a->more)) {
    Value far = up ? set_least(r->s, integer, a->more) : set_greatest(r->s, integer, a->more);
    Value near = int_subtract(r->s, end, one);
    Value gap = up ? ref_interval(r, far, near) : ref_interval(r, near, far);
    if (set_card(r->s, gap) > FEW) return;
    a->less = ref_union(r, integer, a->less, filtered(r, integer, gap, a->more, false));
    a->more = VALUE_EMPTY_SET;
    end = far;
  }
  while (set_member(r->s, integer, end, a->less)) end = int_add(r->s, end, one);
  a->whole = up ? ref_interval(r, end, VALUE_UNDEFINED) : ref_interval(r, VALUE_UNDEFINED, end);
  a->less = filtered(r, integer, a->less, a->whole, true);
}

static Value alter(Reference *r, const Shape *element, Altered a)
{
  if (value_is_none(a.less) || value_is_none(a.more)) return VALUE_UNKNOWN;
  assert(is_lazy(a.whole) && !is_lazy(a.less));
  uint32_t what = lazy_what(r->s, a.whole);
  if (element->kind == SHAPE_INTEGER && (what == LAZY_FROM || what == LAZY_UPTO)) tidy_range(r, &a);
  Value rest = value_is_empty_set(a.less) ? a.whole : ref_lazy(r, LAZY_DIFFERENCE, a.whole, a.less);
  return value_is_empty_set(a.more) ? rest : ref_lazy(r, LAZY_UNION, rest, a.more);
}

/* A lazy set with those elements of an explicit one that it does not hold already. */
static Value with_others(Reference *r, const Shape *element, Value whole, Value few)
{
  Fault fault = r->e->fault;
  Value others = filtered(r, element, few, whole, false), joined;
  r->e->fault = fault;
  if (value_is_none(others)) return ref_lazy(r, LAZY_UNION, whole, few);
  if (value_is_empty_set(others)) return whole;
  if (join_intervals(r, element, whole, others, &joined)) return joined;
  Altered a = altered(r, whole);
  if (is_lazy(others) || !is_lazy(a.whole)) return ref_lazy(r, LAZY_UNION, whole, others);
  Value less = filtered(r, element, a.less, others, false);
  a.more = ref_union(r, element, a.more, filtered(r, element, others, a.less, false));
  a.less = less;
  return alter(r, element, a);
}

/* POW(S) - {{}} is POW1(S); likewise FIN, seq and iseq. */
static bool is_without_empty(Reference *r, const Shape *element, Value whole, Value few,
                             Value *rest)
{
  uint32_t what = lazy_what(r->s, whole);
  bool family = what == LAZY_POW || what == LAZY_FIN || what == LAZY_SEQ || what == LAZY_ISEQ;
  if (!family || set_card(r->s, few) != 1 || !set_member(r->s, element, VALUE_EMPTY_SET, few))
    return false;
  *rest = ref_lazy(r, (LazyKind) (what + 1), lazy_part(r->s, whole, 0), VALUE_UNDEFINED);
  return true;
}

/* A lazy set without those elements of an explicit one that it holds. */
static Value without(Reference *r, const Shape *element, Value whole, Value few)
{
  Value rest;
  if (is_without_empty(r, element, whole, few, &rest)) return rest;
  Fault fault = r->e->fault;
  Value mine = filtered(r, element, few, whole, true);
  r->e->fault = fault;
  if (value_is_none(mine)) return ref_lazy(r, LAZY_DIFFERENCE, whole, few);
  Altered a = altered(r, whole);
  if (is_lazy(mine) || !is_lazy(a.whole)) return ref_lazy(r, LAZY_DIFFERENCE, whole, mine);
  a.less = ref_union(r, element, a.less, filtered(r, element, mine, a.more, false));
  a.more = filtered(r, element, a.more, mine, false);
  return alter(r, element, a);
}

Value ref_union(Reference *r, const Shape *element, Value a, Value b)
{
  Value result;
  assert(!value_is_none(a) && !value_is_none(b));
  if (value_is_empty_set(a)) return b;
  if (value_is_empty_set(b)) return a;
  if (join_intervals(r, element, a, b, &result)) return result;
  if (is_lazy(a) && !is_lazy(b) && set_card(r->s, b) <= FEW) return with_others(r, element, a, b);
  if (is_lazy(b) && !is_lazy(a) && set_card(r->s, a) <= FEW) return with_others(r, element, b, a);
  if (is_lazy(a) || is_lazy(b) || too_large(r, a) || too_large(r, b)) {
    if (ref_included(r, element, a, b) == TRUTH_TRUE) return b;
    if (ref_included(r, element, b, a) == TRUTH_TRUE) return a;
    return ref_lazy(r, LAZY_UNION, a, b);
  }
  bool many = set_card(r->s, a) + set_card(r->s, b) > r->e->options.lazy_limit;
  if (many && !value_holds_lazy(r->s, a) && !value_holds_lazy(r->s, b))
    return set_union(r->s, element, a, b);
  Values all = {0};
  SetIter it = set_iter(r->s, element, a);
  for (Value v; set_next(&it, &v);) vec_push(&all, v);
  it = set_iter(r->s, element, b);
  for (Value v; set_next(&it, &v);) vec_push(&all, v);
  return ref_build(r, element, &all);
}

static Value intersect_intervals(Reference *r, Value a, Value b)
{
  Value la, ha, lb, hb;
  ref_integer_bounds(r, a, &la, &ha);
  ref_integer_bounds(r, b, &lb, &hb);
  Value low = value_is_none(la) ? lb : value_is_none(lb) || int_compare(r->s, la, lb) > 0 ? la : lb;
  Value high = value_is_none(ha)                                    ? hb
               : value_is_none(hb) || int_compare(r->s, ha, hb) < 0 ? ha
                                                                    : hb;
  return ref_interval(r, low, high);
}

static bool is_product(Reference *r, Value v)
{
  return is_lazy(v) && lazy_what(r->s, v) == LAZY_PRODUCT;
}

/* (A*B) /\ (C*D) = (A/\C) * (B/\D) */
static Value intersect_products(Reference *r, const Shape *pair, Value a, Value b)
{
  Value sides[2];
  for (uint32_t i = 0; i < 2; i++) {
    sides[i] = ref_intersection(r, pair->args[i], lazy_part(r->s, a, i), lazy_part(r->s, b, i));
    if (value_is_none(sides[i])) return sides[i];
  }
  return ref_product(r, pair, sides[0], sides[1], SPAN_NONE);
}

Value ref_intersection(Reference *r, const Shape *element, Value a, Value b)
{
  assert(!value_is_none(a) && !value_is_none(b));
  if (is_product(r, a) && is_product(r, b)) return intersect_products(r, element, a, b);
  if (is_interval(r, element, a) && is_interval(r, element, b)) return intersect_intervals(r, a, b);
  if (!is_lazy(a) && !too_large(r, a)) return filtered(r, element, a, b, true);
  if (!is_lazy(b) && !too_large(r, b)) return filtered(r, element, b, a, true);
  if (ref_included(r, element, a, b) == TRUTH_TRUE) return a;
  if (ref_included(r, element, b, a) == TRUTH_TRUE) return b;
  return ref_lazy_or_explicit(r, element, ref_lazy(r, LAZY_INTERSECTION, a, b), SPAN_NONE);
}

/* Open-ended intervals minus an interval that covers one end. */
static bool cut_interval(Reference *r, const Shape *element, Value a, Value b, Value *result)
{
  Value la, ha, lb, hb, one = value_small(1);
  if (!is_interval(r, element, a) || !is_interval(r, element, b)) return false;
  ref_integer_bounds(r, a, &la, &ha);
  ref_integer_bounds(r, b, &lb, &hb);
  bool covers_low = value_is_none(lb) || (!value_is_none(la) && int_compare(r->s, lb, la) <= 0);
  bool covers_high = value_is_none(hb) || (!value_is_none(ha) && int_compare(r->s, hb, ha) >= 0);
  if (covers_low && covers_high) *result = VALUE_EMPTY_SET;
  else if (covers_low) { /* what is above hb */ Value low = int_add(r->s, hb, one);
    *result = ref_interval(r, value_is_none(la) || int_compare(r->s, low, la) > 0 ? low : la, ha);
  } else if (covers_high) {
    Value high = int_subtract(r->s, lb, one);
    *result = ref_interval(r, la, value_is_none(ha) || int_compare(r->s, high, ha) < 0 ? high : ha);
  } else return false;
  return true;
}

Value ref_difference(Reference *r, const Shape *element, Value a, Value b)
{
  Value result;
  assert(!value_is_none(a) && !value_is_none(b));
  if (value_is_empty_set(a) || value_is_empty_set(b)) return a;
  if (cut_interval(r, element, a, b, &result)) return result;
  if (!is_lazy(a) && !too_large(r, a)) return filtered(r, element, a, b, false);
  if (ref_included(r, element, a, b) == TRUTH_TRUE) return VALUE_EMPTY_SET;
  if (is_lazy(a) && !is_lazy(b) && set_card(r->s, b) <= FEW) return without(r, element, a, b);
  return ref_lazy(r, LAZY_DIFFERENCE, a, b);
}

Value ref_product(Reference *r, const Shape *pair, Value a, Value b, Span span)
{
  assert(pair->kind == SHAPE_PAIR && !value_is_none(a) && !value_is_none(b));
  if (value_is_empty_set(a) || value_is_empty_set(b)) return VALUE_EMPTY_SET;
  return ref_lazy_or_explicit(r, pair, ref_lazy(r, LAZY_PRODUCT, a, b), span);
}
