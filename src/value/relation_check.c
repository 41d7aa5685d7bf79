#include "value/bits.h"
#include "value/relation_impl.h"

/* What kind of relation it is: without making other values, as far as possible. */

/* ---- function, injection ---- */

static bool bits_are_function(const Store *store, const Shape *pair, Value r)
{
  uint64_t room, columns = pair->args[1]->size, last = UINT64_MAX;
  Bits bits = bits_of_set(store, r, &room);
  FOR_BITS(at, bits.words, bits.count)
  {
    if (at / columns == last) return false;
    last = at / columns;
  }
  return true;
}

bool rel_is_function(const Store *store, const Shape *pair, Value r)
{
  if (value_is_empty_set(r)) return true;
  if (value_tag(r) == TAG_BITS) return immediate_is_function(pair->immediate, value_bits_of(r));
  if (rel_in_bits(r)) return bits_are_function(store, pair, r);
  const Node *node = node_of(store, r);
  if (kind_is_map(node->kind)) return true;
  for (uint64_t i = 1; i < node->count; i++)
    if (value_same(pair_first(store, node_value(node, i - 1)),
                   pair_first(store, node_value(node, i))))
      return false;
  return true;
}

static bool bits_are_injective(Store *store, const Shape *pair, Value r)
{
  uint64_t room, columns = pair->args[1]->size, size = bits_size(columns);
  Bits bits = bits_of_set(store, r, &room);
  uint64_t *seen = scratch_take(store, size);
  bool injective = true;
  memset(seen, 0, size * sizeof *seen);
  FOR_BITS(at, bits.words, bits.count)
  {
    injective = injective && !bits_test(seen, size, at % columns);
    bits_set(seen, at % columns);
  }
  scratch_give(store);
  return injective;
}

bool rel_is_injective(Store *store, const Shape *pair, Value r)
{
  if (value_is_empty_set(r)) return true;
  if (rel_in_bits(r)) return bits_are_injective(store, pair, r);
  uint64_t card = set_card(store, r), n = 0;
  Value *values = (Value *) scratch_take(store, card), x;
  Value *spare = (Value *) scratch_take(store, card);
  RelIter it = rel_iter(store, pair, r);
  while (rel_next(&it, &x, &values[n])) n++;
  values_sort(store, values, spare, n);
  bool injective = values_unique(values, n) == n;
  scratch_give(store);
  scratch_give(store);
  return injective;
}

/* ---- domain and range ---- */

/* dom(r) <: set; gives the number of elements of the domain. */
static bool domain_within(Store *store, const Shape *pair, Value r, Value set, uint64_t *count)
{
  Value last = VALUE_UNDEFINED;
  *count = 0;
  if (value_is_empty_set(r)) return true;
  if (value_tag(r) == TAG_BITS) {
    uint64_t domain = immediate_domain(pair->immediate, value_bits_of(r));
    *count = (uint64_t) __builtin_popcountll(domain);
    return !(domain & ~value_bits_of(set));
  }
  Value low, high;
  if (value_is_map(r) && set_is_interval(store, pair->args[0], set, &low, &high)) {
    Map m = map_of(node_of(store, r));
    *count = m.card;
    return int_compare(store, low, m.first) <= 0 &&
           int_compare(store, map_argument(&m, m.span - 1), high) <= 0;
  }
  RelIter it = rel_iter(store, pair, r);
  for (Value x, y; rel_next(&it, &x, &y); last = x) {
    if (value_same(x, last)) continue;
    if (!set_member(store, pair->args[0], x, set)) return false;
    ++*count;
  }
  return true;
}

bool rel_domain_within(Store *store, const Shape *pair, Value r, Value set)
{
  uint64_t count;
  return domain_within(store, pair, r, set, &count);
}

/* All results of a packed map are integers of low … high. */
static bool packed_within(const Map *m, int64_t low, int64_t high)
{
  uint64_t bias = map_bias(m), width = (uint64_t) (high - low);
  bool holes = m->card < m->span;
  for (uint64_t i = 0; i < m->span; i++) {
    uint64_t code = map_code(m, i);
    if (code - bias - (uint64_t) low > width && !(holes && code == 0)) return false;
  }
  return true;
}

bool rel_range_within(Store *store, const Shape *pair, Value r, Value set)
{
  Value last = VALUE_UNDEFINED, low, high;
  if (value_is_empty_set(r)) return true;
  if (value_tag(r) == TAG_BITS)
    return !(value_bits_of(r) & ~immediate_columns(pair->immediate, value_bits_of(set)));
  if (value_is_map(r) && set_is_interval(store, pair->args[1], set, &low, &high)) {
    Map m = map_of(node_of(store, r));
    if (m.width < MAP_WORDS && value_is_small(low) && value_is_small(high))
      return packed_within(&m, value_small_int(low), value_small_int(high));
  }
  RelIter it = rel_iter(store, pair, r);
  for (Value x, y; rel_next(&it, &x, &y); last = y)
    if (!value_same(y, last) && !set_member(store, pair->args[1], y, set)) return false;
  return true;
}

/* ran(r) = set, when it is known to be inside. */
static bool covers_range(Store *store, const Shape *pair, Value r, Value set)
{
  if (set_card(store, r) < set_card(store, set)) return false;
  return value_same(rel_range(store, pair, r), set);
}

bool rel_obeys(Store *store, const Shape *pair, Value r, Value from, Value to, RelDemands demands)
{
  uint64_t count;
  if (demands.functional && !rel_is_function(store, pair, r)) return false;
  if (!value_is_none(from)) {
    if (!domain_within(store, pair, r, from, &count)) return false;
    if (demands.total && count != set_card(store, from)) return false;
  }
  if (!value_is_none(to) && !rel_range_within(store, pair, r, to)) return false;
  if (demands.injective && !rel_is_injective(store, pair, r)) return false;
  return !demands.surjective || covers_range(store, pair, r, to);
}
