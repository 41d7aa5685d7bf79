#include "value/relation.h"

#include <assert.h>
#include <string.h>

#include "base/vec.h"
#include "value/bits.h"
#include "value/relation_impl.h"

/* Application, image, domain, range, inverse; parts of a relation and changes to it.
 * A relation is bits (a word or a BITSET) when its shape says so: then the sets over
 * its domain and range are bits too.  Otherwise it is a map (map.h) or a SORTED list. */

/* ---- walking ---- */

RelIter rel_iter(Store *store, const Shape *pair, Value r)
{
  return (RelIter){set_iter(store, pair, r)};
}

RelIter rel_iter_from(Store *store, const Shape *pair, Value r, Value first)
{
  return (RelIter){set_iter_from(store, pair, r, first)};
}

bool rel_next(RelIter *it, Value *x, Value *y)
{
  SetIter *set = &it->set;
  Value v;
  if (kind_is_map(set->kind)) return set_next_of_map(set, x, y);
  if (set->kind == NODE_KIND_SORTED) {
    if (set->at == set->end) return false;
    v = (Value){set->words[set->at++]};
    *x = pair_first(set->store, v), *y = pair_second(set->store, v);
    return true;
  }
  uint64_t index, columns;
  if (!set_next_bit(set, &index)) return false;
  columns = set->element->args[1]->size;
  *x = value_at(set->store, set->element->args[0], index / columns);
  *y = value_at(set->store, set->element->args[1], index % columns);
  return true;
}

/* ---- application ---- */

static ApplyResult apply_word(Store *store, const Shape *pair, Value r, Value x, Value *y)
{
  uint64_t row =
      immediate_row(pair->immediate, value_bits_of(r), value_index(store, pair->args[0], x));
  if (!row) return APPLY_OUTSIDE;
  if (row & (row - 1)) return APPLY_SEVERAL;
  *y = value_at(store, pair->args[1], (uint64_t) __builtin_ctzll(row));
  return APPLY_FOUND;
}

static ApplyResult apply_bits(Store *store, const Shape *pair, Value r, Value x, Value *y)
{
  uint64_t room, columns = pair->args[1]->size;
  Bits bits = bits_of_set(store, r, &room);
  uint64_t from = value_index(store, pair->args[0], x) * columns;
  uint64_t at = bits_next(bits.words, bits.count, from);
  if (at >= from + columns) return APPLY_OUTSIDE;
  if (bits_next(bits.words, bits.count, at + 1) < from + columns) return APPLY_SEVERAL;
  *y = value_at(store, pair->args[1], at - from);
  return APPLY_FOUND;
}

ApplyResult rel_apply(Store *store, const Shape *pair, Value r, Value x, Value *y)
{
  if (value_is_empty_set(r)) return APPLY_OUTSIDE;
  if (value_tag(r) == TAG_BITS) return apply_word(store, pair, r, x, y);
  if (rel_in_bits(r)) return apply_bits(store, pair, r, x, y);
  const Node *node = node_of(store, r);
  if (kind_is_map(node->kind)) {
    Value found = map_find(node, x);
    if (value_is_none(found)) return APPLY_OUTSIDE;
    *y = found;
    return APPLY_FOUND;
  }
  Row row = pairs_row(store, node, x);
  if (row.from == row.to) return APPLY_OUTSIDE;
  if (row.to - row.from > 1) return APPLY_SEVERAL;
  *y = pair_second(store, node_value(node, row.from));
  return APPLY_FOUND;
}

/* ---- image, domain, range ---- */

Value rel_images(Store *store, const Shape *pair, Value r, Value x)
{
  if (value_is_empty_set(r)) return r;
  const Shape *to = pair->args[1];
  if (rel_in_bits(r)) {
    uint64_t room, size = bits_size(to->size), *row = scratch_take(store, size);
    Bits bits = bits_of_set(store, r, &room);
    bits_copy(row, bits.words, bits.count, value_index(store, pair->args[0], x) * to->size,
              to->size);
    Value set = set_from_words(store, to, row, size);
    scratch_give(store);
    return set;
  }
  const Node *node = node_of(store, r);
  if (kind_is_map(node->kind)) {
    Value y = map_find(node, x);
    return value_is_none(y) ? VALUE_EMPTY_SET : set_singleton(store, to, y);
  }
  Row row = pairs_row(store, node, x);
  Value *values = (Value *) scratch_take(store, row.to - row.from);
  for (uint64_t i = row.from; i < row.to; i++)
    values[i - row.from] = pair_second(store, node_value(node, i));
  Value set = set_from_sorted(store, to, values, row.to - row.from);
  scratch_give(store);
  return set;
}

/* The union of the rows in the set (NULL: of all rows). */
static Value union_of_rows(Store *store, const Shape *pair, Value r, const Value *set)
{
  const Shape *to = pair->args[1];
  uint64_t room, chosen_room, size = bits_size(to->size), *row = scratch_take(store, size);
  Bits bits = bits_of_set(store, r, &room), chosen = {0};
  if (set) chosen = bits_of_set(store, *set, &chosen_room);
  memset(row, 0, size * sizeof *row);
  for (uint64_t i = 0; i < pair->args[0]->size; i++)
    if (!set || bits_test(chosen.words, chosen.count, i))
      bits_gather(row, bits.words, bits.count, i * to->size, to->size);
  Value result = set_from_words(store, to, row, size);
  scratch_give(store);
  return result;
}

/* By the elements of the set, when they are few; else by the pairs of the relation. */
static Value image_of_lists(Store *store, const Shape *pair, Value r, Value set)
{
  Values images = {0};
  Value x, y, last = VALUE_UNDEFINED;
  bool inside = false;
  if (set_card(store, set) < set_card(store, r) / 8) {
    SetIter elements = set_iter(store, pair->args[0], set);
    while (set_next(&elements, &x)) {
      RelIter it = rel_iter_from(store, pair, r, x);
      while (rel_next(&it, &x, &y)) vec_push(&images, y);
    }
  } else {
    RelIter it = rel_iter(store, pair, r);
    for (; rel_next(&it, &x, &y); last = x) {
      if (!value_same(x, last)) inside = set_member(store, pair->args[0], x, set);
      if (inside) vec_push(&images, y);
    }
  }
  return values_finish(store, pair->args[1], &images);
}

Value rel_image(Store *store, const Shape *pair, Value r, Value set)
{
  if (value_is_empty_set(r) || value_is_empty_set(set)) return VALUE_EMPTY_SET;
  if (value_tag(r) == TAG_BITS)
    return value_bits(immediate_image(pair->immediate, value_bits_of(r), value_bits_of(set)));
  if (rel_in_bits(r)) return union_of_rows(store, pair, r, &set);
  return image_of_lists(store, pair, r, set);
}

static Value domain_of_bits(Store *store, const Shape *pair, Value r)
{
  const Shape *from = pair->args[0];
  uint64_t room, columns = pair->args[1]->size;
  uint64_t size = bits_size(from->size), *rows = scratch_take(store, size);
  Bits bits = bits_of_set(store, r, &room);
  memset(rows, 0, size * sizeof *rows);
  for (uint64_t at = bits_next(bits.words, bits.count, 0); at < UINT64_MAX;) {
    uint64_t row = at / columns;
    bits_set(rows, row);
    at = bits_next(bits.words, bits.count, (row + 1) * columns);
  }
  Value set = set_from_words(store, from, rows, size);
  scratch_give(store);
  return set;
}

Value rel_domain(Store *store, const Shape *pair, Value r)
{
  if (value_is_empty_set(r)) return r;
  if (value_tag(r) == TAG_BITS)
    return value_bits(immediate_domain(pair->immediate, value_bits_of(r)));
  if (rel_in_bits(r)) return domain_of_bits(store, pair, r);
  const Node *node = node_of(store, r);
  if (kind_is_sequence(node->kind))
    return set_interval(store, value_small(1), value_small((int64_t) seq_size(store, r)));
  Value *values = (Value *) scratch_take(store, set_card(store, r)), x, y;
  uint64_t n = 0;
  RelIter it = rel_iter(store, pair, r);
  while (rel_next(&it, &x, &y))
    if (n == 0 || !value_same(values[n - 1], x)) values[n++] = x;
  Value set = set_from_sorted(store, pair->args[0], values, n);
  scratch_give(store);
  return set;
}

Value rel_range(Store *store, const Shape *pair, Value r)
{
  if (value_is_empty_set(r)) return r;
  if (value_tag(r) == TAG_BITS)
    return value_bits(immediate_range(pair->immediate, value_bits_of(r)));
  if (rel_in_bits(r)) return union_of_rows(store, pair, r, NULL);
  Value *values = (Value *) scratch_take(store, set_card(store, r)), x;
  uint64_t n = 0;
  RelIter it = rel_iter(store, pair, r);
  while (rel_next(&it, &x, &values[n])) n++;
  Value set = set_build(store, pair->args[1], values, n);
  scratch_give(store);
  return set;
}

/* ---- inverse ---- */

static Value inverse_of_bits(Store *store, const Shape *pair, const Shape *result, Value r)
{
  uint64_t room, rows = pair->args[0]->size, columns = pair->args[1]->size;
  uint64_t size = bits_size(pair->size), *words = scratch_take(store, size);
  Bits bits = bits_of_set(store, r, &room);
  memset(words, 0, size * sizeof *words);
  FOR_BITS(at, bits.words, bits.count) bits_set(words, at % columns * rows + at / columns);
  Value inverse = set_from_words(store, result, words, size);
  scratch_give(store);
  return inverse;
}

Value rel_inverse(Store *store, const Shape *pair, const Shape *result, Value r)
{
  if (value_is_empty_set(r)) return r;
  if (value_tag(r) == TAG_BITS)
    return value_bits(immediate_inverse(pair->immediate, value_bits_of(r)));
  if (rel_in_bits(r)) return inverse_of_bits(store, pair, result, r);
  Value *values = (Value *) scratch_take(store, set_card(store, r)), x, y;
  uint64_t n = 0;
  RelIter it = rel_iter(store, pair, r);
  while (rel_next(&it, &x, &y)) values[n++] = value_pair(store, y, x);
  Value inverse = set_build(store, result, values, n);
  scratch_give(store);
  return inverse;
}

/* ---- restriction ---- */

/* Keeps the pairs of r that are among the rows (or columns) of the set, or not. */
static Value restrict_bits(Store *store, const Shape *pair, Value r, Value set, bool domain,
                           bool wanted)
{
  uint64_t room, chosen_room, columns = pair->args[1]->size;
  Bits bits = bits_of_set(store, r, &room), chosen = bits_of_set(store, set, &chosen_room);
  uint64_t *words = scratch_take(store, bits.count);
  memset(words, 0, bits.count * sizeof *words);
  FOR_BITS(at, bits.words, bits.count)
  {
    uint64_t part = domain ? at / columns : at % columns;
    if (bits_test(chosen.words, chosen.count, part) == wanted) bits_set(words, at);
  }
  Value result = set_from_words(store, pair, words, bits.count);
  scratch_give(store);
  return result;
}

static Value restrict_word(const Shape *pair, Value r, Value set, bool domain, bool wanted)
{
  uint64_t chosen = value_bits_of(set);
  uint64_t pairs =
      domain ? immediate_rows(pair->immediate, chosen) : immediate_columns(pair->immediate, chosen);
  return value_bits(value_bits_of(r) & (wanted ? pairs : ~pairs));
}

/* set <| r for few elements of a long list. */
static Value restrict_to_few(Store *store, const Shape *pair, Value r, Value set)
{
  const Node *node = node_of(store, r);
  Values kept = {0};
  SetIter it = set_iter(store, pair->args[0], set);
  for (Value x; set_next(&it, &x);) {
    Row row = pairs_row(store, node, x);
    for (uint64_t i = row.from; i < row.to; i++) vec_push(&kept, node_value(node, i));
  }
  return values_finish(store, pair, &kept);
}

static Value restrict_list(Store *store, const Shape *pair, Value r, Value set, bool domain,
                           bool wanted)
{
  Value *kept = (Value *) scratch_take(store, set_card(store, r)), last = VALUE_UNDEFINED, v;
  const Shape *side = pair->args[domain ? 0 : 1];
  uint64_t n = 0;
  bool keep = false;
  SetIter it = set_iter(store, pair, r);
  for (; set_next(&it, &v);) {
    Value part = domain ? pair_first(store, v) : pair_second(store, v);
    if (!value_same(part, last)) keep = set_member(store, side, part, set) == wanted;
    if (keep) kept[n++] = v;
    last = part;
  }
  Value result = n == set_card(store, r) ? r : set_from_sorted(store, pair, kept, n);
  scratch_give(store);
  return result;
}

static Value restricted(Store *store, const Shape *pair, Value r, Value set, bool domain,
                        bool wanted)
{
  if (value_is_empty_set(r)) return r;
  if (value_is_empty_set(set)) return wanted ? set : r;
  if (value_tag(r) == TAG_BITS) return restrict_word(pair, r, set, domain, wanted);
  if (rel_in_bits(r)) return restrict_bits(store, pair, r, set, domain, wanted);
  if (domain && wanted && value_is_node(r, NODE_KIND_SORTED) &&
      set_card(store, set) < set_card(store, r) / 8)
    return restrict_to_few(store, pair, r, set);
  return restrict_list(store, pair, r, set, domain, wanted);
}

Value rel_domain_restrict(Store *store, const Shape *pair, Value set, Value r)
{
  return restricted(store, pair, r, set, true, true);
}

Value rel_domain_subtract(Store *store, const Shape *pair, Value set, Value r)
{
  return restricted(store, pair, r, set, true, false);
}

Value rel_range_restrict(Store *store, const Shape *pair, Value r, Value set)
{
  return restricted(store, pair, r, set, false, true);
}

Value rel_range_subtract(Store *store, const Shape *pair, Value r, Value set)
{
  return restricted(store, pair, r, set, false, false);
}

/* ---- override ---- */

/* Rows of `by` where it has some, else those of r. */
static Value override_lists(Store *store, const Shape *pair, Value r, Value by)
{
  uint64_t most = set_card(store, r) + set_card(store, by), n = 0;
  Value *out = (Value *) scratch_take(store, most), v, w;
  SetIter old = set_iter(store, pair, r), new = set_iter(store, pair, by);
  bool more = set_next(&old, &v), more_new = set_next(&new, &w);
  while (more && more_new) {
    Value x = pair_first(store, w);
    for (; more && quick_compare(store, pair_first(store, v), x) < 0; more = set_next(&old, &v))
      out[n++] = v;
    while (more && value_same(pair_first(store, v), x)) more = set_next(&old, &v);
    for (; more_new && value_same(pair_first(store, w), x); more_new = set_next(&new, &w))
      out[n++] = w;
  }
  for (; more; more = set_next(&old, &v)) out[n++] = v;
  for (; more_new; more_new = set_next(&new, &w)) out[n++] = w;
  Value result = set_from_sorted(store, pair, out, n);
  scratch_give(store);
  return result;
}

static Value override_bits(Store *store, const Shape *pair, Value r, Value by)
{
  uint64_t room, new_room, columns = pair->args[1]->size, size = bits_size(pair->size);
  Bits old = bits_of_set(store, r, &room), new = bits_of_set(store, by, &new_room);
  uint64_t *words = scratch_take(store, size);
  memset(words, 0, size * sizeof *words);
  memcpy(words, old.words, old.count * sizeof *words);
  for (uint64_t at = bits_next(new.words, new.count, 0); at < UINT64_MAX;) {
    uint64_t row = at / columns;
    bits_clear(words, row * columns, columns);
    at = bits_next(new.words, new.count, (row + 1) * columns);
  }
  for (uint64_t i = 0; i < new.count; i++) words[i] |= new.words[i];
  Value result = set_from_words(store, pair, words, size);
  scratch_give(store);
  return result;
}

Value rel_override(Store *store, const Shape *pair, Value r, Value by)
{
  if (value_is_empty_set(by)) return r;
  if (value_is_empty_set(r) || value_same(r, by)) return by;
  if (value_tag(r) == TAG_BITS) {
    const ImmediateRelation *s = pair->immediate;
    uint64_t rows = immediate_rows(s, immediate_domain(s, value_bits_of(by)));
    return value_bits((value_bits_of(r) & ~rows) | value_bits_of(by));
  }
  if (rel_in_bits(r)) return override_bits(store, pair, r, by);
  return override_lists(store, pair, r, by);
}

/* ---- one row ---- */

/* A copy of the bits with room for the whole shape, in working memory. */
static uint64_t *copy_bits(Store *store, const Shape *pair, Value r)
{
  uint64_t room, size = bits_size(pair->size), *words = scratch_take(store, size);
  Bits bits = bits_of_set(store, r, &room);
  memcpy(words, bits.words, bits.count * sizeof *words);
  memset(words + bits.count, 0, (size - bits.count) * sizeof *words);
  return words;
}

static Value replace_row_of_bits(Store *store, const Shape *pair, Value r, Value x, const Value *y)
{
  uint64_t columns = pair->args[1]->size, from = value_index(store, pair->args[0], x) * columns;
  uint64_t *words = copy_bits(store, pair, r);
  bits_clear(words, from, columns);
  if (y) bits_set(words, from + value_index(store, pair->args[1], *y));
  Value result = set_from_words(store, pair, words, bits_size(pair->size));
  scratch_give(store);
  return result;
}

/* Another pair with the same first component: the list stays one. */
static Value replace_pair(Store *store, const Node *node, uint64_t at, Value v)
{
  uint64_t *words = scratch_take(store, node->count);
  memcpy(words, node->payload, node->count * sizeof *words);
  uint64_t hash = node->hash + store_word_hash(store, NODE_KIND_SORTED, at, v.word) -
                  store_word_hash(store, NODE_KIND_SORTED, at, words[at]);
  words[at] = v.word;
  Value result = store_intern_near(store, NODE_KIND_SORTED, words, node->count, hash,
                                   node_stays_plain(store, node, v));
  scratch_give(store);
  return result;
}

static Value replace_row_of_list(Store *store, const Shape *pair, const Node *node, Row row,
                                 const Value *v)
{
  Value *values = (Value *) scratch_take(store, node->count + UINT64_C(1));
  uint64_t n = row.from;
  memcpy(values, node->payload, row.from * sizeof *values);
  if (v) values[n++] = *v;
  memcpy(values + n, node->payload + row.to, (node->count - row.to) * sizeof *values);
  Value result = set_from_sorted(store, pair, values, n + node->count - row.to);
  scratch_give(store);
  return result;
}

Value rel_update(Store *store, const Shape *pair, Value r, Value x, Value y)
{
  if (value_is_empty_set(r)) return set_singleton(store, pair, value_pair(store, x, y));
  if (value_tag(r) == TAG_BITS)
    return value_bits(immediate_update(pair->immediate, value_bits_of(r),
                                       value_index(store, pair->args[0], x),
                                       value_index(store, pair->args[1], y)));
  if (rel_in_bits(r)) return replace_row_of_bits(store, pair, r, x, &y);
  const Node *node = node_of(store, r);
  if (kind_is_map(node->kind)) {
    Value map = map_change(store, r, x, y);
    if (!value_is_none(map)) return map;
    return override_lists(store, pair, r, set_singleton(store, pair, value_pair(store, x, y)));
  }
  Row row = pairs_row(store, node, x);
  Value v = value_pair(store, x, y);
  if (row.to - row.from == 1) return replace_pair(store, node, row.from, v);
  return replace_row_of_list(store, pair, node, row, &v);
}

Value rel_remove(Store *store, const Shape *pair, Value r, Value x)
{
  if (value_is_empty_set(r)) return r;
  if (rel_in_bits(r)) return replace_row_of_bits(store, pair, r, x, NULL);
  const Node *node = node_of(store, r);
  if (kind_is_map(node->kind)) {
    Value map = map_change(store, r, x, VALUE_UNDEFINED),
          set = set_singleton(store, pair->args[0], x);
    return value_is_none(map) ? restrict_list(store, pair, r, set, true, false) : map;
  }
  Row row = pairs_row(store, node, x);
  return row.from == row.to ? r : replace_row_of_list(store, pair, node, row, NULL);
}
