#ifndef VALUE_SET_IMPL_H
#define VALUE_SET_IMPL_H

#include "value/set.h"
#include "value/store_impl.h"

/* What the files about sets share. */

/* How a set is represented: the kind of its node, or KIND_BITS for a word. */
enum { KIND_BITS = 31 };
static inline uint32_t set_kind(Value set)
{
  return value_tag(set) == TAG_BITS ? KIND_BITS : value_node_kind(set);
}

/* Are the sets of these elements words of bits (immediate, or BITSET)? */
static inline bool set_in_word(const Store *store, const Shape *element)
{
  return element->size != 0 && element->size <= store->config.bits_limit;
}
static inline bool set_in_bits(const Store *store, const Shape *element)
{
  return element->size != 0 &&
         (element->size <= store->config.bits_limit || element->size <= store->config.bitset_limit);
}

/* Is this integer one of those whose sets are words? */
static inline bool int_in_word(const Store *store, Value v)
{
  return value_is_small(v) && v.word >> 3 < store->config.bits_limit;
}
/* Is this set a word of integers? */
static inline bool set_is_int_bits(const Shape *element, Value set)
{
  return value_tag(set) == TAG_BITS && element->kind == SHAPE_INTEGER;
}
static inline uint64_t highest_bit(uint64_t word) { return 63 - (uint64_t) __builtin_clzll(word); }

/* The bits of such a set; `room` is for those of an immediate one. */
typedef struct {
  const uint64_t *words;
  uint64_t count;
} Bits;
static inline Bits bits_of_set(const Store *store, Value set, uint64_t *room)
{
  if (value_tag(set) == TAG_BITS) {
    *room = value_bits_of(set);
    return (Bits){room, 1};
  }
  const Node *node = node_of(store, set);
  return (Bits){node->payload, node->count};
}

/* Ascending by value_compare.  `spare` has the same room as `values`. */
void values_sort(const Store *, Value *values, Value *spare, uint64_t count);
/* Index of the first of the ascending values that is not below v. */
uint64_t values_search(const Store *, const Value *values, uint64_t count, Value v);

/* The pairs with this first component in a node SORTED: from … to-1; if there is none,
 * from = to is the place where they would be. */
typedef struct {
  uint64_t from, to;
} Row;
Row pairs_row(const Store *, const Node *, Value first);
/* Drops equal neighbours. */
uint64_t values_unique(Value *values, uint64_t count);

/* Canonical sets from ascending elements without repetition; from bits over an indexed
 * shape that has them; and from bits that stand for the integers base, base + 1 … */
Value set_from_sorted(Store *, const Shape *element, const Value *values, uint64_t count);
/* The same, with what store_intern_near needs to know if they are a SORTED list. */
Value set_from_sorted_near(Store *, const Shape *element, const Value *values, uint64_t count,
                           uint64_t hash, bool plain);
Value set_from_words(Store *, const Shape *element, const uint64_t *words, uint64_t count);
Value set_from_int_bits(Store *, int64_t base, const uint64_t *words, uint64_t count);

/* Writes the elements in ascending order; `out` has room for set_card. */
void set_list(Store *, const Shape *element, Value set, Value *out);

/* The next bit of a set that is bits (a word, BITSET, INTSET). */
bool set_next_bit(SetIter *, uint64_t *index);

/* The next pair of a map (map.h), without making it. */
bool set_next_of_map(SetIter *, Value *x, Value *y);

static inline const Value *node_values(const Node *node) { return (const Value *) node->payload; }

/* value_compare, with the common cases in line. */
static inline int quick_compare(const Store *store, Value a, Value b)
{
  if (value_same(a, b)) return 0;
  if (value_tag(a) == value_tag(b)) {
    if (value_tag(a) == TAG_PAIR || value_tag(a) == TAG_ATOM) return a.word < b.word ? -1 : 1;
    if (value_tag(a) == TAG_INT) return (int64_t) a.word < (int64_t) b.word ? -1 : 1;
  }
  return value_compare(store, a, b);
}

#endif
