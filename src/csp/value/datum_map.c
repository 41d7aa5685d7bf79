#include <assert.h>

#include "csp/value/datum_impl.h"

Datum datum_map(Pool *pool, Datum *pairs, uint32_t keys)
{
  datum_sort(pool, pairs, keys, 2);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < keys; i++) {
    if (kept && datum_same(pairs[2 * (kept - 1)], pairs[2 * i])) kept--;
    pairs[2 * kept] = pairs[2 * i];
    pairs[2 * kept + 1] = pairs[2 * i + 1];
    kept++;
  }
  return pool_node(pool, DATUM_MAP, 0, pairs, 2 * kept);
}

Datum map_find(const Pool *pool, Datum map, Datum key)
{
  assert(datum_is(map, DATUM_MAP));
  const Datum *pairs = datum_parts(pool, map);
  uint32_t low = 0, high = datum_count(pool, map) / 2;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    int order = datum_compare(pool, pairs[2 * middle], key);
    if (order == 0) return pairs[2 * middle + 1];
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return DATUM_FAULT;
}
