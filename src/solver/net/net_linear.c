#include <stdlib.h>

#include "base/memory.h"
#include "solver/net/divisible.h"
#include "solver/net/net.h"
#include "solver/net/simplex.h"

/* Sums that must hold, taken together: x + y = 10 & x - y = 4 bounds x and y, although each of the
 * two says nothing about a number without bounds. */

enum { VARIABLES_LIMIT = 40, ROWS_LIMIT = 120, DIFFERENCES_LIMIT = 8 };
#define NO_CELL UINT32_MAX

typedef struct {
  Net *n;
  Cell cells[VARIABLES_LIMIT]; /* that are not fixed */
  uint32_t count;
  int64_t rows[ROWS_LIMIT][VARIABLES_LIMIT + 1]; /* factors, constant */
  bool equation[ROWS_LIMIT];
  uint32_t row_count;
  uint32_t differences[DIFFERENCES_LIMIT]; /* variables that must not be 0; their cell is NO_CELL */
  uint32_t difference_count;
  bool too_large;
} Linear;

static bool is_infinite(const Net *n, Cell c) { return !net_is_finite(n, c); }

static uint32_t variable_of(Linear *l, Cell c)
{
  for (uint32_t i = 0; i < l->count; i++)
    if (l->cells[i] == c) return i;
  if (l->count == VARIABLES_LIMIT) return l->too_large = true, 0;
  l->cells[l->count] = c;
  return l->count++;
}

static int64_t *new_row(Linear *l, bool equation)
{
  if (l->row_count == ROWS_LIMIT) return l->too_large = true, NULL;
  l->equation[l->row_count] = equation;
  return l->rows[l->row_count++];
}

static bool has_infinite(const Net *n, const Propagator *p)
{
  for (uint32_t i = 0; i < p->count; i++)
    if (is_infinite(n, n->cells_of.data[p->first + i])) return true;
  return false;
}

static void add_term(Linear *l, int64_t *row, int64_t factor, Cell c)
{
  const Domain *d = net_domain(l->n, c);
  int64_t product, *entry = row;
  if (d->low != d->high) entry += variable_of(l, c);
  else entry += VARIABLES_LIMIT;
  if (__builtin_mul_overflow(factor, d->low == d->high ? d->low : 1, &product) ||
      __builtin_add_overflow(*entry, product, entry))
    l->too_large = true;
}

/* A sum that is not 0: a variable of its own. */
static void add_difference(Linear *l, int64_t *row)
{
  if (l->count == VARIABLES_LIMIT) {
    l->too_large = true;
    return;
  }
  l->cells[l->count] = NO_CELL;
  row[l->count] = -1;
  l->differences[l->difference_count++] = l->count++;
}

static void add_row(Linear *l, const Propagator *p)
{
  const Net *n = l->n;
  bool differs = p->kind == PROP_LINEAR_NE && l->difference_count < DIFFERENCES_LIMIT;
  bool equation = p->kind == PROP_LINEAR_EQ || p->kind == PROP_LINEAR_ROW;
  bool sum = p->kind == PROP_LINEAR_LE || equation || differs;
  if ((!sum && p->kind != PROP_EQUAL) || !lit_is_true(n, p->guard) || !has_infinite(n, p)) return;
  int64_t *row = new_row(l, p->kind != PROP_LINEAR_LE);
  if (l->too_large) return;
  for (uint32_t i = 0; i <= VARIABLES_LIMIT; i++) row[i] = 0;
  for (uint32_t i = 0; i < p->count && !l->too_large; i++)
    add_term(l, row,
             sum      ? n->numbers.data[p->numbers + i]
             : i == 0 ? 1
                      : -1,
             n->cells_of.data[p->first + i]);
  add_term(l, row, sum ? p->constant : -p->constant, CELL_TRUE);
  if (differs) add_difference(l, row);
}

/* What is known of the variables themselves. */
static void add_bounds(Linear *l, Simplex *s)
{
  int64_t factors[VARIABLES_LIMIT] = {0};
  for (uint32_t i = 0; i < l->count; i++) {
    if (l->cells[i] == NO_CELL) continue;
    const Domain *d = net_domain(l->n, l->cells[i]);
    if (d->low != NO_LOW) factors[i] = -1, simplex_add(s, factors, d->low, false);
    if (d->high != NO_HIGH) factors[i] = 1, simplex_add(s, factors, -d->high, false);
    factors[i] = 0;
  }
}

static bool is_divisible(const Linear *l)
{
  uint32_t width = l->count + 1, rows = 0;
  int64_t *entries = calloc((size_t) width * (l->row_count + 1), sizeof *entries);
  if (!entries) memory_exhausted();
  for (uint32_t i = 0; i < l->row_count; i++) {
    if (!l->equation[i]) continue;
    for (uint32_t j = 0; j < l->count; j++) entries[rows * width + j] = l->rows[i][j];
    entries[rows++ * width + l->count] = l->rows[i][VARIABLES_LIMIT];
  }
  bool none = equations_have_no_integers(entries, rows, l->count);
  free(entries);
  return !none;
}

/* Gives the cells without bounds those that follow.  Bounds that they have are left alone, so that
 * this comes to an end. */
static void narrow(Linear *l, Simplex *s)
{
  Net *n = l->n;
  for (uint32_t i = 0; i < l->count && !n->failed; i++) {
    Cell c = l->cells[i];
    int64_t bound;
    if (c == NO_CELL) continue;
    if (net_domain(n, c)->low == NO_LOW && simplex_bound(s, i, false, &bound) &&
        bound >= -NUMBER_LIMIT)
      net_set_low(n, c, bound);
    if (net_domain(n, c)->high == NO_HIGH && simplex_bound(s, i, true, &bound) &&
        bound <= NUMBER_LIMIT)
      net_set_high(n, c, bound);
  }
}

/* Is a sum 0 that must not be? */
static bool has_no_difference(const Linear *l, Simplex *s)
{
  for (uint32_t i = 0; i < l->difference_count; i++) {
    int64_t low, high;
    if (simplex_bound(s, l->differences[i], false, &low) && low == 0 &&
        simplex_bound(s, l->differences[i], true, &high) && high == 0)
      return true;
  }
  return false;
}

bool net_combine_sums(Net *n)
{
  Linear *l = malloc(sizeof *l);
  if (!l) memory_exhausted();
  l->n = n;
  l->count = l->row_count = l->difference_count = 0;
  l->too_large = false;
  for (uint32_t i = 0; i < n->propagators.len && !l->too_large; i++)
    add_row(l, &n->propagators.data[i]);
  bool possible = true;
  if (!l->too_large && l->row_count) {
    Simplex *s = simplex_new(l->count, l->row_count + 2 * l->count);
    for (uint32_t i = 0; i < l->row_count; i++)
      simplex_add(s, l->rows[i], l->rows[i][VARIABLES_LIMIT], l->equation[i]);
    add_bounds(l, s);
    SimplexResult result = simplex_solve(s);
    possible = result != SIMPLEX_NONE && is_divisible(l);
    if (possible && result == SIMPLEX_POSSIBLE) possible = !has_no_difference(l, s);
    if (possible && result == SIMPLEX_POSSIBLE) narrow(l, s);
    simplex_free(s);
  } else if (l->too_large) possible = !net_has_negative_cycle(n);
  free(l);
  return possible && !n->failed;
}
