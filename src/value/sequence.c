#include "value/sequence.h"

#include <assert.h>

#include "value/map.h"

/* A sequence that is not empty is an ARRAY or a PACKED_SEQ.  It is unpacked into working
 * memory, changed, and built again. */

/* Writes the items; `out` has room for them. */
static void list_items(const Store *store, Value s, Value *out)
{
  if (value_is_empty_set(s)) return;
  Map m = map_of(node_of(store, s));
  map_list(&m, out);
}

/* The items in working memory, with room for `more` before and after them. */
static Value *take_items(Store *store, Value s, uint64_t before, uint64_t after)
{
  Value *items = (Value *) scratch_take(store, before + seq_size(store, s) + after);
  list_items(store, s, items + before);
  return items;
}

static Value finish(Store *store, const Value *items, uint64_t count)
{
  Value s = seq_build(store, items, count);
  scratch_give(store);
  return s;
}

Value seq_first(const Store *store, Value s) { return seq_item(store, s, 0); }
Value seq_last(const Store *store, Value s) { return seq_item(store, s, seq_size(store, s) - 1); }

/* The n items from `from` on. */
static Value slice(Store *store, Value s, uint64_t from, uint64_t n)
{
  assert(from + n <= seq_size(store, s));
  if (n == 0) return VALUE_EMPTY_SET;
  Value part = map_slice(store, s, from, n);
  return value_is_none(part) ? finish(store, take_items(store, s, 0, 0) + from, n) : part;
}

Value seq_take(Store *store, Value s, uint64_t n) { return slice(store, s, 0, n); }

Value seq_drop(Store *store, Value s, uint64_t n)
{
  return slice(store, s, n, seq_size(store, s) - n);
}

Value seq_front(Store *store, Value s) { return seq_take(store, s, seq_size(store, s) - 1); }
Value seq_tail(Store *store, Value s) { return seq_drop(store, s, 1); }

Value seq_reverse(Store *store, Value s)
{
  uint64_t size = seq_size(store, s);
  Value *items = take_items(store, s, 0, 0);
  for (uint64_t i = 0; i < size / 2; i++) {
    Value item = items[i];
    items[i] = items[size - 1 - i];
    items[size - 1 - i] = item;
  }
  return finish(store, items, size);
}

Value seq_concat(Store *store, Value s, Value t)
{
  uint64_t size = seq_size(store, s), more = seq_size(store, t);
  Value *items = take_items(store, s, 0, more);
  list_items(store, t, items + size);
  return finish(store, items, size + more);
}

Value seq_prepend(Store *store, Value item, Value s)
{
  Value *items = take_items(store, s, 1, 0);
  items[0] = item;
  return finish(store, items, seq_size(store, s) + 1);
}

Value seq_append(Store *store, Value s, Value item)
{
  uint64_t size = seq_size(store, s);
  Value longer = size ? map_append(store, s, item) : VALUE_UNDEFINED;
  if (!value_is_none(longer)) return longer;
  Value *items = take_items(store, s, 0, 1);
  items[size] = item;
  return finish(store, items, size + 1);
}

Value seq_flatten(Store *store, Value s)
{
  uint64_t parts = seq_size(store, s), total = 0, n = 0;
  for (uint64_t i = 0; i < parts; i++) {
    if (value_tag(seq_item(store, s, i)) == TAG_LAZY) return VALUE_UNKNOWN;
    if (!seq_is(seq_item(store, s, i))) return VALUE_FAULT;
    total += seq_size(store, seq_item(store, s, i));
  }
  Value *items = (Value *) scratch_take(store, total);
  for (uint64_t i = 0; i < parts; i++) {
    Value part = seq_item(store, s, i);
    list_items(store, part, items + n);
    n += seq_size(store, part);
  }
  return finish(store, items, n);
}

bool seq_within(const Store *store, const Shape *item, Value s, Value set)
{
  uint64_t size = seq_size(store, s);
  for (uint64_t i = 0; i < size; i++)
    if (!set_member(store, item, seq_item(store, s, i), set)) return false;
  return true;
}

Value seq_items(Store *store, const Shape *item, Value s)
{
  Value *items = take_items(store, s, 0, 0);
  Value set = set_build(store, item, items, seq_size(store, s));
  scratch_give(store);
  return set;
}

bool seq_is_injective(Store *store, const Shape *item, Value s)
{
  return set_card(store, seq_items(store, item, s)) == seq_size(store, s);
}

bool seq_is_permutation(Store *store, const Shape *item, Value s, Value set)
{
  return seq_size(store, s) == set_card(store, set) && value_same(seq_items(store, item, s), set);
}
