#include "session/prove/proving.h"

#include <string.h>

#include "base/clock.h"
#include "base/nearest.h"
#include "prove/prove.h"

/* --------------------------------------------------------------------- selection */

static bool is_among(const char *text, const char *const *list, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (!strcmp(text, list[i])) return true;
  return false;
}

static bool is_wanted(const ProveRequest *r, const Sequent *s)
{
  return (!r->name_count || is_among(s->name, r->names, r->name_count)) &&
         (!r->kind_count || is_among(s->kind, r->kinds, r->kind_count));
}

static bool refuse_name(Session *session, const ObligationsList *list, const char *name)
{
  Nearest nearest = nearest_to(name);
  for (uint32_t i = 0; i < list->len; i++)
    for (uint32_t j = 0; j < list->data[i]->list.len; j++)
      nearest_offer(&nearest, list->data[i]->list.data[j]->name);
  if (nearest.best) text_printf(session_hint(session), "did you mean %s?", nearest.best);
  return session_refuse(session, "there is no proof obligation %s", name);
}

static bool has_name(const ObligationsList *list, const char *name)
{
  for (uint32_t i = 0; i < list->len; i++)
    for (uint32_t j = 0; j < list->data[i]->list.len; j++)
      if (!strcmp(list->data[i]->list.data[j]->name, name)) return true;
  return false;
}

static void select_wanted(const ObligationsList *list, const ProveRequest *r, Proved *p)
{
  for (uint32_t i = 0; i < list->len; i++)
    for (uint32_t j = 0; j < list->data[i]->list.len; j++) {
      const Sequent *s = list->data[i]->list.data[j];
      if (is_wanted(r, s))
        vec_push(&p->results, ((ProveResult){.of = list->data[i], .sequent = s}));
    }
}

/* ----------------------------------------------------------------------- proving */

static void prove_one(Session *session, const ProveRequest *r, ProveResult *result)
{
  double now = clock_seconds(), end = session_deadline(session);
  ProofLimits limits = {.deadline = now + r->seconds_per,
                        .memory = session_memory_limit(session) / 4,
                        .hypotheses = r->hypotheses,
                        .cancelled = session_options(session)->cancelled};
  if (end > 0 && end < limits.deadline) limits.deadline = end;
  if (proof_limits_reached(&limits)) {
    result->proof = (Proof){.status = PROOF_UNKNOWN, .why = "not tried: time limit"};
    return;
  }
  prove_sequent(result->of, result->sequent, &limits, session_arena(session), &result->proof);
}

bool proving_run(Session *session, const ObligationsList *list, const ProveRequest *r, Proved *p)
{
  *p = (Proved){.list_only = r->list_only};
  for (uint32_t i = 0; i < r->name_count; i++)
    if (!has_name(list, r->names[i])) return refuse_name(session, list, r->names[i]);
  select_wanted(list, r, p);
  for (uint32_t i = 0; i < p->results.len && !r->list_only; i++) {
    prove_one(session, r, &p->results.data[i]);
    p->counts[p->results.data[i].proof.status]++;
    if (r->progress) r->progress(r->progress_context, i + 1, p->results.len);
  }
  return true;
}

void proving_close(Proved *p)
{
  for (uint32_t i = 0; i < p->results.len; i++) proof_free(&p->results.data[i].proof);
  vec_free(&p->results);
}

Verdict proving_verdict(const Proved *p)
{
  if (p->list_only) return VERDICT_PASS;
  if (p->counts[PROOF_DISPROVED]) return VERDICT_FAIL;
  return p->counts[PROOF_PROVED] == p->results.len ? VERDICT_PASS : VERDICT_UNKNOWN;
}
