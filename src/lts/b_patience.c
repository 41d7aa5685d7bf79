#include "lts/b_machine_impl.h"

Patience patience_begin(Engine *e, double seconds)
{
  Patience p = {.deadline = e->options.deadline};
  engine_set_time_limit(e, seconds);
  p.sooner = p.deadline <= 0 || e->options.deadline < p.deadline;
  if (!p.sooner) e->options.deadline = p.deadline;
  return p;
}

/* What was not computed is in the memos of the code, so a new try needs new code. */
bool patience_end(BMachine *m, Patience p)
{
  Engine *e = m->e;
  e->options.deadline = p.deadline;
  if (!e->expired || !p.sooner || e->full || cancel_asked(e->options.cancelled)) return false;
  e->expired = false;
  b_code_forget(m);
  return true;
}

void b_machine_retry(BMachine *m)
{
  if (m->e->expired) b_code_forget(m); /* as in patience_end */
  m->e->expired = m->e->full = false;
}

void b_machine_allow(BMachine *m, double seconds)
{
  Engine *e = m->e;
  if (e->full) return;
  engine_set_time_limit(e, seconds);
  e->options.cancelled = (Cancel){0};
  if (e->expired) b_code_forget(m); /* as in patience_end */
  e->expired = false;
}
