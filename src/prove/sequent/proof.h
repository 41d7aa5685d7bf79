#ifndef PROVE_SEQUENT_PROOF_H
#define PROVE_SEQUENT_PROOF_H

#include "base/limits.h"
#include "prove/sequent/sequent.h"

/* What was found out about a sequent.  Texts live in an arena of who asked. */

typedef enum {
  PROOF_UNKNOWN,            /* the first: nothing was found out yet                       */
  PROOF_PROVED,             /* for all values                                             */
  PROOF_BOUNDED,            /* no counterexample in `settings`: no proof                  */
  PROOF_DISPROVED,          /* by a confirmed counterexample of all hypotheses            */
  PROOF_DISPROVED_SELECTED, /* by one of the selected hypotheses: nothing is known of all */
  PROOF_STATUSES
} ProofStatus;
const char *proof_status_name(ProofStatus); /* "disproved-selected" */

/* Which hypotheses may be used, or were. */
typedef enum { HYPOTHESES_ALL, HYPOTHESES_SELECTED, HYPOTHESES_GOAL } HypothesesChoice;
const char *hypotheses_choice_name(HypothesesChoice);            /* "all" */
bool hypotheses_choice_of(const char *name, HypothesesChoice *); /* false: no such name */

typedef struct { /* x = 1, in the notation of B */
  const char *name, *value;
  SequentRole role;
  bool relevant; /* occurs in the goal, or near it */
} ShownValue;
typedef VEC(ShownValue) ShownValues;

typedef struct {
  bool found;
  ShownValues sets;     /* deferred sets that have elements here: S = {S1,S2} */
  ShownValues values;   /* of the names, and of what variables are assigned (ROLE_AFTER) */
  const char *violated; /* the false conjunct of the goal */
  const char *instance; /* the same with the values put in, or NULL */
} Counterexample;

typedef struct {
  ProofStatus status;
  double seconds;
  const char *why; /* a few words: the method; the false part of the goal; what stood in the way */
  const char *method;          /* PROVED, BOUNDED: who proved it, with name and version */
  HypothesesChoice hypotheses; /* that the proof was looked for with */
  bool vacuous;                /* PROVED: the hypotheses contradict each other */
  const char *certificate; /* PROVED by our own procedure, if asked for (prove/check/); or NULL */
  ShownValues settings;    /* BOUNDED: S = 2, MAXINT = 3 */
  Counterexample counterexample;
  struct { /* open: methods that more time does not help */
    bool own, search, foreign;
  } ended;
} Proof;

/* What may be spent on one sequent: the limits hold for all methods together. */
typedef struct {
  Limits limits;
  HypothesesChoice hypotheses;
  uint32_t foreign; /* provers of others that may be used: a set of bits, foreign.h */
  bool certificate; /* proofs of our own procedure are to have one */
  bool goes_on;     /* a longer turn will come: what is slow to start may wait for it */
} ProofLimits;

/* Is it time to give up? */
bool proof_limits_reached(const ProofLimits *);

void proof_free(Proof *); /* the lists; texts are the arena's */

#endif
