#include "value/immediate.h"

#include <assert.h>

/* The nibble tables are filled from the images of single bits. */
static void fill(NibbleTable *table, uint32_t bit, uint64_t image)
{
  for (uint32_t n = 0; n < 16; n++)
    if (n >> bit % 4 & 1) (*table)[bit / 4][n] |= image;
}

ImmediateRelation *immediate_new(Arena *arena, uint64_t rows, uint64_t columns, bool atoms)
{
  ImmediateRelation *s = arena_new_array(arena, ImmediateRelation, 1);
  assert(rows * columns <= 61);
  s->rows = (uint32_t) rows;
  s->columns = (uint32_t) columns;
  s->atoms = atoms;
  s->row = (UINT64_C(1) << columns) - 1;
  for (uint32_t i = 0; i < rows; i++) {
    uint32_t start = i * s->columns;
    s->starts |= UINT64_C(1) << start;
    fill(&s->spread, i, UINT64_C(1) << start);
    for (uint32_t j = 0; j < columns; j++) {
      fill(&s->domain, start + j, UINT64_C(1) << i);
      fill(&s->inverse, start + j, UINT64_C(1) << (j * s->rows + i));
    }
  }
  return s;
}

uint64_t immediate_compose(const ImmediateRelation *first, const ImmediateRelation *second,
                           const ImmediateRelation *result, uint64_t a, uint64_t b)
{
  uint64_t columns = immediate_inverse(first, a), from = (UINT64_C(1) << first->rows) - 1;
  uint64_t bits = 0;
  /* Through the middle element j: the rows that reach it times the row that it has. */
  for (; columns && b; columns >>= first->rows, b >>= second->columns)
    bits |= nibbles(&result->spread, columns & from) * (b & second->row);
  return bits;
}

uint64_t immediate_closure1(const ImmediateRelation *s, uint64_t bits)
{
  for (uint32_t k = 0; k < s->rows; k++) {
    uint64_t reaches = bits >> k & s->starts; /* the first bits of the rows that contain k */
    bits |= reaches * immediate_row(s, bits, k);
  }
  return bits;
}
