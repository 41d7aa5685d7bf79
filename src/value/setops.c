#include <assert.h>
#include <string.h>

#include "value/map.h"

/* Union, intersection, difference, inclusion.  Both sets have the same element shape,
 * so words meet words (those of integers all kinds of sets of integers), bit sets meet bit
 * sets, and the other kinds meet one another: integers as bits over a window where that is
 * dense enough, everything else as ascending lists. */

typedef enum { OP_UNION, OP_INTERSECTION, OP_DIFFERENCE } SetOp;

static uint64_t apply(SetOp op, uint64_t a, uint64_t b)
{
  return op == OP_UNION ? a | b : op == OP_INTERSECTION ? a & b : a & ~b;
}

/* ---- bit sets ---- */

static Value combine_bitsets(Store *store, const Shape *element, SetOp op, Value a, Value b)
{
  const Node *x = node_of(store, a), *y = node_of(store, b);
  uint64_t common = x->count < y->count ? x->count : y->count;
  uint64_t count = op == OP_UNION          ? (x->count > y->count ? x->count : y->count)
                   : op == OP_INTERSECTION ? common
                                           : x->count;
  uint64_t *words = scratch_take(store, count);
  for (uint64_t i = 0; i < common; i++) words[i] = apply(op, x->payload[i], y->payload[i]);
  const Node *longer = x->count > common ? x : y;
  if (count > common)
    memcpy(words + common, longer->payload + common, (count - common) * sizeof *words);
  Value set = set_from_words(store, element, words, count);
  scratch_give(store);
  return set;
}

/* ---- lists ---- */

/* Room for the elements of a set as a list: its own, or working memory. */
typedef struct {
  const Value *values;
  uint64_t count;
  bool taken;
} List;

static List list_of(Store *store, const Shape *element, Value set)
{
  List list = {.count = set_card(store, set)};
  if (set_kind(set) == NODE_KIND_SORTED) {
    list.values = node_values(node_of(store, set));
    return list;
  }
  Value *values = (Value *) scratch_take(store, list.count);
  set_list(store, element, set, values);
  list.values = values;
  list.taken = true;
  return list;
}

static uint64_t copy(Value *out, uint64_t n, const Value *from, uint64_t count)
{
  if (count) memcpy(out + n, from, count * sizeof *out);
  return n + count;
}

/* Merges with a much shorter list by searching the place of each of its elements. */
static uint64_t merge_few(const Store *store, SetOp op, List many, List few, Value *out)
{
  uint64_t n = 0, i = 0;
  for (uint64_t j = 0; j < few.count; j++) {
    Value v = few.values[j];
    uint64_t at = i + values_search(store, many.values + i, many.count - i, v);
    bool found = at < many.count && value_same(many.values[at], v);
    if (op != OP_INTERSECTION) n = copy(out, n, many.values + i, at - i);
    if (op == OP_UNION || (op == OP_INTERSECTION && found)) out[n++] = v;
    i = at + found;
  }
  if (op != OP_INTERSECTION) n = copy(out, n, many.values + i, many.count - i);
  return n;
}

static uint64_t merge(const Store *store, SetOp op, List a, List b, Value *out)
{
  uint64_t n = 0, i = 0, j = 0;
  bool keep_a = op != OP_INTERSECTION, keep_b = op == OP_UNION, keep_both = op != OP_DIFFERENCE;
  while (i < a.count && j < b.count) {
    int c = quick_compare(store, a.values[i], b.values[j]);
    if (c <= 0 ? (c == 0 ? keep_both : keep_a) : keep_b)
      out[n++] = c <= 0 ? a.values[i] : b.values[j];
    i += c <= 0;
    j += c >= 0;
  }
  if (keep_a) n = copy(out, n, a.values + i, a.count - i);
  if (keep_b) n = copy(out, n, b.values + j, b.count - j);
  return n;
}

static Value combine_lists(Store *store, const Shape *element, SetOp op, Value a, Value b)
{
  List x = list_of(store, element, a), y = list_of(store, element, b);
  bool few_b = y.count < x.count / 8, few_a = op != OP_DIFFERENCE && x.count < y.count / 8;
  uint64_t most = op == OP_UNION ? x.count + y.count : x.count;
  Value *out = (Value *) scratch_take(store, most);
  uint64_t n = few_b   ? merge_few(store, op, x, y, out)
               : few_a ? merge_few(store, op, y, x, out)
                       : merge(store, op, x, y, out);
  Value set = set_from_sorted(store, element, out, n);
  scratch_give(store);
  if (y.taken) scratch_give(store);
  if (x.taken) scratch_give(store);
  return set;
}

/* The elements of a that are in b (or are not): for a much smaller than b, or when b
 * is not to be listed. */
static Value filter(Store *store, const Shape *element, Value a, Value b, bool inside)
{
  Value *out = (Value *) scratch_take(store, set_card(store, a));
  uint64_t n = 0;
  SetIter it = set_iter(store, element, a);
  for (Value v; set_next(&it, &v);)
    if (set_member(store, element, v, b) == inside) out[n++] = v;
  Value set = set_from_sorted(store, element, out, n);
  scratch_give(store);
  return set;
}

/* ---- integers ---- */

/* What matters of a set of integers: its ends (as small integers, if they are). */
typedef struct {
  Value set, low, high;
  uint64_t card, kind;
} Ints;

static Ints ints_of(Store *store, const Shape *element, Value set)
{
  Ints ints = {.set = set, .card = set_card(store, set), .kind = set_kind(set)};
  if (set_is_interval(store, element, set, &ints.low, &ints.high)) {
    ints.kind = NODE_KIND_INTERVAL;
    return ints;
  }
  ints.low = set_least(store, element, set);
  ints.high = set_greatest(store, element, set);
  return ints;
}

/* Sets the bits of the elements in low … low + 64 * count - 1; all ends are small. */
static void draw(Store *store, const Ints *a, int64_t low, uint64_t *words, uint64_t count)
{
  const Node *node =
      a->kind == KIND_BITS || a->kind == NODE_KIND_INTERVAL ? NULL : node_of(store, a->set);
  int64_t first = value_small_int(a->low) - low, last = value_small_int(a->high) - low;
  int64_t end = (int64_t) (count * 64) - 1;
  memset(words, 0, count * sizeof *words);
  if (last > end) last = end;
  if (a->kind == NODE_KIND_INTERVAL) {
    if (first < 0) first = 0;
    for (int64_t i = first; i <= last;) {
      int64_t bits = i % 64 == 0 && last - i >= 63 ? 64 : 1;
      words[i / 64] |= bits == 64 ? ~UINT64_C(0) : UINT64_C(1) << i % 64;
      i += bits;
    }
  } else if (a->kind == NODE_KIND_INTSET || a->kind == KIND_BITS) {
    uint64_t word = node ? 0 : value_bits_of(a->set) >> value_small_int(a->low);
    const uint64_t *bits = node ? node->payload + 2 : &word;
    int64_t size = node ? (int64_t) node->count - 2 : 1, shift = (first % 64 + 64) % 64;
    int64_t skew = (first - shift) / 64; /* bit 0 of bits[k] is bit `shift` of words[k + skew] */
    for (int64_t k = 0; k < size; k++) {
      int64_t at = k + skew;
      if (at >= 0 && at < (int64_t) count) words[at] |= bits[k] << shift;
      if (shift && at + 1 >= 0 && at + 1 < (int64_t) count)
        words[at + 1] |= bits[k] >> (64 - shift);
    }
  } else {
    uint64_t i = values_search(store, node_values(node), node->count, value_small(low));
    for (; i < node->count; i++) {
      int64_t offset = value_small_int(node_value(node, i)) - low;
      if (offset > end) break;
      words[offset / 64] |= UINT64_C(1) << offset % 64;
    }
  }
}

static Value combine_window(Store *store, SetOp op, const Ints *a, const Ints *b, int64_t low,
                            int64_t high)
{
  uint64_t count = (uint64_t) (high - low) / 64 + 1;
  uint64_t *x = scratch_take(store, count), *y = scratch_take(store, count);
  draw(store, a, low, x, count);
  draw(store, b, low, y, count);
  for (uint64_t i = 0; i < count; i++) x[i] = apply(op, x[i], y[i]);
  Value set = set_from_int_bits(store, low, x, count);
  scratch_give(store);
  scratch_give(store);
  return set;
}

static Value lesser(const Store *store, Value a, Value b)
{
  return int_compare(store, a, b) <= 0 ? a : b;
}

static Value greater(const Store *store, Value a, Value b)
{
  return int_compare(store, a, b) >= 0 ? a : b;
}

/* Two intervals whose combination is one, or none; else VALUE_UNDEFINED. */
static Value combine_intervals(Store *store, SetOp op, const Ints *a, const Ints *b)
{
  Value low = greater(store, a->low, b->low), high = lesser(store, a->high, b->high);
  if (op == OP_INTERSECTION) return set_interval(store, low, high);
  if (op == OP_UNION) {
    if (int_compare(store, low, int_add(store, high, value_small(1))) > 0) return VALUE_UNDEFINED;
    return set_interval(store, lesser(store, a->low, b->low), greater(store, a->high, b->high));
  }
  if (int_compare(store, low, high) > 0) return a->set;
  bool left = int_compare(store, a->low, b->low) < 0,
       right = int_compare(store, b->high, a->high) < 0;
  if (left && right) return VALUE_UNDEFINED;
  if (left) return set_interval(store, a->low, int_subtract(store, b->low, value_small(1)));
  if (right) return set_interval(store, int_add(store, b->high, value_small(1)), a->high);
  return VALUE_EMPTY_SET;
}

/* Is low … high, as bits, no waste for about `card` elements? */
static bool is_dense(const Store *store, Value low, Value high, uint64_t card)
{
  if (!value_is_small(low) || !value_is_small(high)) return false;
  uint64_t span = (uint64_t) (value_small_int(high) - value_small_int(low)) + 1;
  return span / store->config.dense_factor <= card;
}

static bool all_small(const Ints *a) { return value_is_small(a->low) && value_is_small(a->high); }

static Value combine_ints(Store *store, const Shape *element, SetOp op, Value set_a, Value set_b)
{
  Ints a = ints_of(store, element, set_a), b = ints_of(store, element, set_b);
  if (a.kind == NODE_KIND_INTERVAL && b.kind == NODE_KIND_INTERVAL) {
    Value set = combine_intervals(store, op, &a, &b);
    if (!value_is_none(set)) return set;
  }
  Value low = a.low, high = a.high;
  uint64_t card = a.card;
  if (op == OP_UNION) {
    low = lesser(store, a.low, b.low), high = greater(store, a.high, b.high);
    card = a.card + b.card < a.card ? UINT64_MAX : a.card + b.card;
  } else if (op == OP_INTERSECTION) {
    low = greater(store, a.low, b.low), high = lesser(store, a.high, b.high);
    if (int_compare(store, low, high) > 0) return VALUE_EMPTY_SET;
    card = a.card < b.card ? a.card : b.card;
  }
  if (all_small(&a) && all_small(&b) && is_dense(store, low, high, card))
    return combine_window(store, op, &a, &b, value_small_int(low), value_small_int(high));
  if (op == OP_INTERSECTION && a.card > b.card) return filter(store, element, set_b, set_a, true);
  if (op == OP_UNION) return combine_lists(store, element, op, set_a, set_b);
  return filter(store, element, set_a, set_b, op == OP_INTERSECTION);
}

/* ---- the operators ---- */

/* Neither set is empty, and they differ. */
static Value combine(Store *store, const Shape *element, SetOp op, Value a, Value b)
{
  assert(value_tag(a) != TAG_LAZY && value_tag(b) != TAG_LAZY);
  if (value_tag(a) == TAG_BITS && value_tag(b) == TAG_BITS)
    return value_bits(apply(op, value_bits_of(a), value_bits_of(b)));
  if (value_is_node(a, NODE_KIND_BITSET)) return combine_bitsets(store, element, op, a, b);
  if (element->kind == SHAPE_INTEGER) return combine_ints(store, element, op, a, b);
  return combine_lists(store, element, op, a, b);
}

Value set_union(Store *store, const Shape *element, Value a, Value b)
{
  if (value_is_empty_set(a) || value_same(a, b)) return b;
  if (value_is_empty_set(b)) return a;
  return combine(store, element, OP_UNION, a, b);
}

Value set_intersection(Store *store, const Shape *element, Value a, Value b)
{
  if (value_is_empty_set(a) || value_same(a, b)) return a;
  if (value_is_empty_set(b)) return b;
  return combine(store, element, OP_INTERSECTION, a, b);
}

Value set_difference(Store *store, const Shape *element, Value a, Value b)
{
  if (value_is_empty_set(a) || value_same(a, b)) return VALUE_EMPTY_SET;
  if (value_is_empty_set(b)) return a;
  return combine(store, element, OP_DIFFERENCE, a, b);
}

/* ---- adding one element ---- */

static Value add_to_bitset(Store *store, const Shape *element, const Node *node, uint64_t index)
{
  uint64_t count = node->count > index / 64 ? node->count : index / 64 + 1;
  uint64_t *words = scratch_take(store, count);
  memset(words + node->count, 0, (count - node->count) * sizeof *words);
  memcpy(words, node->payload, node->count * sizeof *words);
  words[index / 64] |= UINT64_C(1) << index % 64;
  Value set = set_from_words(store, element, words, count);
  scratch_give(store);
  return set;
}

static Value add_to_sorted(Store *store, const Shape *element, const Node *node, Value v)
{
  uint64_t at = values_search(store, node_values(node), node->count, v);
  Value *values = (Value *) scratch_take(store, node->count + UINT64_C(1));
  memcpy(values, node->payload, at * sizeof *values);
  values[at] = v;
  memcpy(values + at + 1, node->payload + at, (node->count - at) * sizeof *values);
  uint64_t hash = node->hash + store_word_hash(store, NODE_KIND_SORTED, at, v.word);
  Value set = set_from_sorted_near(store, element, values, node->count + UINT64_C(1), hash,
                                   node_stays_plain(store, node, v));
  scratch_give(store);
  return set;
}

Value set_add(Store *store, const Shape *element, Value set, Value v)
{
  if (value_is_empty_set(set)) return set_singleton(store, element, v);
  if (set_is_int_bits(element, set) && int_in_word(store, v))
    return value_bits(value_bits_of(set) | UINT64_C(1) << (v.word >> 3));
  if (value_tag(set) == TAG_BITS && element->kind != SHAPE_INTEGER)
    return value_bits(value_bits_of(set) | UINT64_C(1) << value_index(store, element, v));
  if (set_member(store, element, v, set)) return set;
  if (value_tag(set) == TAG_BITS)
    return combine(store, element, OP_UNION, set, set_singleton(store, element, v));
  const Node *node = node_of(store, set);
  if (kind_is_map(node->kind) && value_is_none(map_find(node, pair_first(store, v)))) {
    Value map = map_change(store, set, pair_first(store, v), pair_second(store, v));
    if (!value_is_none(map)) return map;
  }
  if (node->kind == NODE_KIND_BITSET)
    return add_to_bitset(store, element, node, value_index(store, element, v));
  if (node->kind == NODE_KIND_SORTED) return add_to_sorted(store, element, node, v);
  return combine(store, element, OP_UNION, set, set_singleton(store, element, v));
}

/* ---- removing one element ---- */

static Value remove_from_sorted(Store *store, const Shape *element, const Node *node, Value v)
{
  uint64_t at = values_search(store, node_values(node), node->count, v);
  Value *values = (Value *) scratch_take(store, node->count);
  memcpy(values, node->payload, at * sizeof *values);
  memcpy(values + at, node->payload + at + 1, (node->count - at - 1) * sizeof *values);
  uint64_t hash = node->hash - store_word_hash(store, NODE_KIND_SORTED, at, v.word);
  Value set = set_from_sorted_near(store, element, values, node->count - UINT64_C(1), hash,
                                   !node->holds_lazy);
  scratch_give(store);
  return set;
}

static Value remove_from_bitset(Store *store, const Shape *element, const Node *node,
                                uint64_t index)
{
  uint64_t *words = scratch_take(store, node->count);
  memcpy(words, node->payload, node->count * sizeof *words);
  words[index / 64] &= ~(UINT64_C(1) << index % 64);
  Value set = set_from_words(store, element, words, node->count);
  scratch_give(store);
  return set;
}

Value set_remove(Store *store, const Shape *element, Value set, Value v)
{
  if (!set_member(store, element, v, set)) return set;
  if (value_tag(set) == TAG_BITS) {
    uint64_t at = value_is_small(v) ? v.word >> 3 : value_index(store, element, v);
    return value_bits(value_bits_of(set) & ~(UINT64_C(1) << at));
  }
  const Node *node = node_of(store, set);
  if (kind_is_map(node->kind)) {
    Value map = map_change(store, set, pair_first(store, v), VALUE_UNDEFINED);
    if (!value_is_none(map)) return map;
  }
  if (node->kind == NODE_KIND_BITSET)
    return remove_from_bitset(store, element, node, value_index(store, element, v));
  if (node->kind == NODE_KIND_SORTED) return remove_from_sorted(store, element, node, v);
  Value one = set_singleton(store, element, v);
  return value_same(one, set) ? VALUE_EMPTY_SET : combine(store, element, OP_DIFFERENCE, set, one);
}

/* ---- inclusion ---- */

static bool bitset_subset(const Node *a, const Node *b)
{
  if (a->count > b->count) return false;
  for (uint64_t i = 0; i < a->count; i++)
    if (a->payload[i] & ~b->payload[i]) return false;
  return true;
}

/* An interval in another set of integers, which is not one. */
static bool interval_subset(const Store *store, const Node *a, uint64_t card, const Node *b)
{
  Value low = node_value(a, 0), high = node_value(a, 1);
  if (b->kind == NODE_KIND_SORTED) {
    uint64_t i = values_search(store, node_values(b), b->count, low);
    return b->count - i >= card && b->payload[i] == low.word &&
           b->payload[i + card - 1] == high.word;
  }
  if (!value_is_small(low) || !value_is_small(high)) return false;
  int64_t base = value_small_int(node_value(b, 0)), from = value_small_int(low) - base,
          to = value_small_int(high) - base;
  if (from < 0 || to >= ((int64_t) b->count - 2) * 64) return false;
  for (int64_t i = from; i <= to; i++)
    if (!(b->payload[2 + i / 64] >> i % 64 & 1)) return false;
  return true;
}

static bool intset_subset(const Store *store, const Shape *element, const Node *a, Value b)
{
  int64_t base = value_small_int(node_value(a, 0));
  for (uint64_t i = 2; i < a->count; i++)
    for (uint64_t bits = a->payload[i]; bits; bits &= bits - 1) {
      int64_t n = base + (int64_t) (i - 2) * 64 + __builtin_ctzll(bits);
      if (!set_member(store, element, value_small(n), b)) return false;
    }
  return true;
}

/* The pairs of a map in another one or in a sorted relation. */
static bool map_subset(const Store *store, const Node *a, const Node *b)
{
  Map m = map_of(a);
  uint64_t at = 0, j = 0;
  for (Value x, y; map_next(&m, &at, m.span, &x, &y);) {
    if (kind_is_map(b->kind)) {
      if (!value_same(map_find(b, x), y)) return false;
      continue;
    }
    for (;; j++) {
      if (j == b->count) return false;
      Value pair = node_value(b, j);
      int c = quick_compare(store, pair_first(store, pair), x);
      if (c == 0) c = quick_compare(store, pair_second(store, pair), y);
      if (c > 0) return false;
      if (c == 0) break;
    }
  }
  return true;
}

static bool sorted_subset(const Store *store, const Shape *element, const Node *a, Value b)
{
  const Node *y = node_of(store, b);
  bool merging = y->kind == NODE_KIND_SORTED && a->count >= y->count / 8;
  uint64_t j = 0;
  for (uint64_t i = 0; i < a->count; i++) {
    Value v = node_value(a, i);
    if (!merging) {
      if (!set_member(store, element, v, b)) return false;
      continue;
    }
    while (j < y->count && y->payload[j] != v.word && quick_compare(store, node_value(y, j), v) < 0)
      j++;
    if (j == y->count || y->payload[j] != v.word) return false;
  }
  return true;
}

/* A word of integers in another set of integers. */
static bool word_subset(const Store *store, const Shape *element, Value a, Value b)
{
  for (uint64_t bits = value_bits_of(a); bits; bits &= bits - 1)
    if (!set_member(store, element, value_small(__builtin_ctzll(bits)), b)) return false;
  return true;
}

bool set_subset(const Store *store, const Shape *element, Value a, Value b)
{
  if (value_is_empty_set(a) || value_same(a, b)) return true;
  if (value_is_empty_set(b)) return false;
  if (value_tag(a) == TAG_BITS && value_tag(b) == TAG_BITS)
    return !(value_bits_of(a) & ~value_bits_of(b));
  if (value_tag(a) == TAG_BITS) return word_subset(store, element, a, b);
  if (value_tag(b) == TAG_BITS) return false; /* a has an integer that is in no word */
  const Node *x = node_of(store, a), *y = node_of(store, b);
  if (x->kind == NODE_KIND_BITSET) return bitset_subset(x, y);
  if (x->kind == NODE_KIND_INTERVAL && y->kind == NODE_KIND_INTERVAL)
    return set_member(store, element, node_value(x, 0), b) &&
           set_member(store, element, node_value(x, 1), b);
  uint64_t card = set_card(store, a);
  if (card > set_card(store, b)) return false;
  switch (x->kind) {
  case NODE_KIND_INTERVAL: return interval_subset(store, x, card, y);
  case NODE_KIND_INTSET: return intset_subset(store, element, x, b);
  case NODE_KIND_SORTED: return sorted_subset(store, element, x, b);
  default: return map_subset(store, x, y);
  }
}
