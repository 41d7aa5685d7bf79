#ifndef PROVE_REFUTE_REFUTE_H
#define PROVE_REFUTE_REFUTE_H

#include "prove/sequent/proof.h"

/* Looks for values of the names of a sequent that satisfy its hypotheses and not its goal, in
 * worlds of growing size.  What is found is evaluated again, hypothesis by hypothesis: DISPROVED.
 * If there surely is nothing, the sequent is PROVED where no domain was cut, and BOUNDED where
 * sizes of deferred sets or MAXINT were a choice.  Else it is UNKNOWN, with the reason.
 *
 * Several threads may do this with the same obligations at once. */
void refute_sequent(const Obligations *, const Sequent *, const ProofLimits *, Arena *, Proof *);

#endif
