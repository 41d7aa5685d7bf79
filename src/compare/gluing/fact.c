#include "compare/gluing/fact.h"

#include <stdlib.h>

#include "base/memory.h"

uint32_t fact_cost(const GlueFact *f)
{
  uint32_t cost = f->left->cost + f->right->cost + (f->kind != FACT_EQUAL);
  for (uint32_t i = 0; i < f->in.count; i++) cost += f->in.terms[i]->cost + 1;
  return cost;
}

bool fact_fits(const GlueFact *f)
{
  const Shape *left = f->left->shape, *right = f->right->shape;
  switch (f->kind) {
  case FACT_EQUAL: return left == right;
  case FACT_AT_MOST:
  case FACT_AT_LEAST: return left == right && left->kind == SHAPE_INTEGER;
  case FACT_MEMBER: return right->kind == SHAPE_SET && shape_element(right) == left;
  case FACT_WITHIN:
  case FACT_AROUND: return left == right && left->kind == SHAPE_SET;
  }
  return false;
}

bool fact_compare(Store *s, const GlueFact *f, Value left, Value right)
{
  if (value_is_none(left) || value_is_none(right)) return false;
  switch (f->kind) {
  case FACT_EQUAL: return value_same(left, right);
  case FACT_AT_MOST: return int_compare(s, left, right) <= 0;
  case FACT_AT_LEAST: return int_compare(s, left, right) >= 0;
  case FACT_MEMBER: return set_member(s, f->left->shape, left, right);
  case FACT_WITHIN: return set_subset(s, shape_element(f->left->shape), left, right);
  case FACT_AROUND: return set_subset(s, shape_element(f->left->shape), right, left);
  }
  return false;
}

/* ----------------------------------------------------------------- printing */

static bool is_predicate(const GlueTerm *t) { return t->op >= GLUE_EQUAL; }

static void print_body(Text *text, const GlueFact *f)
{
  static const char *const signs[] = {" = ", " <= ", " >= ", " : ", " <: ", " <: "};
  if (is_predicate(f->left) && f->right->op == GLUE_LITERAL) {
    glue_term_print_predicate(text, f->left, value_is_true(f->right->value));
  } else if (is_predicate(f->left)) {
    text_add_char(text, '(');
    glue_term_print_predicate(text, f->left, true);
    text_add(text, " <=> ");
    glue_term_print_predicate(text, f->right, true);
    text_add_char(text, ')');
  } else {
    const GlueTerm *first = f->kind == FACT_AROUND ? f->right : f->left;
    glue_term_print(text, first);
    text_add(text, signs[f->kind]);
    glue_term_print(text, first == f->left ? f->right : f->left);
  }
}

void fact_print(Text *text, const GlueFact *f)
{
  if (f->in.count) text_add_char(text, '(');
  for (uint32_t i = 0; i < f->in.count; i++) {
    if (i) text_add(text, " & ");
    glue_term_print_predicate(text, f->in.terms[i], f->in.when[i]);
  }
  if (f->in.count) text_add(text, " => ");
  print_body(text, f);
  if (f->in.count) text_add_char(text, ')');
}

/* ------------------------------------------------------------------- values */

/* Is the row one that is spoken of?  A condition without a value is no excuse. */
static bool is_case(const JointRows *t, const FactCase *in, const Value *row, bool *defined)
{
  *defined = true;
  for (uint32_t i = 0; i < in->count; i++) {
    Value v = glue_term_evaluate(t->store, in->terms[i], row);
    if (value_is_none(v)) *defined = false;
    else if (value_is_true(v) != in->when[i]) return false;
  }
  return true;
}

FactValues fact_values(const JointRows *t, const GlueFact *f)
{
  FactValues v = {.fact = f};
  Value *row = memory_zeroed(t->columns.len, sizeof *row);
  v.left = memory_zeroed(t->spec_count, sizeof *v.left);
  v.right = memory_zeroed(t->impl_count, sizeof *v.right);
  v.applies = memory_zeroed(t->impl_count, sizeof *v.applies);
  for (StateId a = 0; a < t->spec_count; a++) {
    joint_rows_pair(t, a, 0, row);
    v.left[a] = glue_term_evaluate(t->store, f->left, row);
  }
  for (StateId c = 0; c < t->impl_count; c++) {
    joint_rows_pair(t, 0, c, row);
    bool defined;
    v.applies[c] = is_case(t, &f->in, row, &defined);
    v.right[c] =
        v.applies[c] && defined ? glue_term_evaluate(t->store, f->right, row) : VALUE_UNDEFINED;
  }
  free(row);
  return v;
}

void fact_values_free(FactValues *v)
{
  free(v->left);
  free(v->right);
  free(v->applies);
  *v = (FactValues){0};
}

bool fact_holds(Store *s, const FactValues *v, StateId a, StateId c)
{
  return !v->applies[c] || fact_compare(s, v->fact, v->left[a], v->right[c]);
}
