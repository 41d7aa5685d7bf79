#include "search/touches.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/vec.h"

/* What a label writes is a list of columns, since that is mostly few; what a predicate reads is a
 * row of bytes. */

struct Touches {
  uint32_t width, labels, predicates;
  VEC(uint32_t) columns; /* of all labels */
  uint32_t *first;       /* of a label; by label + 1: those after its columns */
  uint8_t *reads;        /* [predicate][column] */
};

Touches *touches_new(Lts *lts)
{
  assert(lts->label_writes && lts->predicate_reads);
  Touches *t = memory_zeroed(1, sizeof *t);
  t->width = lts->width, t->labels = lts->label_count, t->predicates = lts->predicate_count;
  t->first = memory_zeroed(t->labels + 1, sizeof *t->first);
  for (uint32_t label = 0; label < t->labels; label++) {
    for (uint32_t i = 0; i < t->width; i++)
      if (lts->label_writes(lts, label, i)) vec_push(&t->columns, i);
    t->first[label + 1] = t->columns.len;
  }
  t->reads = memory_zeroed((size_t) t->predicates * t->width + 1, sizeof *t->reads);
  for (uint32_t p = 0; p < t->predicates; p++)
    for (uint32_t i = 0; i < t->width; i++)
      t->reads[(size_t) p * t->width + i] = lts->predicate_reads(lts, p, i);
  return t;
}

void touches_free(Touches *t)
{
  vec_free(&t->columns);
  free(t->first);
  free(t->reads);
  free(t);
}

bool touches_may(const Touches *t, uint32_t label, uint32_t predicate)
{
  assert(label < t->labels && predicate < t->predicates);
  const uint8_t *reads = t->reads + (size_t) predicate * t->width;
  for (uint32_t i = t->first[label]; i < t->first[label + 1]; i++)
    if (reads[t->columns.data[i]]) return true;
  return false;
}
