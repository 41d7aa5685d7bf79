#include "prove/prove.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "prove/refute/refute.h"

struct Prover {
  const Obligations *of; /* that the methods are set up for; or NULL */
};

Prover *prover_new(void) { return memory_zeroed(1, sizeof(Prover)); }

void prover_free(Prover *p) { free(p); }

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

void prover_run(Prover *p, const Obligations *of, const Sequent *s, const ProofLimits *limits,
                Arena *arena, Proof *proof)
{
  double started = clock_seconds();
  p->of = of;
  *proof = (Proof){.status = PROOF_UNKNOWN, .hypotheses = limits->hypotheses, .why = "no method"};
  if (s->unsupported) {
    proof->why = arena_printf(arena, "unsupported: %s", s->unsupported);
  } else if (is_hypothesis(s, limits->hypotheses)) {
    proof->status = PROOF_PROVED;
    proof->why = proof->method = "hypothesis";
  } else refute_sequent(of, s, limits, arena, proof);
  proof->seconds = clock_seconds() - started;
}
