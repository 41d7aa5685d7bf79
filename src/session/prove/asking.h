#ifndef SESSION_PROVE_ASKING_H
#define SESSION_PROVE_ASKING_H

#include "prove/prove.h"
#include "session/session.h"

/* So many seconds from now, within the limits of the session; all questions end at `end`, which is
 * the deadline that the session had when they began (0: none). */
ProofLimits asking_limits(Session *, double end, double seconds, HypothesesChoice);
/* Is it time to stop altogether: by the time limit, or since the user wants it? */
bool asking_must_stop(Session *, double end);

/* One thread that asks about sequents one after the other. */
typedef struct {
  Session *session;
  double end; /* of all questions */
  Prover *prover;
  Arena *arena; /* of the texts of proofs */
  double seconds;
  uint32_t foreign; /* provers of others that may be used: a set of bits */
} Asking;

void asking_prove(const Asking *, const Obligations *, const Sequent *, Proof *);

#endif
