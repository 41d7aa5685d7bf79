#ifndef BASE_SIGNATURES_H
#define BASE_SIGNATURES_H

#include <stdint.h>

#include "base/vec.h"

/* Lists of words, each stored once and numbered 0, 1, 2 …; Signatures s = {0}; */
typedef struct {
  VEC(uint64_t) words;
  VEC(uint32_t) begin;       /* by number; the end of the last is words.len */
  uint32_t *slots, capacity; /* open addressing: number + 1 */
} Signatures;

uint32_t signatures_add(Signatures *, const uint64_t *words, uint32_t count);
/* The list of a number; NULL if it is empty. */
const uint64_t *signatures_get(const Signatures *, uint32_t number, uint32_t *count);
void signatures_clear(Signatures *); /* keeps the memory; takes as long as there are lists */
void signatures_free(Signatures *);

/* Sorts words and leaves out repetitions; gives the number of those that stay. */
uint32_t words_sort(uint64_t *words, uint32_t count);

#endif
