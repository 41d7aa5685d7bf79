#include <stdlib.h>
#include <string.h>

#include "value/set_impl.h"

/* Small integers, atoms and immediate pairs are sorted as numbers: by insertion when
 * few, by radix when many.  Everything else by merging. */

enum { FEW = 24, RADIX_MIN = 512, DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

static bool is_ascending(const Store *store, const Value *values, uint64_t count)
{
  for (uint64_t i = 1; i < count; i++)
    if (quick_compare(store, values[i - 1], values[i]) > 0) return false;
  return true;
}

static void insertion_sort(const Store *store, Value *values, uint64_t count)
{
  for (uint64_t i = 1; i < count; i++) {
    Value v = values[i];
    uint64_t j = i;
    for (; j > 0 && quick_compare(store, values[j - 1], v) > 0; j--) values[j] = values[j - 1];
    values[j] = v;
  }
}

/* Sorts runs of FEW by insertion, then merges runs of doubling length to and fro. */
static void merge_sort(const Store *store, Value *values, Value *spare, uint64_t count)
{
  Value *from = values, *to = spare;
  for (uint64_t i = 0; i < count; i += FEW)
    insertion_sort(store, values + i, count - i < FEW ? count - i : FEW);
  for (uint64_t run = FEW; run < count; run *= 2) {
    for (uint64_t low = 0; low < count; low += 2 * run) {
      uint64_t middle = low + run < count ? low + run : count;
      uint64_t high = middle + run < count ? middle + run : count;
      uint64_t i = low, j = middle, k = low;
      while (i < middle && j < high)
        to[k++] = quick_compare(store, from[i], from[j]) <= 0 ? from[i++] : from[j++];
      memcpy(to + k, from + i, (middle - i) * sizeof *to);
      k += middle - i;
      memcpy(to + k, from + j, (high - j) * sizeof *to);
    }
    Value *other = from;
    from = to, to = other;
  }
  if (from != values) memcpy(values, from, count * sizeof *values);
}

/* One stable pass by the digit at `shift`; gives false, and does nothing, if all
 * values have the same digit. */
static bool radix_pass(const Value *from, Value *to, uint64_t count, uint32_t shift, uint64_t flip)
{
  uint64_t starts[DIGITS] = {0}, sum = 0;
  for (uint64_t i = 0; i < count; i++) starts[(from[i].word ^ flip) >> shift & (DIGITS - 1)]++;
  if (starts[(from[0].word ^ flip) >> shift & (DIGITS - 1)] == count) return false;
  for (uint32_t d = 0; d < DIGITS; d++) {
    uint64_t n = starts[d];
    starts[d] = sum;
    sum += n;
  }
  for (uint64_t i = 0; i < count; i++)
    to[starts[(from[i].word ^ flip) >> shift & (DIGITS - 1)]++] = from[i];
  return true;
}

static void radix_sort(Value *values, Value *spare, uint64_t count)
{
  uint64_t flip = value_is_small(values[0]) ? UINT64_C(1) << 63 : 0, varying = 0;
  Value *from = values, *to = spare;
  for (uint64_t i = 1; i < count; i++) varying |= values[i].word ^ values[0].word;
  while (varying) {
    uint32_t shift = (uint32_t) __builtin_ctzll(varying);
    if (radix_pass(from, to, count, shift, flip)) {
      Value *other = from;
      from = to, to = other;
    }
    varying &= shift + DIGIT_BITS < 64 ? ~UINT64_C(0) << (shift + DIGIT_BITS) : 0;
  }
  if (from != values) memcpy(values, from, count * sizeof *values);
}

static bool sorts_as_numbers(const Value *values, uint64_t count)
{
  ValueTag tag = value_tag(values[0]);
  if (tag != TAG_INT && tag != TAG_ATOM && tag != TAG_PAIR) return false;
  for (uint64_t i = 1; i < count; i++)
    if (value_tag(values[i]) != tag) return false;
  return true;
}

void values_sort(const Store *store, Value *values, Value *spare, uint64_t count)
{
  if (count < 2 || is_ascending(store, values, count)) return;
  if (count <= FEW) insertion_sort(store, values, count);
  else if (count >= RADIX_MIN && sorts_as_numbers(values, count)) radix_sort(values, spare, count);
  else merge_sort(store, values, spare, count);
}

uint64_t values_search(const Store *store, const Value *values, uint64_t count, Value v)
{
  uint64_t low = 0, high = count;
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    if (quick_compare(store, values[middle], v) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
