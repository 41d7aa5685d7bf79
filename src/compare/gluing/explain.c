#include "compare/gluing/explain.h"

enum {
  CONDITIONS = 60, /* that are tried for cases */
  NESTED = 12,     /* … within a case */
  CONDITION_COST = 4,
  PARTS = 8 /* elements of a set by which a variable is taken apart */
};

/* ------------------------------------------------------------------- search */

/* The smallest term that is equal to the wanted one on search->rows. */
static const GlueTerm *find_equal(const GlueExplainer *s, const GlueTerm *wanted)
{
  for (uint32_t i = 0; i < s->bank->terms.len; i++) {
    const GlueTerm *t = s->bank->terms.data[i];
    if (t->shape != wanted->shape) continue;
    bool equal = true;
    for (uint32_t j = 0; j < s->rows.len && equal; j++) {
      uint32_t row = s->rows.data[j];
      equal = value_same(t->values[row], wanted->values[row]) && !value_is_none(t->values[row]);
    }
    if (equal) return t;
  }
  return NULL;
}

/* The rows of a case. */
static void rows_of(GlueExplainer *s, const FactCase *in)
{
  s->rows.len = 0;
  for (uint32_t i = 0; i < s->bank->rows; i++) {
    bool all = true;
    for (uint32_t j = 0; j < in->count; j++)
      all &= value_same(in->terms[j]->values[i], value_bool(in->when[j]));
    if (all) vec_push(&s->rows, i);
  }
}

uint32_t facts_cost(const GlueFacts *facts)
{
  uint32_t cost = 0;
  for (uint32_t i = 0; i < facts->len; i++) cost += fact_cost(&facts->data[i]);
  return facts->len ? cost : UINT32_MAX;
}

void facts_prefer(GlueFacts *best, GlueFacts *other)
{
  if (facts_cost(other) < facts_cost(best)) {
    GlueFacts old = *best;
    *best = *other;
    *other = old;
  }
  vec_free(other);
}

bool explain_case(GlueExplainer *s, GlueFacts *facts, const GlueTerm *left, FactCase in)
{
  rows_of(s, &in);
  if (s->rows.len == 0) return true; /* there is nothing to explain */
  const GlueTerm *right = find_equal(s, left);
  GlueFact fact = {FACT_EQUAL, in, left, right, false};
  if (right) vec_push(facts, fact);
  return right != NULL;
}

static FactCase with(FactCase in, const GlueTerm *condition, bool when)
{
  in.terms[in.count] = condition;
  in.when[in.count++] = when;
  return in;
}

/* Two cases, one of which may be split again. */
static GlueFacts explain_split(GlueExplainer *s, const GlueTerm *left, FactCase in,
                               const GlueTerm *condition)
{
  GlueFacts all = {0};
  bool good = true;
  for (uint32_t i = 0; i < 2 && good; i++) {
    FactCase here = with(in, condition, i == 0);
    good = explain_case(s, &all, left, here);
    for (uint32_t j = 0; !good && in.count == 0 && j < s->conditions.len && j < NESTED; j++) {
      if (s->conditions.data[j] == condition) continue;
      GlueFacts more = explain_split(s, left, here, s->conditions.data[j]);
      good = more.len > 0;
      for (uint32_t k = 0; k < more.len; k++) vec_push(&all, more.data[k]);
      vec_free(&more);
    }
  }
  if (!good) vec_free(&all);
  return all;
}

/* A case for each element of an enumerated set that a column may be. */
static GlueFacts explain_by_column(GlueExplainer *s, const GlueTerm *left, uint32_t column)
{
  const Shape *shape = s->bank->table->columns.data[column].shape;
  GlueFacts all = {0};
  const GlueTerm *name = bank_column(s->bank, column);
  bool good = true;
  for (uint64_t i = 0; i < shape->size && good; i++) {
    const GlueTerm *value = bank_literal(s->bank, shape->names[i], shape, value_atom(i));
    FactCase in = with((FactCase){0}, bank_make(s->bank, GLUE_EQUAL, name, value), true);
    good = explain_case(s, &all, left, in);
  }
  if (!good) vec_free(&all);
  return all;
}

static bool is_small_enumeration(const Shape *s)
{
  return s && s->kind == SHAPE_GIVEN && s->names && s->size <= PARTS;
}

GlueFacts explain(GlueExplainer *s, const GlueTerm *left)
{
  GlueFacts best = {0};
  const JointRows *t = s->bank->table;
  explain_case(s, &best, left, (FactCase){0});
  for (uint32_t i = 0; i < s->conditions.len; i++) {
    const GlueTerm *condition = s->conditions.data[i];
    if (best.len && facts_cost(&best) <= 2 * condition->cost + 4) break; /* no hope */
    GlueFacts two = explain_split(s, left, (FactCase){0}, condition);
    facts_prefer(&best, &two);
  }
  for (uint32_t i = t->abstract; i < t->columns.len && best.len != 1; i++) {
    if (!is_small_enumeration(t->columns.data[i].shape)) continue;
    GlueFacts cases = explain_by_column(s, left, i);
    facts_prefer(&best, &cases);
  }
  return best;
}

void explain_prepare(GlueExplainer *s)
{
  s->conditions.len = 0;
  for (uint32_t i = 0; i < s->bank->terms.len && s->conditions.len < CONDITIONS; i++) {
    const GlueTerm *t = s->bank->terms.data[i];
    bool seen[2] = {false, false}, defined = true;
    if (t->shape->kind != SHAPE_BOOL || t->cost > CONDITION_COST) continue;
    for (uint32_t j = 0; j < s->bank->rows && defined; j++) {
      defined = !value_is_none(t->values[j]);
      if (defined) seen[value_is_true(t->values[j])] = true;
    }
    if (defined && seen[0] && seen[1]) vec_push(&s->conditions, t);
  }
}

/* ------------------------------------------------------ parts of a variable */

static void add_parts(GlueExplainer *s, const GlueTerm *v, const Shape *by, bool range,
                      GlueTerms *parts)
{
  Bank *b = s->bank;
  bool relation = shape_is_relation(v->shape);
  const GlueTerm *whole = range ? bank_make(b, GLUE_INVERSE, v, NULL) : v;
  for (uint64_t i = 0; is_small_enumeration(by) && i < by->size; i++) {
    const GlueTerm *k = bank_literal(b, by->names[i], by, value_atom(i));
    const GlueTerm *part =
        relation ? bank_make(b, GLUE_IMAGE, whole, bank_make(b, GLUE_SINGLETON, k, NULL))
                 : bank_make(b, GLUE_MEMBER, k, v);
    vec_push(parts, part);
  }
}

void explain_add_parts(GlueExplainer *s, const GlueTerm *v, bool range, GlueTerms *parts)
{
  if (v->shape->kind != SHAPE_SET) return;
  const Shape *element = shape_element(v->shape);
  if (shape_is_relation(v->shape)) add_parts(s, v, element->args[range], range, parts);
  else if (!range) add_parts(s, v, element, false, parts);
}

GlueFacts explain_parts(GlueExplainer *s, const GlueTerm *v, bool range)
{
  GlueTerms parts = {0};
  GlueFacts all = {0};
  explain_add_parts(s, v, range, &parts);
  bool good = true;
  for (uint32_t i = 0; i < parts.len && good; i++) {
    GlueFacts some = explain(s, parts.data[i]);
    good = some.len > 0;
    for (uint32_t j = 0; j < some.len; j++) vec_push(&all, some.data[j]);
    vec_free(&some);
  }
  if (!good) vec_free(&all);
  vec_free(&parts);
  return all;
}

void explain_free(GlueExplainer *s)
{
  vec_free(&s->conditions);
  vec_free(&s->rows);
}
