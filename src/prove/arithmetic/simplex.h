#ifndef PROVE_ARITHMETIC_SIMPLEX_H
#define PROVE_ARITHMETIC_SIMPLEX_H

#include "base/vec.h"
#include "prove/arithmetic/rational.h"

/* Linear inequalities over the rationals, asserted and taken back like a stack (the general simplex
 * method of Dutertre and de Moura).  A variable is a column, or a row: a sum of columns.  Bounds
 * come with a reason, a number of who asserts; a contradiction names the bounds that contradict
 * each other, with the factors by which they have to be multiplied (Farkas). */

enum { NO_REASON = UINT32_MAX };

typedef struct {
  uint32_t variable;
  Rational factor;
} Entry;

typedef VEC(Entry) Row;

typedef struct { /* a bound; not there if reason is NO_REASON */
  int64_t value;
  uint32_t reason;
} BoundAt;

typedef struct {
  BoundAt lower, upper;
  Rational value;
  uint32_t row; /* UINT32_MAX: not basic */
} SimplexVariable;

typedef struct {
  uint32_t variable;
  bool upper;
  BoundAt before;
} BoundUndo;

typedef struct { /* so much of a bound contributes to the contradiction; factor > 0 */
  uint32_t variable;
  bool upper;
  uint32_t reason;
  Rational factor;
} FarkasPart;

typedef struct {
  VEC(SimplexVariable) variables;
  VEC(Row) rows;
  VEC(uint32_t) basic; /* of each row: the variable it defines */
  VEC(BoundUndo) trail;
  VEC(FarkasPart) conflict;
  bool large; /* a number became too large: nothing is found out any more */
  uint64_t pivots;
} Simplex;

void bounds_free(Simplex *);
uint32_t bounds_column(Simplex *);
/* The sum of columns. */
uint32_t bounds_row(Simplex *, const Entry *, uint32_t count);
/* variable <= value or variable >= value.  False: it contradicts the other bound; see `conflict`.
 */
bool bounds_bound(Simplex *, uint32_t variable, bool upper, int64_t value, uint32_t reason);
/* Are the bounds possible together?  True as well if it was not found out. */
bool bounds_check(Simplex *);
void bounds_undo(Simplex *, uint32_t trail_length);

#endif
