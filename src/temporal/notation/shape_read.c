#include <string.h>

#include "temporal/notation/shape_impl.h"

/* Definitions of patterns, and the statements in them and in front of a formula. */

static ShapeStatement *read_statements(Reader *, bool text);

/* ----------------------------------------------------------------------- names */

/* The name that comes next; NULL: reported. */
static const Name *read_name(Reader *r, const char *what, Span *span)
{
  const char *at = r->next.begin;
  size_t length = lexeme_word(at, r->end);
  if (r->failed || length == 0) {
    shape_unexpected(r, what);
    return NULL;
  }
  *span = reader_span(r, at, at + length);
  const char *wrong = shape_bad_name(r, at, length);
  if (wrong) {
    reader_error(r, *span, "'%.*s' %s, and no name", (int) (length < 60 ? length : 60), at, wrong);
    return NULL;
  }
  reader_go_to(r, at + length);
  return names_intern(r->reading->context->names, at, length);
}

/* A variable that may be used from here on; its slot. */
static uint32_t declare(Reader *r, const Name *name, Span span, ShapeType type)
{
  Shapes *s = r->shapes;
  if (r->failed) return 0;
  if (shape_variable(s, name)) {
    reader_error_as(r, "duplicate-definition", span, "there is a variable %s already", name->text);
    return 0;
  }
  vec_push(&s->variables, ((ShapeVariable){name, type}));
  uint32_t slots = s->variables.len - s->first;
  if (slots > s->inside->slots) s->inside->slots = slots;
  reader_go_to(r, r->last); /* what comes next may be this name */
  return slots - 1;
}

/* The type of the parameter or variable; false: there is none. */
static bool read_type(Reader *r, ShapeType *type)
{
  static const char *const words[] = {"var", "num", "seq"};
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
    if (shape_at_keyword(r, words[i])) {
      *type = (ShapeType) i;
      reader_take(r);
      return true;
    }
  return false;
}

/* ------------------------------------------------------------------ statements */

static void expect_type(Reader *r, const ShapeTerm *t, const Name *name, ShapeType type)
{
  if (r->failed || t->type == type) return;
  reader_error_as(r, "type-mismatch", t->span, "%s is %s, but this is %s", name->text,
                  shape_type_name(type), shape_type_name(t->type));
}

/* declaration = ("var" | "num" | "seq") name ":" term */
static void read_declaration(Reader *r, ShapeStatement *s)
{
  ShapeType type = SHAPE_VAR;
  Span span;
  read_type(r, &type);
  const Name *name = read_name(r, "the name of a variable", &span);
  if (!name || !shape_expect(r, ':', "':' and a value")) return;
  s->value = read_shape_term(r);
  expect_type(r, s->value, name, type);
  s->sets = true;
  s->slot = declare(r, name, span, type);
}

/* assignment = name ":" term */
static void read_assignment(Reader *r, ShapeStatement *s)
{
  size_t length = lexeme_word(r->next.begin, r->end);
  Span span = reader_span(r, r->next.begin, r->next.begin + length);
  const Name *name = names_intern(r->reading->context->names, r->next.begin, length);
  const ShapeVariable *v = shape_variable(r->shapes, name);
  if (!v) {
    Diag *d = reader_error_as(r, "unknown-name", span, "there is no variable %s", name->text);
    reader_hint(r, d, "`var x: f` declares one; what is said of a state stands in braces");
    return;
  }
  ShapeType type = v->type;
  s->sets = true;
  s->slot = (uint32_t) (v - r->shapes->variables.data) - r->shapes->first;
  reader_go_to(r, r->next.begin + length);
  if (!shape_expect(r, ':', "':' and a value")) return;
  s->value = read_shape_term(r);
  expect_type(r, s->value, name, type);
}

static void expect_keyword(Reader *r, const char *word, const char *what)
{
  if (!r->failed && shape_at_keyword(r, word)) reader_take(r);
  else shape_unexpected(r, what);
}

/* name ":", unless a number begins here */
static const Name *read_counter(Reader *r, Span *span)
{
  const char *at = r->next.begin;
  size_t length = lexeme_word(at, r->end);
  const char *behind = shapes_skip_comments(at + length, r->end);
  if (length == 0 || behind == r->end || *behind != ':') return NULL;
  const Name *name = read_name(r, "the name of a counter", span);
  shape_expect(r, ':', "':'");
  return name;
}

/* loop = "count" [name ":"] number ("up" | "down") "to" number ":" {statement} "end" */
static void read_loop(Reader *r, ShapeStatement *s)
{
  Span span;
  reader_take(r);
  const Name *counter = read_counter(r, &span);
  s->value = read_shape_number(r);
  s->down = shape_at_keyword(r, "down");
  if (s->down) reader_take(r);
  else expect_keyword(r, "up", "'up to' or 'down to'");
  expect_keyword(r, "to", "'to'");
  s->last = read_shape_number(r);
  uint32_t outside = r->shapes->variables.len;
  if (counter) s->slot = declare(r, counter, span, SHAPE_NUM);
  s->sets = counter != NULL;
  shape_expect(r, ':', "':' and statements");
  s->body = read_statements(r, false);
  r->shapes->variables.len = outside;
  expect_keyword(r, "end", "a statement or 'end'");
}

static bool at_assignment(const Reader *r)
{
  const char *at = r->next.begin;
  size_t length = lexeme_word(at, r->end);
  const char *behind = shapes_skip_comments(at + length, r->end);
  return length && behind < r->end && *behind == ':';
}

static bool at_declaration(const Reader *r)
{
  return shape_at_keyword(r, "var") || shape_at_keyword(r, "num") || shape_at_keyword(r, "seq");
}

/* statement = declaration | assignment | loop */
static ShapeStatement *read_statement(Reader *r)
{
  void (*read)(Reader *, ShapeStatement *) = NULL;
  if (at_assignment(r)) read = read_assignment;
  else if (at_declaration(r)) read = read_declaration;
  else if (shape_at_keyword(r, "count")) read = read_loop;
  if (!read || r->failed || !reader_enter(r)) return NULL;
  ShapeStatement *s = arena_alloc(r->arena, sizeof *s);
  *s = (ShapeStatement){.span = reader_span(r, r->next.begin, r->next.end)};
  read(r, s);
  r->depth--;
  return s;
}

/* ----------------------------------------------------------------- definitions */

/* parameter = name [":" type] */
static void read_parameter(Reader *r)
{
  Span span;
  ShapeType type = SHAPE_VAR;
  const Name *name = read_name(r, "the name of a parameter", &span);
  if (shape_accept(r, ':') && !read_type(r, &type))
    shape_unexpected(r, "the type of the parameter: var, num or seq");
  if (name) declare(r, name, span, type);
}

static void read_parameters(Reader *r, ShapeDefinition *d)
{
  Shapes *s = r->shapes;
  shape_expect(r, '(', "'(' and parameters");
  if (!shape_accept(r, ')')) {
    do read_parameter(r);
    while (shape_accept(r, ','));
    shape_expect(r, ')', "',' or ')' behind a parameter");
  }
  d->count = s->variables.len - s->first;
  d->parameters = arena_new_array(r->arena, ShapeVariable, d->count + 1);
  for (uint32_t i = 0; i < d->count; i++) d->parameters[i] = s->variables.data[s->first + i];
}

static void reject_second(Reader *r, const ShapeDefinition *d)
{
  const Shapes *s = r->shapes;
  if (r->failed) return;
  for (unsigned i = 0; i < BUILTIN_SHAPES; i++) {
    const BuiltinInfo *info = builtin_info((BuiltinShape) i);
    if (!strcmp(info->name, d->name->text) && strlen(info->parameters) == d->count)
      reader_error_as(r, "duplicate-definition", d->span,
                      "the pattern %s with %u argument%s is built in", d->name->text, d->count,
                      text_plural(d->count));
  }
  for (uint32_t i = 0; i < s->definitions.len; i++) {
    const ShapeDefinition *other = s->definitions.data[i];
    if (r->failed || other->name != d->name || other->count != d->count) continue;
    Diag *diag = reader_error_as(r, "duplicate-definition", d->span,
                                 "there is a pattern %s with %u parameter%s already", d->name->text,
                                 d->count, text_plural(d->count));
    diag_note(r->diags, diag, other->span, "it is defined here");
  }
}

/* definition = "def" name "(" [parameter {"," parameter}] ")" ":" {statement} formula */
static void read_definition(Reader *r)
{
  Shapes *s = r->shapes;
  ShapeDefinition *d = arena_alloc(r->arena, sizeof *d), *around = s->inside;
  uint32_t first = s->first, variables = s->variables.len;
  *d = (ShapeDefinition){0};
  reader_take(r);
  d->name = read_name(r, "the name of a pattern", &d->span);
  s->inside = d;
  s->first = variables;
  if (d->name) {
    read_parameters(r, d);
    reject_second(r, d);
    shape_expect(r, ':', "':' and a formula");
    d->statements = read_statements(r, false);
    d->formula = read_plain_formula(r);
    vec_push(&s->definitions, d);
  }
  s->variables.len = variables;
  s->first = first;
  s->inside = around;
  if (!r->failed) reader_go_to(r, r->last); /* other names are known now */
}

/* statements = {statement}; in front of the formula of a text also definitions */
static ShapeStatement *read_statements(Reader *r, bool text)
{
  ShapeStatement *first = NULL, **next = &first;
  while (!r->failed) {
    bool definition = shape_at_keyword(r, "def");
    if (definition && !text)
      reader_error(r, reader_span(r, r->next.begin, r->next.end),
                   "patterns are not defined inside of others");
    else if (definition) read_definition(r);
    else {
      ShapeStatement *s = read_statement(r);
      if (!s) break;
      *next = s;
      next = &s->next;
    }
  }
  return first;
}

void read_shape_statements(Reader *r) { r->shapes->text.statements = read_statements(r, true); }
