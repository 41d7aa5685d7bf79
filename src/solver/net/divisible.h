#ifndef SOLVER_DIVISIBLE_H
#define SOLVER_DIVISIBLE_H

#include <stdbool.h>
#include <stdint.h>

/* Do the equations (by row: factors of the variables, then the constant; each sum is 0) contradict
 * each other for integers, as 2x = 2y + 1 does?  The entries are changed.  False: they do not, or
 * it was not found out, since numbers became too large. */
bool equations_have_no_integers(int64_t *entries, uint32_t rows, uint32_t variables);

#endif
