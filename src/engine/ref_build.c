#include "engine/ref_impl.h"

/* Making and taking apart explicit sets.  Elements may hold lazy sets, of which
 * different words may be equal; what depends on their equality is decided by
 * reference_equal, or is unknown. */

/* Can values of the shape hold sets?  `inside`: the free type that is looked through. */
static bool holds_sets(const Shape *shape, const Shape *inside)
{
  switch (shape->kind) {
  case SHAPE_SET: return true;
  case SHAPE_PAIR:
  case SHAPE_RECORD:
  case SHAPE_FREE:
    if (shape == inside) return false;
    for (uint32_t i = 0; i < shape->count; i++)
      if (shape->args[i] && holds_sets(shape->args[i], shape->kind == SHAPE_FREE ? shape : inside))
        return true;
    return false;
  default: return false;
  }
}

static bool part_is_lazy(Reference *r, const Shape *shape, Value v)
{
  if (is_lazy(v)) return true;
  switch (shape->kind) {
  case SHAPE_PAIR:
    return has_lazy_part(r, shape->args[0], pair_first(r->s, v)) ||
           has_lazy_part(r, shape->args[1], pair_second(r->s, v));
  case SHAPE_RECORD:
    for (uint32_t i = 0; i < shape->count; i++)
      if (has_lazy_part(r, shape->args[i], record_field(r->s, v, i))) return true;
    return false;
  case SHAPE_FREE: {
    const Shape *argument = shape->args[free_constructor(r->s, v)];
    return argument && has_lazy_part(r, argument, free_argument(r->s, v));
  }
  case SHAPE_SET: {
    const Shape *element = shape_element(shape);
    if (value_tag(v) == TAG_BITS || !holds_sets(element, NULL)) return false;
    SetIter it = set_iter(r->s, element, v);
    for (Value x; set_next(&it, &x);)
      if (part_is_lazy(r, element, x)) return true;
    return false;
  }
  default: return false;
  }
}

bool has_lazy_part(Reference *r, const Shape *shape, Value v)
{
  return is_lazy(v) || (holds_sets(shape, NULL) && part_is_lazy(r, shape, v));
}

/* Drops elements that equal others in another form; false if that cannot be told. */
static bool drop_equal(Reference *r, const Shape *element, Values *elements)
{
  for (uint32_t i = 0; i < elements->len; i++) {
    if (!part_is_lazy(r, element, elements->data[i])) continue;
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

Value build(Reference *r, const Shape *element, Values *elements)
{
  Value set = holds_sets(element, NULL) && !drop_equal(r, element, elements)
                  ? engine_unknown(r->e, "a set of sets that cannot be written out")
                  : set_build(r->s, element, elements->data, elements->len);
  vec_free(elements);
  return set;
}

Value build_distinct(Reference *r, const Shape *element, Values *elements)
{
  bool fine = true;
  if (shape_is_indexed(element) && holds_sets(element, NULL))
    for (uint32_t i = 0; i < elements->len && fine; i++)
      fine = !part_is_lazy(r, element, elements->data[i]);
  Value set = fine ? set_build(r->s, element, elements->data, elements->len)
                   : engine_unknown(r->e, "a set of sets that cannot be written out");
  vec_free(elements);
  return set;
}

Value singleton(Reference *r, const Shape *element, Value v)
{
  if (shape_is_indexed(element) && has_lazy_part(r, element, v))
    return engine_unknown(r->e, "a set of sets that cannot be written out");
  return set_singleton(r->s, element, v);
}

bool elements_of(Reference *r, const Shape *element, Value set, Span span, Values *out, Value *none)
{
  *none = reference_expand(r, element, set, span);
  if (value_is_none(*none)) return false;
  Value explicit_set = *none;
  if (set_card(r->s, explicit_set) > r->e->expansion_limit) {
    *none = engine_unknown(r->e, "a set that is too large to be walked through");
    return false;
  }
  SetIter it = set_iter(r->s, element, explicit_set);
  for (Value v; set_next(&it, &v);) vec_push(out, v);
  return true;
}
