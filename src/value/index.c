#include <assert.h>
#include <stdlib.h>

#include "value/map.h"

/* The bijection between the values of an indexed shape and 0 … size-1 ascends with
 * value_compare, so that the bits of a bit set stand in the order of its elements.
 * Pairs and records are numbers in mixed radix.  Sets over n values (n <= 32) are
 * ranked by cardinality, then as combinations in lexicographic order. */

static uint64_t rank_of_subset(const Store *store, uint32_t n, uint64_t mask)
{
  uint32_t left = (uint32_t) __builtin_popcountll(mask), next = 0;
  uint64_t rank = 0;
  for (uint32_t k = 0; k < left; k++) rank += store->choose[n][k];
  for (; left; left--, next++) {
    uint32_t element = (uint32_t) __builtin_ctzll(mask);
    mask &= mask - 1;
    for (; next < element; next++) rank += store->choose[n - 1 - next][left - 1];
  }
  return rank;
}

static uint64_t subset_at(const Store *store, uint32_t n, uint64_t rank)
{
  uint32_t left = 0;
  uint64_t mask = 0;
  while (rank >= store->choose[n][left]) rank -= store->choose[n][left++];
  for (uint32_t next = 0; left; next++) {
    uint64_t with = store->choose[n - 1 - next][left - 1];
    if (rank < with) mask |= UINT64_C(1) << next, left--;
    else rank -= with;
  }
  return mask;
}

/* The elements of a set over at most 32 values, as bits. */
static uint64_t mask_of(const Store *store, const Shape *element, Value set)
{
  if (value_tag(set) == TAG_BITS) return value_bits_of(set);
  const Node *node = node_of(store, set);
  if (node->kind == NODE_KIND_BITSET) return node->payload[0];
  uint64_t mask = 0, at = 0;
  if (kind_is_map(node->kind)) {
    Map m = map_of(node);
    for (Value x, y; map_next(&m, &at, m.span, &x, &y);)
      mask |= UINT64_C(1) << (value_index(store, element->args[0], x) * element->args[1]->size +
                              value_index(store, element->args[1], y));
    return mask;
  }
  assert(node->kind == NODE_KIND_SORTED);
  for (uint32_t i = 0; i < node->count; i++)
    mask |= UINT64_C(1) << value_index(store, element, node_value(node, i));
  return mask;
}

uint64_t value_index(const Store *store, const Shape *shape, Value v)
{
  uint64_t index = 0;
  assert(shape_is_indexed(shape));
  switch (shape->kind) {
  case SHAPE_PAIR:
    index = value_index(store, shape->args[0], pair_first(store, v)) * shape->args[1]->size;
    return index + value_index(store, shape->args[1], pair_second(store, v));
  case SHAPE_RECORD:
    for (uint32_t i = 0; i < shape->count; i++)
      index = index * shape->args[i]->size +
              value_index(store, shape->args[i], record_field(store, v, i));
    return index;
  case SHAPE_SET:
    return rank_of_subset(store, (uint32_t) shape->args[0]->size,
                          mask_of(store, shape->args[0], v));
  default: assert(value_tag(v) == TAG_ATOM); return value_atom_index(v);
  }
}

static Value set_of_mask(Store *store, const Shape *element, uint64_t mask)
{
  if (element->size <= store->config.bits_limit || mask == 0) return value_bits(mask);
  if (element->size <= store->config.bitset_limit)
    return store_intern(store, NODE_KIND_BITSET, &mask, 1);
  Value elements[32];
  uint64_t count = 0;
  for (; mask; mask &= mask - 1)
    elements[count++] = value_at(store, element, (uint64_t) __builtin_ctzll(mask));
  return set_from_sorted(store, element, elements, count);
}

static Value record_at(Store *store, const Shape *shape, uint64_t index)
{
  enum { MOST = 16 };
  Value few[MOST] = {{0}}, *fields = few;
  if (shape->count > MOST) fields = checked(malloc(shape->count * sizeof *fields));
  for (uint32_t i = shape->count; i-- > 0;) {
    fields[i] = value_at(store, shape->args[i], index % shape->args[i]->size);
    index /= shape->args[i]->size;
  }
  Value v = value_record(store, fields, shape->count);
  if (fields != few) free(fields);
  return v;
}

Value value_at(Store *store, const Shape *shape, uint64_t index)
{
  assert(index < shape->size);
  switch (shape->kind) {
  case SHAPE_PAIR: {
    uint64_t columns = shape->args[1]->size;
    Value first = value_at(store, shape->args[0], index / columns);
    return value_pair(store, first, value_at(store, shape->args[1], index % columns));
  }
  case SHAPE_RECORD: return record_at(store, shape, index);
  case SHAPE_SET:
    return set_of_mask(store, shape->args[0],
                       subset_at(store, (uint32_t) shape->args[0]->size, index));
  default: return value_atom(index);
  }
}
