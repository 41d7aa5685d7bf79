#include "solver/net/divisible.h"

#include <stdlib.h>

/* Euclid's algorithm on columns: taking a multiple of one variable's column away from another one's
 * only gives the variables other names.  So each equation gets a single factor, which must divide
 * the constant, and which then says what that variable is. */

typedef struct {
  int64_t *entries;
  uint32_t rows, variables;
  bool too_large;
} System;

static int64_t *at(const System *s, uint32_t row, uint32_t column)
{
  return &s->entries[(uint64_t) row * (s->variables + 1) + column];
}

/* column -= factor * other, in the rows from `row` on. */
static void subtract(System *s, uint32_t row, uint32_t column, uint32_t other, int64_t factor)
{
  for (uint32_t i = row; i < s->rows; i++) {
    int64_t product, *entry = at(s, i, column);
    if (__builtin_mul_overflow(*at(s, i, other), factor, &product) ||
        __builtin_sub_overflow(*entry, product, entry) || *entry == INT64_MIN)
      s->too_large = true;
  }
}

/* Leaves at most one factor in the row: its column, or the number of variables. */
static uint32_t reduce(System *s, uint32_t row)
{
  for (;;) {
    uint32_t least = s->variables;
    bool others = false;
    for (uint32_t j = 0; j < s->variables; j++)
      if (*at(s, row, j) &&
          (least == s->variables || llabs(*at(s, row, j)) < llabs(*at(s, row, least))))
        least = j;
    for (uint32_t j = 0; j < s->variables && !s->too_large; j++) {
      if (j == least || !*at(s, row, j)) continue;
      subtract(s, row, j, least, *at(s, row, j) / *at(s, row, least));
      others |= *at(s, row, j) != 0;
    }
    if (!others || s->too_large) return least;
  }
}

bool equations_have_no_integers(int64_t *entries, uint32_t rows, uint32_t variables)
{
  System s = {entries, rows, variables, false};
  for (uint32_t i = 0; i < rows; i++) {
    uint32_t column = reduce(&s, i);
    if (s.too_large) return false;
    int64_t constant = *at(&s, i, variables);
    if (column == variables) {
      if (constant) return true;
      continue;
    }
    if (constant % *at(&s, i, column)) return true;
    /* The variable is -constant / factor: that goes into the constants. */
    subtract(&s, i, variables, column, constant / *at(&s, i, column));
    for (uint32_t k = i; k < rows; k++) *at(&s, k, column) = 0;
    if (s.too_large) return false;
  }
  return false;
}
