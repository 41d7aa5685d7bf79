#ifndef PROVE_TABLEAU_PROVER_H
#define PROVE_TABLEAU_PROVER_H

#include "base/text.h"
#include "prove/sequent/proof.h"

/* Our own proof procedure: looks for a refutation of the hypotheses and the negated goal.  It knows
 * quantifiers, equality, sets, relations, functions and linear arithmetic, and holds for all sizes
 * of carrier sets.  Everything of an attempt is freed at its end, so several threads may try. */

typedef struct {
  Limits limits;
  HypothesesChoice hypotheses;
  size_t most_terms; /* 0: a usual number */
  bool no_goal;      /* do the hypotheses contradict each other? */
  Text *certificate; /* or NULL: gets the proof, in a form that prove/check/ checks */
} ProverLimits;

typedef struct {
  bool proved;
  bool ended;      /* if not: more time would not help */
  const char *why; /* likewise: a constant text */
  uint32_t steps;  /* clauses of the proof */
  uint32_t used;   /* hypotheses in it */
  bool vacuous;    /* the goal is not in it */
  uint64_t decisions, conflicts, instances;
} ProverResult;

bool prover_try(const Obligations *, const Sequent *, const ProverLimits *, ProverResult *);

#endif
