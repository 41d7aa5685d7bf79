#include <string.h>

#include "temporal/notation/shape_impl.h"

/* What stands for a value: formulas, numbers and sequences.  Variables are declared before they are
 * used, so that the type of a term is known when it is read. */

const char *shape_type_name(ShapeType type)
{
  static const char *const names[] = {"a formula", "a number", "a sequence"};
  return names[type];
}

void shape_unexpected(Reader *r, const char *what)
{
  Lexeme next = r->next;
  bool word = next.kind == LEXEME_UNKNOWN && lexeme_word(next.begin, r->end) > 0;
  if (!word) reader_unexpected(r, what);
  else
    reader_error(r, reader_span(r, next.begin, next.end), "unexpected '%s', expected %s",
                 reader_shown(r, next.begin, next.end), what);
}

bool shape_accept(Reader *r, char c)
{
  bool there = !r->failed && r->next.kind != LEXEME_END && *r->next.begin == c;
  if (there) reader_go_to(r, r->next.begin + 1);
  return there;
}

bool shape_expect(Reader *r, char c, const char *what)
{
  if (shape_accept(r, c)) return true;
  shape_unexpected(r, what);
  return false;
}

static bool is_digit(const char *at, const char *end)
{
  return at < end && *at >= '0' && *at <= '9';
}

static uint32_t slot_of(const Reader *r, const ShapeVariable *v)
{
  return (uint32_t) (v - r->shapes->variables.data) - r->shapes->first;
}

static ShapeTerm *new_term(Reader *r, ShapeType type)
{
  ShapeTerm *t = arena_alloc(r->arena, sizeof *t);
  *t = (ShapeTerm){.type = type, .span = reader_span(r, r->next.begin, r->next.end)};
  return t;
}

/* The variable that comes next. */
static ShapeTerm *read_variable(Reader *r, const ShapeVariable *v)
{
  ShapeTerm *t = new_term(r, v->type);
  t->is_variable = true;
  t->slot = slot_of(r, v);
  reader_take(r);
  return t;
}

/* --------------------------------------------------------------------- numbers */

static void read_digits(Reader *r, ShapeTerm *t)
{
  enum { GREATEST = 1000000 };
  const char *at = r->next.begin;
  for (; is_digit(at, r->end); at++)
    if (t->number <= GREATEST) t->number = 10 * t->number + (uint32_t) (*at - '0');
  t->span = reader_span(r, r->next.begin, at);
  if (lexeme_word(at, r->end)) reader_error(r, t->span, "a name begins with a letter");
  else if (t->number > GREATEST)
    reader_error(r, t->span, "this number is too large (the limit is %d)", GREATEST);
  else reader_go_to(r, at);
}

/* number = digits | variable | "(" number ")" */
const ShapeTerm *read_shape_number(Reader *r)
{
  uint32_t brackets = 0;
  while (shape_accept(r, '(')) brackets++;
  const ShapeVariable *v = shape_variable_at(r, r->next.begin);
  ShapeTerm *t = new_term(r, SHAPE_NUM);
  if (is_digit(r->next.begin, r->end)) read_digits(r, t);
  else if (v && v->type == SHAPE_NUM) t = read_variable(r, v);
  else if (v)
    reader_error(r, t->span, "%s is %s, not a number", v->name->text, shape_type_name(v->type));
  else if (r->next.begin < r->end && *r->next.begin == '-')
    reader_error(r, t->span, "numbers of patterns are not negative");
  else shape_unexpected(r, "a number");
  while (brackets-- > 0 && shape_expect(r, ')', "')' behind the number")) {}
  return t;
}

static bool at_number(const Reader *r)
{
  const char *at = r->next.begin;
  while (at < r->end && *at == '(') at = shapes_skip_comments(at + 1, r->end);
  const ShapeVariable *v = shape_variable_at(r, at);
  return is_digit(at, r->end) || (at < r->end && *at == '-') || (v && v->type == SHAPE_NUM);
}

/* ------------------------------------------------------------------- sequences */

static bool at_sequence(const Reader *r)
{
  if (r->next.kind != LEXEME_OPEN) return false;
  const char *end = part_argument_end(r->next.begin + 1, r->end);
  return end && *end == ',';
}

/* without = ["without" (formula | sequence)] */
static void read_without(Reader *r, ShapeTerm *t)
{
  if (r->failed || !shape_at_keyword(r, "without")) return;
  reader_take(r);
  t->without = read_shape_term(r);
  if (t->without->type == SHAPE_NUM && !r->failed)
    reader_error_as(r, "type-mismatch", t->without->span,
                    "a number stands where a formula or a sequence is excluded");
}

/* sequence = "(" formula "," formula {"," formula} without ")" */
static ShapeTerm *read_sequence(Reader *r)
{
  ShapeTerm *t = new_term(r, SHAPE_SEQ);
  VEC(Temporal *) items = {0};
  reader_take(r);
  do vec_push(&items, read_plain_formula(r));
  while (shape_accept(r, ','));
  read_without(r, t);
  shape_expect(r, ')', "',' or ')' in the sequence");
  t->count = items.len;
  t->items = arena_new_array(r->arena, Temporal *, items.len);
  memcpy(t->items, items.data, items.len * sizeof *items.data);
  vec_free(&items);
  t->span = reader_since(r, t->span.begin);
  return t;
}

/* term = number | sequence | variable without | formula */
const ShapeTerm *read_shape_term(Reader *r)
{
  ShapeTerm *t = new_term(r, SHAPE_VAR);
  if (r->failed || !reader_enter(r)) return t;
  const ShapeVariable *v = shape_variable_at(r, r->next.begin);
  const ShapeTerm *number = at_number(r) ? read_shape_number(r) : NULL;
  if (number) {
    r->depth--;
    return number;
  }
  if (at_sequence(r)) t = read_sequence(r);
  else if (v && v->type == SHAPE_SEQ && r->next.kind == LEXEME_NAME) {
    t = read_variable(r, v);
    read_without(r, t);
  } else t->formula = read_plain_formula(r);
  t->span = reader_since(r, t->span.begin);
  r->depth--;
  return t;
}

/* ------------------------------------------------------------------ in formulas */

/* A variable stands for its formula. */
static Temporal *read_formula_variable(Reader *r, Lexeme name)
{
  const ShapeVariable *v = shape_variable_at(r, name.begin);
  Temporal *t = temporal_leaf(r->arena, TEMPORAL_VARIABLE, reader_span(r, name.begin, name.end));
  t->variable = v->name;
  t->slot = slot_of(r, v);
  if (v->type == SHAPE_VAR) return t;
  Diag *d = reader_error_as(r, "type-mismatch", t->span, "%s is %s, not a formula", v->name->text,
                            shape_type_name(v->type));
  if (!d || v->type != SHAPE_SEQ) return t;
  const char *hint = arena_printf(r->arena, "write seq(%s)", v->name->text);
  reader_hint(r, d, hint);
  diag_replace(r->diags, d, t->span, hint + strlen("write "));
  return t;
}

/* arguments = "(" [term {"," term}] ")" */
static void read_call_arguments(Reader *r, ShapeCall *call)
{
  VEC(const ShapeTerm *) arguments = {0};
  reader_take(r);
  bool more = r->next.kind != LEXEME_CLOSE;
  while (more) {
    vec_push(&arguments, read_shape_term(r));
    more = shape_accept(r, ',');
  }
  shape_expect(r, ')', "',' or ')' behind an argument");
  call->count = arguments.len;
  call->arguments = arena_new_array(r->arena, const ShapeTerm *, arguments.len + 1);
  for (uint32_t i = 0; i < arguments.len; i++) call->arguments[i] = arguments.data[i];
  vec_free(&arguments);
}

/* use = variable | name arguments
 * Behind a variable another formula may begin with a bracket: def f(x): x (f({p}) U f({q})) */
Temporal *read_shape_use(Reader *r)
{
  Lexeme name = reader_take(r);
  if (!shape_at_call(r, name.begin)) return read_formula_variable(r, name);
  Temporal *t = temporal_leaf(r->arena, TEMPORAL_CALL, reader_span(r, name.begin, name.end));
  size_t length = (size_t) (name.end - name.begin);
  t->call = arena_alloc(r->arena, sizeof *t->call);
  *t->call = (ShapeCall){.name = names_intern(r->reading->context->names, name.begin, length),
                         .span = t->span,
                         .inside = r->shapes->inside};
  read_call_arguments(r, t->call);
  vec_push(&r->shapes->calls, t->call);
  t->span = reader_since(r, t->span.begin);
  return t;
}
