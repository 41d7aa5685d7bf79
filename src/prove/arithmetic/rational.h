#ifndef PROVE_ARITHMETIC_RATIONAL_H
#define PROVE_ARITHMETIC_RATIONAL_H

#include <stdbool.h>
#include <stdint.h>

/* Exact fractions of 64-bit numbers.  What does not fit sets *large, and the result means nothing:
 * who calculates gives up then. */
typedef struct {
  int64_t up, down; /* down > 0, without common divisor */
} Rational;

static inline Rational rational_of(int64_t n) { return (Rational){n, 1}; }

static inline Rational rational_make(__int128 up, __int128 down, bool *large)
{
  if (down < 0) up = -up, down = -down;
  __int128 x = up < 0 ? -up : up, y = down;
  while (y != 0) {
    __int128 r = x % y;
    x = y;
    y = r;
  }
  if (x > 1) up /= x, down /= x;
  const __int128 most = (__int128) 1 << 62;
  if (up > most || up < -most || down > most) return *large = true, rational_of(0);
  return (Rational){(int64_t) up, (int64_t) down};
}

static inline Rational rational_add(Rational a, Rational b, bool *large)
{
  if (a.down == 1 && b.down == 1) return rational_make((__int128) a.up + b.up, 1, large);
  return rational_make((__int128) a.up * b.down + (__int128) b.up * a.down,
                       (__int128) a.down * b.down, large);
}

static inline Rational rational_negate(Rational a) { return (Rational){-a.up, a.down}; }

static inline Rational rational_subtract(Rational a, Rational b, bool *large)
{
  return rational_add(a, rational_negate(b), large);
}

static inline Rational rational_multiply(Rational a, Rational b, bool *large)
{
  return rational_make((__int128) a.up * b.up, (__int128) a.down * b.down, large);
}

/* b is not 0. */
static inline Rational rational_divide(Rational a, Rational b, bool *large)
{
  return rational_make((__int128) a.up * b.down, (__int128) a.down * b.up, large);
}

static inline int rational_compare(Rational a, Rational b)
{
  __int128 x = (__int128) a.up * b.down, y = (__int128) b.up * a.down;
  return x < y ? -1 : x > y;
}

#endif
