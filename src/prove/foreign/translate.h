#ifndef PROVE_FOREIGN_TRANSLATE_H
#define PROVE_FOREIGN_TRANSLATE_H

#include "prove/foreign/fol.h"
#include "prove/sequent/proof.h"

/* A sequent as a problem of first-order logic: hypotheses and the negated goal.  If they cannot
 * hold together, the sequent is valid; otherwise nothing follows.  What is not understood becomes a
 * term or predicate of which nothing is known; a hypothesis that is too large is left out.
 * False: the goal cannot be
 * expressed, *why says it. */
bool translate_sequent(FolProblem *, const Sequent *, HypothesesChoice, const char **why);

#endif
