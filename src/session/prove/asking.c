#include "session/prove/asking.h"

#include "base/clock.h"

ProofLimits asking_limits(Session *session, double end, double seconds, HypothesesChoice hypotheses)
{
  double own = clock_seconds() + seconds;
  Limits limits = {.deadline = end > 0 && end < own ? end : own,
                   .memory_limit = session_memory_limit(session),
                   .cancelled = session_options(session)->cancelled};
  return (ProofLimits){.limits = limits, .hypotheses = hypotheses};
}

bool asking_must_stop(Session *session, double end)
{
  Cancel cancelled = session_options(session)->cancelled;
  return (end > 0 && clock_seconds() > end) || cancel_asked(cancelled);
}

void asking_prove(const Asking *a, const Obligations *of, const Sequent *sequent, Proof *proof)
{
  ProofLimits limits = asking_limits(a->session, a->end, a->seconds, HYPOTHESES_ALL);
  limits.foreign = a->foreign;
  prover_run(a->prover, of, sequent, &limits, a->arena, proof);
}
