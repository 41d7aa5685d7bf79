#include <stdlib.h>
#include <string.h>

#include "engine/code/statement/code_subst.h"

#include "base/memory.h"

/* S; T; U where S and T have many outcomes that leave the same values behind: what comes after a
 * part depends on these alone, so it is run once for all of them.  Where few outcomes arrive
 * nothing is kept. */

enum { FEW_ARRIVALS = 16, MOST_WORDS = 1 << 20 };

void merge_begin(Merge *m, uint32_t start) { *m = (Merge){.start = start}; }

void merge_end(Merge *m)
{
  vec_free(&m->numbers);
  vec_free(&m->words);
  vec_free(&m->places);
  free(m->slots);
}

static bool is_same(const Merge *m, const Arrival *a, const Arrival *b)
{
  return a->hash == b->hash && a->count == b->count &&
         !memcmp(m->words.data + a->first, m->words.data + b->first, a->count * sizeof(uint64_t));
}

static Arrival *slot_of(const Merge *m, const Arrival *arrival)
{
  uint32_t mask = m->slot_count - 1, at = (uint32_t) (arrival->hash >> 32) & mask;
  while (m->slots[at].count && !is_same(m, &m->slots[at], arrival)) at = (at + 1) & mask;
  return &m->slots[at];
}

static void grow(Merge *m)
{
  Arrival *old = m->slots;
  uint32_t count = m->slot_count;
  m->slot_count = count ? 2 * count : 64;
  m->slots = memory_zeroed(m->slot_count, sizeof *m->slots);
  for (uint32_t i = 0; i < count; i++)
    if (old[i].count) *slot_of(m, &old[i]) = old[i];
  free(old);
}

static int compare_places(const void *a, const void *b)
{
  Value *const *x = a, *const *y = b;
  return *x < *y ? -1 : *x > *y;
}

static void add_word(Merge *m, Arrival *a, uint64_t word)
{
  vec_push(&m->words, word);
  a->hash = (a->hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
  a->hash ^= a->hash >> 29;
  a->count++;
}

/* What the writes since the sequence began have left in their places. */
static Arrival arrival_now(Merge *m, const Exec *x, uint32_t part)
{
  Arrival a = {.first = m->words.len};
  m->places.len = 0;
  for (uint32_t i = m->start; i < x->vm->log.len; i++)
    vec_push(&m->places, x->vm->log.data[i].place);
  if (m->places.len) qsort(m->places.data, m->places.len, sizeof *m->places.data, compare_places);
  add_word(m, &a, (uint64_t) part << 1 | x->broken);
  for (uint32_t i = 0; i < m->places.len; i++) {
    if (i > 0 && m->places.data[i] == m->places.data[i - 1]) continue;
    add_word(m, &a, (uint64_t) (uintptr_t) m->places.data[i]);
    add_word(m, &a, m->places.data[i]->word);
  }
  return a;
}

bool merge_is_known(Merge *m, const Exec *x, uint32_t part)
{
  while (m->numbers.len <= part) vec_push(&m->numbers, 0);
  bool few = m->numbers.data[part] < FEW_ARRIVALS && !x->vm->e->options.eager;
  if (few) return m->numbers.data[part]++, false;
  if (m->words.len > MOST_WORDS) return false;
  if (2 * m->count >= m->slot_count) grow(m);
  Arrival a = arrival_now(m, x, part);
  Arrival *slot = slot_of(m, &a);
  if (slot->count) return m->words.len = a.first, true;
  *slot = a;
  m->count++;
  return false;
}
