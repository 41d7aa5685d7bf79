#include "prove/prove.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "prove/foreign/attempt.h"
#include "prove/refute/refute.h"
#include "prove/rules/formula.h"
#include "prove/tableau/prover.h"

struct Prover {
  const Obligations *of; /* that the methods are set up for; or NULL */
  Foreign *foreign;      /* or NULL: they were not allowed yet */
};

Prover *prover_new(void)
{
  Prover *p = memory_zeroed(1, sizeof *p);
  return p;
}

void prover_free(Prover *p)
{
  if (!p) return;
  foreign_free(p->foreign);
  free(p);
}

/* Does one of the hypotheses say just what the goal says? */
static bool is_hypothesis(const Sequent *s, HypothesesChoice choice)
{
  for (uint32_t i = 0; choice != HYPOTHESES_GOAL && i < s->hypothesis_count; i++) {
    const Hypothesis *h = &s->hypotheses[i];
    bool usable = choice == HYPOTHESES_ALL || h->selected;
    if (usable && formula_same(h->predicate, s->goal)) return true;
  }
  return false;
}

/* Seconds until the deadline; many if there is none. */
static double seconds_left(const Limits *l)
{
  double left = l->deadline > 0 ? l->deadline - clock_seconds() : 3600;
  return left > 0 ? left : 0;
}

static bool is_open(const Proof *p)
{
  return p->status != PROOF_PROVED && p->status != PROOF_DISPROVED;
}

/* The search for values with a part of the time that is left. */
static void refute_for(const Obligations *of, const Sequent *s, const ProofLimits *limits,
                       double part, Arena *arena, Proof *proof)
{
  ProofLimits some = *limits;
  if (part < 1) some.limits.deadline = clock_seconds() + seconds_left(&limits->limits) * part;
  proof_free(proof);
  *proof = (Proof){.status = PROOF_UNKNOWN, .hypotheses = limits->hypotheses};
  refute_sequent(of, s, &some, arena, proof);
}

/* Our own proof procedure with a part of the time that is left. */
static bool prove_directly(const Obligations *of, const Sequent *s, const ProofLimits *limits,
                           double part, Arena *arena, Proof *proof)
{
  ProverLimits own = {.limits = limits->limits, .hypotheses = limits->hypotheses};
  own.limits.deadline = clock_seconds() + seconds_left(&limits->limits) * part;
  ProverResult result;
  Text certificate = {0};
  if (limits->certificate) own.certificate = &certificate;
  bool proved = prover_try(of, s, &own, &result);
  if (proved && limits->certificate)
    proof->certificate = arena_copy(arena, text_string(&certificate), certificate.len);
  text_free(&certificate);
  if (!proved) return false;
  proof->status = PROOF_PROVED;
  proof->vacuous = result.vacuous;
  proof->method = PROVER_OWN;
  proof->why = arena_printf(arena, "%" PRIu32 " step%s from %" PRIu32 " hypothes%s", result.steps,
                            text_plural(result.steps), result.used, result.used == 1 ? "is" : "es");
  return true;
}

/* First short turns for all, in which most is decided, then long ones. */
static void prove_and_refute(Prover *p, const Obligations *of, const Sequent *s,
                             const ProofLimits *limits, Arena *arena, Proof *proof)
{
  if (prove_directly(of, s, limits, 0.4, arena, proof)) return;
  if (limits->foreign && !p->foreign) p->foreign = foreign_new();
  ForeignAttempt *attempt = foreign_begin(p->foreign, s, limits->hypotheses, limits->foreign);
  refute_for(of, s, limits, foreign_hopeful(attempt) ? 0.05 : 1, arena, proof);
  if (is_open(proof) && foreign_hopeful(attempt) &&
      !foreign_turn(attempt, &limits->limits, seconds_left(&limits->limits) / 10, arena, proof)) {
    refute_for(of, s, limits, foreign_hopeful(attempt) ? 0.5 : 1, arena, proof);
    uint32_t hopeful = foreign_hopeful(attempt);
    if (is_open(proof) && hopeful)
      foreign_turn(attempt, &limits->limits, seconds_left(&limits->limits) / hopeful, arena, proof);
  }
  foreign_end(attempt);
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
    /* A certificate needs the steps, few as they are. */
    if (!limits->certificate || !prove_directly(of, s, limits, 1, arena, proof)) {
      proof->status = PROOF_PROVED;
      proof->why = proof->method = "hypothesis";
    }
  } else prove_and_refute(p, of, s, limits, arena, proof);
  const Limits *l =
      &limits->limits; /* methods that were stopped may take it for their time limit */
  if (proof->status == PROOF_UNKNOWN && l->cancelled && l->cancelled()) proof->why = "interrupted";
  proof->seconds = clock_seconds() - started;
}
