#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "csp/value/datum_impl.h"

Datum datum_set(Pool *pool, Datum *elements, uint32_t count)
{
  datum_sort(pool, elements, count, 1);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++)
    if (!kept || !datum_same(elements[kept - 1], elements[i])) elements[kept++] = elements[i];
  return pool_node(pool, DATUM_SET, 0, elements, kept);
}

/* What a merge of two sets keeps. */
typedef struct {
  bool left, both, right;
} Keep;

static Datum merge_sets(Pool *pool, Datum a, Datum b, Keep keep)
{
  assert(datum_is(a, DATUM_SET) && datum_is(b, DATUM_SET));
  uint32_t left = datum_count(pool, a), right = datum_count(pool, b), i = 0, j = 0, kept = 0;
  const Datum *of_a = datum_parts(pool, a), *of_b = datum_parts(pool, b);
  Datum *merged = memory_alloc(((size_t) left + right) * sizeof *merged);
  while (i < left || j < right) {
    int order = i == left ? 1 : j == right ? -1 : datum_compare(pool, of_a[i], of_b[j]);
    Datum d = order <= 0 ? of_a[i] : of_b[j];
    if (order < 0 ? keep.left : order > 0 ? keep.right : keep.both) merged[kept++] = d;
    i += order <= 0;
    j += order >= 0;
  }
  Datum set = pool_node(pool, DATUM_SET, 0, merged, kept);
  free(merged);
  return set;
}

Datum datum_set_union(Pool *pool, Datum a, Datum b)
{
  return datum_same(a, b) ? a : merge_sets(pool, a, b, (Keep){true, true, true});
}

Datum datum_set_inter(Pool *pool, Datum a, Datum b)
{
  return datum_same(a, b) ? a : merge_sets(pool, a, b, (Keep){.both = true});
}

Datum datum_set_diff(Pool *pool, Datum a, Datum b)
{
  return merge_sets(pool, a, b, (Keep){.left = true});
}

bool datum_set_within(const Pool *pool, Datum part, Datum whole)
{
  if (datum_same(part, whole)) return true;
  uint32_t count = datum_count(pool, part);
  if (count > datum_count(pool, whole)) return false;
  for (uint32_t i = 0; i < count; i++)
    if (!datum_set_has(pool, whole, datum_part(pool, part, i))) return false;
  return true;
}
