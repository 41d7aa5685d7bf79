#include "session/prove/proving.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/deep_thread.h"
#include "base/memory.h"
#include "base/nearest.h"
#include "prove/prove.h"
#include "prove/sequent/kinds.h"
#include "session/prove/asking.h"
#include "session/prove/recorded.h"
#include "session/prove/vacuous.h"

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

/* The obligations whose names contain the word, as far as there is room. */
static void suggest_containing(Text *hint, const ObligationsList *list, const char *word)
{
  enum { MOST = 60 };
  for (uint32_t i = 0; i < list->len; i++)
    for (uint32_t j = 0; j < list->data[i]->list.len; j++) {
      const char *name = list->data[i]->list.data[j]->name;
      if (!strstr(name, word)) continue;
      if (hint->len > MOST) {
        text_add(hint, ", …");
        return;
      }
      text_printf(hint, "%s%s", hint->len ? ", " : "there are ", name);
    }
}

static bool refuse_name(Session *session, const ObligationsList *list, const char *name)
{
  Text *hint = session_hint(session);
  Nearest nearest = nearest_to(name);
  for (uint32_t i = 0; i < list->len; i++)
    for (uint32_t j = 0; j < list->data[i]->list.len; j++)
      nearest_offer(&nearest, list->data[i]->list.data[j]->name);
  if (*name) suggest_containing(hint, list, name);
  if (!hint->len && nearest.best) text_printf(hint, "did you mean %s?", nearest.best);
  if (!hint->len) text_add(hint, "--list shows the names of all");
  return session_refuse(session, "there is no proof obligation %s", name);
}

static bool refuse_kind(Session *session, const char *word)
{
  Text *hint = session_hint(session);
  for (uint32_t i = 0; i < obligation_kind_count; i++)
    text_printf(hint, "%s%s", i ? ", " : "the kinds are ", obligation_kinds[i].name);
  return session_refuse(session, "there is no kind %s of proof obligations", word);
}

static bool has_kind(const ObligationsList *list, const char *kind)
{
  for (uint32_t i = 0; i < list->len; i++)
    for (uint32_t j = 0; j < list->data[i]->list.len; j++)
      if (!strcmp(list->data[i]->list.data[j]->kind, kind)) return true;
  return false;
}

/* That nothing fails says little where there is nothing. */
static void warn_of_kinds(Session *session, const ObligationsList *list, const ProveRequest *r)
{
  for (uint32_t i = 0; i < r->kind_count; i++)
    if (!has_kind(list, r->kinds[i]))
      diag_warning(session_diags(session), SPAN_NONE, "no-obligation",
                   "there are no proof obligations of kind %s", r->kinds[i]);
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

/* Each that is named was there, but not of a kind that is wanted. */
static const char *left_out(const ProveRequest *r, const Proved *p)
{
  for (uint32_t i = 0; i < r->name_count; i++) {
    bool found = false;
    for (uint32_t j = 0; j < p->results.len; j++)
      found |= !strcmp(p->results.data[j].sequent->name, r->names[i]);
    if (!found) return r->names[i];
  }
  return NULL;
}

static void look_up_recorded(Session *session, const ObligationsList *list, Proved *p)
{
  for (uint32_t i = 0; i < list->len; i++) {
    Recorded recorded;
    recorded_open(&recorded, session, list->data[i]);
    for (uint32_t j = 0; j < p->results.len; j++) {
      ProveResult *r = &p->results.data[j];
      if (r->of == list->data[i])
        r->recorded = recorded_status(&recorded, session, r->sequent->name);
    }
    recorded_close(&recorded);
  }
}

/* ----------------------------------------------------------------------- proving */

/* What the threads share.  Each takes the next sequent that nobody has taken in this turn: all have
 * a short one before any has a longer one, so that those that are easy need not wait. */
typedef struct {
  Session *session;
  const ProveRequest *request;
  Proved *proved;
  double end;      /* of all */
  double soft_end; /* when those that are open after the first turn are left; 0: never */
  uint32_t threads, turn;
  VEC(uint32_t) open; /* results that have this turn */
  atomic_uint next, settled;
} Work;

typedef struct {
  Work *work;
  Arena *arena;
  Prover *prover;
  bool tells; /* progress: one of them does */
  pthread_t thread;
} Worker;

/* What is kept is about all hypotheses. */
static bool uses_cache(const ProveRequest *r)
{
  return r->cache && r->hypotheses == HYPOTHESES_ALL;
}

static bool is_known(const ProveRequest *r, ProveResult *result)
{
  if (!uses_cache(r)) return false;
  Fingerprint f = fingerprint_of(result->of, result->sequent);
  if (!proof_cache_find(r->cache, &f, &result->proof)) return false;
  bool own = result->proof.method && !strcmp(result->proof.method, PROVER_OWN);
  return result->cached = !(r->certificates && own);
}

static void keep_all(const ProveRequest *r, const Proved *p)
{
  for (uint32_t i = 0; uses_cache(r) && i < p->results.len; i++) {
    const ProveResult *result = &p->results.data[i];
    Fingerprint f = fingerprint_of(result->of, result->sequent);
    if (!result->cached) proof_cache_keep(r->cache, &f, &result->proof);
  }
}

/* What the turn may take, of what the obligation may.  What is left of the time of all is shared
 * among those that come; false: the share is of no use, since the turn would begin anew and end
 * before the last one did. */
static bool seconds_of_turn(const Work *w, const ProveResult *result, uint32_t place, double left,
                            double *seconds)
{
  double spent = result->proof.seconds;
  *seconds = prover_turn_seconds(w->turn, left);
  /* on a busy machine the last turn may have taken longer than it should */
  if (w->turn > 0 && *seconds <= spent) *seconds = left < 2 * spent ? left : 2 * spent;
  if (w->soft_end <= 0 || w->turn == 0) return true;
  double share = (w->soft_end - clock_seconds()) * w->threads / (w->open.len - place);
  if (share >= *seconds) return true;
  *seconds = share;
  return share > spent;
}

static void leave(const Work *w, ProveResult *result, const char *why)
{
  result->settled = true;
  if (w->turn == 0) result->proof.why = why;
}

static void take_turn(Worker *worker, ProveResult *result, uint32_t place)
{
  const Work *w = worker->work;
  const ProveRequest *r = w->request;
  if (w->turn == 0 && is_known(r, result)) {
    result->settled = true;
    return;
  }
  if (asking_must_stop(w->session, w->end)) {
    bool late = w->end > 0 && clock_seconds() > w->end;
    leave(w, result, late ? "not tried: time limit" : "not tried: interrupted");
    return;
  }
  double left = r->seconds_per - result->proof.seconds, seconds;
  if (left <= 0) { /* it took more than its turn */
    result->settled = true;
    return;
  }
  if (!seconds_of_turn(w, result, place, left, &seconds)) {
    result->hurried = result->settled = true;
    return;
  }
  ProofLimits limits = asking_limits(w->session, w->end, seconds, r->hypotheses);
  limits.foreign = r->foreign;
  limits.certificate = r->certificates;
  limits.goes_on = seconds < left;
  prover_turn(worker->prover, result->of, result->sequent, &limits, worker->arena, &result->proof);
  result->settled = !limits.goes_on || !prover_may_go_on(&result->proof);
}

static void *prove_some(void *context)
{
  Worker *w = context;
  Work *work = w->work;
  const ProveRequest *r = work->request;
  for (;;) {
    uint32_t i = atomic_fetch_add(&work->next, 1);
    if (i >= work->open.len) return NULL;
    ProveResult *result = &work->proved->results.data[work->open.data[i]];
    take_turn(w, result, i);
    uint32_t settled = atomic_fetch_add(&work->settled, result->settled) + result->settled;
    if (w->tells && r->progress)
      r->progress(r->progress_context, settled, work->proved->results.len);
  }
}

/* One turn for all that are open.  The calling thread works, too, and tells the progress. */
static void prove_turn(Work *w, Worker *workers)
{
  uint32_t started = 1;
  atomic_store(&w->next, 0);
  w->open.len = 0;
  for (uint32_t i = 0; i < w->proved->results.len; i++)
    if (!w->proved->results.data[i].settled) vec_push(&w->open, i);
  while (started < w->threads && started < w->open.len &&
         deep_thread(&workers[started].thread, prove_some, &workers[started]))
    started++;
  prove_some(&workers[0]);
  for (uint32_t i = 1; i < started; i++) pthread_join(workers[i].thread, NULL);
  w->turn++;
}

static void prove_all(Session *session, const ObligationsList *list, const ProveRequest *r,
                      Proved *p)
{
  Work work = {.session = session, .request = r, .proved = p, .end = session_deadline(session)};
  /* the rest is for what comes after the proofs */
  if (r->seconds_all > 0) work.soft_end = clock_seconds() + 0.9 * r->seconds_all;
  work.threads = session_threads(r->jobs);
  if (work.threads > p->results.len) work.threads = p->results.len ? p->results.len : 1;
  Worker *workers = memory_zeroed(work.threads, sizeof *workers);
  for (uint32_t i = 0; i < work.threads; i++) {
    workers[i] = (Worker){&work, .arena = arena_new(), .prover = prover_new(), .tells = i == 0};
    vec_push(&p->arenas, workers[i].arena);
  }
  while (atomic_load(&work.settled) < p->results.len) prove_turn(&work, workers);
  for (uint32_t i = 0; i < work.threads; i++) prover_free(workers[i].prover);
  for (uint32_t i = 0; i < p->results.len; i++) {
    p->counts[p->results.data[i].proof.status]++;
    p->hurried += p->results.data[i].hurried;
  }
  vacuous_mark(session, list, r, p);
  p->interrupted = cancel_asked(session_options(session)->cancelled);
  keep_all(r, p);
  vec_free(&work.open);
  free(workers);
}

bool proving_run(Session *session, const ObligationsList *list, const ProveRequest *r, Proved *p)
{
  *p = (Proved){.list_only = r->list_only};
  for (uint32_t i = 0; i < r->name_count; i++)
    if (!has_name(list, r->names[i])) return refuse_name(session, list, r->names[i]);
  for (uint32_t i = 0; i < r->kind_count; i++)
    if (!obligation_kind_exists(r->kinds[i]) && !has_kind(list, r->kinds[i]))
      return refuse_kind(session, r->kinds[i]);
  warn_of_kinds(session, list, r);
  select_wanted(list, r, p);
  const char *name = left_out(r, p);
  if (name) return session_refuse(session, "%s is of none of the kinds that --kind names", name);
  if (r->recorded) look_up_recorded(session, list, p);
  if (!r->list_only) prove_all(session, list, r, p);
  return true;
}

void proving_close(Proved *p)
{
  for (uint32_t i = 0; i < p->results.len; i++) proof_free(&p->results.data[i].proof);
  for (uint32_t i = 0; i < p->arenas.len; i++) arena_free(p->arenas.data[i]);
  vec_free(&p->arenas);
  vec_free(&p->results);
}

Verdict proving_verdict(const Proved *p)
{
  if (p->list_only) return VERDICT_PASS;
  if (p->counts[PROOF_DISPROVED]) return VERDICT_FAIL;
  return p->counts[PROOF_PROVED] == p->results.len ? VERDICT_PASS : VERDICT_UNKNOWN;
}
