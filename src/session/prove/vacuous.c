#include "session/prove/vacuous.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "prove/contradiction.h"
#include "prove/core.h"
#include "session/prove/asking.h"

typedef struct { /* hypotheses of one or more obligations */
  const Obligations *of;
  Sequent sequent;    /* with these hypotheses; its goal does not matter */
  const Node **set;   /* their predicates, sorted; those of one component share them */
  uint64_t signature; /* a superset has all its bits */
  double seconds;     /* of proofs by values or by others, of these or of some of them; 0: none */
  bool known;         /* … the truth */
  HypothesesTruth truth;
} Group;

typedef struct {
  Session *session;
  const ProveRequest *request;
  Proved *proved;
  Arena *arena;
  VEC(Group *) groups; /* the largest first, once they are all there */
  Group **of_result;   /* or NULL */
  double end;          /* of all */
  double left;         /* seconds for looking, together */
} Vacuous;

/* ------------------------------------------------------------------------- groups */

static int compare_places(const void *a, const void *b)
{
  const Node *x = *(const Node *const *) a, *y = *(const Node *const *) b;
  return x < y ? -1 : x > y;
}

static bool is_chosen(const Hypothesis *h, HypothesesChoice choice)
{
  return choice == HYPOTHESES_ALL || (choice == HYPOTHESES_SELECTED && h->selected);
}

static Group *group_new(Vacuous *v, const Obligations *of, const Sequent *s)
{
  Group *g = arena_new_array(v->arena, Group, 1);
  Hypothesis *chosen = arena_new_array(v->arena, Hypothesis, s->hypothesis_count + 1);
  uint32_t count = 0;
  *g = (Group){.of = of, .sequent = *s};
  g->set = arena_new_array(v->arena, const Node *, s->hypothesis_count + 1);
  for (uint32_t i = 0; i < s->hypothesis_count; i++) {
    const Hypothesis *h = &s->hypotheses[i];
    if (!is_chosen(h, v->request->hypotheses)) continue;
    g->set[count] = h->predicate;
    g->signature |= (uint64_t) 1 << ((uintptr_t) h->predicate * 0x9E3779B97F4A7C15u >> 58);
    chosen[count++] = *h;
  }
  g->sequent.hypotheses = chosen;
  g->sequent.hypothesis_count = count;
  qsort(g->set, count, sizeof *g->set, compare_places);
  return g;
}

static bool is_part_of(const Group *part, const Group *whole)
{
  uint32_t m = part->sequent.hypothesis_count, n = whole->sequent.hypothesis_count, k = 0;
  if (part->of != whole->of || m > n || (part->signature & ~whole->signature)) return false;
  for (uint32_t i = 0; i < m; i++, k++) {
    while (k < n && part->set[i] != whole->set[k]) k++;
    if (k == n) return false;
  }
  return true;
}

/* The group of the same hypotheses: sequents of one part of a model come one after the other. */
static Group *group_of(Vacuous *v, const Obligations *of, const Sequent *s)
{
  Group *g = group_new(v, of, s);
  for (uint32_t i = v->groups.len; i-- > 0;) {
    Group *other = v->groups.data[i];
    bool same = other->sequent.hypothesis_count == g->sequent.hypothesis_count;
    if (same && is_part_of(g, other)) return other;
  }
  vec_push(&v->groups, g);
  return g;
}

static bool is_by_steps(const Proof *p)
{
  return !p->method || !strcmp(p->method, PROVER_OWN) || !strcmp(p->method, "hypothesis");
}

static int compare_sizes(const void *a, const void *b)
{
  const Group *x = *(const Group *const *) a, *y = *(const Group *const *) b;
  uint32_t m = x->sequent.hypothesis_count, n = y->sequent.hypothesis_count;
  return m > n ? -1 : m < n;
}

static void make_groups(Vacuous *v)
{
  v->of_result = arena_new_array(v->arena, Group *, v->proved->results.len + 1);
  for (uint32_t i = 0; i < v->proved->results.len; i++) {
    const ProveResult *r = &v->proved->results.data[i];
    v->of_result[i] = NULL;
    if (r->proof.status != PROOF_PROVED || r->cached) continue;
    Group *g = v->of_result[i] = group_of(v, r->of, r->sequent);
    if (r->proof.vacuous) g->known = true, g->truth = HYPOTHESES_CONTRADICT;
    if (!is_by_steps(&r->proof) && r->proof.seconds > g->seconds) g->seconds = r->proof.seconds;
  }
  if (v->groups.len > 1)
    qsort(v->groups.data, v->groups.len, sizeof *v->groups.data, compare_sizes);
}

/* --------------------------------------------------------------------------- looks */

static Limits limits_for(const Vacuous *v, double seconds)
{
  return asking_limits(v->session, v->end, seconds, HYPOTHESES_ALL).limits;
}

/* What refutes the hypotheses with the negated goal refutes them alone in a similar time. */
static double seconds_for_search(const Group *g)
{
  static const double least = 0.05, most = 0.5;
  double twice = 2 * g->seconds;
  return twice < least ? least : twice > most ? most : twice;
}

static void look(Vacuous *v, Group *g)
{
  static const double seconds_most = 0.5;
  double began = clock_seconds();
  Limits limits = limits_for(v, seconds_most);
  g->truth = contradiction_look(g->of, &g->sequent, &limits);
  if (g->truth == HYPOTHESES_OPEN && g->seconds > 0) {
    limits = limits_for(v, seconds_for_search(g));
    g->truth = contradiction_search(g->of, &g->sequent, &limits, v->request->foreign);
  }
  g->known = true;
  v->left -= clock_seconds() - began;
}

/* What is known of smaller and larger sets: the parts of one that holds hold, those of one of which
 * nothing was found out say even less, and more than a contradiction is one. */
static void infer(Vacuous *v, Group *g, uint32_t number)
{
  for (uint32_t i = 0; i < v->groups.len && !g->known; i++) {
    const Group *other = v->groups.data[i];
    if (!other->known) continue;
    bool contradicts = other->truth == HYPOTHESES_CONTRADICT;
    if (contradicts ? is_part_of(other, g) : i < number && is_part_of(g, other)) {
      g->known = true;
      g->truth = other->truth;
    }
  }
}

static void look_at_groups(Vacuous *v)
{
  for (uint32_t i = 0; i < v->groups.len; i++)
    for (uint32_t k = i + 1; k < v->groups.len; k++) {
      Group *whole = v->groups.data[i], *part = v->groups.data[k];
      if (part->seconds > whole->seconds && is_part_of(part, whole)) whole->seconds = part->seconds;
    }
  for (uint32_t i = 0; i < v->groups.len; i++) {
    Group *g = v->groups.data[i];
    infer(v, g, i);
    if (!g->known && v->left > 0 && !asking_must_stop(v->session, v->end)) look(v, g);
  }
}

/* ------------------------------------------------------------------- what is stated */

static const char *what_is_stated(const Obligations *of)
{
  return of->eventb ? "axioms" : "properties";
}

/* Which of them contradict each other. */
static void warn(const Vacuous *v, const Group *g)
{
  static const double seconds_per_trial = 0.1, seconds = 3;
  Diags *diags = session_diags(v->session);
  Prover *prover = prover_new();
  ProofLimits limits = asking_limits(v->session, v->end, seconds, HYPOTHESES_ALL);
  Core core;
  core_find(prover, g->of, &g->sequent, &limits, seconds_per_trial, v->arena, &core);
  prover_free(prover);
  Diag *warning = NULL;
  for (uint32_t i = 0; i < core.count; i++) {
    Span span = g->sequent.hypotheses[i].predicate->span;
    if (!core.needed[i]) continue;
    if (warning) diag_note(diags, warning, span, "and this");
    else
      warning =
          diag_warning(diags, span, "contradiction",
                       "%s: the %s contradict each other, so that everything follows from them",
                       g->sequent.component, what_is_stated(g->of));
  }
}

/* Everything follows from a contradiction there, so this is worth more time. */
static void look_at_stated(Vacuous *v, const Obligations *of)
{
  static const double seconds = 0.05;
  if (!of->stated || v->request->hypotheses != HYPOTHESES_ALL) return;
  Group *g = group_new(v, of, of->stated);
  if (!g->sequent.hypothesis_count || asking_must_stop(v->session, v->end)) return;
  g->seconds = seconds;
  look(v, g);
  if (g->truth != HYPOTHESES_CONTRADICT) return;
  vec_push(&v->groups, g);
  v->proved->contradictory = what_is_stated(of);
  warn(v, g);
}

/* -------------------------------------------------------------------------- together */

static double seconds_spent(const Proved *p)
{
  double sum = 0;
  for (uint32_t i = 0; i < p->results.len; i++) sum += p->results.data[i].proof.seconds;
  return sum;
}

static bool is_asked_for(const Proved *p, const Obligations *of)
{
  for (uint32_t i = 0; i < p->results.len; i++)
    if (p->results.data[i].of == of) return true;
  return false;
}

void vacuous_mark(Session *session, const ObligationsList *list, const ProveRequest *request,
                  Proved *proved)
{
  static const double seconds_always = 0.25;
  enum { PART = 5 }; /* of the time spent */
  Vacuous v = {.session = session,
               .request = request,
               .proved = proved,
               .arena = arena_new(),
               .end = session_deadline(session)};
  v.left = seconds_always + seconds_spent(proved) / PART;
  if (request->seconds_all > 0 && v.left > request->seconds_all / 10)
    v.left = request->seconds_all / 10;
  make_groups(&v);
  for (uint32_t i = 0; i < list->len; i++)
    if (!list->data[i]->list.len || is_asked_for(proved, list->data[i]))
      look_at_stated(&v, list->data[i]);
  look_at_groups(&v);
  for (uint32_t i = 0; i < proved->results.len; i++) {
    Proof *proof = &proved->results.data[i].proof;
    if (v.of_result[i] && v.of_result[i]->known)
      proof->vacuous = v.of_result[i]->truth == HYPOTHESES_CONTRADICT;
    proved->vacuous += proof->status == PROOF_PROVED && proof->vacuous;
  }
  vec_free(&v.groups);
  arena_free(v.arena);
}
