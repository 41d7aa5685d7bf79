#include <stdlib.h>

#include "base/clock.h"
#include "search/search_impl.h"

/* Where the search goes on after violations, an assertion that takes long is put off until all
 * states are known: then the counts and the other checks are complete, whatever becomes of it.
 * When that happens depends on the clock; what is reported does not. */

static const char not_evaluated[] = "assertions were not evaluated in all states";

bool postpone_applies(const Search *s, uint32_t predicate)
{
  return s->lts->holds_within && s->o.keep_going && s->o.order != ORDER_RANDOM &&
         s->lts->predicate(s->lts, predicate)->kind == PREDICATE_ASSERTION;
}

/* Seconds that assertions may take now: they may take as long as all the rest. */
static double patience(const Worker *w, double now)
{
  static const double always = 0.1;
  return always + (now - w->s->started) / 2 - w->assertion_time;
}

bool postpone_or_evaluate(Worker *w, uint32_t predicate, const Value *row, Truth *t, Trouble *why)
{
  double begun = clock_seconds(), seconds = patience(w, begun);
  bool late = w->slow[predicate] || seconds <= 0;
  if (!late) {
    *t = w->lts->holds_within(w->lts, predicate, row, seconds, &late, why);
    w->assertion_time += clock_seconds() - begun;
    w->slow[predicate] = late;
  }
  Postponed p = {w->s->base + w->rank, w->from, predicate};
  if (late) vec_push(&w->postponed, p);
  return !late;
}

static int by_order(const void *a, const void *b)
{
  const Postponed *x = a, *y = b;
  if (x->order != y->order) return x->order < y->order ? -1 : 1;
  return x->predicate < y->predicate ? -1 : x->predicate > y->predicate;
}

static int by_visit(const void *a, const void *b)
{
  const Violation *x = a, *y = b;
  if (x->order != y->order) return x->order < y->order ? -1 : 1;
  if (x->predicate != y->predicate) return x->predicate < y->predicate ? -1 : 1;
  return x->span.begin < y->span.begin ? -1 : x->span.begin > y->span.begin;
}

static void evaluate(Worker *w, const Postponed *p)
{
  Search *s = w->s;
  Trouble why = {0};
  s->base = p->order;
  w->rank = 0;
  w->from = p->state;
  coder_load(w->coder, p->state);
  const Value *row = w->coder->row;
  if (!w->known || !predicate_cache_knows(w->known, p->predicate, row)) {
    Truth t = w->lts->holds(w->lts, p->predicate, row, &why);
    bool good = worker_judge(w, p->predicate, t, &why);
    if (w->known) predicate_cache_tell(w->known, p->predicate, row, good);
  }
  note_candidates(w);
  findings_merge(s, UINT32_MAX);
  worker_limit_values(w);
}

/* The first of the reasons: the others are those of the exploration, or of this. */
static void note_gap(Exploration *x)
{
  vec_push(&x->reasons, not_evaluated);
  for (uint32_t i = x->reasons.len - 1; i > 0; i--) x->reasons.data[i] = x->reasons.data[i - 1];
  x->reasons.data[0] = not_evaluated;
  x->complete = false;
}

void postponed_check(Search *s)
{
  Worker *first = s->workers[0];
  VEC(Postponed) all = {0};
  for (uint32_t w = 0; w < s->worker_count; w++)
    for (uint32_t j = 0; j < s->workers[w]->postponed.len; j++)
      vec_push(&all, s->workers[w]->postponed.data[j]);
  if (all.len == 0) return;
  qsort(all.data, all.len, sizeof *all.data, by_order);
  uint32_t reasons = s->x->reasons.len, i = 0;
  for (; i < all.len && !search_must_stop(first); i++) evaluate(first, &all.data[i]);
  findings_merge(s, UINT32_MAX);
  if (i < all.len || s->x->reasons.len > reasons) note_gap(s->x);
  vec_free(&all);
  if (s->x->violations.len > 1)
    qsort(s->x->violations.data, s->x->violations.len, sizeof *s->x->violations.data, by_visit);
}
