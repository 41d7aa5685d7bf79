#include "prove/sequent/proof.h"

#include <string.h>

#include "base/clock.h"

const char *proof_status_name(ProofStatus status)
{
  static const char *const names[PROOF_STATUSES] = {[PROOF_UNKNOWN] = "unknown",
                                                    [PROOF_PROVED] = "proved",
                                                    [PROOF_BOUNDED] = "bounded",
                                                    [PROOF_DISPROVED] = "disproved",
                                                    [PROOF_DISPROVED_SELECTED] =
                                                        "disproved-selected"};
  return names[status];
}

const char *hypotheses_choice_name(HypothesesChoice choice)
{
  static const char *const names[] = {"all", "selected", "goal"};
  return names[choice];
}

bool hypotheses_choice_of(const char *name, HypothesesChoice *choice)
{
  for (HypothesesChoice c = HYPOTHESES_ALL; c <= HYPOTHESES_GOAL; c++)
    if (!strcmp(name, hypotheses_choice_name(c))) return *choice = c, true;
  return false;
}

bool proof_limits_reached(const ProofLimits *limits)
{
  const Limits *l = &limits->limits;
  return (l->deadline > 0 && clock_seconds() > l->deadline) || cancel_asked(l->cancelled);
}

void proof_free(Proof *p)
{
  vec_free(&p->settings);
  vec_free(&p->counterexample.sets);
  vec_free(&p->counterexample.values);
}
