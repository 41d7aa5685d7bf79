#include "prove/tableau/prover.h"

#include <string.h>

#include "base/clock.h"
#include "prove/tableau/certificate.h"
#include "prove/tableau/near.h"
#include "prove/tableau/tableau_impl.h"

enum { USUAL_MOST_TERMS = 1000000, SECONDS_WITHOUT_LIMIT = 1 };

typedef VEC(uint8_t) Flags;

/* The clauses that the empty one follows from. */
static void mark_needed(const Tableau *t, Flags *needed)
{
  for (uint32_t i = 0; i < t->clauses.len; i++) vec_push(needed, i == t->refuted);
  Numbers todo = {0};
  vec_push(&todo, t->refuted);
  while (todo.len) {
    const Inference *c = &t->clauses.data[todo.data[--todo.len]];
    for (uint32_t i = 0; c->origin == BY_RESOLUTION && i < c->data_count; i++) {
      uint32_t from = (uint32_t) t->data.data[c->data + i];
      if (needed->data[from]) continue;
      needed->data[from] = 1;
      vec_push(&todo, from);
    }
  }
  vec_free(&todo);
}

static void describe(const Tableau *t, const Inputs *in, const Sequent *s, Text *certificate,
                     ProverResult *r)
{
  Flags needed = {0}, used = {0};
  mark_needed(t, &needed);
  for (uint32_t i = 0; i < s->hypothesis_count; i++) vec_push(&used, 0);
  r->vacuous = true;
  for (uint32_t i = 0; i < t->clauses.len; i++) {
    if (!needed.data[i]) continue;
    r->steps++;
    const Inference *c = &t->clauses.data[i];
    if (c->origin != BY_INPUT) continue;
    uint32_t h = in->list.data[t->data.data[c->data]].hypothesis;
    if (h == INPUT_GOAL) r->vacuous = false;
    else if (!used.data[h]) {
      used.data[h] = 1;
      r->used++;
    }
  }
  if (certificate) certificate_write(t, needed.data, certificate);
  vec_free(&needed);
  vec_free(&used);
}

static bool is_used(const Input *in, const NearMarks *used)
{
  return in->hypothesis == INPUT_GOAL || used->data[in->hypothesis];
}

static SearchEnd run(Tableau *t, const Inputs *in, const NearMarks *used, ProverResult *r)
{
  for (uint32_t i = 0; i < in->list.len; i++) {
    int64_t data = i;
    t->of_goal = in->list.data[i].hypothesis == INPUT_GOAL;
    if (is_used(&in->list.data[i], used))
      tableau_clause(t, &in->list.data[i].formula, 1, BY_INPUT, &data, 1, 0);
  }
  t->of_goal = false;
  SearchEnd end = tableau_search(t);
  r->decisions += t->decisions;
  r->conflicts += t->conflicts;
  r->instances += t->instances;
  r->why = end == SEARCH_SATURATED ? "nothing left to try"
           : t->bank->full         ? "memory limit"
                                   : "time limit";
  return end;
}

/* From some of the hypotheses, until then. */
static void try_ring(Bank *b, const Inputs *in, const Sequent *s, const ProverLimits *limits,
                     const NearMarks *used, double deadline, ProverResult *r)
{
  Limits some = limits->limits;
  some.deadline = deadline;
  Effort effort = {.limits = &some};
  Tableau t;
  tableau_init(&t, b, &effort);
  SearchEnd end = run(&t, in, used, r);
  r->proved = end == SEARCH_REFUTED;
  r->ended = end == SEARCH_SATURATED || b->full;
  if (r->proved) describe(&t, in, s, limits->certificate, r);
  tableau_free(&t);
}

typedef struct {
  Bank bank;
  Inputs in;
  size_t most_terms;
} Reading;

static void read_inputs(Reading *x, const Sequent *s, const ProverLimits *limits)
{
  *x = (Reading){.most_terms = limits->most_terms ? limits->most_terms : USUAL_MOST_TERMS};
  terms_init(&x->bank, x->most_terms);
  inputs_read(&x->bank, s, limits->hypotheses, limits->no_goal, &x->in);
}

static void forget_inputs(Reading *x)
{
  inputs_free(&x->in);
  terms_free(&x->bank);
}

/* The terms of earlier attempts must not take the room of the next one. */
static void make_room(Reading *x, const Sequent *s, const ProverLimits *limits)
{
  if (x->bank.terms.len < x->most_terms / 4) return;
  forget_inputs(x);
  read_inputs(x, s, limits);
}

static double end_of_ring(const ProverLimits *limits, NearRing ring)
{
  static const double part[NEAR_RINGS] = {0.2, 0.2, 0.35, 1};
  double end = limits->limits.deadline, now = clock_seconds();
  if (ring == NEAR_ALL) return end;
  return now + (end > 0 ? (end - now) * part[ring] : SECONDS_WITHOUT_LIMIT);
}

/* Small sets of hypotheses first, each for a part of the time that is left. */
static void try_rings(Reading *x, const Sequent *s, const ProverLimits *limits, ProverResult *r)
{
  NearMarks used = {0}, before = {0};
  NearRing first = limits->no_goal ? NEAR_ALL : NEAR_SELECTED;
  for (NearRing ring = first; ring < NEAR_RINGS && !r->proved; ring++) {
    if (near_take(&x->bank, &x->in, s, ring, &used) == s->hypothesis_count) ring = NEAR_ALL;
    bool known = before.len && !memcmp(before.data, used.data, used.len * sizeof *used.data);
    if (known) continue;
    if (before.len) make_room(x, s, limits);
    try_ring(&x->bank, &x->in, s, limits, &used, end_of_ring(limits, ring), r);
    NearMarks swap = before;
    before = used;
    used = swap;
  }
  vec_free(&used);
  vec_free(&before);
}

bool prover_try(const Obligations *of, const Sequent *s, const ProverLimits *limits,
                ProverResult *r)
{
  (void) of;
  Reading x;
  read_inputs(&x, s, limits);
  *r = (ProverResult){.why = x.in.unsupported, .ended = x.in.unsupported != NULL};
  if (!x.in.unsupported) try_rings(&x, s, limits, r);
  forget_inputs(&x);
  return r->proved;
}
