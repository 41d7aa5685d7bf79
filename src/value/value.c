#include "value/value.h"

#include <assert.h>
#include <string.h>

#include "value/store_impl.h"

/* Constructors and parts of the values that are not integers and not sets. */

Value value_real(Store *store, double x)
{
  assert(x == x);
  if (x == 0) x = 0; /* no negative zero */
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return store_intern(store, NODE_KIND_REAL, &bits, 1);
}

double value_real_of(const Store *store, Value v)
{
  double x;
  memcpy(&x, node_of(store, v)->payload, sizeof x);
  return x;
}

Value value_string(Store *store, const char *utf8, size_t length)
{
  uint64_t *copy = scratch_take(store, length / sizeof(uint64_t) + 1);
  if (length) memcpy(copy, utf8, length);
  Value v = store_intern(store, NODE_KIND_STRING, copy, length);
  scratch_give(store);
  return v;
}

const char *value_string_of(const Store *store, Value v, size_t *length)
{
  const Node *node = node_of(store, v);
  if (length) *length = node->count;
  return (const char *) node->payload;
}

Value value_pair(Store *store, Value first, Value second)
{
  if (pair_fits(first) && pair_fits(second)) return pair_word(first, second);
  return store_intern(store, NODE_KIND_PAIR, (uint64_t[]){first.word, second.word}, 2);
}

Value pair_first(const Store *store, Value v)
{
  if (value_tag(v) == TAG_PAIR) return pair_word_first(v);
  return node_value(node_of(store, v), 0);
}

Value pair_second(const Store *store, Value v)
{
  if (value_tag(v) == TAG_PAIR) return pair_word_second(v);
  return node_value(node_of(store, v), 1);
}

Value value_record(Store *store, const Value *fields, uint32_t count)
{
  static_assert(sizeof(Value) == sizeof(uint64_t), "a value is a word");
  return store_intern(store, NODE_KIND_RECORD, &fields->word, count);
}

Value record_field(const Store *store, Value v, uint32_t index)
{
  assert(index < node_of(store, v)->count);
  return node_value(node_of(store, v), index);
}

Value value_free(Store *store, uint32_t constructor, Value argument)
{
  return store_intern(store, NODE_KIND_FREE, (uint64_t[]){constructor, argument.word}, 2);
}

uint32_t free_constructor(const Store *store, Value v)
{
  return (uint32_t) node_of(store, v)->payload[0];
}

Value free_argument(const Store *store, Value v) { return node_value(node_of(store, v), 1); }

Value value_lazy(Store *store, uint32_t what, const Value *parts, uint32_t count)
{
  uint64_t *payload = scratch_take(store, count + UINT64_C(1));
  payload[0] = what;
  if (count) memcpy(payload + 1, parts, count * sizeof *parts);
  Value v = store_intern(store, NODE_KIND_LAZY, payload, count + UINT64_C(1));
  scratch_give(store);
  return v;
}

uint32_t lazy_what(const Store *store, Value v) { return (uint32_t) node_of(store, v)->payload[0]; }
uint32_t lazy_count(const Store *store, Value v) { return node_of(store, v)->count - 1; }

bool value_holds_lazy(const Store *store, Value v)
{
  return value_has_node(v) && node_of(store, v)->holds_lazy;
}

Value lazy_part(const Store *store, Value v, uint32_t i)
{
  assert(i < lazy_count(store, v));
  return node_value(node_of(store, v), i + UINT64_C(1));
}
