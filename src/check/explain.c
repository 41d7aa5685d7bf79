#include "check/explain.h"

enum {
  CONDITIONS = 60, /* that are tried for cases */
  CONDITION_COST = 4,
  PARTS = 8 /* elements of a set by which a variable is taken apart */
};

/* ------------------------------------------------------------------- search */

/* The smallest term that is equal to the wanted one on search->rows. */
static const Term *find_equal(const Explainer *s, const Term *wanted)
{
  for (uint32_t i = 0; i < s->bank->terms.len; i++) {
    const Term *t = s->bank->terms.data[i];
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

static void all_rows(Explainer *s)
{
  s->rows.len = 0;
  for (uint32_t i = 0; i < s->bank->rows; i++) vec_push(&s->rows, i);
}

/* The rows where the condition has this value. */
static void rows_where(Explainer *s, const Term *condition, bool when)
{
  s->rows.len = 0;
  for (uint32_t i = 0; i < s->bank->rows; i++)
    if (value_same(condition->values[i], value_bool(when))) vec_push(&s->rows, i);
}

uint32_t facts_cost(const Facts *facts)
{
  uint32_t cost = 0;
  for (uint32_t i = 0; i < facts->len; i++) cost += fact_cost(&facts->data[i]);
  return facts->len ? cost : UINT32_MAX;
}

void facts_prefer(Facts *best, Facts *other)
{
  if (facts_cost(other) < facts_cost(best)) {
    Facts old = *best;
    *best = *other;
    *other = old;
  }
  vec_free(other);
}

bool explain_case(Explainer *s, Facts *facts, const Term *left, const Term *condition, bool when)
{
  if (condition) rows_where(s, condition, when);
  else all_rows(s);
  const Term *right = find_equal(s, left);
  Fact fact = {FACT_EQUAL, condition, when, left, right, false};
  if (right) vec_push(facts, fact);
  return right != NULL;
}

Facts explain(Explainer *s, const Term *left)
{
  Facts best = {0};
  explain_case(s, &best, left, NULL, true);
  for (uint32_t i = 0; i < s->conditions.len; i++) {
    Facts two = {0};
    const Term *condition = s->conditions.data[i];
    if (best.len && best.data[0].right->cost <= condition->cost + 3) break;
    if (!explain_case(s, &two, left, condition, true) ||
        !explain_case(s, &two, left, condition, false))
      vec_free(&two);
    facts_prefer(&best, &two);
  }
  for (uint32_t column = s->bank->table->abstract; column < s->bank->table->columns.len; column++) {
    const Shape *shape = s->bank->table->columns.data[column].shape;
    if (!shape || shape->kind != SHAPE_GIVEN || !shape->names || shape->size > PARTS) continue;
    Facts cases = {0};
    const Term *name = bank_column(s->bank, column);
    bool good = best.len == 0;
    for (uint64_t i = 0; i < shape->size && good; i++) {
      const Term *value = bank_literal(s->bank, shape->names[i], shape, value_atom(i));
      good = explain_case(s, &cases, left, bank_make(s->bank, TERM_EQUAL, name, value), true);
    }
    if (!good) vec_free(&cases);
    facts_prefer(&best, &cases);
  }
  return best;
}

void explain_prepare(Explainer *s)
{
  s->conditions.len = 0;
  for (uint32_t i = 0; i < s->bank->terms.len && s->conditions.len < CONDITIONS; i++) {
    const Term *t = s->bank->terms.data[i];
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

static bool is_small_enumeration(const Shape *s)
{
  return s->kind == SHAPE_GIVEN && s->names && s->size <= PARTS;
}

void explain_add_parts(Explainer *s, const Term *v, Terms *parts)
{
  Bank *b = s->bank;
  if (v->shape->kind != SHAPE_SET) return;
  const Shape *element = shape_element(v->shape), *by = element;
  bool relation = shape_is_relation(v->shape);
  if (relation) by = is_small_enumeration(element->args[1]) ? element->args[1] : element->args[0];
  if (!is_small_enumeration(by)) return;
  const Term *whole = relation && by == element->args[1] ? bank_make(b, TERM_INVERSE, v, NULL) : v;
  for (uint64_t i = 0; i < by->size; i++) {
    const Term *k = bank_literal(b, by->names[i], by, value_atom(i));
    const Term *part = relation
                           ? bank_make(b, TERM_IMAGE, whole, bank_make(b, TERM_SINGLETON, k, NULL))
                           : bank_make(b, TERM_MEMBER, k, v);
    vec_push(parts, part);
  }
}

Facts explain_parts(Explainer *s, const Term *v)
{
  Terms parts = {0};
  Facts all = {0};
  explain_add_parts(s, v, &parts);
  bool good = true;
  for (uint32_t i = 0; i < parts.len && good; i++) {
    Facts some = explain(s, parts.data[i]);
    good = some.len > 0;
    for (uint32_t j = 0; j < some.len; j++) vec_push(&all, some.data[j]);
    vec_free(&some);
  }
  if (!good) vec_free(&all);
  vec_free(&parts);
  return all;
}

void explain_free(Explainer *s)
{
  vec_free(&s->conditions);
  vec_free(&s->rows);
}
