#include <assert.h>
#include <string.h>

#include "base/vec.h"
#include "value/set_impl.h"

/* Unions and intersections of sets of sets. */

enum { LISTED = 1 << 16 }; /* elements that are collected before they are sorted */

typedef VEC(Value) Sets;

/* All sets are bits: no set in between is made. */
static Value unite_bits(Store *store, const Shape *element, const Value *sets, uint64_t count)
{
  uint64_t size = element->size / 64 + 1, room, *words = scratch_take(store, size);
  memset(words, 0, size * sizeof *words);
  for (uint64_t k = 0; k < count; k++) {
    Bits bits = bits_of_set(store, sets[k], &room);
    for (uint64_t i = 0; i < bits.count; i++) words[i] |= bits.words[i];
  }
  Value result = set_from_words(store, element, words, size);
  scratch_give(store);
  return result;
}

/* Collects the elements of these sets, and sorts them once. */
static Value unite_lists(Store *store, const Shape *element, const Value *sets, uint64_t count,
                         uint64_t total)
{
  Value *all = (Value *) scratch_take(store, total);
  uint64_t n = 0;
  for (uint64_t i = 0; i < count; n += set_card(store, sets[i++]))
    set_list(store, element, sets[i], all + n);
  assert(n == total);
  Value result = set_build(store, element, all, n);
  scratch_give(store);
  return result;
}

/* As many small sets as fit into a list make one; a large one stays as it is. */
static void gather(Store *store, const Shape *element, const Value *sets, uint64_t count,
                   Sets *gathered)
{
  uint64_t most = store->config.as_if_large ? 8 : LISTED;
  for (uint64_t i = 0, next; i < count; i = next) {
    uint64_t total = set_card(store, sets[i]);
    for (next = i + 1; next < count && total < most; next++) {
      uint64_t card = set_card(store, sets[next]);
      if (card > most - total) break;
      total += card;
    }
    Value one = next == i + 1 ? sets[i] : unite_lists(store, element, sets + i, next - i, total);
    vec_push(gathered, one);
  }
}

Value set_union_all(Store *store, const Shape *element, const Value *sets, uint64_t count)
{
  if (count == 0) return VALUE_EMPTY_SET;
  if (set_in_bits(store, element)) return unite_bits(store, element, sets, count);
  Sets gathered = {0};
  gather(store, element, sets, count, &gathered);
  for (uint32_t len; (len = gathered.len) > 1; gathered.len = (len + 1) / 2)
    for (uint32_t i = 0; i < len; i += 2) {
      Value *two = gathered.data + i;
      gathered.data[i / 2] = i + 1 < len ? set_union(store, element, two[0], two[1]) : two[0];
    }
  Value result = gathered.data[0];
  vec_free(&gathered);
  return result;
}

Value set_union_of(Store *store, const Shape *element, const Shape *set, Value sets)
{
  if (value_is_empty_set(sets)) return sets;
  Sets all = {0};
  bool lazy = false;
  SetIter it = set_iter(store, set, sets);
  for (Value v; !lazy && set_next(&it, &v);) {
    lazy = value_tag(v) == TAG_LAZY;
    vec_push(&all, v);
  }
  Value result = lazy ? VALUE_UNKNOWN : set_union_all(store, element, all.data, all.len);
  vec_free(&all);
  return result;
}

static bool has_lazy(Store *store, const Shape *set, Value sets)
{
  SetIter it = set_iter(store, set, sets);
  for (Value v; set_next(&it, &v);)
    if (value_tag(v) == TAG_LAZY) return true;
  return false;
}

Value set_intersection_of(Store *store, const Shape *element, const Shape *set, Value sets)
{
  if (has_lazy(store, set, sets)) return VALUE_UNKNOWN;
  SetIter it = set_iter(store, set, sets);
  Value result = set_least(store, set, sets);
  for (Value v; set_next(&it, &v);) result = set_intersection(store, element, result, v);
  return result;
}
