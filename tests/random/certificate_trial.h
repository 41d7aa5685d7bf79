#ifndef RANDOM_CERTIFICATE_TRIAL_H
#define RANDOM_CERTIFICATE_TRIAL_H

#include "prove/rules/build.h"
#include "prove/sequent/sequent.h"
#include "random/mutants.h"
#include "random/sequent_truth.h"

/* Certificates of random sequents are accepted; of those with a mistake in them only what is a
 * proof all the same, and of those of another sequent only what proves a valid one. */

typedef struct {
  uint64_t made, accepted[MUTANT_WORTHS];
} MutantCounts;

typedef struct {
  uint64_t mutants_each; /* of each certificate */
  bool tells_refusals;
  uint64_t certificates, refused;
  MutantCounts mutants[MUTANT_KINDS];
  uint64_t others, others_accepted, others_unknown; /* other sequents */
} CertificateCounts;

typedef struct {
  CertificateCounts *counts;
  Random *random;
  const RandomSequent *random_sequent;
  const SequentConjuncts *conjuncts; /* of the sequent */
  const Sequent *sequent;
  Build build;
  const char *text; /* the sequent, for people */
} CertificateTrial;

/* False: a certificate of another sequent is accepted that has a counterexample, which was shown.
 */
bool certificate_try(const CertificateTrial *, const char *certificate);
/* Prints what was counted.  False: a mutant is no proof, or more certificates are refused than one
 * of twenty. */
bool certificate_counts_tell(const CertificateCounts *, bool by_kind);

#endif
