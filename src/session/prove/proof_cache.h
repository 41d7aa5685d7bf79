#ifndef SESSION_PROVE_PROOF_CACHE_H
#define SESSION_PROVE_PROOF_CACHE_H

#include "base/arena.h"
#include "base/text.h"
#include "prove/sequent/fingerprint.h"
#include "prove/sequent/proof.h"

/* A file that keeps what was found out about sequents, so that those which have not changed need
 * not be proved again.  Only what is certain is kept: proofs for all values, and counterexamples.
 * What another version of the program has written is forgotten, and what was damaged. */
typedef struct ProofCache ProofCache;

ProofCache *proof_cache_new(void);   /* empty */
void proof_cache_free(ProofCache *); /* accepts NULL */
/* Adds what the text of a file says.  False, with a message, if it is no such file. */
bool proof_cache_read(ProofCache *, const char *text, size_t length, Text *error);
void proof_cache_print(const ProofCache *, Text *);

/* False: nothing is known.  Texts live as long as the cache. */
bool proof_cache_find(const ProofCache *, const Fingerprint *, Proof *);
/* Keeps it, if it is certain. */
void proof_cache_keep(ProofCache *, const Fingerprint *, const Proof *);

#endif
