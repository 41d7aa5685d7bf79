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

/* The same turn by turn, so that others may have theirs in between: all methods within the limits.
 * What earlier turns found out is in *proof, which is zero before the first one, and their time is
 * added up.  A turn should be longer than those before it, as it begins anew. */
void prover_turn(Prover *, const Obligations *, const Sequent *, const ProofLimits *, Arena *,
                 Proof *);
/* How long the turn of that number should be, if so much time is left. */
double prover_turn_seconds(uint32_t turn, double left);
bool prover_may_go_on(const Proof *); /* might a further turn find out more? */

#endif
