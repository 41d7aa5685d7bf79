#include "prove/tableau/trigger.h"

#include <string.h>

#include "prove/rewrite/laws.h"
#include "prove/term/linear.h"

enum { MOST_DEPTH = 5, MOST_FOUND = 64, MOST_TRIGGERS = 12 };

typedef struct {
  Tableau *t;
  Quantifier *q;
  Pattern found[MOST_FOUND];
  uint64_t part_of[MOST_FOUND]; /* the patterns of atoms whose meaning it is a part of */
  uint64_t inside;              /* those of the atoms around the place that is looked at */
  uint32_t count;
  uint32_t metas; /* so many, those of inner quantifiers included */
  bool bounds;    /* may least and greatest values be tried? */
} Finder;

/* The names of the quantifier that occur as places. */
static uint64_t names_in(const Finder *f, Term t)
{
  const Bank *b = f->t->bank;
  if (!term_data(b, t)->meta) return 0;
  if (term_op(b, t) == OP_META)
    return term_payload(b, t) < f->q->names ? (uint64_t) 1 << term_payload(b, t) : 0;
  uint64_t names = 0;
  for (uint32_t i = 0; i < term_count(b, t); i++) names |= names_in(f, term_kid(b, t, i));
  return names;
}

/* The pattern as a set; empty if there is none. */
static uint64_t add_pattern(Finder *f, Term t, Want want, uint32_t meta)
{
  uint64_t names = names_in(f, t);
  Pattern p = {.term = t, .want = want, .meta = meta, .names = names};
  if (want == WANT_VALUE) {
    p.needs = names;
    p.names = (uint64_t) 1 << meta;
  }
  if (p.names == 0) return 0;
  uint32_t i = 0;
  while (i < f->count &&
         (f->found[i].term != t || f->found[i].want != want || f->found[i].meta != meta))
    i++;
  if (i == MOST_FOUND) return 0;
  if (i == f->count) {
    f->found[f->count++] = p;
    f->part_of[i] = f->inside;
  } else f->part_of[i] &= f->inside;
  return (uint64_t) 1 << i;
}

static bool is_name(const Finder *f, Term t)
{
  return term_op(f->t->bank, t) == OP_META && term_payload(f->t->bank, t) < f->q->names;
}

/* f(x) may be asked for where x|->y : f is known, and nobody has spoken of f(x). */
static void find_mapped(Finder *f, Term apply)
{
  Bank *b = f->t->bank;
  Term function = term_kid(b, apply, 0);
  if (term_data(b, function)->meta) return;
  Term y = term_make(b, OP_META, term_sort(b, apply), f->metas++, NULL, 0);
  Term pair = make_pair(b, term_kid(b, apply, 1), y);
  uint32_t before = f->count;
  add_pattern(f, make_member(b, pair, function), WANT_TRUE, 0);
  for (uint32_t i = before; i < f->count; i++) f->found[i].remote = true;
}

/* Terms inside an atom that may occur elsewhere. */
static void find_terms(Finder *f, Term t)
{
  const Bank *b = f->t->bank;
  if (!term_data(b, t)->meta || term_is_binder(b, t) || term_op(b, t) == OP_META) return;
  for (uint32_t i = 0; i < term_count(b, t); i++)
    if (term_sort(b, term_kid(b, t, i)) == 0) return;
  switch (term_op(b, t)) {
  case NODE_MAPLET:
  case NODE_SET_EXT:
  case OP_SUM: break;
  default:
    if (term_sort(b, t) != 0) add_pattern(f, t, WANT_ANY, 0);
    if (term_op(b, t) == NODE_APPLY) find_mapped(f, t);
  }
  for (uint32_t i = 0; i < term_count(b, t); i++) find_terms(f, term_kid(b, t, i));
}

/* sum = 0 gives names that stand alone in it values. */
static void add_solutions(Finder *f, const Linear *sum)
{
  Bank *b = f->t->bank;
  for (uint32_t i = 0; i < sum->count; i++) {
    Term x = sum->list[i].term;
    int64_t factor = sum->list[i].factor;
    if (!is_name(f, x) || (factor != 1 && factor != -1)) continue;
    Linear rest = *sum;
    linear_add(b, &rest, -factor, x);
    linear_scale(&rest, -factor);
    Term value = linear_term(b, &rest);
    uint64_t own = (uint64_t) 1 << term_payload(b, x);
    if (!rest.too_large && !(names_in(f, value) & own))
      add_pattern(f, value, WANT_VALUE, (uint32_t) term_payload(b, x));
  }
}

static void find_solutions(Finder *f, Term equation)
{
  Linear sum;
  if (linear_of_atom(f->t->bank, equation, false, &sum)) add_solutions(f, &sum);
}

/* The least or greatest value for which the inequality is as it is wanted to be. */
static void find_bounds(Finder *f, Term atom, bool positive)
{
  Linear sum;
  uint32_t before = f->count;
  if (linear_of_atom(f->t->bank, atom, positive, &sum)) add_solutions(f, &sum);
  for (uint32_t i = before; i < f->count; i++) f->found[i].remote = true;
}

static void find_equation(Finder *f, Term atom)
{
  const Bank *b = f->t->bank;
  if (term_kind_of_sort(b, term_kid(b, atom, 0)) == SORT_INTEGER) {
    find_solutions(f, atom);
    return;
  }
  for (uint32_t i = 0; i < 2; i++) {
    Term x = term_kid(b, atom, i), y = term_kid(b, atom, 1 - i);
    if (is_name(f, x) && !(names_in(f, y) & names_in(f, x)))
      add_pattern(f, y, WANT_VALUE, (uint32_t) term_payload(b, x));
  }
}

static void find(Finder *, Term, bool positive, uint32_t depth);

/* What the atom means, by the laws; `itself`: its own pattern. */
static void find_meaning(Finder *f, Term atom, bool positive, uint32_t depth, uint64_t itself)
{
  Bank *b = f->t->bank;
  Term element = term_kid(b, atom, 0);
  bool open = term_op(b, atom) == NODE_MEMBER && term_op(b, element) == OP_META &&
              term_kind_of_sort(b, element) == SORT_POW;
  uint32_t law = 0, found;
  Term result;
  if (open || depth == MOST_DEPTH) return;
  uint64_t outside = f->inside;
  f->inside |= itself;
  while (law_next(b, atom, &law, &found, &result))
    if (law_when(found) == WHEN_EITHER || law_when(found) == WHEN_FALSE)
      find(f, result, positive, depth + 1);
  f->inside = outside;
}

static void find_atom(Finder *f, Term atom, bool positive, uint32_t depth)
{
  const Bank *b = f->t->bank;
  if (!term_data(b, atom)->meta) return;
  uint64_t itself = 0;
  switch (term_op(b, atom)) {
  case NODE_EQUAL:
    if (!positive) find_equation(f, atom);
    break;
  case NODE_LESS_EQUAL: find_bounds(f, atom, positive); break;
  default: itself = add_pattern(f, atom, positive ? WANT_FALSE : WANT_TRUE, 0);
  }
  if (term_op(b, atom) != NODE_LESS_EQUAL) find_meaning(f, atom, positive, depth, itself);
  for (uint32_t i = 0; i < term_count(b, atom) && depth == 0; i++)
    find_terms(f, term_kid(b, atom, i));
}

/* The names of a binder become places. */
static Term with_places(Finder *f, Term forall)
{
  Bank *b = f->t->bank;
  TermList list = {0};
  for (uint32_t i = 0; i < (uint64_t) term_payload(b, forall); i++)
    vec_push(&list, term_make(b, OP_META, make_binder_sort(b, forall, i), f->metas++, NULL, 0));
  Term body = make_instance(b, forall, 0, list.data);
  vec_free(&list);
  return body;
}

static void find(Finder *f, Term t, bool positive, uint32_t depth)
{
  Bank *b = f->t->bank;
  switch (term_op(b, t)) {
  case NODE_BTRUE: return;
  case NODE_NOT: find(f, term_kid(b, t, 0), !positive, depth); return;
  case NODE_AND:
    for (uint32_t i = 0; i < term_count(b, t); i++) find(f, term_kid(b, t, i), positive, depth);
    return;
  case NODE_IFF:
    for (uint32_t i = 0; i < 4; i++) find(f, term_kid(b, t, i / 2), i % 2, depth);
    return;
  case NODE_FORALL: find(f, with_places(f, t), positive, depth); return;
  default: find_atom(f, t, positive, depth);
  }
}

/* -------------------------------------------------------------------- selection */

static bool same_patterns(const Trigger *a, const Trigger *b)
{
  if (a->count != b->count) return false;
  for (uint32_t i = 0; i < a->count; i++) {
    bool there = false;
    for (uint32_t k = 0; k < b->count && !there; k++)
      there = a->patterns[i].term == b->patterns[k].term &&
              a->patterns[i].want == b->patterns[k].want &&
              a->patterns[i].meta == b->patterns[k].meta;
    if (!there) return false;
  }
  return true;
}

static void add_trigger(Quantifier *q, const Trigger *t)
{
  if (q->triggers.len == MOST_TRIGGERS) return;
  for (uint32_t i = 0; i < q->triggers.len; i++)
    if (same_patterns(&q->triggers.data[i], t)) return;
  vec_push(&q->triggers, *t);
}

static uint32_t new_names(const Pattern *p, uint64_t known)
{
  return (uint32_t) __builtin_popcountll(p->names & ~known);
}

/* How good a next pattern is: 0 is no use. */
static uint32_t use_of(const Pattern *p, uint64_t known)
{
  uint32_t fresh = new_names(p, known);
  if (fresh == 0) return 0;
  if (p->needs & ~known) return 0;
  if (p->remote) return fresh;
  if (p->want == WANT_VALUE) return 1000;
  uint32_t connected = (p->names & known) ? 100 : 0, sign = p->want == WANT_TRUE ? 50 : 0;
  return 1 + connected + sign + (p->want != WANT_ANY ? 20 : 0) + fresh;
}

/* An atom and a part of what it means say the same: only one of them is of use. */
static bool goes_with(const Finder *f, uint32_t i, uint64_t chosen)
{
  uint64_t around = 0;
  for (uint32_t k = 0; k < f->count; k++)
    if (chosen >> k & 1) around |= f->part_of[k];
  return !(f->part_of[i] & chosen) && !(around >> i & 1);
}

static bool is_bound(const Pattern *p) { return p->want == WANT_VALUE && p->remote; }
static bool is_far(const Pattern *p) { return p->want == WANT_ANY || p->remote; }

/* Beginning with one pattern, adds others until all names have values. */
static void combine(Finder *f, uint32_t first)
{
  uint64_t all = ((uint64_t) 1 << f->q->names) - 1;
  Trigger t = {.patterns = {f->found[first]}, .count = 1};
  uint64_t known = f->found[first].names, chosen = (uint64_t) 1 << first;
  if (f->found[first].want == WANT_VALUE && f->found[first].needs) return;
  if (is_bound(&f->found[first]) && !f->bounds) return;
  t.cost = is_far(&f->found[first]);
  while (known != all && t.count < MOST_PATTERNS) {
    uint32_t best = 0, at = 0;
    for (uint32_t i = 0; i < f->count; i++)
      if (use_of(&f->found[i], known) > best && goes_with(f, i, chosen) &&
          (f->bounds || !is_bound(&f->found[i]))) {
        best = use_of(&f->found[i], known);
        at = i;
      }
    if (best == 0) break;
    t.patterns[t.count++] = f->found[at];
    chosen |= (uint64_t) 1 << at;
    known |= f->found[at].names;
    if (is_far(&f->found[at])) t.cost = 1;
  }
  t.missing = all & ~known;
  if (t.missing) t.cost += 2;
  add_trigger(f->q, &t);
}

static void select_usual(Finder *f)
{
  for (uint32_t i = 0; i < f->count; i++)
    if (!is_far(&f->found[i])) combine(f, i);
  bool complete = false;
  for (uint32_t i = 0; i < f->q->triggers.len; i++) complete |= f->q->triggers.data[i].missing == 0;
  for (uint32_t i = 0; i < f->count; i++)
    if (is_far(&f->found[i])) combine(f, i);
  if (complete) { /* those that would try all terms are of no use then */
    uint32_t kept = 0;
    for (uint32_t i = 0; i < f->q->triggers.len; i++)
      if (!f->q->triggers.data[i].missing) f->q->triggers.data[kept++] = f->q->triggers.data[i];
    f->q->triggers.len = kept;
    return;
  }
  /* terms alone may do as well as atoms: they are as good then */
  for (uint32_t i = 0; i < f->q->triggers.len; i++)
    if (!f->q->triggers.data[i].missing) f->q->triggers.data[i].cost = 0;
  if (f->q->triggers.len) return;
  Trigger any = {.missing = ((uint64_t) 1 << f->q->names) - 1, .cost = 1};
  add_trigger(f->q, &any);
}

/* Least and greatest values come last: they are few, but seldom what is needed. */
static void select_triggers(Finder *f)
{
  select_usual(f);
  f->bounds = true;
  for (uint32_t i = 0; i < f->count; i++)
    if (is_bound(&f->found[i])) combine(f, i);
  for (uint32_t i = 0; i < f->count; i++)
    if (!is_bound(&f->found[i])) combine(f, i);
}

/* Parts without places are nodes, so that patterns can be matched modulo equality. */
static void add_ground(Tableau *t, Term pattern, uint32_t generation)
{
  const Bank *b = t->bank;
  if (!term_data(b, pattern)->meta) {
    if (term_sort(b, pattern) != 0 && term_op(b, pattern) != OP_SORT)
      egraph_add(&t->egraph, pattern, generation);
    return;
  }
  if (term_is_binder(b, pattern)) return;
  for (uint32_t i = 0; i < term_count(b, pattern); i++)
    if (term_sort(b, term_kid(b, pattern, i)) == 0) return;
  for (uint32_t i = 0; i < term_count(b, pattern); i++)
    add_ground(t, term_kid(b, pattern, i), generation);
}

void trigger_find(Tableau *t, Quantifier *q)
{
  Finder f = {.t = t, .q = q};
  if (q->names > MOST_NAMES) return;
  find(&f, with_places(&f, q->formula), true, 0);
  select_triggers(&f);
  uint32_t generation = t->variables.data[q->variable].generation;
  for (uint32_t i = 0; i < q->triggers.len; i++)
    for (uint32_t k = 0; k < q->triggers.data[i].count; k++) {
      const Pattern *p = &q->triggers.data[i].patterns[k];
      if (p->want != WANT_VALUE) add_ground(t, p->term, generation);
    }
}
