#include "compare/gluing/glue.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "compare/gluing/explain.h"
#include "compare/constant_keys.h"

enum {
  SAMPLE = 256,   /* rows at first */
  ATTEMPTS = 6,   /* each with the rows on which the last one was wrong */
  COST_FIRST = 5, /* of terms for cases and parts */
  COST_LAST = 8,  /* of terms that stand alone */
  COST_WEAK = 3,  /* of terms that something is compared with */
  WEAK_CONDITIONS = 8,
  MOST_FACTS = 24,
  WEAK_FACTS = 400,   /* that are tried */
  LEFT_OVER = 1 << 16 /* pairs to be excluded that are looked at together */
};
static const uint64_t PRODUCT_LIMIT = UINT64_C(300000000);

typedef struct {
  Glue *glue;
  JointRows *table;
  GlueExplainer explainer;
  const PairList *pairs;
  uint32_t *spec_keys, *impl_keys;
  VEC(uint32_t) sample; /* places in pairs */
} GlueSearch;

/* ------------------------------------------------------------- verification */

/* Adds pairs on which the fact is wrong to the sample; true if there are none. */
static bool verify(GlueSearch *s, const GlueFact *f)
{
  FactValues values = fact_values(s->table, f);
  uint32_t wrong = 0;
  for (uint32_t i = 0; i < s->pairs->len && wrong < 16; i++)
    if (!fact_holds(s->table->store, &values, s->pairs->data[i].a, s->pairs->data[i].c)) {
      vec_push(&s->sample, i);
      wrong++;
    }
  fact_values_free(&values);
  return wrong == 0;
}

/* Keeps facts that hold on all pairs; false if one does not. */
static bool take_over(GlueSearch *s, GlueFacts *facts)
{
  bool good = true;
  for (uint32_t i = 0; i < facts->len; i++) good &= verify(s, &facts->data[i]);
  for (uint32_t i = 0; i < facts->len && good; i++) vec_push(&s->glue->facts, facts->data[i]);
  vec_free(facts);
  return good;
}

/* ---------------------------------------------------------------- variables */

/* Variables that both sides have under one name must be equal: B does not know two. */
static void take_twins(GlueSearch *s)
{
  for (uint32_t i = 0; i < s->table->abstract; i++) {
    const JointColumn *column = &s->table->columns.data[i];
    if (column->twin == NO_COLUMN) continue;
    uint32_t length = s->sample.len;
    GlueFact fact = {.kind = FACT_EQUAL, .implicit = true};
    bool equal = column->shape && column->shape == s->table->columns.data[column->twin].shape;
    if (equal) {
      fact.left = bank_column(s->explainer.bank, i);
      fact.right = bank_column(s->explainer.bank, column->twin);
      equal = verify(s, &fact);
    }
    s->sample.len = length;
    if (equal) vec_push(&s->glue->facts, fact);
    else s->glue->differs = true;
  }
}

static bool is_target(const GlueSearch *s, uint32_t column)
{
  const JointColumn *c = &s->table->columns.data[column];
  return c->twin == NO_COLUMN && c->shape;
}

typedef struct {
  const GlueTerm *variable;
  GlueFacts facts; /* none: not explained yet */
} Explanation;

/* Could a larger term that stands alone say it better? */
static bool is_open(const Explanation *e) { return e->facts.len != 1; }

/* Larger terms for what has no explanation yet, or one in several parts. */
static void explain_better(GlueSearch *s, Explanation *all, uint32_t count)
{
  Bank *bank = s->explainer.bank;
  bool more = true, open = true;
  while (more && open && bank->levels.len <= COST_LAST + 1) {
    open = false;
    for (uint32_t i = 0; i < count; i++) open |= is_open(&all[i]);
    if (open) more = bank_grow(bank);
    for (uint32_t i = 0; i < count && open; i++) {
      GlueFacts alone = {0};
      if (is_open(&all[i]) && explain_case(&s->explainer, &alone, all[i].variable, (FactCase){0}))
        facts_prefer(&all[i].facts, &alone);
    }
  }
}

/* All variables with the sample as it is; false if something is wrong elsewhere. */
static bool explain_all(GlueSearch *s)
{
  Bank *bank = s->explainer.bank;
  bool good = true;
  VEC(Explanation) all = {0};
  s->glue->facts.len = 0;
  take_twins(s);
  while (bank->levels.len <= COST_FIRST + 1 && bank_grow(bank)) continue;
  explain_prepare(&s->explainer);
  for (uint32_t i = 0; i < s->table->abstract; i++) {
    if (!is_target(s, i)) continue;
    Explanation e = {.variable = bank_column(bank, i)};
    e.facts = explain(&s->explainer, e.variable);
    for (uint32_t range = 0; range < 2; range++) {
      GlueFacts parts = explain_parts(&s->explainer, e.variable, range);
      facts_prefer(&e.facts, &parts);
    }
    vec_push(&all, e);
  }
  explain_better(s, all.data, all.len);
  for (uint32_t i = 0; i < all.len; i++) good &= take_over(s, &all.data[i].facts);
  vec_free(&all);
  return good;
}

static void new_bank(GlueSearch *s)
{
  uint32_t width = s->table->columns.len;
  Value *rows = malloc(((size_t) s->sample.len * width + 1) * sizeof *rows);
  if (!rows) memory_exhausted();
  for (uint32_t i = 0; i < s->sample.len; i++) {
    StatePair pair = s->pairs->data[s->sample.data[i]];
    joint_rows_pair(s->table, pair.a, pair.c, rows + (size_t) i * width);
  }
  bank_free(s->glue->bank);
  s->glue->bank = bank_new(s->table, rows, s->sample.len);
  s->explainer.bank = s->glue->bank;
  free(rows);
}

static void search(GlueSearch *s)
{
  uint32_t count = s->pairs->len < SAMPLE ? s->pairs->len : SAMPLE;
  for (uint32_t i = 0; i < count; i++)
    vec_push(&s->sample, (uint32_t) ((uint64_t) i * s->pairs->len / count));
  bool good = false;
  for (uint32_t i = 0; i < ATTEMPTS && !good; i++) {
    new_bank(s);
    good = explain_all(s);
  }
}

/* --------------------------------------------------- what the facts exclude */

/* Pairs that satisfy all facts but are not in the relation, at most LEFT_OVER of them. */
static PairList left_over(const GlueSearch *s)
{
  const JointRows *t = s->table;
  const GlueFacts *facts = &s->glue->facts;
  FactValues *values = calloc((size_t) facts->len + 1, sizeof *values);
  if (!values) memory_exhausted();
  for (uint32_t i = 0; i < facts->len; i++) values[i] = fact_values(t, &facts->data[i]);
  PairList left = {0};
  const StatePair *known = s->pairs->data, *end = known + s->pairs->len;
  for (StateId c = 0; c < t->impl_count && left.len < LEFT_OVER && !t->impl->stopped; c++) {
    if (c % 256 == 0) space_check_limits(t->impl);
    for (StateId a = 0; a < t->spec_count && left.len < LEFT_OVER; a++) {
      bool related = known < end && known->c == c && known->a == a;
      if (related) known++;
      bool all = !related && s->spec_keys[a] == s->impl_keys[c];
      for (uint32_t i = 0; i < facts->len && all; i++) all = fact_holds(t->store, &values[i], a, c);
      StatePair pair = {a, c};
      if (all) vec_push(&left, pair);
    }
  }
  for (uint32_t i = 0; i < facts->len; i++) fact_values_free(&values[i]);
  free(values);
  return left;
}

/* --------------------------------------------------------------- weaker facts */

static bool holds_in_sample(const GlueSearch *s, const GlueFact *f)
{
  for (uint32_t i = 0; i < s->explainer.bank->rows; i++) {
    if (f->in.count && !value_same(f->in.terms[0]->values[i], value_bool(f->in.when[0]))) continue;
    if (!fact_compare(s->table->store, f, f->left->values[i], f->right->values[i])) return false;
  }
  return true;
}

static void add_comparisons(GlueSearch *s, GlueFacts *found, const GlueTerm *left)
{
  const Bank *bank = s->explainer.bank;
  uint32_t conditions = s->explainer.conditions.len;
  if (conditions > WEAK_CONDITIONS) conditions = WEAK_CONDITIONS;
  for (uint32_t i = 0; i < bank->terms.len && bank->terms.data[i]->cost <= COST_WEAK; i++)
    for (FactKind kind = FACT_AT_MOST; kind <= FACT_AROUND; kind++) {
      GlueFact fact = {.kind = kind, .left = left, .right = bank->terms.data[i]};
      if (!fact_fits(&fact)) continue;
      bool plain = holds_in_sample(s, &fact);
      if (plain) vec_push(found, fact);
      for (uint32_t j = 0; j < 2 * conditions && !plain; j++) {
        fact.in = (FactCase){{s->explainer.conditions.data[j / 2], NULL}, {j % 2, false}, 1};
        if (holds_in_sample(s, &fact)) vec_push(found, fact);
      }
    }
}

/* What a variable says without being known: its size, its sides, its parts. */
static void add_views(GlueSearch *s, GlueTerms *views, const GlueTerm *v)
{
  static const GlueOp operators[] = {GLUE_SIZE, GLUE_CARD, GLUE_DOM, GLUE_RAN, GLUE_MIN, GLUE_MAX};
  vec_push(views, v);
  for (unsigned i = 0; i < sizeof operators / sizeof *operators; i++)
    if (glue_term_shape(s->table->shapes, operators[i], v->shape, NULL))
      vec_push(views, bank_make(s->explainer.bank, operators[i], v, NULL));
  for (uint32_t range = 0; range < 2; range++) explain_add_parts(&s->explainer, v, range, views);
}

static GlueFacts weak_facts(GlueSearch *s)
{
  GlueFacts found = {0};
  GlueTerms views = {0};
  for (uint32_t i = 0; i < s->table->abstract; i++)
    if (is_target(s, i)) add_views(s, &views, bank_column(s->explainer.bank, i));
  for (uint32_t i = 0; i < views.len; i++) {
    GlueFacts equal = explain(&s->explainer, views.data[i]);
    for (uint32_t j = 0; j < equal.len; j++) vec_push(&found, equal.data[j]);
    if (equal.len == 0) add_comparisons(s, &found, views.data[i]);
    vec_free(&equal);
  }
  vec_free(&views);
  return found;
}

static int by_cost(const void *a, const void *b)
{
  uint32_t x = fact_cost(a), y = fact_cost(b);
  return (x > y) - (x < y);
}

static uint32_t count_excluded(const GlueSearch *s, const GlueFact *f, const PairList *left)
{
  FactValues values = fact_values(s->table, f);
  uint32_t count = 0;
  for (uint32_t i = 0; i < left->len; i++)
    count += !fact_holds(s->table->store, &values, left->data[i].a, left->data[i].c);
  fact_values_free(&values);
  return count;
}

/* The fact that excludes most; the simpler one of equals.  NO_SET if none does. */
static uint32_t best_fact(GlueSearch *s, GlueFacts *candidates, const PairList *left)
{
  uint32_t best = NO_SET, most = 0;
  for (uint32_t i = 0; i < candidates->len && i < WEAK_FACTS; i++) {
    const GlueFact *f = &candidates->data[i];
    if (!f->left) continue;
    if (i % 16 == 0) space_check_limits(s->table->impl);
    if (s->table->impl->stopped) break;
    uint32_t count = count_excluded(s, f, left);
    bool better = count > most ||
                  (count && count == most && fact_cost(f) < fact_cost(&candidates->data[best]));
    if (!better) continue;
    if (!verify(s, f)) {
      candidates->data[i].left = NULL; /* not true */
      continue;
    }
    best = i;
    most = count;
  }
  return best;
}

/* Adds facts until nothing else satisfies them, or no fact is of use. */
static void strengthen(GlueSearch *s)
{
  GlueFacts candidates = {0};
  PairList left = left_over(s);
  if (left.len) candidates = weak_facts(s);
  if (candidates.len) qsort(candidates.data, candidates.len, sizeof *candidates.data, by_cost);
  while (left.len && s->glue->facts.len < MOST_FACTS && !s->table->impl->stopped) {
    uint32_t best = best_fact(s, &candidates, &left);
    if (best == NO_SET) break;
    vec_push(&s->glue->facts, candidates.data[best]);
    vec_free(&left);
    left = left_over(s);
  }
  s->glue->compared = !s->table->impl->stopped;
  s->glue->exact = left.len == 0 && s->glue->compared;
  assert(!s->glue->exact || s->glue->compared);
  vec_free(&left);
  vec_free(&candidates);
}

Glue *glue_find(Space *impl, Space *spec, const PairList *pairs)
{
  JointRows *table = pairs->len ? joint_rows_new(impl, spec) : NULL;
  if (!table) return NULL;
  Glue *glue = calloc(1, sizeof *glue);
  Names *names = names_new();
  if (!glue) memory_exhausted();
  glue->table = table;
  GlueSearch s = {.glue = glue, .table = table, .pairs = pairs};
  s.spec_keys = constant_keys(spec, impl, names);
  s.impl_keys = constant_keys(impl, spec, names);
  search(&s);
  glue->compared = (uint64_t) table->spec_count * table->impl_count <= PRODUCT_LIMIT;
  if (glue->compared) strengthen(&s);
  explain_free(&s.explainer);
  vec_free(&s.sample);
  free(s.spec_keys);
  free(s.impl_keys);
  names_free(names);
  return glue;
}

void glue_free(Glue *g)
{
  if (!g) return;
  vec_free(&g->facts);
  bank_free(g->bank);
  joint_rows_free(g->table);
  free(g);
}

void glue_print(Text *text, const Glue *g, const char *between)
{
  const char *before = "";
  for (uint32_t i = 0; i < g->facts.len; i++) {
    if (g->facts.data[i].implicit) continue;
    text_add(text, before);
    fact_print(text, &g->facts.data[i]);
    before = between;
  }
}
