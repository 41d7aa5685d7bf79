#include "value/sequence.h"

#include <assert.h>
#include <string.h>

#include "value/set_impl.h"

/* A sequence that is not empty is an ARRAY: its items in order. */

static const Value *items_of(const Store *store, Value s)
{
  return value_is_empty_set(s) ? NULL : node_values(node_of(store, s));
}

Value seq_first(const Store *store, Value s) { return seq_item(store, s, 0); }
Value seq_last(const Store *store, Value s) { return seq_item(store, s, seq_size(store, s) - 1); }

Value seq_take(Store *store, Value s, uint64_t n)
{
  assert(n <= seq_size(store, s));
  return seq_build(store, items_of(store, s), n);
}

Value seq_drop(Store *store, Value s, uint64_t n)
{
  uint64_t size = seq_size(store, s);
  assert(n <= size);
  return n == size ? VALUE_EMPTY_SET : seq_build(store, items_of(store, s) + n, size - n);
}

Value seq_front(Store *store, Value s) { return seq_take(store, s, seq_size(store, s) - 1); }
Value seq_tail(Store *store, Value s) { return seq_drop(store, s, 1); }

Value seq_reverse(Store *store, Value s)
{
  uint64_t size = seq_size(store, s);
  const Value *items = items_of(store, s);
  Value *reversed = (Value *) scratch_take(store, size);
  for (uint64_t i = 0; i < size; i++) reversed[i] = items[size - 1 - i];
  Value result = seq_build(store, reversed, size);
  scratch_give(store);
  return result;
}

/* The items of s between others. */
static Value joined(Store *store, const Value *front, uint64_t n, Value s, const Value *end,
                    uint64_t m)
{
  uint64_t size = seq_size(store, s);
  Value *items = (Value *) scratch_take(store, n + size + m);
  if (n) memcpy(items, front, n * sizeof *items);
  if (size) memcpy(items + n, items_of(store, s), size * sizeof *items);
  if (m) memcpy(items + n + size, end, m * sizeof *items);
  Value result = seq_build(store, items, n + size + m);
  scratch_give(store);
  return result;
}

Value seq_concat(Store *store, Value s, Value t)
{
  if (value_is_empty_set(s)) return t;
  if (value_is_empty_set(t)) return s;
  return joined(store, NULL, 0, s, items_of(store, t), seq_size(store, t));
}

Value seq_prepend(Store *store, Value item, Value s) { return joined(store, &item, 1, s, NULL, 0); }

Value seq_append(Store *store, Value s, Value item) { return joined(store, NULL, 0, s, &item, 1); }

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
    uint64_t size = seq_size(store, part);
    if (size) memcpy(items + n, items_of(store, part), size * sizeof *items);
    n += size;
  }
  Value result = seq_build(store, items, n);
  scratch_give(store);
  return result;
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
  uint64_t size = seq_size(store, s);
  Value *items = (Value *) scratch_take(store, size);
  if (size) memcpy(items, items_of(store, s), size * sizeof *items);
  Value set = set_build(store, item, items, size);
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
