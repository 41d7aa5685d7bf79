#include <assert.h>

#include "engine/reference/set/sets.h"

/* Equality and inclusion, whatever the form of the values. */

Truth reference_equal(Reference *r, const Shape *shape, Value a, Value b)
{
  assert(!value_is_none(a) && !value_is_none(b));
  if (value_same(a, b)) return TRUTH_TRUE;
  if (!value_holds_lazy(r->s, a) && !value_holds_lazy(r->s, b)) return TRUTH_FALSE;
  switch (shape->kind) {
  case SHAPE_PAIR:
    return truth_and(
        reference_equal(r, shape->args[0], pair_first(r->s, a), pair_first(r->s, b)),
        reference_equal(r, shape->args[1], pair_second(r->s, a), pair_second(r->s, b)));
  case SHAPE_RECORD: {
    Truth t = TRUTH_TRUE;
    for (uint32_t i = 0; i < shape->count; i++)
      t = truth_and(t, reference_equal(r, shape->args[i], record_field(r->s, a, i),
                                       record_field(r->s, b, i)));
    return t;
  }
  case SHAPE_SET: {
    const Shape *element = shape_element(shape);
    if (value_is_empty_set(a) || ref_is_same_closure(r, a, b))
      return ref_included(r, element, b, a);
    if (value_is_empty_set(b)) return ref_included(r, element, a, b);
    Truth fa = ref_is_finite(r, element, a), fb = ref_is_finite(r, element, b);
    if ((fa == TRUTH_TRUE && fb == TRUTH_FALSE) || (fa == TRUTH_FALSE && fb == TRUTH_TRUE))
      return TRUTH_FALSE;
    if (shape_is_relation(shape) && r->walk->is_same_function(r, shape, a, b)) return TRUTH_TRUE;
    return truth_and(ref_included(r, element, a, b), ref_included(r, element, b, a));
  }
  case SHAPE_FREE: {
    uint32_t constructor = free_constructor(r->s, a);
    if (constructor != free_constructor(r->s, b)) return TRUTH_FALSE;
    assert(constructor < shape->count &&
           shape->args[constructor]); /* else nothing lazy is inside */
    return reference_equal(r, shape->args[constructor], free_argument(r->s, a),
                           free_argument(r->s, b));
  }
  default: break;
  }
  engine_unknown(r->e, "cannot decide whether values that cannot be enumerated are equal");
  return TRUTH_UNKNOWN;
}

/* S <<: T is S <: T and S /= T */
Truth ref_strictly_included(Reference *r, const Shape *set, Value a, Value b)
{
  Truth t = ref_included(r, shape_element(set), a, b);
  return t == TRUTH_FALSE ? t : truth_and(t, truth_not(reference_equal(r, set, a, b)));
}
