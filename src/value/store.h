#ifndef VALUE_STORE_H
#define VALUE_STORE_H

#include <gmp.h>
#include <stddef.h>

#include "value/shape.h"
#include "value/value.h"

/* The Store interns the values that do not fit into a word: equal content is
 * stored once, so equal values are equal words.  Numbers of nodes depend on the
 * order of creation; hashes do not: they depend on content alone.  A store belongs
 * to one thread at a time.  Running out of memory ends the program (base/memory.h). */
typedef struct Store Store;

/* Where one representation ends and the next begins (canonical form: set.h).  Words
 * of stores with different limits must not be mixed; nor their hashes compared. */
typedef struct {
  uint64_t bits_limit;   /* sets over at most that many values are one word, <= 61; so
                            are sets of integers below                                  */
  uint64_t bitset_limit; /* sets over at most that many values are bit sets, < 2^32     */
  uint64_t dense_factor; /* integers spread over at most that times their number: bits  */
  bool equal_hashes;     /* for tests: every value has the same hash                    */
  bool lone_nodes;       /* for tests: a block of memory per node, so that overruns show */
  bool as_if_large;      /* for tests: small values are treated as large ones are        */
  uint64_t map_least;    /* functions with fewer pairs are not packed                    */
} StoreConfig;
#define STORE_DEFAULTS \
  ((StoreConfig){IMMEDIATE_SET_LIMIT, BITSET_LIMIT, 64, false, false, false, 4})

Store *store_new(void); /* with STORE_DEFAULTS */
Store *store_new_with(StoreConfig);
void store_free(Store *);          /* accepts NULL */
size_t store_bytes(const Store *); /* memory held, in no time: for limits */
uint32_t store_count(const Store *);
typedef struct {
  uint64_t nodes, bytes;
  uint64_t lookups, hits; /* values that were asked for since the beginning; already there */
} StoreFigures;
StoreFigures store_figures(const Store *);
void store_check(const Store *); /* aborts on a broken invariant: for tests */

/* Temporary values: all nodes made since the mark are dropped by the release, the
 * survivors (and what they are made of) excepted: these are made again, so their
 * words change.  Marks nest.
 *   StoreMark m = store_mark(s);  Value v = …;  v = store_release(s, m, v);  */
typedef struct {
  uint32_t count;
} StoreMark;
StoreMark store_mark(const Store *);
Value store_release(Store *, StoreMark, Value survivor); /* survivor: or VALUE_UNDEFINED */
void store_release_many(Store *, StoreMark, Value *survivors, uint32_t count);

/* 64-bit hash of the content; the same in every run, store and thread. */
uint64_t value_hash(const Store *, Value);
/* A total order on the values of one type.  Integers, reals, strings, elements:
 * as mathematics has it; pairs and records: by components; sets: by number of
 * elements, then element by element in ascending order.  Negative, 0, positive; 0 iff
 * the words are equal.  Lazy sets come after explicit ones, in an arbitrary order. */
int value_compare(const Store *, Value, Value);

/* ---- scalars ---- */
Value value_int(Store *, int64_t);
Value value_from_mpz(Store *, const mpz_t);
void value_to_mpz(const Store *, Value, mpz_t out); /* out is initialised */
Value value_real(Store *, double);                  /* -0.0 becomes 0.0; not for NaN */
double value_real_of(const Store *, Value);
Value value_string(Store *, const char *utf8, size_t length);
const char *value_string_of(const Store *, Value, size_t *length); /* NUL-terminated */

/* ---- integers: any size; results canonical ---- */
Value int_add(Store *, Value, Value);
Value int_subtract(Store *, Value, Value);
Value int_multiply(Store *, Value, Value);
Value int_negate(Store *, Value);
Value int_divide(Store *, Value, Value);            /* towards zero; divisor /= 0         */
Value int_modulo(Store *, Value, Value);            /* a - b*(a/b); b /= 0                */
Value int_power(Store *, Value, uint64_t exponent); /* the caller bounds the size */
int int_compare(const Store *, Value, Value);
int int_sign(const Store *, Value);
bool int_fits(const Store *, Value, int64_t *out); /* into 64 bits */

/* ---- pairs, records, free types ---- */
Value value_pair(Store *, Value, Value);
Value pair_first(const Store *, Value);
Value pair_second(const Store *, Value);
Value value_record(Store *, const Value *fields, uint32_t count);
Value record_field(const Store *, Value, uint32_t index);
Value value_free(Store *, uint32_t constructor, Value argument); /* VALUE_UNDEFINED: none */
uint32_t free_constructor(const Store *, Value);
Value free_argument(const Store *, Value);

/* ---- lazy sets: the store keeps them, engine/ knows what they mean ---- */
Value value_lazy(Store *, uint32_t what, const Value *parts, uint32_t count);
uint32_t lazy_what(const Store *, Value);
uint32_t lazy_count(const Store *, Value);
Value lazy_part(const Store *, Value, uint32_t i);
bool value_holds_lazy(const Store *, Value); /* itself, or somewhere inside */

/* ---- index of a value in its indexed shape, and back: ascending by value_compare ---- */
uint64_t value_index(const Store *, const Shape *, Value);
Value value_at(Store *, const Shape *, uint64_t index);

#endif
