#ifndef PROVE_CORE_H
#define PROVE_CORE_H

#include "prove/prove.h"

/* Which hypotheses does a sequent need?  Hypotheses are left out as long as the others prove the
 * goal, in groups first.  needed[i]: hypothesis i stayed.  If none of them was found to be needed
 * only because a trial took too long, `minimal` is true: without any one of them there is a
 * counterexample.  False: all of them together do not prove the goal within the limits, and
 * `needed` says nothing. */
typedef struct {
  bool *needed; /* in the arena */
  uint32_t count;
  bool minimal;
} Core;

bool core_find(Prover *, const Obligations *, const Sequent *, const ProofLimits *,
               double seconds_per_trial, Arena *, Core *);

#endif
