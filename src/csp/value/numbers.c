#include "csp/value/numbers.h"

#include <stdlib.h>

#include "base/memory.h"

static uint32_t slot_of(const DatumNumbers *n, Datum d)
{
  uint32_t mask = n->capacity - 1;
  uint32_t slot = (uint32_t) (d.word * UINT64_C(0x9E3779B97F4A7C15) >> 32) & mask;
  while (n->slots[slot] && !datum_same(n->all.data[n->slots[slot] - 1], d))
    slot = (slot + 1) & mask;
  return slot;
}

static void enlarge(DatumNumbers *n)
{
  free(n->slots);
  n->capacity = n->capacity ? n->capacity * 2 : 64;
  n->slots = memory_zeroed(n->capacity, sizeof *n->slots);
  for (uint32_t i = 0; i < n->all.len; i++) n->slots[slot_of(n, n->all.data[i])] = i + 1;
}

uint32_t datum_numbers_find(const DatumNumbers *n, Datum d)
{
  return n->capacity ? n->slots[slot_of(n, d)] - 1 : NO_NUMBER;
}

uint32_t datum_numbers_add(DatumNumbers *n, Datum d)
{
  if (n->all.len >= n->capacity / 3 * 2) enlarge(n);
  uint32_t slot = slot_of(n, d);
  if (!n->slots[slot]) {
    vec_push(&n->all, d);
    n->slots[slot] = n->all.len;
  }
  return n->slots[slot] - 1;
}

void datum_numbers_free(DatumNumbers *n)
{
  vec_free(&n->all);
  free(n->slots);
  *n = (DatumNumbers){0};
}
