#include "solver/net/simplex.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* A dictionary: denominator * basic = constant + sum of factors * others, one row for each basic
 * variable.  Variables are numbered: first those of the user, which may have any value, then one
 * for each row that was added, minus its sum, which is at least 0, or 0 in an equation.  A pivot
 * exchanges a basic variable for another one; its divisions leave no rest (Edmonds), since all
 * entries are determinants of parts of the system. */

__extension__ typedef __int128 Wide;

struct Simplex {
  uint32_t variables, columns, rows, room;
  int64_t denominator; /* positive */
  int64_t *entries;    /* by row: columns + 1, the last one is the constant; a row more: the aim */
  uint32_t *basic;     /* by row   */
  uint32_t *other;     /* by column */
  bool *equation;      /* by row as it was added */
  bool *gone;          /* by column: the variable is 0 */
  bool aimed;          /* the aim counts */
  bool too_large;
  uint32_t pivots;
};

enum { PIVOTS_LIMIT = 400 };

Simplex *simplex_new(uint32_t variables, uint32_t rows)
{
  Simplex *s = calloc(1, sizeof *s);
  if (!s) memory_exhausted();
  s->variables = s->columns = variables;
  s->room = rows;
  s->denominator = 1;
  s->entries = calloc((size_t) (rows + 1) * (variables + 1), sizeof *s->entries);
  s->basic = calloc(rows + 1, sizeof *s->basic);
  s->other = calloc(variables + 1, sizeof *s->other);
  s->equation = calloc(rows + 1, sizeof *s->equation);
  s->gone = calloc(variables + 1, sizeof *s->gone);
  if (!s->entries || !s->basic || !s->other || !s->equation || !s->gone) memory_exhausted();
  for (uint32_t i = 0; i < variables; i++) s->other[i] = i;
  return s;
}

void simplex_free(Simplex *s)
{
  if (!s) return;
  free(s->entries);
  free(s->basic);
  free(s->other);
  free(s->equation);
  free(s->gone);
  free(s);
}

static int64_t *row_of(const Simplex *s, uint32_t row)
{
  return &s->entries[(size_t) row * (s->columns + 1)];
}

static int64_t constant_of(const Simplex *s, uint32_t row) { return row_of(s, row)[s->columns]; }

void simplex_add(Simplex *s, const int64_t *factors, int64_t constant, bool equation)
{
  assert(s->rows < s->room && s->pivots == 0);
  int64_t *row = row_of(s, s->rows);
  for (uint32_t i = 0; i < s->columns; i++) row[i] = -factors[i];
  row[s->columns] = -constant;
  s->basic[s->rows] = s->variables + s->rows;
  s->equation[s->rows++] = equation;
}

/* May it have any value? */
static bool is_free(const Simplex *s, uint32_t variable) { return variable < s->variables; }

static int64_t narrowed(Simplex *s, Wide w)
{
  if (w > INT64_MAX || w < -INT64_MAX) s->too_large = true;
  return (int64_t) w;
}

/* A row other than the one of the pivot. */
static void replace_in(Simplex *s, int64_t *row, const int64_t *by, uint32_t column)
{
  int64_t pivot = by[column], factor = row[column];
  for (uint32_t j = 0; j <= s->columns && !s->too_large; j++) {
    Wide a, b;
    if (j == column) continue;
    if (!row[j] && (!factor || !by[j])) continue;
    a = (Wide) row[j] * pivot;
    b = (Wide) factor * by[j];
    if (__builtin_sub_overflow(a, b, &a)) s->too_large = true;
    else row[j] = narrowed(s, (pivot < 0 ? -a : a) / s->denominator);
  }
  row[column] = pivot < 0 ? -factor : factor;
}

static void pivot(Simplex *s, uint32_t row, uint32_t column)
{
  assert(row < s->rows && column < s->columns && !s->gone[column]);
  int64_t *by = row_of(s, row), p = by[column];
  assert(p != 0 && s->denominator > 0);
  for (uint32_t i = 0; i < s->rows && !s->too_large; i++)
    if (i != row) replace_in(s, row_of(s, i), by, column);
  if (s->aimed) replace_in(s, row_of(s, s->room), by, column);
  for (uint32_t j = 0; j <= s->columns; j++)
    by[j] = j == column ? (p < 0 ? -s->denominator : s->denominator) : p < 0 ? by[j] : -by[j];
  s->denominator = p < 0 ? -p : p;
  uint32_t leaves = s->basic[row];
  s->basic[row] = s->other[column];
  s->other[column] = leaves;
  if (++s->pivots > PIVOTS_LIMIT) s->too_large = true;
}

/* --------------------------------------------------------- equations, free names */

/* A column in which the row is not 0, free variables first, small numbers first; columns: none. */
static uint32_t column_for(const Simplex *s, uint32_t row)
{
  uint32_t best = s->columns;
  const int64_t *entries = row_of(s, row);
  for (uint32_t j = 0; j < s->columns; j++) {
    if (!entries[j] || s->gone[j]) continue;
    bool better = best == s->columns;
    if (!better && is_free(s, s->other[j]) != is_free(s, s->other[best]))
      better = is_free(s, s->other[j]);
    else if (!better) better = llabs(entries[j]) < llabs(entries[best]);
    if (better) best = j;
  }
  return best;
}

/* Solves the equations for one variable each; false: they contradict each other. */
static bool eliminate_equations(Simplex *s)
{
  for (uint32_t i = 0; i < s->rows && !s->too_large; i++) {
    if (!s->equation[i]) continue;
    uint32_t column = column_for(s, i);
    if (column == s->columns) {
      if (constant_of(s, i) != 0) return false;
      continue; /* follows from the others: 0 = 0 from now on */
    }
    pivot(s, i, column);
    s->gone[column] = true;
  }
  return true;
}

/* Free variables become basic, as far as an inequality mentions them. */
static void enter_free_variables(Simplex *s)
{
  for (uint32_t j = 0; j < s->columns && !s->too_large; j++) {
    if (s->gone[j] || !is_free(s, s->other[j])) continue;
    uint32_t best = s->rows;
    for (uint32_t i = 0; i < s->rows; i++) {
      int64_t a = row_of(s, i)[j];
      if (!a || is_free(s, s->basic[i]) || s->equation[s->basic[i] - s->variables]) continue;
      if (best == s->rows || llabs(a) < llabs(row_of(s, best)[j])) best = i;
    }
    if (best < s->rows) pivot(s, best, j);
  }
}

/* -------------------------------------------------------------------- the search */

/* Must the basic variable of the row be at least 0? */
static bool is_bounded(const Simplex *s, uint32_t row)
{
  return !is_free(s, s->basic[row]) && !s->equation[s->basic[row] - s->variables];
}

/* A column that makes the row larger: the one of the first variable (Bland).  *unbounded: as large
 * as one likes. */
static uint32_t entering(const Simplex *s, uint32_t row, bool *unbounded)
{
  uint32_t best = s->columns;
  const int64_t *entries = row_of(s, row);
  *unbounded = false;
  for (uint32_t j = 0; j < s->columns; j++) {
    if (s->gone[j] || !entries[j]) continue;
    if (is_free(s, s->other[j])) *unbounded = true;
    else if (entries[j] > 0 && (best == s->columns || s->other[j] < s->other[best])) best = j;
  }
  return best;
}

/* constant / -entry of a row, against another one. */
static int compare_ratios(const Simplex *s, uint32_t a, uint32_t b, uint32_t column)
{
  Wide left = (Wide) constant_of(s, a) * -row_of(s, b)[column],
       right = (Wide) constant_of(s, b) * -row_of(s, a)[column];
  return (left > right) - (left < right);
}

/* The row that limits first how far the column may grow, among those that hold; rows: none. */
static uint32_t leaving(const Simplex *s, uint32_t column)
{
  uint32_t best = s->rows;
  for (uint32_t i = 0; i < s->rows; i++) {
    if (!is_bounded(s, i) || constant_of(s, i) < 0 || row_of(s, i)[column] >= 0) continue;
    int order = best == s->rows ? -1 : compare_ratios(s, i, best, column);
    if (order < 0 || (order == 0 && s->basic[i] < s->basic[best])) best = i;
  }
  return best;
}

/* Makes a variable that is negative 0 or positive; false: it cannot be. */
static bool repair(Simplex *s, uint32_t row)
{
  while (constant_of(s, row) < 0 && !s->too_large) {
    bool unbounded;
    uint32_t column = entering(s, row, &unbounded);
    assert(!unbounded); /* free variables that inequalities mention are basic */
    if (column == s->columns) return false;
    uint32_t out = leaving(s, column);
    /* Does the row itself reach 0 before another one does?  (Its entry is positive.) */
    Wide own = -(Wide) constant_of(s, row), entry = row_of(s, row)[column];
    if (out == s->rows || own * -row_of(s, out)[column] <= constant_of(s, out) * entry)
      return pivot(s, row, column), true;
    pivot(s, out, column);
  }
  return true;
}

SimplexResult simplex_solve(Simplex *s)
{
  bool possible = eliminate_equations(s);
  if (possible) enter_free_variables(s);
  for (uint32_t i = 0; i < s->rows && possible && !s->too_large; i++)
    if (is_bounded(s, i)) possible = repair(s, i);
  return s->too_large ? SIMPLEX_GAVE_UP : possible ? SIMPLEX_POSSIBLE : SIMPLEX_NONE;
}

/* The last row becomes the variable (or its opposite), as large as possible. */
static void take_aim(Simplex *s, uint32_t variable, bool greatest)
{
  assert(!s->aimed);
  int64_t *aim = row_of(s, s->room);
  memset(aim, 0, (s->columns + 1) * sizeof *aim);
  for (uint32_t j = 0; j < s->columns; j++)
    if (s->other[j] == variable) aim[j] = s->denominator;
  for (uint32_t i = 0; i < s->rows; i++)
    if (s->basic[i] == variable) memcpy(aim, row_of(s, i), (s->columns + 1) * sizeof *aim);
  for (uint32_t j = 0; j <= s->columns && !greatest; j++) aim[j] = -aim[j];
  s->aimed = true;
}

bool simplex_bound(Simplex *s, uint32_t variable, bool greatest, int64_t *bound)
{
  assert(variable < s->variables);
  uint32_t column = 0;
  bool unbounded = false;
  s->pivots = 0;
  take_aim(s, variable, greatest);
  while (!s->too_large) {
    column = entering(s, s->room, &unbounded);
    if (unbounded || column == s->columns) break;
    uint32_t out = leaving(s, column);
    if (out == s->rows) unbounded = true;
    if (unbounded) break;
    pivot(s, out, column);
  }
  s->aimed = false;
  if (unbounded || s->too_large) return false;
  int64_t value = constant_of(s, s->room), whole = value / s->denominator;
  if (value % s->denominator < 0) whole--; /* rounded down */
  *bound = greatest ? whole : -whole;
  return true;
}
