#include <assert.h>

#include "engine/reference/set/sets.h"

/* Making and taking apart explicit sets.  Elements may hold lazy sets, of which
 * different words may be equal; what depends on their equality is decided by
 * reference_equal, or is unknown. */

/* Drops elements that equal others in another form; false if that cannot be told. */
static bool drop_equal(Reference *r, const Shape *element, Values *elements)
{
  for (uint32_t i = 0; i < elements->len; i++) {
    if (!value_holds_lazy(r->s, elements->data[i])) continue;
    if (shape_is_indexed(element)) return false; /* such sets are bits */
    for (uint32_t j = 0; j < elements->len; j++) {
      if (j == i) continue;
      Truth t = reference_equal(r, element, elements->data[i], elements->data[j]);
      if (t != TRUTH_TRUE && t != TRUTH_FALSE) return false;
      if (t == TRUTH_FALSE) continue;
      elements->data[i--] = elements->data[--elements->len];
      break;
    }
  }
  return true;
}

#ifndef NDEBUG
static bool are_values(const Values *elements)
{
  for (uint32_t i = 0; i < elements->len; i++)
    if (value_is_none(elements->data[i])) return false;
  return true;
}
#endif

Value ref_build(Reference *r, const Shape *element, Values *elements)
{
  assert(are_values(elements));
  Value set = drop_equal(r, element, elements)
                  ? set_build(r->s, element, elements->data, elements->len)
                  : engine_unknown(r->e, "a set of sets cannot be enumerated");
  vec_free(elements);
  return set;
}

Value ref_build_distinct(Reference *r, const Shape *element, Values *elements)
{
  bool fine = true;
  assert(are_values(elements));
  for (uint32_t i = 0; i < elements->len && fine && shape_is_indexed(element); i++)
    fine = !value_holds_lazy(r->s, elements->data[i]);
  Value set = fine ? set_build(r->s, element, elements->data, elements->len)
                   : engine_unknown(r->e, "a set of sets cannot be enumerated");
  vec_free(elements);
  return set;
}

Value ref_singleton(Reference *r, const Shape *element, Value v)
{
  assert(!value_is_none(v));
  if (shape_is_indexed(element) && value_holds_lazy(r->s, v))
    return engine_unknown(r->e, "a set of sets cannot be enumerated");
  return set_singleton(r->s, element, v);
}

bool ref_elements(Reference *r, const Shape *element, Value set, Span span, Values *out,
                  Value *none)
{
  *none = reference_expand(r, element, set, span);
  if (value_is_none(*none)) return false;
  Value explicit_set = *none;
  assert(!is_lazy(explicit_set));
  if (set_card(r->s, explicit_set) > r->e->options.expansion_limit) {
    *none = engine_unknown(r->e, "a set is too large to enumerate");
    return false;
  }
  uint32_t before = out->len;
  SetIter it = set_iter(r->s, element, explicit_set);
  for (Value v; set_next(&it, &v);) {
    assert(out->len == before || value_compare(r->s, out->data[out->len - 1], v) < 0);
    vec_push(out, v);
  }
  (void) before;
  return true;
}
