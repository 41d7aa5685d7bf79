#ifndef VALUE_BITS_H
#define VALUE_BITS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Ranges of bits in an array of `count` words; beyond its end all bits are 0. */

static inline uint64_t bits_size(uint64_t bits) { return (bits + 63) / 64; } /* in words */

static inline uint64_t bits_low(uint64_t n) /* the lowest n bits, n <= 64 */
{
  return n < 64 ? (UINT64_C(1) << n) - 1 : ~UINT64_C(0);
}

static inline bool bits_test(const uint64_t *words, uint64_t count, uint64_t at)
{
  return at / 64 < count && (words[at / 64] >> at % 64 & 1);
}

static inline void bits_set(uint64_t *words, uint64_t at)
{
  words[at / 64] |= UINT64_C(1) << at % 64;
}

/* The n <= 64 bits from `from`. */
static inline uint64_t bits_get(const uint64_t *words, uint64_t count, uint64_t from, uint64_t n)
{
  uint64_t i = from / 64, shift = from % 64;
  if (i >= count) return 0;
  uint64_t word = words[i] >> shift;
  if (shift && i + 1 < count) word |= words[i + 1] << (64 - shift);
  return word & bits_low(n);
}

/* to[0 …] = the n bits from `from`. */
static inline void bits_copy(uint64_t *to, const uint64_t *words, uint64_t count, uint64_t from,
                             uint64_t n)
{
  for (uint64_t i = 0; i * 64 < n; i++)
    to[i] = bits_get(words, count, from + i * 64, n - i * 64 < 64 ? n - i * 64 : 64);
}

/* to[0 …] |= the n bits from `from`; is anything new? */
static inline void bits_gather(uint64_t *to, const uint64_t *words, uint64_t count, uint64_t from,
                               uint64_t n)
{
  for (uint64_t i = 0; i * 64 < n; i++)
    to[i] |= bits_get(words, count, from + i * 64, n - i * 64 < 64 ? n - i * 64 : 64);
}

static inline bool bits_any(const uint64_t *words, uint64_t count, uint64_t from, uint64_t n)
{
  for (uint64_t i = 0; i < n; i += 64)
    if (bits_get(words, count, from + i, n - i < 64 ? n - i : 64)) return true;
  return false;
}

/* The bits at … at + n - 1 |= the n bits of `from`, which has no others. */
static inline void bits_put(uint64_t *words, uint64_t at, const uint64_t *from, uint64_t n)
{
  uint64_t shift = at % 64, *to = words + at / 64;
  for (uint64_t i = 0; i * 64 < n; i++) {
    to[i] |= from[i] << shift;
    uint64_t over = shift ? from[i] >> (64 - shift) : 0;
    if (over) to[i + 1] |= over;
  }
}

static inline void bits_clear(uint64_t *words, uint64_t from, uint64_t n)
{
  while (n) {
    uint64_t shift = from % 64, some = n < 64 - shift ? n : 64 - shift;
    words[from / 64] &= ~(bits_low(some) << shift);
    from += some, n -= some;
  }
}

/* Steps through the bits: for (at = bits_next(w, c, 0); at < UINT64_MAX; at = bits_next(w, c, at +
 * 1)) */
static inline uint64_t bits_next(const uint64_t *words, uint64_t count, uint64_t from)
{
  uint64_t i = from / 64;
  if (i >= count) return UINT64_MAX;
  uint64_t word = words[i] & ~UINT64_C(0) << from % 64;
  while (!word) {
    if (++i == count) return UINT64_MAX;
    word = words[i];
  }
  return i * 64 + (uint64_t) __builtin_ctzll(word);
}

#define FOR_BITS(at, words, count) \
  for (uint64_t at = bits_next(words, count, 0); at < UINT64_MAX; \
       at = bits_next(words, count, at + 1))

#endif
