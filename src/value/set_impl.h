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

/* Ascending by value_compare.  `spare` has the same room as `values`. */
void values_sort(const Store *, Value *values, Value *spare, uint64_t count);
/* Index of the first of the ascending values that is not below v. */
uint64_t values_search(const Store *, const Value *values, uint64_t count, Value v);

/* Canonical sets from ascending elements without repetition; from bits over an indexed
 * shape that has them; and from bits that stand for the integers base, base + 1 … */
Value set_from_sorted(Store *, const Shape *element, const Value *values, uint64_t count);
Value set_from_words(Store *, const Shape *element, const uint64_t *words, uint64_t count);
Value set_from_int_bits(Store *, int64_t base, const uint64_t *words, uint64_t count);

/* Writes the elements in ascending order; `out` has room for set_card. */
void set_list(Store *, const Shape *element, Value set, Value *out);

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
