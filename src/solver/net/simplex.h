#ifndef SOLVER_SIMPLEX_H
#define SOLVER_SIMPLEX_H

#include <stdbool.h>
#include <stdint.h>

/* A small system of linear equations and inequalities over rational numbers: does it have a
 * solution, and how large and small can a variable be?  All numbers are integers over one common
 * denominator, computed without rounding; where one would not fit into 64 bits the system gives up,
 * and nothing is said. */
typedef struct Simplex Simplex;

/* Of so many unbounded variables, with room for so many rows. */
Simplex *simplex_new(uint32_t variables, uint32_t rows);
void simplex_free(Simplex *); /* accepts NULL */

/* Adds factors * variables + constant <= 0, or = 0.  There are as many factors as variables. */
void simplex_add(Simplex *, const int64_t *factors, int64_t constant, bool equation);

typedef enum { SIMPLEX_POSSIBLE, SIMPLEX_NONE, SIMPLEX_GAVE_UP } SimplexResult;
/* After all rows were added; before bounds are asked for. */
SimplexResult simplex_solve(Simplex *);
/* The greatest (least) integer that the variable is not above (below) in any solution.  False: it
 * has no such bound, or it was not found. */
bool simplex_bound(Simplex *, uint32_t variable, bool greatest, int64_t *bound);

#endif
