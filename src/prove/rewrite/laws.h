#ifndef PROVE_REWRITE_LAWS_H
#define PROVE_REWRITE_LAWS_H

#include "prove/term/term.h"

/* The laws of laws.def, and those of sets given by a predicate (collection.h), by numbers.
 * They are the axioms of the prover: its checker takes them from here as well. */

typedef enum { WHEN_EITHER, WHEN_TRUE, WHEN_FALSE, WHEN_FACT } LawWhen;

uint32_t law_count(void);
const char *law_name(uint32_t law);
LawWhen law_when(uint32_t law);

/* What the law says of a closed term: for WHEN_FACT a formula that holds, else one that is
 * equivalent to the atom `t`.  0: it does not apply. */
Term law_apply(Bank *, uint32_t law, Term t);

/* The next law that applies to the term, from `*law` on, with its result; false: there is none.
 * *law is left behind it. */
bool law_next(Bank *, Term t, uint32_t *law, uint32_t *found, Term *result);

#endif
