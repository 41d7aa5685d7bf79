#include "prove/prove.h"

#include "base/clock.h"

/* Does one of the hypotheses say just what the goal says? */
static bool is_hypothesis(const Sequent *s, HypothesesChoice choice)
{
  for (uint32_t i = 0; choice != HYPOTHESES_GOAL && i < s->hypothesis_count; i++) {
    const Hypothesis *h = &s->hypotheses[i];
    bool usable = choice == HYPOTHESES_ALL || h->selected;
    if (usable && node_equal(node_bare(h->predicate), node_bare(s->goal))) return true;
  }
  return false;
}

void prove_sequent(const Obligations *all, const Sequent *s, const ProofLimits *limits,
                   Arena *arena, Proof *proof)
{
  (void) all;
  (void) arena;
  double started = clock_seconds();
  *proof = (Proof){.status = PROOF_UNKNOWN, .hypotheses = limits->hypotheses, .why = "no method"};
  if (is_hypothesis(s, limits->hypotheses)) {
    proof->status = PROOF_PROVED;
    proof->why = proof->method = "hypothesis";
  }
  proof->seconds = clock_seconds() - started;
}
