#ifndef PROVE_PROVE_H
#define PROVE_PROVE_H

#include "prove/sequent/proof.h"

/* Proves a sequent of these obligations, or refutes it: all methods there are, the cheap ones
 * first. Texts of the proof are put into the arena. */
void prove_sequent(const Obligations *, const Sequent *, const ProofLimits *, Arena *, Proof *);

#endif
