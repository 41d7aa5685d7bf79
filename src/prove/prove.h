#ifndef PROVE_PROVE_H
#define PROVE_PROVE_H

#include "prove/sequent/proof.h"

/* Proves or refutes sequents with all methods there are, the cheap ones first.  One thread uses a
 * Prover at a time; several of them may work on the same obligations at the same time. */
typedef struct Prover Prover;

Prover *prover_new(void);
void prover_free(Prover *); /* accepts NULL */

#define PROVER_OWN "probity " PROBITY_VERSION /* the method of proofs of our own procedure */

/* Texts of the proof are put into the arena.  What methods set up for the obligations is kept until
 * sequents of others come. */
void prover_run(Prover *, const Obligations *, const Sequent *, const ProofLimits *, Arena *,
                Proof *);

#endif
