#include <assert.h>

#include "engine/reference/set/sets.h"

/* Lazy sets: what can be said of them without writing them out. */

#ifndef NDEBUG
/* So many parts have sets of the kind; those of a STRUCT are as many as its fields. */
static uint32_t count_of_parts(LazyKind kind)
{
  switch (kind) {
  case LAZY_INTEGER:
  case LAZY_STRING:
  case LAZY_REAL:
  case LAZY_FREETYPE:
  case LAZY_SUCC:
  case LAZY_PRED: return 0;
  case LAZY_FROM:
  case LAZY_UPTO:
  case LAZY_TREE:
  case LAZY_BTREE:
  case LAZY_ID:
  case LAZY_INVERSE:
  case LAZY_CLOSURE1: return 1;
  default: return lazy_is_powerset(kind) || lazy_is_sequences(kind) ? 1 : 2;
  }
}
#endif

Value ref_lazy(Reference *r, LazyKind kind, Value a, Value b)
{
  Value parts[] = {a, b};
  uint32_t count = value_same(a, VALUE_UNDEFINED) ? 0 : value_same(b, VALUE_UNDEFINED) ? 1 : 2;
  assert(kind < LAZY_CLOSURE && kind != LAZY_STRUCT && count == count_of_parts(kind));
  for (uint32_t i = 0; i < count; i++) assert(!value_is_none(parts[i]));
  return value_lazy(r->s, kind, parts, count);
}

Value ref_eval_unexpanded(Reference *r, const Node *node)
{
  node = node_bare(node);
  NodeKind kind = node->kind;
  bool unary = node_family(kind) == FAMILY_POWERSET || node_family(kind) == FAMILY_SEQUENCE_SET;
  if (!kind_is_arrow(kind) && !unary && kind != NODE_CARTESIAN) return ref_eval(r, node);
  Value a = ref_eval_unexpanded(r, node->kids[0]), b = VALUE_UNDEFINED;
  if (value_is_none(a)) return a;
  if (!unary && value_is_none(b = ref_eval_unexpanded(r, node->kids[1]))) return b;
  return ref_lazy(r, kind == NODE_CARTESIAN ? LAZY_PRODUCT : lazy_of_operator(kind), a, b);
}

static Value part(Reference *r, Value v, uint32_t i) { return lazy_part(r->s, v, i); }

static Truth unknown(Reference *r, const char *why)
{
  engine_unknown(r->e, "%s", why);
  return TRUTH_UNKNOWN;
}

bool ref_integer_bounds(Reference *r, Value set, Value *low, Value *high)
{
  assert(!value_is_none(set));
  *low = *high = VALUE_UNDEFINED;
  if (!is_lazy(set)) {
    const Shape *integer = shape_integer(r->e->shapes);
    if (value_is_empty_set(set)) return false;
    if (set_is_interval(r->s, integer, set, low, high)) return true;
    SetIter it = set_iter(r->s, integer, set);
    if (!set_next(&it, low)) return false;
    *high = *low;
    for (Value v; set_next(&it, &v);) *high = v;
    return true;
  }
  switch (lazy_what(r->s, set)) {
  case LAZY_INTEGER: return true;
  case LAZY_FROM: *low = part(r, set, 0); return true;
  case LAZY_UPTO: *high = part(r, set, 0); return true;
  case LAZY_UNION: {
    Value l, h, la, ha;
    if (!ref_integer_bounds(r, part(r, set, 0), &la, &ha) ||
        !ref_integer_bounds(r, part(r, set, 1), &l, &h))
      return false;
    bool low_known = !value_is_none(l) && !value_is_none(la);
    bool high_known = !value_is_none(h) && !value_is_none(ha);
    if (low_known) *low = int_compare(r->s, l, la) < 0 ? l : la;
    if (high_known) *high = int_compare(r->s, h, ha) > 0 ? h : ha;
    return true;
  }
  case LAZY_INTERSECTION:
  case LAZY_DIFFERENCE: return ref_integer_ends(r, set, low, high);
  default: return false;
  }
}

/* ----------------------------------------------------------- the whole type */

Demands ref_arrow_demands(LazyKind kind)
{
  assert(lazy_is_arrow(kind));
  bool injective = kind == LAZY_PARTIAL_INJ || kind == LAZY_TOTAL_INJ || kind == LAZY_PARTIAL_BIJ ||
                   kind == LAZY_TOTAL_BIJ;
  bool functional = injective || (kind >= LAZY_PARTIAL_FUN && kind <= LAZY_TOTAL_SURJ);
  bool total = kind == LAZY_TOTAL_FUN || kind == LAZY_TOTAL_INJ || kind == LAZY_TOTAL_SURJ ||
               kind == LAZY_TOTAL_BIJ || kind == LAZY_TOTAL_REL || kind == LAZY_TOTAL_SURJ_REL;
  bool surjective = kind == LAZY_PARTIAL_SURJ || kind == LAZY_TOTAL_SURJ ||
                    kind == LAZY_PARTIAL_BIJ || kind == LAZY_TOTAL_BIJ || kind == LAZY_SURJ_REL ||
                    kind == LAZY_TOTAL_SURJ_REL;
  return (Demands){functional, injective, total, surjective};
}

/* All values of a type. */
Value ref_whole_type(Reference *r, const Shape *shape)
{
  Value none = VALUE_UNDEFINED;
  switch (shape->kind) {
  case SHAPE_INTEGER: return ref_lazy(r, LAZY_INTEGER, none, none);
  case SHAPE_STRING: return ref_lazy(r, LAZY_STRING, none, none);
  case SHAPE_REAL: return ref_lazy(r, LAZY_REAL, none, none);
  case SHAPE_FREE: return ref_lazy(r, LAZY_FREETYPE, none, none);
  case SHAPE_BOOL:
  case SHAPE_GIVEN: return ref_all_elements(r, shape);
  case SHAPE_SET: return ref_lazy(r, LAZY_POW, ref_whole_type(r, shape_element(shape)), none);
  case SHAPE_PAIR:
    return ref_lazy(r, LAZY_PRODUCT, ref_whole_type(r, shape->args[0]),
                    ref_whole_type(r, shape->args[1]));
  case SHAPE_RECORD: {
    Values fields = {0};
    for (uint32_t i = 0; i < shape->count; i++)
      vec_push(&fields, ref_whole_type(r, shape->args[i]));
    Value all = value_lazy(r->s, LAZY_STRUCT, fields.data, fields.len);
    vec_free(&fields);
    return all;
  }
  }
  return none;
}

/* Does the set surely hold all values of its type? */
bool ref_is_whole_type(Reference *r, const Shape *element, Value set)
{
  if (!is_lazy(set)) return shape_is_indexed(element) && set_card(r->s, set) == element->size;
  switch (lazy_what(r->s, set)) {
  case LAZY_INTEGER:
  case LAZY_STRING:
  case LAZY_REAL:
  case LAZY_FREETYPE: return true;
  case LAZY_POW: return ref_is_whole_type(r, shape_element(element), part(r, set, 0));
  case LAZY_PRODUCT:
    return ref_is_whole_type(r, element->args[0], part(r, set, 0)) &&
           ref_is_whole_type(r, element->args[1], part(r, set, 1));
  case LAZY_RELATION:
    return ref_is_whole_type(r, element->args[0]->args[0], part(r, set, 0)) &&
           ref_is_whole_type(r, element->args[0]->args[1], part(r, set, 1));
  case LAZY_STRUCT: {
    bool whole = true;
    for (uint32_t i = 0; i < element->count && whole; i++)
      whole = ref_is_whole_type(r, element->args[i], part(r, set, i));
    return whole;
  }
  default: return false;
  }
}

/* ------------------------------------------------- finite, empty, included */

/* Has the set, with every value of the free type, another element? */
static bool grows_with(Reference *r, const Shape *free, const Shape *element, Value set)
{
  if (!is_lazy(set)) return false;
  switch (lazy_what(r->s, set)) {
  case LAZY_FREETYPE: return element == free;
  case LAZY_POW:
  case LAZY_FIN: return grows_with(r, free, shape_element(element), part(r, set, 0));
  case LAZY_SEQ: return grows_with(r, free, element->args[0]->args[1], part(r, set, 0));
  case LAZY_PRODUCT:
    for (uint32_t i = 0; i < 2; i++)
      if (grows_with(r, free, element->args[i], part(r, set, i)) &&
          ref_is_empty(r, element->args[1 - i], part(r, set, 1 - i)) == TRUTH_FALSE)
        return true;
    return false;
  default: return false;
  }
}

/* Is there always one more value: cons of the ones before? */
static bool is_endless(Reference *r, const Shape *free)
{
  const Symbol *symbol = free->origin;
  bool endless = false;
  if (r->counting) return false; /* arguments may ask about each other */
  r->counting = true;
  for (uint32_t i = 0; i < free->count && !endless; i++) {
    const Node *argument = symbol->elements[i]->argument;
    Value set = argument ? ref_eval_unexpanded(r, argument) : VALUE_EMPTY_SET;
    endless = !value_is_none(set) && grows_with(r, free, free->args[i], set);
  }
  r->counting = false;
  return endless;
}

Truth ref_is_finite(Reference *r, const Shape *element, Value set)
{
  if (!is_lazy(set)) return TRUTH_TRUE;
  uint32_t what = lazy_what(r->s, set);
  Value a = lazy_count(r->s, set) > 0 ? part(r, set, 0) : VALUE_EMPTY_SET;
  Value b = lazy_count(r->s, set) > 1 ? part(r, set, 1) : VALUE_EMPTY_SET;
  if (what >= LAZY_CLOSURE) {
    Value all = r->walk->closure_expand(r, set, SPAN_NONE);
    Truth t = value_is_none(all) ? r->walk->cover_finite(r, element, set) : TRUTH_TRUE;
    return t == TRUTH_UNKNOWN ? unknown(r, "cannot decide whether a set is finite") : t;
  }
  Value low = VALUE_UNDEFINED, high = VALUE_UNDEFINED;
  if (element->kind == SHAPE_INTEGER && ref_integer_ends(r, set, &low, &high))
    return truth_of(!value_is_none(low) && !value_is_none(high));
  switch ((LazyKind) what) {
  case LAZY_INTEGER:
  case LAZY_FROM:
  case LAZY_UPTO:
  case LAZY_STRING:
  case LAZY_REAL:
  case LAZY_SUCC:
  case LAZY_PRED: return TRUTH_FALSE;
  case LAZY_SEQ:
  case LAZY_SEQ1: return ref_is_empty(r, element->args[0]->args[1], a);
  case LAZY_POW:
  case LAZY_POW1:
  case LAZY_FIN:
  case LAZY_FIN1: return ref_is_finite(r, shape_element(element), a);
  case LAZY_ISEQ:
  case LAZY_ISEQ1: return ref_is_finite(r, element->args[0]->args[1], a);
  case LAZY_PERM: return TRUTH_TRUE; /* there are none of an infinite set */
  case LAZY_FREETYPE:
    if (is_endless(r, element)) return TRUTH_FALSE;
    break;
  case LAZY_ID: return ref_is_finite(r, element->args[0], a);
  case LAZY_UNION: return truth_and(ref_is_finite(r, element, a), ref_is_finite(r, element, b));
  case LAZY_INTERSECTION:
    if (ref_is_finite(r, element, a) == TRUTH_TRUE || ref_is_finite(r, element, b) == TRUTH_TRUE)
      return TRUTH_TRUE;
    return unknown(r, "cannot decide whether an intersection is finite");
  case LAZY_DIFFERENCE: {
    Truth fa = ref_is_finite(r, element, a);
    if (fa == TRUTH_FALSE && ref_is_finite(r, element, b) == TRUTH_TRUE) return TRUTH_FALSE;
    return fa == TRUTH_TRUE ? fa : unknown(r, "cannot decide whether a difference is finite");
  }
  case LAZY_PRODUCT: {
    Truth fa = ref_is_finite(r, element->args[0], a), fb = ref_is_finite(r, element->args[1], b);
    if (value_is_empty_set(a) || value_is_empty_set(b)) return TRUTH_TRUE;
    if (fa == TRUTH_TRUE && fb == TRUTH_TRUE) return TRUTH_TRUE;
    bool some = ref_is_empty(r, element->args[0], a) == TRUTH_FALSE &&
                ref_is_empty(r, element->args[1], b) == TRUTH_FALSE;
    if (some && (fa == TRUTH_FALSE || fb == TRUTH_FALSE)) return TRUTH_FALSE;
    return unknown(r, "cannot decide whether a product is finite");
  }
  case LAZY_INVERSE:
    return ref_is_finite(r, shape_pair(r->e->shapes, element->args[1], element->args[0]), a);
  case LAZY_STRUCT: {
    Truth t = TRUTH_TRUE, some = TRUTH_TRUE;
    for (uint32_t i = 0; i < element->count; i++) {
      Truth empty = ref_is_empty(r, element->args[i], part(r, set, i));
      if (empty == TRUTH_TRUE) return TRUTH_TRUE;
      some = truth_and(some, truth_not(empty));
      t = truth_and(t, ref_is_finite(r, element->args[i], part(r, set, i)));
    }
    return t == TRUTH_FALSE && some != TRUTH_TRUE
               ? unknown(r, "cannot decide whether a set is empty")
               : t;
  }
  default: break;
  }
  if (lazy_is_arrow(what)) {
    const Shape *from = element->args[0]->args[0], *to = element->args[0]->args[1];
    if (ref_is_finite(r, from, a) == TRUTH_TRUE && ref_is_finite(r, to, b) == TRUTH_TRUE)
      return TRUTH_TRUE;
    Fault fault = r->e->fault;
    Value card = ref_cardinality(r, element, set, SPAN_NONE);
    r->e->fault = fault;
    return value_same(card, VALUE_UNKNOWN) ? TRUTH_UNKNOWN : truth_of(!value_is_none(card));
  }
  Value all = reference_expand(r, element, set, SPAN_NONE);
  return value_is_none(all) ? unknown(r, "cannot decide whether a set is finite") : TRUTH_TRUE;
}

Truth ref_is_empty(Reference *r, const Shape *element, Value set)
{
  assert(!value_is_none(set));
  if (!is_lazy(set)) return truth_of(value_is_empty_set(set));
  uint32_t what = lazy_what(r->s, set);
  if (what <= LAZY_POW || what == LAZY_FIN || what == LAZY_SEQ || what == LAZY_ISEQ ||
      what == LAZY_RELATION || what == LAZY_PARTIAL_FUN || what == LAZY_PARTIAL_INJ ||
      what == LAZY_SUCC || what == LAZY_PRED || what == LAZY_FREETYPE)
    return TRUTH_FALSE;
  if (what == LAZY_PRODUCT)
    return truth_or(ref_is_empty(r, element->args[0], part(r, set, 0)),
                    ref_is_empty(r, element->args[1], part(r, set, 1)));
  if (what == LAZY_UNION)
    return truth_and(ref_is_empty(r, element, part(r, set, 0)),
                     ref_is_empty(r, element, part(r, set, 1)));
  if (what >= LAZY_CLOSURE || what == LAZY_DIFFERENCE || what == LAZY_INTERSECTION) {
    Truth t = what >= LAZY_CLOSURE ? r->walk->closure_within(r, element, set, VALUE_EMPTY_SET)
                                   : ref_included_by_form(r, element, set, VALUE_EMPTY_SET);
    if (t == TRUTH_TRUE || t == TRUTH_FALSE) return t;
  }
  if (what == LAZY_DIFFERENCE && ref_is_finite(r, element, part(r, set, 0)) == TRUTH_FALSE &&
      ref_is_finite(r, element, part(r, set, 1)) == TRUTH_TRUE)
    return TRUTH_FALSE;
  Value card = ref_cardinality(r, element, set, SPAN_NONE);
  if (!value_is_none(card)) return truth_of(int_sign(r->s, card) == 0);
  if (ref_is_finite(r, element, set) == TRUTH_FALSE) return TRUTH_FALSE;
  if (value_same(card, VALUE_FAULT)) return TRUTH_FAULT;
  return unknown(r, "cannot decide whether a set is empty");
}

static Truth bounds_included(Reference *r, Value a, Value b)
{
  Value la, ha, lb, hb;
  ref_integer_bounds(r, a, &la, &ha);
  ref_integer_bounds(r, b, &lb, &hb);
  bool low = value_is_none(lb) || (!value_is_none(la) && int_compare(r->s, lb, la) <= 0);
  bool high = value_is_none(hb) || (!value_is_none(ha) && int_compare(r->s, ha, hb) <= 0);
  return truth_of(low && high);
}

static bool is_range(Reference *r, const Shape *element, Value v)
{
  Value low, high;
  return is_lazy(v) ? lazy_what(r->s, v) <= LAZY_UPTO
                    : set_is_interval(r->s, element, v, &low, &high);
}

/* Is one of the elements that are easily found surely not in b? */
static bool has_element_outside(Reference *r, const Shape *element, Value a, Value b)
{
  Values some = {0};
  bool found = false;
  Fault fault = r->e->fault;
  r->walk->some_elements(r, element, a, &some);
  for (uint32_t i = 0; i < some.len && !found; i++)
    found = reference_member(r, element, some.data[i], b) == TRUTH_FALSE;
  vec_free(&some);
  r->e->fault = fault;
  return found;
}

Truth ref_included(Reference *r, const Shape *element, Value a, Value b)
{
  assert(!value_is_none(a) && !value_is_none(b));
  if (value_same(a, b) || value_is_empty_set(a)) return TRUTH_TRUE;
  if (is_range(r, element, a) && is_range(r, element, b)) return bounds_included(r, a, b);
  if (!is_lazy(a) && !is_lazy(b) && set_card(r->s, a) > set_card(r->s, b)) return TRUTH_FALSE;
  uint32_t wa = is_lazy(a) ? lazy_what(r->s, a) : LAZY_CLOSURE;
  uint32_t wb = is_lazy(b) ? lazy_what(r->s, b) : LAZY_CLOSURE;
  if (is_lazy(b) && ref_is_whole_type(r, element, b)) return TRUTH_TRUE;
  if (value_is_empty_set(b)) return ref_is_empty(r, element, a);
  if (ref_is_same_closure(r, a, b)) return TRUTH_TRUE;
  if (is_lazy(a) || is_lazy(b)) {
    Truth t = ref_included_by_form(r, element, a, b);
    if (t != TRUTH_TRUE && t != TRUTH_FALSE) t = r->walk->cover_included(r, element, a, b);
    if (t == TRUTH_TRUE || t == TRUTH_FALSE) return t;
  }
  if (is_lazy(a)) {
    if (wa == LAZY_UNION)
      return truth_and(ref_included(r, element, part(r, a, 0), b),
                       ref_included(r, element, part(r, a, 1), b));
    if (wa == LAZY_PRODUCT && wb == LAZY_PRODUCT) {
      Truth t = truth_and(ref_included(r, element->args[0], part(r, a, 0), part(r, b, 0)),
                          ref_included(r, element->args[1], part(r, a, 1), part(r, b, 1)));
      if (t != TRUTH_FALSE || ref_is_empty(r, element, a) == TRUTH_FALSE) return t;
      return unknown(r, "cannot decide whether a set is a subset of another");
    }
    if (wa == LAZY_DIFFERENCE || wa == LAZY_INTERSECTION)
      if (ref_included(r, element, part(r, a, 0), b) == TRUTH_TRUE) return TRUTH_TRUE;
    if (ref_is_finite(r, element, a) == TRUTH_FALSE && ref_is_finite(r, element, b) == TRUTH_TRUE)
      return TRUTH_FALSE;
  }
  Values all = {0};
  Value none;
  if (!ref_elements(r, element, a, SPAN_NONE, &all, &none)) {
    bool open = value_same(none, VALUE_UNKNOWN) && is_lazy(a);
    bool outside =
        open && wa >= LAZY_CLOSURE && r->walk->closure_within(r, element, a, b) == TRUTH_FALSE;
    return outside || (open && has_element_outside(r, element, a, b)) ? TRUTH_FALSE
                                                                      : truth_of_none(none);
  }
  Truth t = TRUTH_TRUE;
  for (uint32_t i = 0; i < all.len && t != TRUTH_FALSE; i++)
    t = truth_and(t, reference_member(r, element, all.data[i], b));
  vec_free(&all);
  return t;
}

Value ref_all_elements(Reference *r, const Shape *shape)
{
  assert(shape_is_atom(shape));
  if (shape->size <= IMMEDIATE_SET_LIMIT)
    return value_bits(shape->size == 0 ? 0 : (UINT64_C(1) << shape->size) - 1);
  Values all = {0};
  for (uint64_t i = 0; i < shape->size; i++) vec_push(&all, value_atom(i));
  return ref_build(r, shape, &all);
}
