#include "prove/prove.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "prove/refute/refute.h"
#include "prove/tableau/prover.h"

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

/* By our own proof procedure, in a part of the time that there is. */
static bool prove_directly(const Obligations *of, const Sequent *s, const ProofLimits *limits,
                           Arena *arena, Proof *proof)
{
  const double part = 0.6, now = clock_seconds();
  ProverLimits own = {.limits = limits->limits, .hypotheses = limits->hypotheses};
  if (own.limits.deadline > now) own.limits.deadline = now + part * (own.limits.deadline - now);
  ProverResult result;
  if (!prover_try(of, s, &own, &result)) return false;
  proof->status = PROOF_PROVED;
  proof->vacuous = result.vacuous;
  proof->method = "probity " PROBITY_VERSION;
  proof->why = arena_printf(arena, "%" PRIu32 " step%s from %" PRIu32 " hypothes%s", result.steps,
                            text_plural(result.steps), result.used, result.used == 1 ? "is" : "es");
  return true;
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
  } else if (!prove_directly(of, s, limits, arena, proof))
    refute_sequent(of, s, limits, arena, proof);
  proof->seconds = clock_seconds() - started;
}
