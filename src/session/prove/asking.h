#ifndef SESSION_PROVE_ASKING_H
#define SESSION_PROVE_ASKING_H

#include "prove/prove.h"
#include "session/session.h"

/* So many seconds from now, within the limits of the session; `end` is when the time limit of all
 * questions together is reached, 0: there is none. */
ProofLimits asking_limits(Session *, double end, double seconds, HypothesesChoice);
/* Is it time to stop altogether: by the time limit, or since the user wants it? */
bool asking_is_late(double end);
bool asking_must_stop(Session *, double end);

/* One thread that asks about sequents one after the other. */
typedef struct {
  Session *session;
  Prover *prover;
  Arena *arena; /* of the texts of proofs */
  double seconds;
  uint32_t foreign; /* provers of others that may be used: a set of bits */
  double end;       /* of all questions, 0: there is none */
} Asking;

/* All begins now; with a new prover, to be freed. */
Asking asking_open(Session *, Arena *, double seconds, uint32_t foreign);
void asking_close(Asking *);
void asking_prove(const Asking *, const Obligations *, const Sequent *, Proof *);

#endif
