#include "csp/value/datum_impl.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Data may be nested as deeply as a script likes.  Below this depth they are ordered by their
 * numbers: that is a total order, and hence so is the order by parts above it. */
enum { ORDER_DEPTH = 2000 };

static int sign_of(uint64_t a, uint64_t b) { return (a > b) - (a < b); }

static int compare_within(const Pool *pool, Datum a, Datum b, int depth)
{
  if (datum_same(a, b)) return 0;
  DatumKind kind = datum_kind(a);
  if (kind != datum_kind(b)) return sign_of(kind, datum_kind(b));
  if (kind == DATUM_INT) return (int64_t) a.word < (int64_t) b.word ? -1 : 1;
  bool by_parts = kind >= DATUM_DOT && kind <= DATUM_INFINITE;
  if (!by_parts || !depth) return sign_of(a.word, b.word);
  uint32_t left = datum_count(pool, a), right = datum_count(pool, b);
  if (kind == DATUM_INFINITE && datum_tag(pool, a) != datum_tag(pool, b))
    return sign_of(datum_tag(pool, a), datum_tag(pool, b));
  if (kind == DATUM_SET && left != right) return sign_of(left, right);
  const Datum *of_a = datum_parts(pool, a), *of_b = datum_parts(pool, b);
  for (uint32_t i = 0; i < left && i < right; i++)
    if (!datum_same(of_a[i], of_b[i])) return compare_within(pool, of_a[i], of_b[i], depth - 1);
  return sign_of(left, right);
}

int datum_compare(const Pool *pool, Datum a, Datum b)
{
  return compare_within(pool, a, b, ORDER_DEPTH);
}

static bool is_ascending(const Pool *pool, const Datum *rows, uint32_t count, uint32_t width)
{
  for (uint32_t i = 1; i < count; i++)
    if (datum_compare(pool, rows[(size_t) (i - 1) * width], rows[(size_t) i * width]) > 0)
      return false;
  return true;
}

typedef struct {
  const Pool *pool;
  size_t count, width;
} Rows;

/* Merges the ascending runs of `run` rows in `from`, by twos, to `to`. */
static void merge_runs(const Rows *rows, const Datum *from, Datum *to, size_t run)
{
  size_t width = rows->width, count = rows->count;
  for (size_t low = 0; low < count; low += 2 * run) {
    size_t middle = low + run < count ? low + run : count;
    size_t high = middle + run < count ? middle + run : count;
    size_t i = low, j = middle;
    for (size_t k = low; k < high; k++) {
      bool left = j == high ||
                  (i < middle && datum_compare(rows->pool, from[i * width], from[j * width]) <= 0);
      memcpy(to + k * width, from + (left ? i++ : j++) * width, width * sizeof *to);
    }
  }
}

void datum_sort(const Pool *pool, Datum *rows, uint32_t count, uint32_t width)
{
  if (is_ascending(pool, rows, count, width)) return;
  size_t bytes = (size_t) count * width * sizeof *rows;
  Datum *spare = memory_alloc(bytes), *from = rows, *to = spare;
  for (size_t run = 1; run < count; run *= 2) {
    merge_runs(&(Rows){pool, count, width}, from, to, run);
    Datum *other = from;
    from = to, to = other;
  }
  if (from != rows) memcpy(rows, from, bytes);
  free(spare);
}
