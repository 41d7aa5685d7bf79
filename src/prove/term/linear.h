#ifndef PROVE_TERM_LINEAR_H
#define PROVE_TERM_LINEAR_H

#include "prove/term/term.h"

/* Sums of integers: constant + c1*t1 + c2*t2 …, the t's no sums, ascending, the c's not 0. */
enum { MOST_SUMMANDS = 64 };

typedef struct {
  Term term;
  int64_t factor;
} Summand;

typedef struct {
  int64_t constant;
  uint32_t count;
  bool too_large; /* a number has more than 18 digits, or there are too many summands: then it means
                     nothing */
  Summand list[MOST_SUMMANDS];
} Linear;

/* sum += factor * t */
void linear_add(const Bank *, Linear *sum, int64_t factor, Term t);
void linear_add_number(Linear *sum, int64_t);
void linear_scale(Linear *, int64_t factor);
/* The greatest common divisor of the factors; 0 if there are none. */
int64_t linear_divisor(const Linear *);
int64_t floor_divide(int64_t a, int64_t positive);
Term linear_term(Bank *, const Linear *);

/* sum <= 0, sum = 0: atoms, negations of them or constants.  sum is not too large. */
Term linear_at_most_zero(Bank *, Linear *sum);
Term linear_is_zero(Bank *, Linear *sum);

/* What an inequality or equation says as sum <= 0, sum = 0; false for other terms.  `no`: of the
 * negation of an inequality. */
bool linear_of_atom(const Bank *, Term atom, bool negated, Linear *sum);

#endif
