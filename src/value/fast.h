#ifndef VALUE_FAST_H
#define VALUE_FAST_H

#include "value/relation.h"

/* The hot operations with their common cases in line: words that need no memory.
 * Each means the same as the function without `fast_`. */

static inline Value fast_union(Store *store, const Shape *element, Value a, Value b)
{
  if (value_tag(a) == TAG_BITS && value_tag(b) == TAG_BITS) return (Value){a.word | b.word};
  return set_union(store, element, a, b);
}

static inline Value fast_intersection(Store *store, const Shape *element, Value a, Value b)
{
  if (value_tag(a) == TAG_BITS && value_tag(b) == TAG_BITS) return (Value){a.word & b.word};
  return set_intersection(store, element, a, b);
}

static inline Value fast_difference(Store *store, const Shape *element, Value a, Value b)
{
  if (value_tag(a) == TAG_BITS && value_tag(b) == TAG_BITS)
    return (Value){(a.word & ~b.word) | TAG_BITS};
  return set_difference(store, element, a, b);
}

static inline bool fast_subset(const Store *store, const Shape *element, Value a, Value b)
{
  if (value_tag(a) == TAG_BITS && value_tag(b) == TAG_BITS) return !(a.word & ~b.word);
  return set_subset(store, element, a, b);
}

/* Index of an atom, of a small integer, or of an immediate pair of atoms; for a set of tag
 * BITS.  False also for integers that are in none. */
static inline bool fast_index(const Shape *element, Value v, uint64_t *index)
{
  if (value_tag(v) <= TAG_ATOM) {
    *index = v.word >> 3;
    return *index < IMMEDIATE_SET_LIMIT;
  }
  if (value_tag(v) != TAG_PAIR) return false;
  uint64_t first = v.word >> 34 ^ PAIR_ATOM_FLAG, second = v.word << 30 >> 34 ^ PAIR_ATOM_FLAG;
  *index = first * element->args[1]->size + second;
  return true;
}

static inline bool fast_member(const Store *store, const Shape *element, Value v, Value set)
{
  uint64_t index;
  if (value_is_empty_set(set)) return false;
  if (value_tag(set) == TAG_BITS && fast_index(element, v, &index))
    return set.word >> 3 >> index & 1;
  return set_member(store, element, v, set);
}

static inline Value fast_add(Store *store, const Shape *element, Value set, Value v)
{
  uint64_t index;
  if (value_tag(set) == TAG_BITS && !value_is_empty_set(set) && value_tag(v) != TAG_INT &&
      fast_index(element, v, &index))
    return (Value){set.word | UINT64_C(8) << index};
  return set_add(store, element, set, v);
}

static inline Value fast_pair(Store *store, Value first, Value second)
{
  return pair_fits(first) && pair_fits(second) ? pair_word(first, second)
                                               : value_pair(store, first, second);
}

static inline Value fast_first(const Store *store, Value pair)
{
  return value_tag(pair) == TAG_PAIR ? pair_word_first(pair) : pair_first(store, pair);
}

static inline Value fast_second(const Store *store, Value pair)
{
  return value_tag(pair) == TAG_PAIR ? pair_word_second(pair) : pair_second(store, pair);
}

/* Relations between BOOL and given sets in one word; not the empty one, which may be of
 * any type. */
static inline bool fast_is_relation(Value r)
{
  return value_tag(r) == TAG_BITS && !value_is_empty_set(r);
}

static inline ApplyResult fast_apply(Store *store, const Shape *pair, Value r, Value x, Value *y)
{
  if (!fast_is_relation(r) || !pair->immediate->atoms) return rel_apply(store, pair, r, x, y);
  uint64_t row = immediate_row(pair->immediate, value_bits_of(r), value_atom_index(x));
  if (!row) return APPLY_OUTSIDE;
  if (row & (row - 1)) return APPLY_SEVERAL;
  *y = value_atom((uint64_t) __builtin_ctzll(row));
  return APPLY_FOUND;
}

static inline Value fast_update(Store *store, const Shape *pair, Value r, Value x, Value y)
{
  if (!fast_is_relation(r) || !pair->immediate->atoms) return rel_update(store, pair, r, x, y);
  return value_bits(immediate_update(pair->immediate, value_bits_of(r), value_atom_index(x),
                                     value_atom_index(y)));
}

static inline Value fast_image(Store *store, const Shape *pair, Value r, Value set)
{
  if (!fast_is_relation(r)) return rel_image(store, pair, r, set);
  return value_bits(immediate_image(pair->immediate, value_bits_of(r), value_bits_of(set)));
}

static inline Value fast_domain(Store *store, const Shape *pair, Value r)
{
  if (!fast_is_relation(r)) return rel_domain(store, pair, r);
  return value_bits(immediate_domain(pair->immediate, value_bits_of(r)));
}

static inline Value fast_range(Store *store, const Shape *pair, Value r)
{
  if (!fast_is_relation(r)) return rel_range(store, pair, r);
  return value_bits(immediate_range(pair->immediate, value_bits_of(r)));
}

static inline Value fast_inverse(Store *store, const Shape *pair, const Shape *result, Value r)
{
  if (!fast_is_relation(r)) return rel_inverse(store, pair, result, r);
  return value_bits(immediate_inverse(pair->immediate, value_bits_of(r)));
}

/* The tag of integers is 0: words add like the numbers. */
static inline Value fast_int_add(Store *store, Value a, Value b)
{
  int64_t sum;
  if (((a.word | b.word) & 7) == TAG_INT &&
      !__builtin_add_overflow((int64_t) a.word, (int64_t) b.word, &sum))
    return (Value){(uint64_t) sum};
  return int_add(store, a, b);
}

static inline Value fast_int_subtract(Store *store, Value a, Value b)
{
  int64_t difference;
  if (((a.word | b.word) & 7) == TAG_INT &&
      !__builtin_sub_overflow((int64_t) a.word, (int64_t) b.word, &difference))
    return (Value){(uint64_t) difference};
  return int_subtract(store, a, b);
}

static inline Value fast_int_multiply(Store *store, Value a, Value b)
{
  int64_t product;
  if (((a.word | b.word) & 7) == TAG_INT &&
      !__builtin_mul_overflow((int64_t) a.word >> 3, (int64_t) b.word, &product))
    return (Value){(uint64_t) product};
  return int_multiply(store, a, b);
}

static inline int fast_int_compare(const Store *store, Value a, Value b)
{
  if (((a.word | b.word) & 7) == TAG_INT)
    return ((int64_t) a.word > (int64_t) b.word) - ((int64_t) a.word < (int64_t) b.word);
  return int_compare(store, a, b);
}

#endif
