#ifndef COMPARE_SETS_H
#define COMPARE_SETS_H

#include <stdbool.h>
#include <stdint.h>

/* Sets of numbers, each stored once and numbered 0, 1, 2 …: equal sets have equal
 * numbers. */
typedef struct Sets Sets;
#define NO_SET UINT32_MAX

Sets *sets_new(void);
void sets_free(Sets *); /* accepts NULL */

/* The elements must be ascending, each once. */
uint32_t sets_add(Sets *, const uint32_t *elements, uint32_t count);
const uint32_t *sets_get(const Sets *, uint32_t set, uint32_t *count); /* until the next add */
uint32_t sets_count(const Sets *);
bool sets_within(const Sets *, uint32_t part, uint32_t whole); /* part <: whole */
bool sets_has(const Sets *, uint32_t set, uint32_t element);

/* Sorts, removes repetitions; the result is how many are left. */
uint32_t sets_sort(uint32_t *elements, uint32_t count);

/* A table from pairs of numbers to a number. */
typedef struct {
  uint64_t *keys;
  uint32_t *values; /* NO_SET: the place is free */
  uint32_t capacity, count;
} PairMap;

uint32_t pair_map_get(const PairMap *, uint32_t first, uint32_t second);       /* or NO_SET */
void pair_map_put(PairMap *, uint32_t first, uint32_t second, uint32_t value); /* a new pair */
void pair_map_free(PairMap *);

#endif
