#ifndef VALUE_RELATION_IMPL_H
#define VALUE_RELATION_IMPL_H

#include "base/vec.h"
#include "value/map.h"
#include "value/relation.h"

/* What the files about relations share. */

typedef VEC(Value) Values;
#define REL_MOST UINT32_C(0x7FFFFFFF) /* more elements no list has */

/* Is this non-empty relation a word or a BITSET? */
static inline bool rel_in_bits(Value r)
{
  return value_tag(r) == TAG_BITS || value_is_node(r, NODE_KIND_BITSET);
}

/* The set of these elements, in any order; frees the list. */
static inline Value values_finish(Store *store, const Shape *element, Values *values)
{
  Value set = set_build(store, element, values->data, values->len);
  vec_free(values);
  return set;
}

#endif
