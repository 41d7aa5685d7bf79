#include <stdlib.h>
#include <string.h>

#include "search/search_impl.h"

/* Each worker notes what it finds, once; after a level the notes are taken over in the
 * order in which one thread alone would have made them. */

enum { MOST_REASONS = 20, MOST_WARNINGS = 50 };

/* Obligations of an operation may share a place: their messages have their names. */
static bool same_violation(const Violation *a, const Violation *b)
{
  if (a->kind != b->kind || a->predicate != b->predicate || a->span.begin != b->span.begin)
    return false;
  return a->kind != VIOLATION_OBLIGATION ||
         (a->label == b->label && !strcmp(a->message, b->message));
}

/* Does what is known make the other needless? */
static bool covers(const Violation *known, const Violation *v)
{
  return same_violation(known, v) && known->order <= v->order;
}

static bool same_finding(const Finding *a, const Finding *b)
{
  if (a->type != b->type) return false;
  if (a->type == FINDING_VIOLATION) return same_violation(&a->what, &b->what);
  if (a->type == FINDING_REASON) return !strcmp(a->what.message, b->what.message);
  return a->what.span.begin == b->what.span.begin;
}

/* The exploration is not changed while workers read it here. */
static bool is_known(const Exploration *x, const Finding *f)
{
  switch (f->type) {
  case FINDING_VIOLATION:
    for (uint32_t i = 0; i < x->violations.len; i++)
      if (covers(&x->violations.data[i], &f->what)) return true;
    return false;
  case FINDING_REASON:
    for (uint32_t i = 0; i < x->reasons.len; i++)
      if (!strcmp(x->reasons.data[i], f->what.message)) return true;
    return x->reasons.len >= MOST_REASONS;
  case FINDING_CANDIDATE:
    for (uint32_t i = 0; i < x->candidates.len; i++)
      if (x->candidates.data[i].span.begin == f->what.span.begin) return true;
    return x->candidates.len >= MOST_WARNINGS;
  }
  return true;
}

/* What an operation does wrong in a state belongs together, by kinds: the order of its branches
 * is no matter of the report. */
static uint32_t place_of(const Worker *w, const Finding *f)
{
  bool labelled = f->type == FINDING_VIOLATION && f->what.label != UINT32_MAX;
  for (uint32_t i = w->findings.len; labelled && i-- > 0;) {
    const Finding *known = &w->findings.data[i];
    if (known->rank != f->rank) break;
    if (known->type == FINDING_VIOLATION && known->what.label == f->what.label) return known->place;
  }
  return f->sequence;
}

static void note(Worker *w, Finding f)
{
  f.what.order = w->s->base + w->rank;
  if (is_known(w->s->x, &f)) return;
  for (uint32_t i = 0; i < w->findings.len; i++)
    if (same_finding(&w->findings.data[i], &f)) return;
  f.rank = w->rank;
  f.sequence = w->findings.len;
  f.place = place_of(w, &f);
  f.what.message = arena_copy(w->arena, f.what.message, strlen(f.what.message));
  if (f.example) f.example = arena_copy(w->arena, f.example, strlen(f.example));
  vec_push(&w->findings, f);
}

void note_incomplete(Worker *w, const char *reason)
{
  if (!reason) reason = REASON_NOT_COMPUTED;
  note(w, (Finding){.type = FINDING_REASON, .what = {.message = reason}});
}

void note_violation(Worker *w, Violation v)
{
  Search *s = w->s;
  if (v.kind == VIOLATION_WELL_DEFINEDNESS && s->o.no_wd) return;
  note(w, (Finding){.type = FINDING_VIOLATION, .what = v});
  if (s->o.keep_going) return;
  uint32_t least = atomic_load(&s->stop_rank);
  while (w->rank < least && !atomic_compare_exchange_weak(&s->stop_rank, &least, w->rank)) {}
}

void note_candidates(Worker *w)
{
  Lts *lts = w->lts;
  if (!lts->warning_count) return;
  for (uint32_t count = lts->warning_count(lts); w->warned < count; w->warned++) {
    LtsWarning warning = lts->warning(lts, w->warned);
    if (w->s->o.strict_wd)
      note_violation(w, (Violation){VIOLATION_WELL_DEFINEDNESS, w->from, UINT32_MAX, UINT32_MAX,
                                    warning.span, warning.message, 0});
    note(w, (Finding){.type = FINDING_CANDIDATE,
                      .what = {.span = warning.span, .message = warning.message},
                      .example = warning.example});
  }
}

/* ------------------------------------------------------------------ merging */

/* What was postponed may come earlier in the order than what was found already. */
static void add_violation(Exploration *x, const Violation *v)
{
  uint32_t i = 0;
  while (i < x->violations.len && !same_violation(&x->violations.data[i], v)) i++;
  if (i < x->violations.len) x->violations.data[i] = *v;
  else vec_push(&x->violations, *v);
}

static void take_over(Exploration *x, const Finding *f)
{
  if (f->type == FINDING_REASON) x->complete = false;
  if (is_known(x, f)) return;
  const Violation *v = &f->what;
  switch (f->type) {
  case FINDING_VIOLATION: add_violation(x, v); break;
  case FINDING_REASON: vec_push(&x->reasons, v->message); break;
  case FINDING_CANDIDATE: {
    LtsWarning warning = {v->span, v->message, f->example};
    vec_push(&x->candidates, warning);
    break;
  }
  }
}

static int by_rank(const void *a, const void *b)
{
  const Finding *x = a, *y = b;
  if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
  if (x->place != y->place) return x->place < y->place ? -1 : 1;
  if (x->what.kind != y->what.kind) return x->what.kind < y->what.kind ? -1 : 1;
  return x->sequence < y->sequence ? -1 : x->sequence > y->sequence;
}

void findings_merge(Search *s, uint32_t last_rank)
{
  VEC(Finding) all = {0};
  for (uint32_t i = 0; i < s->worker_count; i++) {
    Worker *w = s->workers[i];
    for (uint32_t j = 0; j < w->findings.len; j++)
      if (w->findings.data[j].rank <= last_rank) vec_push(&all, w->findings.data[j]);
    w->findings.len = 0;
  }
  if (all.len > 1) qsort(all.data, all.len, sizeof *all.data, by_rank);
  for (uint32_t i = 0; i < all.len; i++) take_over(s->x, &all.data[i]);
  vec_free(&all);
}
