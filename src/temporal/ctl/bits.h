#ifndef TEMPORAL_CTL_BITS_H
#define TEMPORAL_CTL_BITS_H

#include <stdbool.h>

#include "base/vec.h"

/* Sets of numbers. */
typedef VEC(uint64_t) Bits;

static inline bool bit_of(const uint64_t *words, uint32_t i)
{
  return words[i >> 6] >> (i & 63) & 1;
}
static inline void bit_set(uint64_t *words, uint32_t i)
{
  words[i >> 6] |= UINT64_C(1) << (i & 63);
}
static inline void bit_clear(uint64_t *words, uint32_t i)
{
  words[i >> 6] &= ~(UINT64_C(1) << (i & 63));
}
static inline void bit_put(uint64_t *words, uint32_t i, bool on)
{
  if (on) bit_set(words, i);
  else bit_clear(words, i);
}
static inline uint32_t bit_words(uint32_t count) { return count / 64 + (count % 64 != 0); }

/* Makes room for number i, the greatest so far; those that are new are in it if `on`. */
static inline void bits_reach(Bits *b, uint32_t i, bool on)
{
  while (b->len <= i >> 6) vec_push(b, on ? ~UINT64_C(0) : 0);
}

#endif
