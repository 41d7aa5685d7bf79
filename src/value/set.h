#ifndef VALUE_SET_H
#define VALUE_SET_H

#include "value/store.h"

/* Explicit (finite, expanded) sets.  `element` is the shape of the elements.  None
 * of these takes a lazy set.  Who makes a set first makes sure that it is not too
 * large (set_card): running out of memory ends the program.
 *
 * The representation is a function of content and element shape, first match:
 *   no element                                         VALUE_EMPTY_SET
 *   integers, all of 0 … 60                            a word, tag BITS
 *   shape indexed with at most 61 values               a word, tag BITS
 *   shape indexed with at most 4096 values             BITSET
 *   integers, without gap, of any size                 INTERVAL
 *   small integers, greatest - least < 64 * card       INTSET
 *   functions on a dense range of scalars, 1..n        PACKED_SEQ, PACKED, ARRAY, MAP:
 *   always among them                                  see map.h
 *   anything else                                      SORTED
 * (The limits are those of the store's configuration.) */

/* The set of these elements, in any order, repetitions allowed.  Sorts in place. */
Value set_build(Store *, const Shape *element, Value *elements, uint64_t count);
Value set_singleton(Store *, const Shape *element, Value);
Value set_interval(Store *, Value low, Value high); /* empty if low > high */
/* Is it a set of integers without gap, not empty?  If so, its ends. */
bool set_is_interval(const Store *, const Shape *element, Value set, Value *low, Value *high);

uint64_t set_card(const Store *, Value); /* intervals too large for 64 bits: UINT64_MAX */
Value set_card_value(Store *, Value);    /* exact */
bool set_member(const Store *, const Shape *element, Value, Value set);

Value set_least(Store *, const Shape *element, Value set);    /* set /= {} */
Value set_greatest(Store *, const Shape *element, Value set); /* set /= {} */

/* Walks the elements in ascending order (value_compare).
 *   SetIter it = set_iter(store, element, set);
 *   for (Value v; set_next(&it, &v);) …          -- values may be made meanwhile */
typedef struct {
  Store *store;
  const Shape *element;
  uint32_t kind;
  const uint64_t *words; /* of the node                                  */
  uint64_t at, end;      /* index in words; for ARRAY and SORTED exactly  */
  uint64_t bits;         /* left of the current word                     */
  Value current, last;   /* of an interval                               */
} SetIter;
SetIter set_iter(Store *, const Shape *element, Value set);
/* Of a relation only the pairs with this first component: for application and image. */
SetIter set_iter_from(Store *, const Shape *element, Value relation, Value first);
bool set_next(SetIter *, Value *out);

/* Fast operators on every representation. */
Value set_union(Store *, const Shape *element, Value, Value);
Value set_intersection(Store *, const Shape *element, Value, Value);
Value set_difference(Store *, const Shape *element, Value, Value);
bool set_subset(const Store *, const Shape *element, Value, Value);
Value set_add(Store *, const Shape *element, Value set, Value);    /* set \/ {v} */
Value set_remove(Store *, const Shape *element, Value set, Value); /* set - {v}  */

/* Of these sets, none of them lazy: in time that follows the sum of their sizes, however many. */
Value set_union_all(Store *, const Shape *element, const Value *sets, uint64_t count);

/* union(sets) and inter(sets); `set` is the shape of the sets, whose elements are of shape
 * `element`.  If one of them is lazy: VALUE_UNKNOWN. */
Value set_union_of(Store *, const Shape *element, const Shape *set, Value sets);
Value set_intersection_of(Store *, const Shape *element, const Shape *set, Value sets); /* /= {} */

/* Sequences (the elements of the set are pairs INTEGER |-> anything): the non-empty ones
 * are exactly the nodes of the kinds ARRAY and PACKED_SEQ, so that no pairs need be made. */
Value seq_build(Store *, const Value *items, uint64_t count);
bool seq_is(Value set); /* a sequence, the empty one included */
uint64_t seq_size(const Store *, Value sequence);
Value seq_item(const Store *, Value sequence, uint64_t index); /* 0 … size-1 */

#endif
