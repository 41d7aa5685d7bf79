#include "engine/code/plan/plan.h"

#include <stdlib.h>

#include "base/memory.h"

/* Rows of values, each of them once: open addressing over the numbers of the rows. */

void rows_begin(Rows *rows, uint32_t width)
{
  assert(width > 0);
  *rows = (Rows){.width = width};
}

void rows_free(Rows *rows)
{
  vec_free(&rows->values);
  free(rows->slots);
}

static uint64_t hash_of(const Value *row, uint32_t width)
{
  uint64_t hash = 0;
  for (uint32_t i = 0; i < width; i++) {
    hash = (hash ^ row[i].word) * UINT64_C(0x9E3779B97F4A7C15);
    hash ^= hash >> 32;
  }
  return hash;
}

/* Of the row itself, or the free one where it belongs. */
static uint32_t *slot_of(const Rows *rows, const Value *row)
{
  uint32_t mask = rows->slot_count - 1, at = (uint32_t) hash_of(row, rows->width) & mask;
  size_t bytes = rows->width * sizeof *row;
  for (; rows->slots[at]; at = (at + 1) & mask) {
    const Value *other = rows->values.data + (size_t) (rows->slots[at] - 1) * rows->width;
    if (!memcmp(other, row, bytes)) break;
  }
  return &rows->slots[at];
}

static void grow(Rows *rows)
{
  free(rows->slots);
  rows->slot_count = rows->slot_count ? 2 * rows->slot_count : 64;
  rows->slots = calloc(rows->slot_count, sizeof *rows->slots);
  if (!rows->slots) memory_exhausted();
  for (uint32_t i = 0; i < rows->count; i++)
    *slot_of(rows, rows->values.data + (size_t) i * rows->width) = i + 1;
}

void rows_add(Rows *rows, const Value *row)
{
  if (rows->count * UINT64_C(2) >= rows->slot_count) grow(rows);
  uint32_t *slot = slot_of(rows, row);
  if (*slot) return;
  for (uint32_t i = 0; i < rows->width; i++) vec_push(&rows->values, row[i]);
  *slot = ++rows->count;
}
