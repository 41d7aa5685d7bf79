#include "value/set.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "value/bits.h"
#include "value/map.h"

/* Making sets canonical, asking them, walking them.  Every set passes through one of
 * the set_from_… functions (or is made of the same kind, where that is certain). */

/* ---- canonical form ---- */

Value set_from_words(Store *store, const Shape *element, const uint64_t *words, uint64_t count)
{
  while (count && words[count - 1] == 0) count--;
  if (count == 0) return VALUE_EMPTY_SET;
  if (set_in_word(store, element)) return value_bits(words[0]);
  return store_intern(store, NODE_KIND_BITSET, words, count);
}

static Value bits_of_values(Store *store, const Shape *element, const Value *values, uint64_t count)
{
  uint64_t size = element->size / 64 + 1, few[4] = {0};
  uint64_t *words = size <= 4 ? few : scratch_take(store, size);
  if (words != few) memset(words, 0, size * sizeof *words);
  for (uint64_t i = 0; i < count; i++) {
    uint64_t index = value_index(store, element, values[i]);
    words[index / 64] |= UINT64_C(1) << index % 64;
  }
  Value set = set_from_words(store, element, words, size);
  if (words != few) scratch_give(store);
  return set;
}

Value set_interval(Store *store, Value low, Value high)
{
  if (int_compare(store, low, high) > 0) return VALUE_EMPTY_SET;
  if (int_in_word(store, low) && int_in_word(store, high))
    return value_bits((UINT64_C(2) << (high.word >> 3)) - (UINT64_C(1) << (low.word >> 3)));
  return store_intern(store, NODE_KIND_INTERVAL, (uint64_t[]){low.word, high.word}, 2);
}

bool set_is_interval(const Store *store, const Shape *element, Value set, Value *low, Value *high)
{
  if (value_is_empty_set(set) || element->kind != SHAPE_INTEGER) return false;
  if (value_tag(set) == TAG_BITS) {
    uint64_t bits = value_bits_of(set), lowest = bits & -bits;
    *low = value_small(__builtin_ctzll(bits));
    *high = value_small((int64_t) highest_bit(bits));
    return !((bits + lowest) & bits);
  }
  if (!value_is_node(set, NODE_KIND_INTERVAL)) return false;
  const Node *node = node_of(store, set);
  *low = node_value(node, 0), *high = node_value(node, 1);
  return true;
}

/* Integers that are a word as a set; VALUE_UNDEFINED: not all are. */
static Value word_of_ints(const Store *store, const Value *values, uint64_t count)
{
  uint64_t bits = 0;
  for (uint64_t i = 0; i < count; i++) {
    if (!int_in_word(store, values[i])) return VALUE_UNDEFINED;
    bits |= UINT64_C(1) << (values[i].word >> 3);
  }
  return value_bits(bits);
}

static Value sorted_set(Store *store, const Value *values, uint64_t count)
{
  return store_intern(store, NODE_KIND_SORTED, &values->word, count);
}

/* high - low + 1, of which at least one is not small; UINT64_MAX: or more. */
static uint64_t wide_span(const Store *store, Value low, Value high)
{
  IntView lo, hi;
  int_view(store, low, &lo), int_view(store, high, &hi);
  mpz_t width;
  mpz_init(width);
  mpz_sub(width, hi.z, lo.z);
  mpz_add_ui(width, width, 1);
  uint64_t span = mpz_fits_ulong_p(width) ? mpz_get_ui(width) : UINT64_MAX;
  mpz_clear(width);
  return span;
}

static uint64_t span_of(const Store *store, Value low, Value high)
{
  if (value_is_small(low) && value_is_small(high))
    return (uint64_t) (value_small_int(high) - value_small_int(low)) + 1;
  return wide_span(store, low, high);
}

static Value int_bits_of_values(Store *store, const Value *values, uint64_t count, uint64_t span)
{
  uint64_t size = (span + 63) / 64, *payload = scratch_take(store, size + 2);
  payload[0] = values[0].word;
  payload[1] = count;
  memset(payload + 2, 0, size * sizeof *payload);
  for (uint64_t i = 0; i < count; i++) {
    uint64_t offset = (uint64_t) (value_small_int(values[i]) - value_small_int(values[0]));
    payload[2 + offset / 64] |= UINT64_C(1) << offset % 64;
  }
  Value set = store_intern(store, NODE_KIND_INTSET, payload, size + 2);
  scratch_give(store);
  return set;
}

static Value ints_from_sorted(Store *store, const Value *values, uint64_t count)
{
  Value low = values[0], high = values[count - 1];
  if (int_in_word(store, low) && int_in_word(store, high))
    return word_of_ints(store, values, count);
  uint64_t span = span_of(store, low, high);
  if (span == count) return set_interval(store, low, high);
  if (value_is_small(low) && value_is_small(high) && span / store->config.dense_factor <= count &&
      span <= store->config.dense_factor * count)
    return int_bits_of_values(store, values, count, span);
  return VALUE_UNDEFINED;
}

/* Ascending elements in another form than SORTED, if they have one; else VALUE_UNDEFINED. */
static Value special_form(Store *store, const Shape *element, const Value *values, uint64_t count)
{
  if (count == 0) return VALUE_EMPTY_SET;
  if (set_in_bits(store, element)) return bits_of_values(store, element, values, count);
  if (element->kind == SHAPE_INTEGER) return ints_from_sorted(store, values, count);
  if (element->kind == SHAPE_PAIR) return map_from_sorted(store, values, count);
  return VALUE_UNDEFINED;
}

Value set_from_sorted(Store *store, const Shape *element, const Value *values, uint64_t count)
{
  Value set = special_form(store, element, values, count);
  return value_is_none(set) ? sorted_set(store, values, count) : set;
}

Value set_from_sorted_near(Store *store, const Shape *element, const Value *values, uint64_t count,
                           uint64_t hash, bool plain)
{
  Value set = special_form(store, element, values, count);
  if (!value_is_none(set)) return set;
  return store_intern_near(store, NODE_KIND_SORTED, &values->word, count, hash, plain);
}

/* The integers that the bits stand for, one by one. */
static Value sparse_ints(Store *store, int64_t base, const uint64_t *words, uint64_t count,
                         uint64_t card)
{
  Value *values = (Value *) scratch_take(store, card);
  uint64_t n = 0;
  for (uint64_t i = 0; i < count; i++)
    for (uint64_t bits = words[i]; bits; bits &= bits - 1)
      values[n++] = value_small(base + (int64_t) (i * 64) + __builtin_ctzll(bits));
  Value set = sorted_set(store, values, card);
  scratch_give(store);
  return set;
}

Value set_from_int_bits(Store *store, int64_t base, const uint64_t *words, uint64_t count)
{
  while (count && words[count - 1] == 0) count--;
  if (count == 0) return VALUE_EMPTY_SET;
  while (words[0] == 0) words++, count--, base += 64;
  uint64_t shift = (uint64_t) __builtin_ctzll(words[0]), card = 0;
  for (uint64_t i = 0; i < count; i++) card += (uint64_t) __builtin_popcountll(words[i]);
  uint64_t span = count * 64 - (uint64_t) __builtin_clzll(words[count - 1]) - shift;
  Value low = value_small(base + (int64_t) shift);
  Value high = value_small(value_small_int(low) + (int64_t) span - 1);
  if (int_in_word(store, low) && int_in_word(store, high))
    return value_bits(bits_get(words, count, shift, span) << value_small_int(low));
  if (span == card) return set_interval(store, low, high);
  if (span / store->config.dense_factor > card || span > store->config.dense_factor * card)
    return sparse_ints(store, base, words, count, card);
  uint64_t size = (span + 63) / 64, *payload = scratch_take(store, size + 2);
  payload[0] = low.word;
  payload[1] = card;
  for (uint64_t i = 0; i < size; i++) {
    uint64_t next = i + 1 < count ? words[i + 1] : 0;
    payload[2 + i] = shift ? words[i] >> shift | next << (64 - shift) : words[i];
  }
  Value set = store_intern(store, NODE_KIND_INTSET, payload, size + 2);
  scratch_give(store);
  return set;
}

/* ---- building ---- */

uint64_t values_unique(Value *values, uint64_t count)
{
  uint64_t kept = count ? 1 : 0;
  for (uint64_t i = 1; i < count; i++)
    if (!value_same(values[kept - 1], values[i])) values[kept++] = values[i];
  return kept;
}

Value set_build(Store *store, const Shape *element, Value *elements, uint64_t count)
{
  if (count == 0) return VALUE_EMPTY_SET;
  if (set_in_bits(store, element)) return bits_of_values(store, element, elements, count);
  Value *spare = (Value *) scratch_take(store, count);
  values_sort(store, elements, spare, count);
  scratch_give(store);
  return set_from_sorted(store, element, elements, values_unique(elements, count));
}

Value set_singleton(Store *store, const Shape *element, Value v)
{
  return set_from_sorted(store, element, &v, 1);
}

/* ---- questions ---- */

static uint64_t card_of_words(const uint64_t *words, uint64_t count)
{
  uint64_t card = 0;
  for (uint64_t i = 0; i < count; i++) card += (uint64_t) __builtin_popcountll(words[i]);
  return card;
}

uint64_t set_card(const Store *store, Value set)
{
  assert(value_tag(set) == TAG_BITS || value_tag(set) == TAG_NODE);
  if (value_tag(set) == TAG_BITS) return (uint64_t) __builtin_popcountll(value_bits_of(set));
  const Node *node = node_of(store, set);
  switch (node->kind) {
  case NODE_KIND_BITSET: return card_of_words(node->payload, node->count);
  case NODE_KIND_INTERVAL: return span_of(store, node_value(node, 0), node_value(node, 1));
  case NODE_KIND_INTSET: return node->payload[1];
  case NODE_KIND_PACKED_SEQ:
  case NODE_KIND_PACKED:
  case NODE_KIND_MAP: return map_of(node).card;
  default: return node->count;
  }
}

Value set_card_value(Store *store, Value set)
{
  uint64_t card = set_card(store, set);
  if (card <= (uint64_t) SMALL_INT_MAX) return value_small((int64_t) card);
  const Node *node = node_of(store, set);
  return int_add(store, int_subtract(store, node_value(node, 1), node_value(node, 0)),
                 value_small(1));
}

static bool in_intset(const Node *node, Value v)
{
  if (!value_is_small(v)) return false;
  int64_t offset = value_small_int(v) - value_small_int(node_value(node, 0));
  if (offset < 0 || (uint64_t) offset / 64 >= node->count - UINT64_C(2)) return false;
  return node->payload[2 + offset / 64] >> offset % 64 & 1;
}

bool set_member(const Store *store, const Shape *element, Value v, Value set)
{
  uint64_t i;
  assert(value_tag(set) != TAG_LAZY);
  if (value_is_empty_set(set)) return false;
  if (set_is_int_bits(element, set))
    return int_in_word(store, v) && (value_bits_of(set) >> (v.word >> 3) & 1);
  if (value_tag(set) == TAG_BITS) return value_bits_of(set) >> value_index(store, element, v) & 1;
  const Node *node = node_of(store, set);
  switch (node->kind) {
  case NODE_KIND_BITSET:
    i = value_index(store, element, v);
    return i / 64 < node->count && (node->payload[i / 64] >> i % 64 & 1);
  case NODE_KIND_INTERVAL:
    return int_compare(store, node_value(node, 0), v) <= 0 &&
           int_compare(store, v, node_value(node, 1)) <= 0;
  case NODE_KIND_INTSET: return in_intset(node, v);
  case NODE_KIND_ARRAY:
  case NODE_KIND_PACKED_SEQ:
  case NODE_KIND_PACKED:
  case NODE_KIND_MAP:
    return value_same(map_find(node, pair_first(store, v)), pair_second(store, v));
  default:
    assert(node->kind == NODE_KIND_SORTED);
    i = values_search(store, node_values(node), node->count, v);
    return i < node->count && node->payload[i] == v.word;
  }
}

Value set_least(Store *store, const Shape *element, Value set)
{
  SetIter it = set_iter(store, element, set);
  Value v = VALUE_UNDEFINED;
  set_next(&it, &v);
  assert(!value_is_none(v));
  return v;
}

Value set_greatest(Store *store, const Shape *element, Value set)
{
  assert(!value_is_empty_set(set));
  if (set_is_int_bits(element, set)) return value_small((int64_t) highest_bit(value_bits_of(set)));
  if (value_tag(set) == TAG_BITS) return value_at(store, element, highest_bit(value_bits_of(set)));
  const Node *node = node_of(store, set);
  uint64_t last = node->payload[node->count - 1];
  switch (node->kind) {
  case NODE_KIND_BITSET:
    return value_at(store, element, (node->count - UINT64_C(1)) * 64 + highest_bit(last));
  case NODE_KIND_INTSET:
    return value_small(value_small_int(node_value(node, 0)) +
                       (int64_t) ((node->count - UINT64_C(3)) * 64 + highest_bit(last)));
  case NODE_KIND_SORTED:
  case NODE_KIND_INTERVAL: return (Value){last};
  default: {
    Map m = map_of(node);
    return value_pair(store, map_argument(&m, m.span - 1), map_at(&m, m.span - 1));
  }
  }
}

/* ---- walking ---- */

/* Bits (of a word, a bit set or an integer set) are walked by `at`, the number of the
 * current word, whose bits not yet seen are in `bits`; they end before bit `end`. */
SetIter set_iter(Store *store, const Shape *element, Value set)
{
  SetIter it = {.store = store, .element = element, .kind = set_kind(set)};
  assert(value_tag(set) == TAG_BITS || value_tag(set) == TAG_NODE);
  if (it.kind == KIND_BITS) {
    it.bits = value_bits_of(set);
    it.end = 64;
    return it;
  }
  const Node *node = node_of(store, set);
  it.words = node->payload;
  it.end = node->count;
  if (it.kind == NODE_KIND_BITSET) {
    it.end = node->count * UINT64_C(64);
    it.bits = node->payload[0];
  } else if (it.kind == NODE_KIND_INTSET) {
    it.words = node->payload + 2;
    it.end = (node->count - UINT64_C(2)) * 64;
    it.bits = node->payload[2];
    it.current = node_value(node, 0);
  } else if (it.kind == NODE_KIND_INTERVAL) {
    it.current = node_value(node, 0);
    it.last = node_value(node, 1);
  } else if (kind_is_map(it.kind)) {
    it.end = map_of(node).span;
  }
  return it;
}

bool set_next_bit(SetIter *it, uint64_t *index)
{
  while (it->bits == 0) {
    if ((it->at + 1) * 64 >= it->end) return false;
    it->bits = it->words[++it->at];
  }
  *index = it->at * 64 + (uint64_t) __builtin_ctzll(it->bits);
  it->bits &= it->bits - 1;
  return *index < it->end;
}

static bool next_of_interval(SetIter *it, Value *out)
{
  if (it->at > 0) {
    if (value_same(it->current, it->last)) return false;
    it->current = int_add(it->store, it->current, value_small(1));
  }
  it->at = 1;
  *out = it->current;
  return true;
}

bool set_next_of_map(SetIter *it, Value *x, Value *y)
{
  Map m = map_of(node_of_payload(it->words));
  return map_next(&m, &it->at, it->end, x, y);
}

bool set_next(SetIter *it, Value *out)
{
  uint64_t index;
  switch (it->kind) {
  case KIND_BITS:
  case NODE_KIND_BITSET:
    if (!set_next_bit(it, &index)) return false;
    if (it->element->kind == SHAPE_GIVEN || it->element->kind == SHAPE_BOOL)
      *out = value_atom(index);
    else if (it->element->kind == SHAPE_INTEGER) *out = value_small((int64_t) index);
    else *out = value_at(it->store, it->element, index);
    return true;
  case NODE_KIND_INTSET:
    if (!set_next_bit(it, &index)) return false;
    *out = value_small(value_small_int(it->current) + (int64_t) index);
    return true;
  case NODE_KIND_INTERVAL: return next_of_interval(it, out);
  case NODE_KIND_SORTED:
    if (it->at == it->end) return false;
    *out = (Value){it->words[it->at++]};
    return true;
  default: {
    Value x, y;
    if (!set_next_of_map(it, &x, &y)) return false;
    *out = value_pair(it->store, x, y);
    return true;
  }
  }
}

static bool has_first(const Store *store, const Node *node, uint64_t i, Value first)
{
  return i < node->count && value_same(pair_first(store, node_value(node, i)), first);
}

/* Index of the first pair from `low` whose first component is not below `first` (or is
 * above it, if `after`). */
static uint64_t search_first(const Store *store, const Node *node, uint64_t low, Value first,
                             bool after)
{
  uint64_t high = node->count;
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    int c = quick_compare(store, pair_first(store, node_value(node, middle)), first);
    if (c < 0 || (after && c == 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

Row pairs_row(const Store *store, const Node *node, Value first)
{
  uint64_t from = search_first(store, node, 0, first, false);
  if (!has_first(store, node, from, first)) return (Row){from, from};
  if (!has_first(store, node, from + 1, first)) return (Row){from, from + 1};
  return (Row){from, search_first(store, node, from, first, true)};
}

SetIter set_iter_from(Store *store, const Shape *element, Value relation, Value first)
{
  SetIter it = set_iter(store, element, relation);
  if (value_is_empty_set(relation)) return it;
  if (it.kind == KIND_BITS || it.kind == NODE_KIND_BITSET) {
    uint64_t columns = element->args[1]->size;
    uint64_t from = value_index(store, element->args[0], first) * columns;
    if (from + columns < it.end) it.end = from + columns;
    if (from >= it.end) it.bits = it.end = 0;
    else if (it.words) it.at = from / 64, it.bits = it.words[it.at];
    if (it.bits) it.bits &= ~UINT64_C(0) << from % 64;
  } else if (kind_is_map(it.kind)) {
    Map m = map_of(node_of(store, relation));
    uint64_t i = map_index(&m, first);
    it.at = i < it.end ? i : 0;
    it.end = i < it.end ? i + 1 : 0;
  } else {
    assert(it.kind == NODE_KIND_SORTED);
    Row row = pairs_row(store, node_of(store, relation), first);
    it.at = row.from, it.end = row.to;
  }
  return it;
}

void set_list(Store *store, const Shape *element, Value set, Value *out)
{
  if (set_kind(set) == NODE_KIND_SORTED) {
    const Node *node = node_of(store, set);
    memcpy(out, node->payload, node->count * sizeof *out);
    return;
  }
  SetIter it = set_iter(store, element, set);
  for (Value v; set_next(&it, &v);) *out++ = v;
}

/* ---- sequences ---- */

Value seq_build(Store *store, const Value *items, uint64_t count)
{
  return count == 0 ? VALUE_EMPTY_SET : map_build(store, value_small(1), items, count, count);
}

bool seq_is(Value set)
{
  return value_is_empty_set(set) || value_is_node(set, NODE_KIND_ARRAY) ||
         value_is_node(set, NODE_KIND_PACKED_SEQ);
}

uint64_t seq_size(const Store *store, Value sequence)
{
  assert(seq_is(sequence));
  return value_is_empty_set(sequence) ? 0 : map_of(node_of(store, sequence)).span;
}

Value seq_item(const Store *store, Value sequence, uint64_t index)
{
  assert(index < seq_size(store, sequence));
  Map m = map_of(node_of(store, sequence));
  return map_at(&m, index);
}
