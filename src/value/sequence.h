#ifndef VALUE_SEQUENCE_H
#define VALUE_SEQUENCE_H

#include "value/set.h"

/* Operators on explicit sequences: relations for which seq_is (set.h) holds.  seq_size,
 * seq_item and seq_build are there too. */

Value seq_first(const Store *, Value s);         /* s /= []                     */
Value seq_last(const Store *, Value s);          /* s /= []                     */
Value seq_front(Store *, Value s);               /* s /= []                     */
Value seq_tail(Store *, Value s);                /* s /= []                     */
Value seq_reverse(Store *, Value s);             /* rev(s)                      */
Value seq_concat(Store *, Value s, Value t);     /* s ^ t                       */
Value seq_prepend(Store *, Value item, Value s); /* item -> s                   */
Value seq_append(Store *, Value s, Value item);  /* s <- item                   */
Value seq_take(Store *, Value s, uint64_t n);    /* s /|\ n, n <= size          */
Value seq_drop(Store *, Value s, uint64_t n);    /* s \|/ n, n <= size          */
/* conc(s): the sequences in s, one after the other; VALUE_FAULT if one is none,
 * VALUE_UNKNOWN if one is lazy. */
Value seq_flatten(Store *, Value s);

/* `item` is the shape of the items. */
bool seq_within(const Store *, const Shape *item, Value s, Value set);   /* s : seq(set)  */
bool seq_is_injective(Store *, const Shape *item, Value s);              /* no item twice */
bool seq_is_permutation(Store *, const Shape *item, Value s, Value set); /* s : perm(set) */
Value seq_items(Store *, const Shape *item, Value s);                    /* ran(s)        */

#endif
