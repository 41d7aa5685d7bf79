#include <stdlib.h>

#include "base/memory.h"
#include "prove/tableau/match.h"

enum {
  MOST_FOUND = 4000,   /* instances looked at in a round */
  MOST_ADDED = 60,     /* in a round, of those that only may be of use */
  MOST_STEPS = 200000, /* of matching, for one trigger */
  SCORE_FALSE = 0,     /* contradicts what is true now */
  SCORE_UNIT = 1,
  SCORE_TRUE = UINT32_MAX
};

typedef struct {
  Quantifier *quantifier;
  uint32_t values; /* in Round.values */
  uint32_t score, generation, number;
  uint64_t key;
} Found;

typedef struct {
  Tableau *t;
  VEC(Found) found;
  TermList values;
  uint32_t most_generation;
  bool beyond; /* there are instances of a greater generation */
} Round;

void tableau_quantifier(Tableau *t, uint32_t variable)
{
  while (t->quantifier_of.len <= variable) vec_push(&t->quantifier_of, 0);
  if (t->quantifier_of.data[variable]) return;
  Quantifier *q = memory_zeroed(1, sizeof *q);
  q->variable = variable;
  q->formula = t->variables.data[variable].term;
  q->names = (uint32_t) term_payload(t->bank, q->formula);
  vec_push(&t->quantifiers, q);
  t->quantifier_of.data[variable] = t->quantifiers.len;
  trigger_find(t, q);
}

void tableau_free_quantifiers(Tableau *t)
{
  for (uint32_t i = 0; i < t->quantifiers.len; i++) {
    vec_free(&t->quantifiers.data[i]->triggers);
    free(t->quantifiers.data[i]);
  }
  vec_free(&t->quantifiers);
  vec_free(&t->quantifier_of);
}

/* ------------------------------------------------------------------- evaluation */

/* Does the atom say more than that it is congruent to others? */
static bool has_meaning(const Tableau *t, Term f)
{
  return term_op(t->bank, f) == NODE_MEMBER &&
         tableau_is_compound(t->bank, term_kid(t->bank, f, 1));
}

/* What is known of an atom that may not have a variable. */
static int atom_value(const Tableau *t, Term f)
{
  const Egraph *e = &t->egraph;
  int value = tableau_value(t, f);
  if (value) return value;
  if (has_meaning(t, f)) return 0;
  if (term_op(t->bank, f) == NODE_EQUAL) {
    uint32_t x = egraph_find(e, term_kid(t->bank, f, 0)),
             y = egraph_find(e, term_kid(t->bank, f, 1));
    if (x != NO_NODE && x == y) return 1;
    if (x != NO_NODE && y != NO_NODE && e->nodes.data[x].value != NO_NODE &&
        e->nodes.data[y].value != NO_NODE)
      return -1;
  }
  uint32_t root = egraph_find(e, f);
  if (root == NO_NODE) return 0;
  value = e->nodes.data[root].value == e->yes ? 1 : e->nodes.data[root].value == e->no ? -1 : 0;
  return value;
}

/* 1, -1 or 0; then `open` counts atoms that decide it. */
static int evaluate(const Tableau *t, Term f, uint32_t *open)
{
  const Bank *b = t->bank;
  int known = tableau_value(t, f);
  if (known) return known;
  switch (term_op(b, f)) {
  case NODE_NOT: return -evaluate(t, term_kid(b, f, 0), open);
  case NODE_AND: {
    int all = 1;
    uint32_t count = 0;
    for (uint32_t i = 0; i < term_count(b, f); i++) {
      int v = evaluate(t, term_kid(b, f, i), &count);
      if (v < 0) return -1;
      if (v == 0) all = 0;
    }
    if (all == 0) *open += count;
    return all;
  }
  case NODE_IFF: {
    uint32_t count = 0;
    int x = evaluate(t, term_kid(b, f, 0), &count), y = evaluate(t, term_kid(b, f, 1), &count);
    if (x && y) return x == y ? 1 : -1;
    *open += count;
    return 0;
  }
  case NODE_FORALL: ++*open; return 0;
  default: {
    int v = atom_value(t, f);
    if (v == 0) ++*open;
    return v;
  }
  }
}

/* --------------------------------------------------------------------- a round */

static void note_found(void *context, const Match *m)
{
  Round *r = context;
  Tableau *t = r->t;
  const Quantifier *q = m->quantifier;
  uint32_t own = t->variables.data[q->variable].generation;
  uint32_t generation = (m->generation > own ? m->generation : own) + 1 + m->trigger->cost;
  if (generation > r->most_generation) {
    r->beyond = true;
    return;
  }
  uint64_t key = tableau_hash(17, q->formula);
  for (uint32_t i = 0; i < q->names; i++) key = tableau_hash(key, m->values[i]);
  if (key == 0) key = 1;
  if (r->found.len == MOST_FOUND || tableau_is_done(t, key)) return;
  Term *instance = tableau_known_instance(t, key);
  if (!*instance) *instance = make_instance(t->bank, q->formula, 0, m->values);
  uint32_t open = 0;
  int value = evaluate(t, *instance, &open);
  if (value > 0) return;
  for (uint32_t i = 0; i < r->found.len; i++)
    if (r->found.data[i].key == key) return;
  Found f = {(Quantifier *) q, r->values.len, value < 0 ? SCORE_FALSE : open,
             generation,       r->found.len,  key};
  for (uint32_t i = 0; i < q->names; i++) vec_push(&r->values, m->values[i]);
  vec_push(&r->found, f);
}

static void match_quantifier(Round *r, Quantifier *q, bool all_terms)
{
  for (uint32_t i = 0; i < q->triggers.len; i++) {
    const Trigger *trigger = &q->triggers.data[i];
    if (trigger->missing && !all_terms) {
      r->beyond = true;
      continue;
    }
    Match m = {.t = r->t, .quantifier = q, .trigger = trigger, .most_steps = MOST_STEPS};
    m.found = note_found;
    m.context = r;
    match_trigger(&m);
    if (!effort_goes_on(r->t->effort, m.steps * 8)) return;
  }
}

static int by_promise(const void *x, const void *y)
{
  const Found *a = x, *b = y;
  uint32_t sa = a->score < 2 ? a->score : 2, sb = b->score < 2 ? b->score : 2;
  if (sa != sb) return sa < sb ? -1 : 1;
  if (a->generation != b->generation) return a->generation < b->generation ? -1 : 1;
  if (a->score != b->score) return a->score < b->score ? -1 : 1;
  return a->number < b->number ? -1 : a->number > b->number;
}

static void add_instance(Round *r, const Found *f)
{
  Tableau *t = r->t;
  tableau_note_done(t, f->key);
  t->instances++;
  VEC(int64_t) data = {0};
  Term formula = f->quantifier->formula;
  const Term *values = r->values.data + f->values;
  Term instance = make_instance(t->bank, formula, 0, values);
  vec_push(&data, formula);
  for (uint32_t i = 0; i < f->quantifier->names; i++) vec_push(&data, values[i]);
  tableau_clause(t, (Term[]){make_not(t->bank, formula), instance}, 2, BY_INSTANCE, data.data,
                 data.len, f->generation);
  vec_free(&data);
}

bool tableau_instantiate(Tableau *t, uint32_t generation, bool all_terms)
{
  Round r = {.t = t, .most_generation = generation};
  for (uint32_t i = 0; i < t->quantifiers.len && !t->effort->stopped; i++) {
    Quantifier *q = t->quantifiers.data[i];
    if (t->variables.data[q->variable].value > 0) match_quantifier(&r, q, all_terms);
  }
  if (r.found.len) qsort(r.found.data, r.found.len, sizeof *r.found.data, by_promise);
  uint32_t added = 0;
  for (; added < r.found.len; added++) {
    const Found *f = &r.found.data[added];
    if (added && f->score > r.found.data[0].score && r.found.data[0].score <= SCORE_UNIT) break;
    if (added >= MOST_ADDED && f->score > SCORE_UNIT) break;
    if (t->conflict != NO_CLAUSE) break;
    add_instance(&r, f);
  }
  vec_free(&r.found);
  vec_free(&r.values);
  return added > 0;
}
