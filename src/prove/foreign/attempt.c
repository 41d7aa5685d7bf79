#include "prove/foreign/attempt.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"

struct ForeignAttempt {
  Foreign *foreign;
  const Sequent *sequent;
  HypothesesChoice choice;
  ForeignTask *task; /* or NULL: nobody had a turn */
  const char *trouble;
  bool hopeful[FOREIGN_PROVERS];
};

ForeignAttempt *foreign_begin(Foreign *f, const Sequent *s, HypothesesChoice choice,
                              uint32_t provers)
{
  ForeignAttempt *a = memory_zeroed(1, sizeof *a);
  *a = (ForeignAttempt){.foreign = f, .sequent = s, .choice = choice};
  for (int i = 0; i < FOREIGN_PROVERS; i++)
    a->hopeful[i] = (provers >> i & 1) && foreign_has(f, (ForeignProver) i);
  return a;
}

void foreign_end(ForeignAttempt *a)
{
  if (!a) return;
  foreign_task_free(a->task);
  free(a);
}

uint32_t foreign_hopeful(const ForeignAttempt *a)
{
  uint32_t count = 0;
  for (int i = 0; i < FOREIGN_PROVERS; i++) count += a->hopeful[i];
  return count;
}

const char *foreign_trouble(const ForeignAttempt *a) { return a->trouble; }

static void give_up(ForeignAttempt *a)
{
  for (int i = 0; i < FOREIGN_PROVERS; i++) a->hopeful[i] = false;
}

/* What the answer means for the next turns.  Where Z3 or cvc5 find a model of the translation,
 * nobody can refute it; E knows less of integers. */
static void take_answer(ForeignAttempt *a, ForeignProver prover, ForeignAnswer answer)
{
  if (answer == FOREIGN_MODEL && prover != FOREIGN_E) give_up(a);
  if (answer != FOREIGN_STOPPED) a->hopeful[prover] = false;
}

static bool is_over(const Limits *l)
{
  return (l->deadline > 0 && clock_seconds() > l->deadline) || cancel_asked(l->cancelled);
}

bool foreign_turn(ForeignAttempt *a, const Limits *limits, double seconds_each, Arena *arena,
                  Proof *proof)
{
  if (!foreign_hopeful(a) || is_over(limits)) return false;
  if (!a->task) a->task = foreign_task_new(a->sequent, a->choice, &a->trouble);
  if (!a->task) give_up(a);
  for (int i = 0; i < FOREIGN_PROVERS; i++) {
    ForeignProver prover = (ForeignProver) i;
    if (!a->hopeful[i] || is_over(limits)) continue;
    Limits turn = *limits;
    double end = clock_seconds() + seconds_each;
    if (turn.deadline <= 0 || end < turn.deadline) turn.deadline = end;
    ForeignAnswer answer = foreign_try(a->foreign, prover, a->task, &turn);
    take_answer(a, prover, answer);
    if (answer != FOREIGN_PROVED) continue;
    proof_free(proof);
    *proof = (Proof){.status = PROOF_PROVED, .hypotheses = a->choice};
    proof->method = arena_printf(arena, "%s", foreign_version(a->foreign, prover));
    proof->why = proof->method;
    return true;
  }
  return false;
}
