#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "csp/value/datum.h"

uint32_t dot_count(const Pool *pool, Datum d)
{
  return datum_is(d, DATUM_DOT) ? datum_count(pool, d) : 1;
}

Datum dot_part(const Pool *pool, Datum d, uint32_t i)
{
  assert(i < dot_count(pool, d));
  return datum_is(d, DATUM_DOT) ? datum_part(pool, d, i) : d;
}

Datum datum_dot(Pool *pool, const Datum *parts, uint32_t count)
{
  assert(count > 0);
  if (count == 1) return parts[0];
  size_t all = 0;
  for (uint32_t i = 0; i < count; i++) all += dot_count(pool, parts[i]);
  if (all > UINT32_MAX) memory_give_up("a value is too large");
  if (all == count) return pool_node(pool, DATUM_DOT, 0, parts, count);
  Datum *flat = memory_alloc(all * sizeof *flat);
  uint32_t used = 0;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < dot_count(pool, parts[i]); k++)
      flat[used++] = dot_part(pool, parts[i], k);
  Datum dot = pool_node(pool, DATUM_DOT, 0, flat, used);
  free(flat);
  return dot;
}

Datum dot_slice(Pool *pool, Datum d, uint32_t from, uint32_t to)
{
  assert(from < to && to <= dot_count(pool, d));
  if (to - from == dot_count(pool, d)) return d;
  return datum_dot(pool, datum_parts(pool, d) + from, to - from);
}

Datum datum_string(Pool *pool, const char *utf8, size_t length)
{
  const unsigned char *p = (const unsigned char *) utf8, *end = p + length;
  Datum *items = memory_alloc((length + 1) * sizeof *items);
  uint32_t count = 0;
  while (p < end) {
    uint32_t c = *p++, more = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : c >= 0xC0 ? 1 : 0;
    if (more) c &= 0x3Fu >> more;
    while (more-- && p < end) c = c << 6 | (*p++ & 0x3F);
    items[count++] = datum_char(c);
  }
  Datum s = datum_seq(pool, items, count);
  free(items);
  return s;
}

Datum datum_seq(Pool *pool, const Datum *items, uint32_t count)
{
  return pool_node(pool, DATUM_SEQ, 0, items, count);
}

Datum datum_tuple(Pool *pool, const Datum *items, uint32_t count)
{
  return pool_node(pool, DATUM_TUPLE, 0, items, count);
}

Datum seq_slice_of(Pool *pool, Datum seq, uint32_t from, uint32_t to)
{
  assert(datum_is(seq, DATUM_SEQ) && from <= to && to <= datum_count(pool, seq));
  return datum_seq(pool, datum_parts(pool, seq) + from, to - from);
}

Datum seq_join(Pool *pool, Datum a, Datum b)
{
  assert(datum_is(a, DATUM_SEQ) && datum_is(b, DATUM_SEQ));
  size_t left = datum_count(pool, a), right = datum_count(pool, b);
  if (!left || !right) return left ? a : b;
  if (left + right > UINT32_MAX) memory_give_up("a value is too large");
  Datum *joined = memory_alloc((left + right) * sizeof *joined);
  memcpy(joined, datum_parts(pool, a), left * sizeof *joined);
  memcpy(joined + left, datum_parts(pool, b), right * sizeof *joined);
  Datum seq = datum_seq(pool, joined, (uint32_t) (left + right));
  free(joined);
  return seq;
}
