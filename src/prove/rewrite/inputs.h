#ifndef PROVE_REWRITE_INPUTS_H
#define PROVE_REWRITE_INPUTS_H

#include "prove/sequent/proof.h"
#include "prove/term/term.h"

/* What a refutation of a sequent starts with: each usable hypothesis, that it is well-defined, the
 * negated goal, and that the goal is well-defined.  Hypotheses that have no term are left out. */
typedef struct {
  Term formula;
  uint32_t hypothesis; /* its number, or INPUT_GOAL */
} Input;

enum { INPUT_GOAL = UINT32_MAX };

typedef struct {
  VEC(Input) list;
  const char *unsupported; /* the goal has no term: why; else NULL */
} Inputs;

void inputs_read(Bank *, const Sequent *, HypothesesChoice, bool no_goal, Inputs *);
void inputs_free(Inputs *);

/* What holds if the formula is well-defined (some of it): that functions are applied inside of
 * their domains, and that sets that are counted are finite … */
Term inputs_defined(Bank *, Term formula);

#endif
