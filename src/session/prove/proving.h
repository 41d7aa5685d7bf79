#ifndef SESSION_PROVE_PROVING_H
#define SESSION_PROVE_PROVING_H

#include "prove/sequent/proof.h"
#include "session/prove/obligations.h"
#include "session/prove/proof_cache.h"

/* Proving and refuting the obligations of a model. */

typedef struct {
  const char *const *names; /* only these; count 0: all */
  uint32_t name_count;
  const char *const *kinds; /* only of these kinds: INV, GRD …; count 0: all */
  uint32_t kind_count;
  bool list_only;     /* generate, do not prove */
  bool recorded;      /* say what Rodin has recorded, too */
  double seconds_per; /* for one obligation */
  double seconds_all; /* when so much has passed, those that are still open are left; 0: never */
  HypothesesChoice hypotheses;
  uint32_t foreign;  /* provers of others that may be used: a set of bits, foreign.h */
  uint32_t jobs;     /* threads; 0: all cores */
  bool certificates; /* of our own proofs; these are not taken from the cache */
  ProofCache *cache; /* what is known of sequents, and then what was found out; or NULL */
  void (*progress)(void *context, uint32_t done, uint32_t all); /* or NULL */
  void *progress_context;
} ProveRequest;

typedef struct {
  const Obligations *of;
  const Sequent *sequent;
  Proof proof;          /* not with list_only */
  bool cached;          /* it was known */
  bool settled;         /* nothing more is to be done */
  bool hurried;         /* it is open, and had less time than one obligation may take */
  const char *recorded; /* what Rodin says (recorded.h), or NULL */
} ProveResult;

typedef struct {
  bool list_only;
  VEC(ProveResult) results; /* in the order of generation */
  VEC(Arena *) arenas;      /* of the texts of proofs, one for each thread */
  uint32_t counts[PROOF_STATUSES], hurried;
  uint32_t vacuous;          /* of the proved ones: their hypotheses contradict each other */
  const char *contradictory; /* "properties", "axioms": of a component, alone; or NULL */
  bool interrupted;          /* by the user, before all were tried */
} Proved;

/* False: it was refused, an obligation of a name does not exist. */
bool proving_run(Session *, const ObligationsList *, const ProveRequest *, Proved *);
void proving_close(Proved *);
Verdict proving_verdict(const Proved *);

#endif
