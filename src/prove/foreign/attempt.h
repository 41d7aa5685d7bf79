#ifndef PROVE_FOREIGN_ATTEMPT_H
#define PROVE_FOREIGN_ATTEMPT_H

#include "prove/foreign/foreign.h"

/* A sequent that several foreign provers try, turn by turn, with other methods in between. */
typedef struct ForeignAttempt ForeignAttempt;

/* `provers`: a set of bits, 1 << FOREIGN_Z3 and so on; those that are not there do not count. Never
 * NULL; the sequent is translated when the first prover has its turn. */
ForeignAttempt *foreign_begin(Foreign *, const Sequent *, HypothesesChoice, uint32_t provers);
void foreign_end(ForeignAttempt *); /* accepts NULL */

/* Gives each of them so many seconds, within the limits.  True: it is proved, and *proof says by
 * whom; else *proof stays as it is. */
bool foreign_turn(ForeignAttempt *, const Limits *, double seconds_each, Arena *, Proof *);
/* How many of them may still find a proof if they get more time. */
uint32_t foreign_hopeful(const ForeignAttempt *);
/* Why the sequent could not be translated, or NULL. */
const char *foreign_trouble(const ForeignAttempt *);

#endif
