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

bool prover_may_go_on(const Proof *p)
{
  return is_open(p) && !(p->ended.own && p->ended.search && p->ended.foreign);
}

double prover_turn_seconds(uint32_t turn, double left)
{
  double seconds = 0.1;
  for (uint32_t i = 0; i < turn && seconds < left; i++) seconds *= 4;
  return left < 2 * seconds ? left : seconds;
}

/* How much an open proof says. */
static int worth(const Proof *p)
{
  return p->status == PROOF_BOUNDED ? 2 : p->status == PROOF_DISPROVED_SELECTED;
}

/* The search for values with a part of the time that is left.  An earlier turn may have found out
 * more. */
static void refute_for(const Obligations *of, const Sequent *s, const ProofLimits *limits,
                       double part, Arena *arena, Proof *proof)
{
  ProofLimits some = *limits;
  if (part < 1) some.limits.deadline = clock_seconds() + seconds_left(&limits->limits) * part;
  Proof found = {.hypotheses = limits->hypotheses};
  refute_sequent(of, s, &some, arena, &found);
  found.ended.own = proof->ended.own;
  found.ended.foreign = proof->ended.foreign;
  found.seconds = proof->seconds;
  if (is_open(&found) && worth(&found) < worth(proof)) {
    proof->ended.search = found.ended.search;
    proof_free(&found);
    return;
  }
  proof_free(proof);
  *proof = found;
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
  proof->ended.own = result.ended;
  if (!proved) return false;
  proof->status = PROOF_PROVED;
  proof->vacuous = result.vacuous;
  proof->method = PROVER_OWN;
  proof->why = arena_printf(arena, "%" PRIu32 " step%s from %" PRIu32 " hypothes%s", result.steps,
                            text_plural(result.steps), result.used, result.used == 1 ? "is" : "es");
  return true;
}

enum { LEAST_MILLISECONDS_FOREIGN = 200 }; /* less is hardly enough to start them */

static bool asks_others(Prover *p, const ProofLimits *limits, const Proof *proof)
{
  if (!limits->foreign || proof->ended.foreign) return false;
  if (limits->goes_on && seconds_left(&limits->limits) * 1000 < LEAST_MILLISECONDS_FOREIGN)
    return false;
  if (!p->foreign) p->foreign = foreign_new();
  return true;
}

/* First short turns for all, in which most is decided, then long ones. */
static void prove_and_refute(Prover *p, const Obligations *of, const Sequent *s,
                             const ProofLimits *limits, Arena *arena, Proof *proof)
{
  bool others = asks_others(p, limits, proof);
  double own = !others && proof->ended.search ? 1 : 0.4;
  if (!proof->ended.own && prove_directly(of, s, limits, own, arena, proof)) return;
  ForeignAttempt *attempt =
      foreign_begin(p->foreign, s, limits->hypotheses, others ? limits->foreign : 0);
  if (!proof->ended.search)
    refute_for(of, s, limits, foreign_hopeful(attempt) ? 0.05 : 1, arena, proof);
  if (is_open(proof) && foreign_hopeful(attempt) &&
      !foreign_turn(attempt, &limits->limits, seconds_left(&limits->limits) / 10, arena, proof)) {
    if (!proof->ended.search)
      refute_for(of, s, limits, foreign_hopeful(attempt) ? 0.5 : 1, arena, proof);
    uint32_t hopeful = foreign_hopeful(attempt);
    if (is_open(proof) && hopeful)
      foreign_turn(attempt, &limits->limits, seconds_left(&limits->limits) / hopeful, arena, proof);
  }
  if (others) proof->ended.foreign = foreign_hopeful(attempt) == 0;
  foreign_end(attempt);
}

void prover_turn(Prover *p, const Obligations *of, const Sequent *s, const ProofLimits *limits,
                 Arena *arena, Proof *proof)
{
  double started = clock_seconds(), before = proof->seconds;
  p->of = of;
  proof->hypotheses = limits->hypotheses;
  if (!limits->foreign) proof->ended.foreign = true;
  if (s->unsupported) {
    proof->why = arena_printf(arena, "unsupported: %s", s->unsupported);
    proof->ended.own = proof->ended.search = proof->ended.foreign = true;
  } else if (is_hypothesis(s, limits->hypotheses)) {
    /* A certificate needs the steps, few as they are. */
    if (!limits->certificate || !prove_directly(of, s, limits, 1, arena, proof)) {
      proof->status = PROOF_PROVED;
      proof->why = proof->method = "hypothesis";
    }
  } else prove_and_refute(p, of, s, limits, arena, proof);
  const Limits *l =
      &limits->limits; /* methods that were stopped may take it for their time limit */
  if (proof->status == PROOF_UNKNOWN && cancel_asked(l->cancelled)) proof->why = "interrupted";
  proof->seconds = before + clock_seconds() - started;
}

void prover_run(Prover *p, const Obligations *of, const Sequent *s, const ProofLimits *limits,
                Arena *arena, Proof *proof)
{
  *proof = (Proof){.status = PROOF_UNKNOWN, .why = "no method"};
  ProofLimits some = {.goes_on = true};
  for (uint32_t turn = 0; some.goes_on && prover_may_go_on(proof); turn++) {
    double left = seconds_left(&limits->limits), seconds = prover_turn_seconds(turn, left);
    some = *limits;
    some.goes_on = seconds < left;
    if (some.goes_on) some.limits.deadline = clock_seconds() + seconds;
    prover_turn(p, of, s, &some, arena, proof);
  }
}
