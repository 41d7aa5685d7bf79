#include "compare/gluing/glue_term.h"

#include "value/relation.h"
#include "value/sequence.h"

typedef enum {
  FORM_LEAF,
  FORM_CALL,
  FORM_WRAP,
  FORM_POSTFIX,
  FORM_INFIX,
  FORM_SELECT,
  FORM_COMPARE
} Form;

static const struct {
  Form form;
  const char *text;
  int priority;
} operators[] = {
    [GLUE_COLUMN] = {FORM_LEAF, "", 0},
    [GLUE_LITERAL] = {FORM_LEAF, "", 0},
#define GLUE(id, form, text, priority) [GLUE_##id] = {FORM_##form, text, priority},
#include "compare/gluing/glue_terms.def"
#undef GLUE
};

enum { LARGEST_SET = 4096 };

bool glue_term_is_binary(GlueOp op) { return operators[op].form >= FORM_INFIX; }

/* ------------------------------------------------------------------- shapes */

static bool is_set(const Shape *s) { return s->kind == SHAPE_SET; }
static bool is_number(const Shape *s) { return s->kind == SHAPE_INTEGER; }

static bool is_sequence(const Shape *s)
{
  return shape_is_relation(s) && is_number(shape_element(s)->args[0]);
}

static const Shape *from_of(const Shape *relation) { return shape_element(relation)->args[0]; }
static const Shape *to_of(const Shape *relation) { return shape_element(relation)->args[1]; }

static const Shape *unary_shape(ShapeTable *t, GlueOp op, const Shape *a)
{
  switch (op) {
  case GLUE_CARD: return is_set(a) ? shape_integer(t) : NULL;
  case GLUE_MIN:
  case GLUE_MAX: return is_set(a) && is_number(shape_element(a)) ? shape_element(a) : NULL;
  case GLUE_SINGLETON: return shape_set(t, a);
  case GLUE_DOM: return shape_is_relation(a) ? shape_set(t, from_of(a)) : NULL;
  case GLUE_RAN: return shape_is_relation(a) ? shape_set(t, to_of(a)) : NULL;
  case GLUE_INVERSE:
    return shape_is_relation(a) ? shape_set(t, shape_pair(t, to_of(a), from_of(a))) : NULL;
  case GLUE_SIZE: return is_sequence(a) ? shape_integer(t) : NULL;
  case GLUE_FIRST:
  case GLUE_LAST: return is_sequence(a) ? to_of(a) : NULL;
  case GLUE_FRONT:
  case GLUE_TAIL: return is_sequence(a) ? a : NULL;
  default: return NULL;
  }
}

static const Shape *if_equal(const Shape *x, const Shape *y, const Shape *result)
{
  return x == y ? result : NULL;
}

const Shape *glue_term_shape(ShapeTable *t, GlueOp op, const Shape *a, const Shape *b)
{
  if (!b) return unary_shape(t, op, a);
  bool relation = shape_is_relation(a);
  switch (op) {
  case GLUE_PLUS:
  case GLUE_MINUS:
  case GLUE_TIMES:
  case GLUE_DIVIDE:
  case GLUE_MOD: return is_number(a) ? if_equal(a, b, a) : NULL;
  case GLUE_INTERVAL: return is_number(a) ? if_equal(a, b, shape_set(t, a)) : NULL;
  case GLUE_UNION:
  case GLUE_INTER:
  case GLUE_DIFFERENCE: return is_set(a) ? if_equal(a, b, a) : NULL;
  case GLUE_OVERRIDE: return relation ? if_equal(a, b, a) : NULL;
  case GLUE_PRODUCT:
    return is_set(a) && is_set(b) ? shape_set(t, shape_pair(t, shape_element(a), shape_element(b)))
                                  : NULL;
  case GLUE_MAPLET: return shape_pair(t, a, b);
  case GLUE_DOM_KEEP:
  case GLUE_DOM_DROP:
    return shape_is_relation(b) && is_set(a) ? if_equal(shape_element(a), from_of(b), b) : NULL;
  case GLUE_RAN_KEEP:
  case GLUE_RAN_DROP: return relation && is_set(b) ? if_equal(to_of(a), shape_element(b), a) : NULL;
  case GLUE_APPEND: return is_sequence(a) ? if_equal(to_of(a), b, a) : NULL;
  case GLUE_IMAGE:
    return relation && is_set(b) ? if_equal(from_of(a), shape_element(b), shape_set(t, to_of(a)))
                                 : NULL;
  case GLUE_APPLY: return relation ? if_equal(from_of(a), b, to_of(a)) : NULL;
  case GLUE_EQUAL: return if_equal(a, b, shape_bool(t));
  case GLUE_LESS: return is_number(a) ? if_equal(a, b, shape_bool(t)) : NULL;
  case GLUE_MEMBER: return is_set(b) ? if_equal(a, shape_element(b), shape_bool(t)) : NULL;
  case GLUE_SUBSET: return is_set(a) ? if_equal(a, b, shape_bool(t)) : NULL;
  default: return NULL;
  }
}

/* ------------------------------------------------------------------- values */

static Value of_sequence(Store *s, const GlueTerm *t, Value sequence)
{
  if (!seq_is(sequence)) return VALUE_UNDEFINED;
  uint64_t size = seq_size(s, sequence);
  if (t->op == GLUE_SIZE) return value_int(s, (int64_t) size);
  if (size == 0) return VALUE_UNDEFINED;
  switch (t->op) {
  case GLUE_FIRST: return seq_first(s, sequence);
  case GLUE_LAST: return seq_last(s, sequence);
  case GLUE_FRONT: return seq_front(s, sequence);
  default: return seq_tail(s, sequence);
  }
}

static Value unary(Store *s, const GlueTerm *t, Value a)
{
  const Shape *shape = t->kids[0]->shape;
  switch (t->op) {
  case GLUE_CARD: return set_card_value(s, a);
  case GLUE_SINGLETON: return set_singleton(s, shape, a);
  case GLUE_MIN:
    return value_is_empty_set(a) ? VALUE_UNDEFINED : set_least(s, shape_element(shape), a);
  case GLUE_MAX:
    return value_is_empty_set(a) ? VALUE_UNDEFINED : set_greatest(s, shape_element(shape), a);
  case GLUE_DOM: return rel_domain(s, shape_element(shape), a);
  case GLUE_RAN: return rel_range(s, shape_element(shape), a);
  case GLUE_INVERSE: return rel_inverse(s, shape_element(shape), shape_element(t->shape), a);
  default: return of_sequence(s, t, a);
  }
}

static Value apply(Store *s, const GlueTerm *t, Value relation, Value argument)
{
  Value result;
  ApplyResult how = rel_apply(s, shape_element(t->kids[0]->shape), relation, argument, &result);
  return how == APPLY_FOUND ? result : VALUE_UNDEFINED;
}

static Value interval(Store *s, Value a, Value b)
{
  if (!value_is_small(a) || !value_is_small(b) ||
      value_small_int(b) - value_small_int(a) > LARGEST_SET)
    return VALUE_UNDEFINED;
  return set_interval(s, a, b);
}

static Value modulo(Store *s, Value a, Value b)
{
  return int_sign(s, a) < 0 || int_sign(s, b) <= 0 ? VALUE_UNDEFINED : int_modulo(s, a, b);
}

static Value binary(Store *s, const GlueTerm *t, Value a, Value b)
{
  const Shape *x = t->kids[0]->shape, *y = t->kids[1]->shape;
  switch (t->op) {
  case GLUE_PLUS: return int_add(s, a, b);
  case GLUE_MINUS: return int_subtract(s, a, b);
  case GLUE_TIMES: return int_multiply(s, a, b);
  case GLUE_DIVIDE: return int_sign(s, b) == 0 ? VALUE_UNDEFINED : int_divide(s, a, b);
  case GLUE_MOD: return modulo(s, a, b);
  case GLUE_INTERVAL: return interval(s, a, b);
  case GLUE_UNION: return set_union(s, shape_element(x), a, b);
  case GLUE_INTER: return set_intersection(s, shape_element(x), a, b);
  case GLUE_DIFFERENCE: return set_difference(s, shape_element(x), a, b);
  case GLUE_PRODUCT: return set_product(s, shape_element(t->shape), a, b, LARGEST_SET);
  case GLUE_MAPLET: return value_pair(s, a, b);
  case GLUE_DOM_KEEP: return rel_domain_restrict(s, shape_element(y), a, b);
  case GLUE_DOM_DROP: return rel_domain_subtract(s, shape_element(y), a, b);
  case GLUE_RAN_KEEP: return rel_range_restrict(s, shape_element(x), a, b);
  case GLUE_RAN_DROP: return rel_range_subtract(s, shape_element(x), a, b);
  case GLUE_OVERRIDE: return rel_override(s, shape_element(x), a, b);
  case GLUE_APPEND: return seq_is(a) ? seq_append(s, a, b) : VALUE_UNDEFINED;
  case GLUE_IMAGE: return rel_image(s, shape_element(x), a, b);
  case GLUE_APPLY: return apply(s, t, a, b);
  case GLUE_EQUAL: return value_bool(value_same(a, b));
  case GLUE_LESS: return value_bool(int_compare(s, a, b) < 0);
  case GLUE_MEMBER: return value_bool(set_member(s, x, a, b));
  case GLUE_SUBSET: return value_bool(set_subset(s, shape_element(y), a, b));
  default: return VALUE_UNDEFINED;
  }
}

Value glue_term_apply(Store *s, const GlueTerm *t, Value a, Value b)
{
  if (value_is_none(a) || (t->kids[1] && value_is_none(b))) return VALUE_UNDEFINED;
  Value result = t->kids[1] ? binary(s, t, a, b) : unary(s, t, a);
  return value_is_none(result) ? VALUE_UNDEFINED : result;
}

Value glue_term_evaluate(Store *s, const GlueTerm *t, const Value *row)
{
  if (t->op == GLUE_COLUMN) return row[t->column];
  if (t->op == GLUE_LITERAL) return t->value;
  Value a = glue_term_evaluate(s, t->kids[0], row);
  return glue_term_apply(s, t, a,
                         t->kids[1] ? glue_term_evaluate(s, t->kids[1], row) : VALUE_UNDEFINED);
}

/* ----------------------------------------------------------------- printing */

/* An operand of the operator of `of`. */
static void print_operand(Text *text, const GlueTerm *t, const GlueTerm *of)
{
  bool chain =
      t->op == of->op && (t->op == GLUE_UNION || t->op == GLUE_INTER || t->op == GLUE_PLUS);
  bool bracket = operators[t->op].form == FORM_INFIX && !chain &&
                 operators[t->op].priority <= operators[of->op].priority;
  if (bracket) text_add_char(text, '(');
  glue_term_print(text, t);
  if (bracket) text_add_char(text, ')');
}

static void print_infix(Text *text, const GlueTerm *t)
{
  bool narrow = t->op == GLUE_INTERVAL;
  print_operand(text, t->kids[0], t);
  text_printf(text, narrow ? "%s" : " %s ", operators[t->op].text);
  print_operand(text, t->kids[1], t);
}

void glue_term_print(Text *text, const GlueTerm *t)
{
  const char *name = operators[t->op].text;
  switch (operators[t->op].form) {
  case FORM_LEAF: text_add(text, t->text); break;
  case FORM_INFIX: print_infix(text, t); break;
  case FORM_CALL:
    text_printf(text, "%s(", name);
    glue_term_print(text, t->kids[0]);
    text_add_char(text, ')');
    break;
  case FORM_WRAP:
    text_add_char(text, '{');
    glue_term_print(text, t->kids[0]);
    text_add_char(text, '}');
    break;
  case FORM_POSTFIX:
    print_operand(text, t->kids[0], t);
    text_add(text, name);
    break;
  case FORM_SELECT:
    print_operand(text, t->kids[0], t);
    text_add_char(text, name[0]);
    glue_term_print(text, t->kids[1]);
    text_add_char(text, name[1]);
    break;
  case FORM_COMPARE:
    text_add(text, "bool(");
    print_infix(text, t);
    text_add_char(text, ')');
    break;
  }
}

void glue_term_print_predicate(Text *text, const GlueTerm *t, bool holds)
{
  if (operators[t->op].form != FORM_COMPARE) {
    glue_term_print(text, t);
    text_add(text, holds ? " = TRUE" : " = FALSE");
    return;
  }
  static const char *const negated[GLUE_COUNT] = {
      [GLUE_EQUAL] = "/=", [GLUE_LESS] = ">=", [GLUE_MEMBER] = "/:", [GLUE_SUBSET] = "/<:"};
  print_operand(text, t->kids[0], t);
  text_printf(text, " %s ", holds ? operators[t->op].text : negated[t->op]);
  print_operand(text, t->kids[1], t);
}
