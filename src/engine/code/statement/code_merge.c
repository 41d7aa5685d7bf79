#include <stdlib.h>

#include "engine/code/statement/code_subst.h"

/* S; T; U where S and T have many outcomes that leave the same values behind: what comes after a
 * part depends on these alone, so it is run once for all of them.  Where few outcomes arrive
 * nothing is kept. */

enum { FEW_ARRIVALS = 16, MOST_WORDS = 1 << 20 };

void merge_begin(Merge *m, uint32_t start) { *m = (Merge){.start = start}; }

void merge_end(Merge *m)
{
  signatures_free(&m->known);
  vec_free(&m->words);
  vec_free(&m->places);
}

static int compare_places(const void *a, const void *b)
{
  Value *const *x = a, *const *y = b;
  return *x < *y ? -1 : *x > *y;
}

/* What the writes since the sequence began have left in their places. */
static void describe_arrival(Merge *m, const Exec *x, uint32_t part)
{
  m->words.len = m->places.len = 0;
  for (uint32_t i = m->start; i < x->vm->log.len; i++)
    vec_push(&m->places, x->vm->log.data[i].place);
  if (m->places.len) qsort(m->places.data, m->places.len, sizeof *m->places.data, compare_places);
  vec_push(&m->words, (uint64_t) part << 1 | x->broken);
  for (uint32_t i = 0; i < m->places.len; i++) {
    if (i > 0 && m->places.data[i] == m->places.data[i - 1]) continue;
    vec_push(&m->words, (uint64_t) (uintptr_t) m->places.data[i]);
    vec_push(&m->words, m->places.data[i]->word);
  }
}

bool merge_is_known(Merge *m, const Exec *x, uint32_t part)
{
  if (m->arrivals < FEW_ARRIVALS && !x->vm->e->options.eager) return m->arrivals++, false;
  if (m->known.words.len > MOST_WORDS) return false;
  describe_arrival(m, x, part);
  uint32_t before = m->known.begin.len;
  return signatures_add(&m->known, m->words.data, m->words.len) < before;
}
