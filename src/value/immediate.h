#ifndef VALUE_IMMEDIATE_H
#define VALUE_IMMEDIATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* Relations between two indexed types with at most 61 pairs, as bits of one word: the
 * pair (i, j) is bit i * columns + j, so a row is the image of one first component.
 * What is linear (the result is the union of the results of the bits) is looked up by
 * nibbles: sixteen small tables, made once per shape. */
typedef uint64_t NibbleTable[16][16];

typedef struct ImmediateRelation ImmediateRelation;
struct ImmediateRelation {
  uint32_t rows, columns;
  bool atoms;          /* both types are BOOL or given sets: index = that of the atom     */
  uint64_t row;        /* the bits of the first row                                       */
  uint64_t starts;     /* the first bit of every row                                      */
  NibbleTable spread;  /* of a set of rows: their first bits                              */
  NibbleTable domain;  /* of a relation: its non-empty rows                               */
  NibbleTable inverse; /* of a relation: with rows and columns exchanged                  */
};

ImmediateRelation *immediate_new(Arena *, uint64_t rows, uint64_t columns, bool atoms);

static inline uint64_t nibbles(const NibbleTable *table, uint64_t bits)
{
  uint64_t result = 0;
  for (uint32_t i = 0; bits; i++, bits >>= 4) result |= (*table)[i][bits & 15];
  return result;
}

static inline uint64_t immediate_row(const ImmediateRelation *s, uint64_t bits, uint64_t row)
{
  return bits >> row * s->columns & s->row;
}

static inline uint64_t immediate_update(const ImmediateRelation *s, uint64_t bits, uint64_t row,
                                        uint64_t column)
{
  uint64_t at = row * s->columns;
  return (bits & ~(s->row << at)) | UINT64_C(1) << (at + column);
}

/* All pairs whose first component is in the set; whose second component is. */
static inline uint64_t immediate_rows(const ImmediateRelation *s, uint64_t set)
{
  uint64_t first = nibbles(&s->spread, set);
  return (first << s->columns) - first;
}
static inline uint64_t immediate_columns(const ImmediateRelation *s, uint64_t set)
{
  return set * s->starts;
}

static inline uint64_t immediate_domain(const ImmediateRelation *s, uint64_t bits)
{
  return nibbles(&s->domain, bits);
}

static inline uint64_t immediate_range(const ImmediateRelation *s, uint64_t bits)
{
  for (uint32_t n = 1; n < s->rows; n *= 2) bits |= bits >> n * s->columns;
  return bits & s->row;
}

static inline uint64_t immediate_image(const ImmediateRelation *s, uint64_t bits, uint64_t set)
{
  return immediate_range(s, bits & immediate_rows(s, set));
}

static inline uint64_t immediate_inverse(const ImmediateRelation *s, uint64_t bits)
{
  return nibbles(&s->inverse, bits);
}

/* Every row has at most one pair: no row goes on after its lowest bit is taken. */
static inline bool immediate_is_function(const ImmediateRelation *s, uint64_t bits)
{
  for (; bits; bits >>= s->columns) {
    uint64_t row = bits & s->row;
    if (row & (row - 1)) return false;
  }
  return true;
}

/* first ; second.  The shapes are those of first, second and result. */
uint64_t immediate_compose(const ImmediateRelation *first, const ImmediateRelation *second,
                           const ImmediateRelation *result, uint64_t a, uint64_t b);
uint64_t immediate_closure1(const ImmediateRelation *, uint64_t bits); /* rows = columns */

#endif
