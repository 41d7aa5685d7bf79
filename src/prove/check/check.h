#ifndef PROVE_CHECK_CHECK_H
#define PROVE_CHECK_CHECK_H

#include "base/text.h"
#include "prove/sequent/proof.h"

/* Checks a certificate of prove/tableau/: is each of its clauses an input of the sequent, an
 * instance of a rule, or does it follow from earlier ones by unit propagation, and is the last one
 * empty? Shares with the prover how sequents are read as terms (prove/term/,
 * prove/rewrite/inputs.h) and the laws (prove/rewrite/laws.def), and nothing of the search.  False:
 * `error` says why. */
bool certificate_check(const Sequent *, HypothesesChoice, const char *text, Text *error);

#endif
