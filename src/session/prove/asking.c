#include "session/prove/asking.h"

#include "base/clock.h"

Asking asking_open(Session *session, Arena *arena, double seconds, uint32_t foreign)
{
  return (Asking){session, prover_new(), arena, seconds, foreign, session_deadline(session)};
}

void asking_close(Asking *a)
{
  prover_free(a->prover);
  *a = (Asking){0};
}

ProofLimits asking_limits(Session *session, double end, double seconds, HypothesesChoice hypotheses)
{
  double own = clock_seconds() + seconds;
  Limits limits = {.deadline = end > 0 && end < own ? end : own,
                   .memory_limit = session_memory_limit(session),
                   .cancelled = session_options(session)->cancelled};
  return (ProofLimits){.limits = limits, .hypotheses = hypotheses};
}

bool asking_is_late(double end) { return end > 0 && clock_seconds() > end; }

bool asking_must_stop(Session *session, double end)
{
  bool (*cancelled)(void) = session_options(session)->cancelled;
  return asking_is_late(end) || (cancelled && cancelled());
}

void asking_prove(const Asking *a, const Obligations *of, const Sequent *sequent, Proof *proof)
{
  ProofLimits limits = asking_limits(a->session, a->end, a->seconds, HYPOTHESES_ALL);
  limits.foreign = a->foreign;
  prover_run(a->prover, of, sequent, &limits, a->arena, proof);
}
