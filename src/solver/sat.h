#ifndef SOLVER_SAT_H
#define SOLVER_SAT_H

#include "solver/net/net.h"

/* The network as clauses, for what search without learning does not decide.  Cells have a
 * variable for each value; sums become layers of partial sums.  What has no translation
 * (wide cells, predicates that wait for their names) is left out: so a contradiction is one
 * of the network, while a model is only a candidate. */
typedef struct Sat Sat;

/* NULL if it would be too large, or if one of these cells has too many values.  With `proof` what
 * is learned is kept for sat_check. */
Sat *sat_new(Net *, const Cell *needed, uint32_t count, bool proof);
void sat_free(Sat *); /* accepts NULL */

typedef enum { SAT_MODEL, SAT_NONE, SAT_UNKNOWN } SatResult;
SatResult sat_solve(Sat *);
/* After SAT_NONE: checks the proof, which takes about as long as the search did.  How many clauses
 * were derived, the contradiction among them; 0: it was not confirmed, perhaps for lack of time. */
uint32_t sat_check(Sat *);
int64_t sat_value(const Sat *, Cell); /* in the model; for cells that were needed */
bool sat_holds(const Sat *, Lit);
/* Excludes all models in which these cells have their present values. */
void sat_block(Sat *, const Cell *, uint32_t count);

#endif
