#include "check/term.h"

#include "base/vec.h"

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
    [TERM_COLUMN] = {FORM_LEAF, "", 0},
    [TERM_LITERAL] = {FORM_LEAF, "", 0},
#define TERM(id, form, text, priority) [TERM_##id] = {FORM_##form, text, priority},
#include "check/terms.def"
#undef TERM
};

enum { LARGEST_SET = 4096 };

bool term_is_binary(TermOp op) { return operators[op].form >= FORM_INFIX; }

/* ------------------------------------------------------------------- shapes */

static bool is_set(const Shape *s) { return s->kind == SHAPE_SET; }
static bool is_number(const Shape *s) { return s->kind == SHAPE_INTEGER; }

static bool is_sequence(const Shape *s)
{
  return shape_is_relation(s) && is_number(shape_element(s)->args[0]);
}

static const Shape *from_of(const Shape *relation) { return shape_element(relation)->args[0]; }
static const Shape *to_of(const Shape *relation) { return shape_element(relation)->args[1]; }

static const Shape *unary_shape(ShapeTable *t, TermOp op, const Shape *a)
{
  switch (op) {
  case TERM_CARD: return is_set(a) ? shape_integer(t) : NULL;
  case TERM_MIN:
  case TERM_MAX: return is_set(a) && is_number(shape_element(a)) ? shape_element(a) : NULL;
  case TERM_SINGLETON: return shape_set(t, a);
  case TERM_DOM: return shape_is_relation(a) ? shape_set(t, from_of(a)) : NULL;
  case TERM_RAN: return shape_is_relation(a) ? shape_set(t, to_of(a)) : NULL;
  case TERM_INVERSE:
    return shape_is_relation(a) ? shape_set(t, shape_pair(t, to_of(a), from_of(a))) : NULL;
  case TERM_SIZE: return is_sequence(a) ? shape_integer(t) : NULL;
  case TERM_FIRST:
  case TERM_LAST: return is_sequence(a) ? to_of(a) : NULL;
  case TERM_FRONT:
  case TERM_TAIL: return is_sequence(a) ? a : NULL;
  default: return NULL;
  }
}

static const Shape *if_equal(const Shape *x, const Shape *y, const Shape *result)
{
  return x == y ? result : NULL;
}

const Shape *term_shape(ShapeTable *t, TermOp op, const Shape *a, const Shape *b)
{
  if (!b) return unary_shape(t, op, a);
  bool relation = shape_is_relation(a);
  switch (op) {
  case TERM_PLUS:
  case TERM_MINUS:
  case TERM_TIMES:
  case TERM_MOD: return is_number(a) ? if_equal(a, b, a) : NULL;
  case TERM_INTERVAL: return is_number(a) ? if_equal(a, b, shape_set(t, a)) : NULL;
  case TERM_UNION:
  case TERM_INTER:
  case TERM_DIFFERENCE: return is_set(a) ? if_equal(a, b, a) : NULL;
  case TERM_OVERRIDE: return relation ? if_equal(a, b, a) : NULL;
  case TERM_PRODUCT:
    return is_set(a) && is_set(b) ? shape_set(t, shape_pair(t, shape_element(a), shape_element(b)))
                                  : NULL;
  case TERM_MAPLET: return shape_pair(t, a, b);
  case TERM_DOM_KEEP:
  case TERM_DOM_DROP:
    return shape_is_relation(b) && is_set(a) ? if_equal(shape_element(a), from_of(b), b) : NULL;
  case TERM_RAN_KEEP:
  case TERM_RAN_DROP: return relation && is_set(b) ? if_equal(to_of(a), shape_element(b), a) : NULL;
  case TERM_APPEND: return is_sequence(a) ? if_equal(to_of(a), b, a) : NULL;
  case TERM_IMAGE:
    return relation && is_set(b) ? if_equal(from_of(a), shape_element(b), shape_set(t, to_of(a)))
                                 : NULL;
  case TERM_APPLY: return relation ? if_equal(from_of(a), b, to_of(a)) : NULL;
  case TERM_EQUAL: return if_equal(a, b, shape_bool(t));
  case TERM_LESS: return is_number(a) ? if_equal(a, b, shape_bool(t)) : NULL;
  case TERM_MEMBER: return is_set(b) ? if_equal(a, shape_element(b), shape_bool(t)) : NULL;
  case TERM_SUBSET: return is_set(a) ? if_equal(a, b, shape_bool(t)) : NULL;
  default: return NULL;
  }
}

/* ------------------------------------------------------------------- values */

typedef VEC(Value) Values;

static Value build(Store *s, const Term *t, Values *values)
{
  Value set = set_build(s, shape_element(t->shape), values->data, values->len);
  vec_free(values);
  return set;
}

/* One side of the pairs of a relation, or the pairs turned round. */
static Value map_pairs(Store *s, const Term *t, Value relation)
{
  Values found = {0};
  SetIter it = set_iter(s, shape_element(t->kids[0]->shape), relation);
  for (Value v; set_next(&it, &v);) {
    Value first = pair_first(s, v), second = pair_second(s, v);
    Value image = t->op == TERM_DOM   ? first
                  : t->op == TERM_RAN ? second
                                      : value_pair(s, second, first);
    vec_push(&found, image);
  }
  return build(s, t, &found);
}

static Value of_sequence(Store *s, const Term *t, Value sequence)
{
  if (!seq_is(sequence)) return VALUE_UNDEFINED;
  uint64_t size = seq_size(s, sequence);
  if (t->op == TERM_SIZE) return value_int(s, (int64_t) size);
  if (size == 0) return VALUE_UNDEFINED;
  if (t->op == TERM_FIRST) return seq_item(s, sequence, 0);
  if (t->op == TERM_LAST) return seq_item(s, sequence, size - 1);
  Values items = {0};
  for (uint64_t i = t->op == TERM_TAIL; i < size - (t->op == TERM_FRONT); i++)
    vec_push(&items, seq_item(s, sequence, i));
  Value result = seq_build(s, items.data, items.len);
  vec_free(&items);
  return result;
}

static Value unary(Store *s, const Term *t, Value a)
{
  const Shape *shape = t->kids[0]->shape;
  switch (t->op) {
  case TERM_CARD: return set_card_value(s, a);
  case TERM_SINGLETON: return set_singleton(s, shape, a);
  case TERM_MIN:
    return value_is_empty_set(a) ? VALUE_UNDEFINED : set_least(s, shape_element(shape), a);
  case TERM_MAX:
    return value_is_empty_set(a) ? VALUE_UNDEFINED : set_greatest(s, shape_element(shape), a);
  case TERM_DOM:
  case TERM_RAN:
  case TERM_INVERSE: return map_pairs(s, t, a);
  default: return of_sequence(s, t, a);
  }
}

/* The pairs of a relation whose one side is in a set, or is not. */
static Value restrict_pairs(Store *s, const Term *t, Value relation, Value set)
{
  bool by_domain = t->op == TERM_DOM_KEEP || t->op == TERM_DOM_DROP;
  bool keep = t->op == TERM_DOM_KEEP || t->op == TERM_RAN_KEEP;
  const Shape *pairs = shape_element(t->shape), *side = pairs->args[!by_domain];
  Values found = {0};
  SetIter it = set_iter(s, pairs, relation);
  for (Value v; set_next(&it, &v);)
    if (set_member(s, side, by_domain ? pair_first(s, v) : pair_second(s, v), set) == keep)
      vec_push(&found, v);
  return build(s, t, &found);
}

static Value override(Store *s, const Term *t, Value a, Value b)
{
  const Shape *pairs = shape_element(t->shape);
  Values found = {0}, domain = {0};
  SetIter it = set_iter(s, pairs, b);
  for (Value v; set_next(&it, &v);) {
    vec_push(&found, v);
    vec_push(&domain, pair_first(s, v));
  }
  Value taken = set_build(s, pairs->args[0], domain.data, domain.len);
  vec_free(&domain);
  it = set_iter(s, pairs, a);
  for (Value v; set_next(&it, &v);)
    if (!set_member(s, pairs->args[0], pair_first(s, v), taken)) vec_push(&found, v);
  return build(s, t, &found);
}

static Value product(Store *s, const Term *t, Value a, Value b)
{
  const Shape *first = shape_element(t->kids[0]->shape), *second = shape_element(t->kids[1]->shape);
  uint64_t many = set_card(s, a), more = set_card(s, b);
  if (many > LARGEST_SET || more > LARGEST_SET || many * more > LARGEST_SET) return VALUE_UNDEFINED;
  Values found = {0};
  SetIter outer = set_iter(s, first, a);
  for (Value x; set_next(&outer, &x);) {
    SetIter inner = set_iter(s, second, b);
    for (Value y; set_next(&inner, &y);) vec_push(&found, value_pair(s, x, y));
  }
  return build(s, t, &found);
}

static Value image(Store *s, const Term *t, Value relation, Value set)
{
  const Shape *pairs = shape_element(t->kids[0]->shape);
  Values found = {0};
  SetIter it = set_iter(s, pairs, relation);
  for (Value v; set_next(&it, &v);)
    if (set_member(s, pairs->args[0], pair_first(s, v), set)) vec_push(&found, pair_second(s, v));
  return build(s, t, &found);
}

static Value apply(Store *s, const Term *t, Value relation, Value argument)
{
  SetIter it = set_iter_from(s, shape_element(t->kids[0]->shape), relation, argument);
  Value found = VALUE_UNDEFINED;
  for (Value v; set_next(&it, &v);) {
    if (!value_same(pair_first(s, v), argument)) continue;
    if (!value_is_none(found)) return VALUE_UNDEFINED;
    found = pair_second(s, v);
  }
  return found;
}

static Value append(Store *s, Value sequence, Value item)
{
  Values items = {0};
  if (!seq_is(sequence)) return VALUE_UNDEFINED;
  for (uint64_t i = 0; i < seq_size(s, sequence); i++) vec_push(&items, seq_item(s, sequence, i));
  vec_push(&items, item);
  Value result = seq_build(s, items.data, items.len);
  vec_free(&items);
  return result;
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

static Value binary(Store *s, const Term *t, Value a, Value b)
{
  const Shape *x = t->kids[0]->shape, *y = t->kids[1]->shape;
  switch (t->op) {
  case TERM_PLUS: return int_add(s, a, b);
  case TERM_MINUS: return int_subtract(s, a, b);
  case TERM_TIMES: return int_multiply(s, a, b);
  case TERM_MOD: return modulo(s, a, b);
  case TERM_INTERVAL: return interval(s, a, b);
  case TERM_UNION: return set_union(s, shape_element(x), a, b);
  case TERM_INTER: return set_intersection(s, shape_element(x), a, b);
  case TERM_DIFFERENCE: return set_difference(s, shape_element(x), a, b);
  case TERM_PRODUCT: return product(s, t, a, b);
  case TERM_MAPLET: return value_pair(s, a, b);
  case TERM_DOM_KEEP:
  case TERM_DOM_DROP: return restrict_pairs(s, t, b, a);
  case TERM_RAN_KEEP:
  case TERM_RAN_DROP: return restrict_pairs(s, t, a, b);
  case TERM_OVERRIDE: return override(s, t, a, b);
  case TERM_APPEND: return append(s, a, b);
  case TERM_IMAGE: return image(s, t, a, b);
  case TERM_APPLY: return apply(s, t, a, b);
  case TERM_EQUAL: return value_bool(value_same(a, b));
  case TERM_LESS: return value_bool(int_compare(s, a, b) < 0);
  case TERM_MEMBER: return value_bool(set_member(s, x, a, b));
  case TERM_SUBSET: return value_bool(set_subset(s, shape_element(y), a, b));
  default: return VALUE_UNDEFINED;
  }
}

Value term_apply(Store *s, const Term *t, Value a, Value b)
{
  if (value_is_none(a) || (t->kids[1] && value_is_none(b))) return VALUE_UNDEFINED;
  return t->kids[1] ? binary(s, t, a, b) : unary(s, t, a);
}

Value term_value(Store *s, const Term *t, const Value *row)
{
  if (t->op == TERM_COLUMN) return row[t->column];
  if (t->op == TERM_LITERAL) return t->value;
  Value a = term_value(s, t->kids[0], row);
  return term_apply(s, t, a, t->kids[1] ? term_value(s, t->kids[1], row) : VALUE_UNDEFINED);
}

/* ----------------------------------------------------------------- printing */

/* An operand of the operator of `of`. */
static void print_operand(Text *text, const Term *t, const Term *of)
{
  bool chain =
      t->op == of->op && (t->op == TERM_UNION || t->op == TERM_INTER || t->op == TERM_PLUS);
  bool bracket = operators[t->op].form == FORM_INFIX && !chain &&
                 operators[t->op].priority <= operators[of->op].priority;
  if (bracket) text_add_char(text, '(');
  term_print(text, t);
  if (bracket) text_add_char(text, ')');
}

static void print_infix(Text *text, const Term *t)
{
  bool narrow = t->op == TERM_INTERVAL;
  print_operand(text, t->kids[0], t);
  text_printf(text, narrow ? "%s" : " %s ", operators[t->op].text);
  print_operand(text, t->kids[1], t);
}

void term_print(Text *text, const Term *t)
{
  const char *name = operators[t->op].text;
  switch (operators[t->op].form) {
  case FORM_LEAF: text_add(text, t->text); break;
  case FORM_INFIX: print_infix(text, t); break;
  case FORM_CALL:
    text_printf(text, "%s(", name);
    term_print(text, t->kids[0]);
    text_add_char(text, ')');
    break;
  case FORM_WRAP:
    text_add_char(text, '{');
    term_print(text, t->kids[0]);
    text_add_char(text, '}');
    break;
  case FORM_POSTFIX:
    print_operand(text, t->kids[0], t);
    text_add(text, name);
    break;
  case FORM_SELECT:
    print_operand(text, t->kids[0], t);
    text_add_char(text, name[0]);
    term_print(text, t->kids[1]);
    text_add_char(text, name[1]);
    break;
  case FORM_COMPARE:
    text_add(text, "bool(");
    print_infix(text, t);
    text_add_char(text, ')');
    break;
  }
}

void term_print_predicate(Text *text, const Term *t, bool holds)
{
  if (operators[t->op].form != FORM_COMPARE) {
    term_print(text, t);
    text_add(text, holds ? " = TRUE" : " = FALSE");
    return;
  }
  static const char *const negated[TERM_COUNT] = {
      [TERM_EQUAL] = "/=", [TERM_LESS] = ">=", [TERM_MEMBER] = "/:", [TERM_SUBSET] = "/<:"};
  print_operand(text, t->kids[0], t);
  text_printf(text, " %s ", holds ? operators[t->op].text : negated[t->op]);
  print_operand(text, t->kids[1], t);
}
