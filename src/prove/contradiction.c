#include "prove/contradiction.h"

#include "base/clock.h"
#include "prove/foreign/attempt.h"
#include "prove/refute/refute.h"
#include "prove/rules/build.h"
#include "prove/tableau/prover.h"

enum { TERMS_MADE = 2000 }; /* beside those of the hypotheses */

static size_t size_of(const Node *node)
{
  size_t size = 1;
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i]) size += size_of(node->kids[i]);
  return size;
}

HypothesesTruth contradiction_look(const Obligations *of, const Sequent *s, const Limits *limits)
{
  ProverLimits own = {.limits = *limits, .most_terms = TERMS_MADE, .no_goal = true};
  for (uint32_t i = 0; i < s->hypothesis_count; i++)
    own.most_terms += size_of(s->hypotheses[i].predicate);
  ProverResult result;
  return prover_try(of, s, &own, &result) ? HYPOTHESES_CONTRADICT : HYPOTHESES_OPEN;
}

/* Values that satisfy the hypotheses refute that everything follows from them. */
static HypothesesTruth ask_for_values(const Obligations *of, const Sequent *s, const Limits *limits,
                                      Arena *arena)
{
  ProofLimits all = {.limits = *limits};
  Proof proof;
  refute_sequent(of, s, &all, arena, &proof);
  HypothesesTruth truth = proof.status == PROOF_PROVED      ? HYPOTHESES_CONTRADICT
                          : proof.status == PROOF_DISPROVED ? HYPOTHESES_HOLD
                                                            : HYPOTHESES_OPEN;
  proof_free(&proof);
  return truth;
}

static HypothesesTruth ask_others(const Sequent *s, const Limits *limits, uint32_t provers,
                                  Arena *arena)
{
  if (!provers) return HYPOTHESES_OPEN;
  Foreign *foreign = foreign_new();
  ForeignAttempt *attempt = foreign_begin(foreign, s, HYPOTHESES_ALL, provers);
  Proof proof = {0};
  foreign_turn(attempt, limits, limits->deadline - clock_seconds(), arena, &proof);
  bool proved = proof.status == PROOF_PROVED;
  proof_free(&proof);
  foreign_end(attempt);
  foreign_free(foreign);
  return proved ? HYPOTHESES_CONTRADICT : HYPOTHESES_OPEN;
}

/* Of both no method needs the whole time, as a rule. */
HypothesesTruth contradiction_search(const Obligations *of, const Sequent *s, const Limits *limits,
                                     uint32_t foreign)
{
  Arena *arena = arena_new();
  const Build build = {.arena = arena};
  Sequent falsity = *s;
  falsity.goal = build_truth(&build, false);
  falsity.after_count = 0;
  Limits half = *limits;
  if (foreign) half.deadline -= (limits->deadline - clock_seconds()) / 2;
  HypothesesTruth truth = ask_for_values(of, &falsity, &half, arena);
  if (truth == HYPOTHESES_OPEN) truth = ask_others(&falsity, limits, foreign, arena);
  arena_free(arena);
  return truth;
}
