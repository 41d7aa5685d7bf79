#include "session/prove/recheck.h"

#include <string.h>

#include "prove/check/check.h"
#include "session/prove/asking.h"

static bool is_of(const Certificate *c, const Sequent *s)
{
  return !strcmp(c->name, s->name) && !strcmp(c->component, s->component ? s->component : "");
}

/* Both lists have the same order, as a rule: the search goes on behind what was found last.  If a
 * name is there twice, the one with the fingerprint is meant. */
static const Certificate *find(const Certificates *all, const Sequent *s, const Fingerprint *f,
                               uint32_t *next)
{
  const Certificate *found = NULL;
  for (uint32_t i = 0; i < all->list.len; i++) {
    uint32_t at = (*next + i) % all->list.len;
    const Certificate *c = &all->list.data[at];
    if (!is_of(c, s)) continue;
    if (!found) found = c;
    if (strcmp(c->fingerprint, f->text) != 0) continue;
    *next = at + 1;
    return c;
  }
  return found;
}

/* Is it about another obligation with that name?  Labels may be there twice. */
static bool is_of_another(const Proved *p, const Certificate *c)
{
  for (uint32_t i = 0; i < p->results.len; i++) {
    const ProveResult *r = &p->results.data[i];
    if (!is_of(c, r->sequent)) continue;
    Fingerprint f = fingerprint_of(r->of, r->sequent);
    if (!strcmp(c->fingerprint, f.text)) return true;
  }
  return false;
}

static void check(Arena *arena, const Certificate *c, const Sequent *s, Recheck *r)
{
  Text error = {0};
  bool good = certificate_check(s, c->hypotheses, c->steps, &error);
  r->status = good ? RECHECK_CHECKED : RECHECK_REFUSED;
  if (!good) r->why = arena_printf(arena, "in the steps, %s", text_string(&error));
  text_free(&error);
}

static void recheck_one(Session *session, const Proved *p, double end, Arena *arena,
                        const Certificates *all, uint32_t *next, Recheck *r)
{
  const Sequent *s = r->result->sequent;
  Fingerprint f = fingerprint_of(r->result->of, s);
  const Certificate *c = find(all, s, &f, next);
  bool other = c && strcmp(c->fingerprint, f.text) != 0;
  r->status = RECHECK_REFUSED;
  if (!c || (other && is_of_another(p, c))) r->status = RECHECK_MISSING;
  else if (other) r->why = "the obligation has changed";
  else if (s->unsupported) r->why = arena_printf(arena, "unsupported: %s", s->unsupported);
  else if (!c->steps) r->status = RECHECK_NOT_CHECKABLE, r->why = c->prover;
  else if (asking_must_stop(session, end)) r->status = RECHECK_NOT_TRIED;
  else check(arena, c, s, r);
}

void recheck_run(Session *session, const Proved *p, const Certificates *all, Rechecked *rechecked)
{
  *rechecked = (Rechecked){.arena = arena_new()};
  uint32_t next = 0;
  double end = session_deadline(session);
  for (uint32_t i = 0; i < p->results.len; i++) {
    Recheck r = {.result = &p->results.data[i]};
    recheck_one(session, p, end, rechecked->arena, all, &next, &r);
    rechecked->counts[r.status]++;
    vec_push(&rechecked->list, r);
  }
}

void recheck_free(Rechecked *r)
{
  arena_free(r->arena);
  vec_free(&r->list);
}

Verdict recheck_verdict(const Rechecked *r)
{
  if (r->counts[RECHECK_REFUSED]) return VERDICT_FAIL;
  return r->counts[RECHECK_CHECKED] == r->list.len ? VERDICT_PASS : VERDICT_UNKNOWN;
}
