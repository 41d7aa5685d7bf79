#include <string.h>

#include "base/vec.h"
#include "value/set_impl.h"

/* Unions and intersections of sets of sets. */

enum { LISTED = 1 << 16 }; /* elements that are collected before they are sorted */

/* All sets are bits: no set in between is made. */
static Value unite_bits(Store *store, const Shape *element, const Shape *set, Value sets)
{
  uint64_t size = element->size / 64 + 1, room, *words = scratch_take(store, size);
  memset(words, 0, size * sizeof *words);
  SetIter it = set_iter(store, set, sets);
  for (Value v; set_next(&it, &v);) {
    Bits bits = bits_of_set(store, v, &room);
    for (uint64_t i = 0; i < bits.count; i++) words[i] |= bits.words[i];
  }
  Value result = set_from_words(store, element, words, size);
  scratch_give(store);
  return result;
}

static bool has_lazy(Store *store, const Shape *set, Value sets, uint64_t *total)
{
  SetIter it = set_iter(store, set, sets);
  *total = 0;
  for (Value v; set_next(&it, &v);) {
    if (value_tag(v) == TAG_LAZY) return true;
    uint64_t card = set_card(store, v);
    *total = card > UINT64_MAX - *total ? UINT64_MAX : *total + card;
  }
  return false;
}

Value set_union_of(Store *store, const Shape *element, const Shape *set, Value sets)
{
  uint64_t total;
  if (value_is_empty_set(sets)) return sets;
  if (has_lazy(store, set, sets, &total)) return VALUE_UNKNOWN;
  if (set_in_bits(store, element)) return unite_bits(store, element, set, sets);
  Value result = VALUE_EMPTY_SET, v;
  SetIter it = set_iter(store, set, sets);
  if (total > LISTED || store->config.as_if_large) {
    while (set_next(&it, &v)) result = set_union(store, element, result, v);
    return result;
  }
  Value *all = (Value *) scratch_take(store, total);
  uint64_t n = 0;
  for (; set_next(&it, &v); n += set_card(store, v)) set_list(store, element, v, all + n);
  result = set_build(store, element, all, n);
  scratch_give(store);
  return result;
}

Value set_intersection_of(Store *store, const Shape *element, const Shape *set, Value sets)
{
  uint64_t total;
  if (has_lazy(store, set, sets, &total)) return VALUE_UNKNOWN;
  SetIter it = set_iter(store, set, sets);
  Value result = set_least(store, set, sets);
  for (Value v; set_next(&it, &v);) result = set_intersection(store, element, result, v);
  return result;
}
