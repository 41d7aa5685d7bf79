#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "value/bits.h"
#include "value/relation_impl.h"

/* Operators that make new pairs out of two relations or sets, row by row: the rows of
 * an ascending relation are met in ascending order, so mostly nothing is sorted. */

static bool product_fits(uint64_t a, uint64_t b, uint64_t most)
{
  uint64_t n;
  return !__builtin_mul_overflow(a, b, &n) && n <= most;
}

/* ---- cartesian product and what is like it ---- */

static Value product_of_bits(Store *store, const Shape *pair, Value a, Value b)
{
  uint64_t room_a, room_b, columns = pair->args[1]->size, size = bits_size(pair->size);
  Bits rows = bits_of_set(store, a, &room_a), row = bits_of_set(store, b, &room_b);
  uint64_t *words = scratch_take(store, size);
  memset(words, 0, size * sizeof *words);
  uint64_t n = row.count * 64 < columns ? row.count * 64 : columns;
  FOR_BITS(i, rows.words, rows.count) bits_put(words, i * columns, row.words, n);
  Value result = set_from_words(store, pair, words, size);
  scratch_give(store);
  return result;
}

Value set_product(Store *store, const Shape *pair, Value a, Value b, uint64_t most)
{
  if (value_is_empty_set(a) || value_is_empty_set(b)) return VALUE_EMPTY_SET;
  uint64_t card_a = set_card(store, a), card_b = set_card(store, b), n = 0;
  if (!product_fits(card_a, card_b, most)) return VALUE_UNKNOWN;
  if (set_in_word(store, pair))
    return value_bits(immediate_rows(pair->immediate, value_bits_of(a)) &
                      immediate_columns(pair->immediate, value_bits_of(b)));
  if (set_in_bits(store, pair)) return product_of_bits(store, pair, a, b);
  Value *seconds = (Value *) scratch_take(store, card_b);
  Value *pairs = (Value *) scratch_take(store, card_a * card_b);
  set_list(store, pair->args[1], b, seconds);
  SetIter it = set_iter(store, pair->args[0], a);
  for (Value x; set_next(&it, &x);)
    for (uint64_t i = 0; i < card_b; i++) pairs[n++] = value_pair(store, x, seconds[i]);
  Value result = set_from_sorted(store, pair, pairs, n);
  scratch_give(store);
  scratch_give(store);
  return result;
}

Value rel_identity(Store *store, const Shape *pair, Value set, uint64_t most)
{
  uint64_t card = set_card(store, set), n = 0;
  if (card > most) return VALUE_UNKNOWN;
  Value *pairs = (Value *) scratch_take(store, card);
  SetIter it = set_iter(store, pair->args[0], set);
  for (Value x; set_next(&it, &x);) pairs[n++] = value_pair(store, x, x);
  Value result = set_from_sorted(store, pair, pairs, n);
  scratch_give(store);
  return result;
}

Value rel_projection(Store *store, const Shape *result, Value a, Value b, bool second,
                     uint64_t most)
{
  const Shape *from = result->args[0];
  if (value_is_empty_set(a) || value_is_empty_set(b)) return VALUE_EMPTY_SET;
  if (!product_fits(set_card(store, a), set_card(store, b), most)) return VALUE_UNKNOWN;
  Value *pairs = (Value *) scratch_take(store, set_card(store, a) * set_card(store, b)), x, y;
  uint64_t n = 0;
  SetIter rows = set_iter(store, from->args[0], a);
  while (set_next(&rows, &x)) {
    SetIter columns = set_iter(store, from->args[1], b);
    while (set_next(&columns, &y))
      pairs[n++] = value_pair(store, value_pair(store, x, y), second ? y : x);
  }
  Value relation = set_from_sorted(store, result, pairs, n);
  scratch_give(store);
  return relation;
}

Value rel_parallel(Store *store, const Shape *first, const Shape *second, const Shape *result,
                   Value a, Value b, uint64_t most)
{
  if (value_is_empty_set(a) || value_is_empty_set(b)) return VALUE_EMPTY_SET;
  if (!product_fits(set_card(store, a), set_card(store, b), most)) return VALUE_UNKNOWN;
  Value *pairs = (Value *) scratch_take(store, set_card(store, a) * set_card(store, b));
  uint64_t n = 0;
  RelIter it = rel_iter(store, first, a);
  for (Value x, y; rel_next(&it, &x, &y);) {
    RelIter other = rel_iter(store, second, b);
    for (Value u, v; rel_next(&other, &u, &v);) {
      Value from = value_pair(store, x, u), to = value_pair(store, y, v);
      pairs[n++] = value_pair(store, from, to);
    }
  }
  Value relation = set_build(store, result, pairs, n);
  scratch_give(store);
  return relation;
}

/* ---- finding the rows of a relation, many times ---- */

/* The rows of a long list are found by a table: first component -> where its row starts. */
typedef struct {
  Store *store;
  const Shape *pair;
  Value r;
  const Node *node; /* of a SORTED list, else NULL */
  uint32_t *slots;  /* start of a row + 1, 0: free; NULL: search */
  uint64_t mask;
} Rows;

static uint64_t slot_of(const Rows *rows, Value first)
{
  uint64_t h = first.word * UINT64_C(0x9E3779B97F4A7C15);
  return (h ^ h >> 32) & rows->mask;
}

static Value first_at(const Rows *rows, uint64_t i)
{
  return pair_first(rows->store, node_value(rows->node, i));
}

static Rows rows_of(Store *store, const Shape *pair, Value r, uint64_t uses)
{
  enum { FEW = 64 };
  Rows rows = {.store = store, .pair = pair, .r = r};
  if (!value_is_node(r, NODE_KIND_SORTED)) return rows;
  rows.node = node_of(store, r);
  bool large = rows.node->count >= FEW && uses >= rows.node->count / 4;
  if (!large && !store->config.as_if_large) return rows;
  uint64_t size = 2 * FEW;
  while (size < UINT64_C(2) * rows.node->count) size *= 2;
  rows.mask = size - 1;
  rows.slots = checked(calloc(size, sizeof *rows.slots));
  Value last = VALUE_UNDEFINED;
  for (uint32_t i = 0; i < rows.node->count; i++) {
    Value x = first_at(&rows, i);
    if (value_same(x, last)) continue;
    uint64_t at = slot_of(&rows, x);
    while (rows.slots[at]) at = (at + 1) & rows.mask;
    rows.slots[at] = i + 1;
    last = x;
  }
  return rows;
}

static void rows_free(Rows *rows) { free(rows->slots); }

/* Appends the images of x, ascending. */
static void rows_images(const Rows *rows, Value x, Values *out)
{
  if (rows->slots) {
    uint64_t at = slot_of(rows, x);
    while (rows->slots[at] && !value_same(first_at(rows, rows->slots[at] - 1), x))
      at = (at + 1) & rows->mask;
    if (!rows->slots[at]) return;
    for (uint64_t i = rows->slots[at] - 1;
         i < rows->node->count && value_same(first_at(rows, i), x); i++)
      vec_push(out, pair_second(rows->store, node_value(rows->node, i)));
    return;
  }
  RelIter it = rel_iter_from(rows->store, rows->pair, rows->r, x);
  for (Value y; rel_next(&it, &x, &y);) vec_push(out, y);
}

/* ---- composition ---- */

static Value compose_bits(Store *store, const Shape *first, const Shape *second,
                          const Shape *result, Value a, Value b)
{
  uint64_t room_a, room_b, middle = first->args[1]->size, columns = second->args[1]->size;
  Bits x = bits_of_set(store, a, &room_a), y = bits_of_set(store, b, &room_b);
  uint64_t size = bits_size(result->size), row_size = bits_size(columns);
  uint64_t *words = scratch_take(store, size), *row = scratch_take(store, row_size);
  memset(words, 0, size * sizeof *words);
  FOR_BITS(at, x.words, x.count)
  {
    bits_copy(row, y.words, y.count, at % middle * columns, columns);
    bits_put(words, at / middle * columns, row, columns);
  }
  Value relation = set_from_words(store, result, words, size);
  scratch_give(store);
  scratch_give(store);
  return relation;
}

static void sort_unique(Store *store, Values *values)
{
  Value *spare = (Value *) scratch_take(store, values->len);
  values_sort(store, values->data, spare, values->len);
  scratch_give(store);
  values->len = (uint32_t) values_unique(values->data, values->len);
}

static Value compose_lists(Store *store, const Shape *first, const Shape *second,
                           const Shape *result, Value a, Value b, uint64_t most)
{
  Rows rows = rows_of(store, second, b, set_card(store, a));
  Values pairs = {0}, images = {0};
  RelIter it = rel_iter(store, first, a);
  Value x, y;
  bool more = rel_next(&it, &x, &y), fits = true;
  while (more && fits) {
    Value from = x;
    uint32_t sources = 0;
    images.len = 0;
    for (; more && value_same(x, from); more = rel_next(&it, &x, &y)) {
      uint32_t before = images.len;
      rows_images(&rows, y, &images);
      sources += images.len > before;
    }
    if (sources > 1) sort_unique(store, &images);
    fits = images.len <= most - pairs.len;
    for (uint32_t i = 0; fits && i < images.len; i++)
      vec_push(&pairs, value_pair(store, from, images.data[i]));
  }
  Value relation = fits ? set_from_sorted(store, result, pairs.data, pairs.len) : VALUE_UNKNOWN;
  vec_free(&pairs);
  vec_free(&images);
  rows_free(&rows);
  return relation;
}

Value rel_compose(Store *store, const Shape *first, const Shape *second, const Shape *result,
                  Value a, Value b, uint64_t most)
{
  if (value_is_empty_set(a) || value_is_empty_set(b)) return VALUE_EMPTY_SET;
  if (value_tag(a) == TAG_BITS && value_tag(b) == TAG_BITS && set_in_word(store, result))
    return value_bits(immediate_compose(first->immediate, second->immediate, result->immediate,
                                        value_bits_of(a), value_bits_of(b)));
  if (rel_in_bits(a) && rel_in_bits(b) && set_in_bits(store, result))
    return compose_bits(store, first, second, result, a, b);
  return compose_lists(store, first, second, result, a, b, most < REL_MOST ? most : REL_MOST);
}

Value rel_direct_product(Store *store, const Shape *first, const Shape *second, const Shape *result,
                         Value a, Value b, uint64_t most)
{
  if (value_is_empty_set(a) || value_is_empty_set(b)) return VALUE_EMPTY_SET;
  if (most > REL_MOST) most = REL_MOST;
  Rows rows = rows_of(store, second, b, set_card(store, a));
  Values pairs = {0}, images = {0};
  RelIter it = rel_iter(store, first, a);
  Value last = VALUE_UNDEFINED;
  bool fits = true;
  for (Value x, y; fits && rel_next(&it, &x, &y); last = x) {
    if (!value_same(x, last)) {
      images.len = 0;
      rows_images(&rows, x, &images);
    }
    fits = images.len <= most - pairs.len;
    for (uint32_t i = 0; fits && i < images.len; i++)
      vec_push(&pairs, value_pair(store, x, value_pair(store, y, images.data[i])));
  }
  Value relation = fits ? set_from_sorted(store, result, pairs.data, pairs.len) : VALUE_UNKNOWN;
  vec_free(&pairs);
  vec_free(&images);
  rows_free(&rows);
  return relation;
}

/* ---- functions to sets ---- */

Value rel_to_sets(Store *store, const Shape *pair, const Shape *result, Value r)
{
  const Shape *element = pair->args[1];
  Values pairs = {0}, images = {0};
  RelIter it = rel_iter(store, pair, r);
  Value x, y;
  bool more = rel_next(&it, &x, &y);
  while (more) {
    Value from = x;
    images.len = 0;
    for (; more && value_same(x, from); more = rel_next(&it, &x, &y)) vec_push(&images, y);
    Value set = set_from_sorted(store, element, images.data, images.len);
    vec_push(&pairs, value_pair(store, from, set));
  }
  Value f = set_from_sorted(store, result, pairs.data, pairs.len);
  vec_free(&pairs);
  vec_free(&images);
  return f;
}

Value rel_from_sets(Store *store, const Shape *pair, const Shape *result, Value f, uint64_t most)
{
  const Shape *element = shape_element(pair->args[1]);
  Values pairs = {0};
  RelIter it = rel_iter(store, pair, f);
  if (most > REL_MOST) most = REL_MOST;
  for (Value x, set, y; rel_next(&it, &x, &set);) {
    if (value_tag(set) == TAG_LAZY || set_card(store, set) > most - pairs.len) {
      vec_free(&pairs);
      return VALUE_UNKNOWN;
    }
    SetIter images = set_iter(store, element, set);
    while (set_next(&images, &y)) vec_push(&pairs, value_pair(store, x, y));
  }
  return values_finish(store, result, &pairs);
}
