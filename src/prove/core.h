#ifndef PROVE_CORE_H
#define PROVE_CORE_H

#include "prove/prove.h"

/* Which hypotheses does a sequent need that is proved?  Hypotheses are left out as long as the
 * others prove the goal, in groups first.  needed[i]: hypothesis i stayed.  `minimal`: each of them
 * is known to be needed, since without it there is a counterexample; else a trial was not decided.
 */
typedef struct {
  bool *needed; /* in the arena */
  uint32_t count;
  bool minimal;
} Core;

void core_find(Prover *, const Obligations *, const Sequent *, const ProofLimits *,
               double seconds_per_trial, Arena *, Core *);

#endif
