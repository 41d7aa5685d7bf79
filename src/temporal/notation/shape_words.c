#include <string.h>

#include "temporal/notation/shape_impl.h"

/* The names of patterns and variables, and the words around them. */

static const char *const keywords[] = {"def", "var",  "num", "seq", "count",
                                       "up",  "down", "to",  "end", "without"};
static const BuiltinInfo builtins[] = {
#define SHAPE(name, text, parameters, reserved) {text, parameters, reserved},
#include "temporal/notation/shapes.def"
#undef SHAPE
};

const BuiltinInfo *builtin_info(BuiltinShape shape) { return &builtins[shape]; }

static bool equals(const char *begin, size_t length, const char *word)
{
  return strlen(word) == length && !memcmp(begin, word, length);
}

static bool is_builtin(const char *begin, size_t length)
{
  for (unsigned i = 0; i < BUILTIN_SHAPES; i++)
    if (equals(begin, length, builtins[i].name)) return true;
  return false;
}

static bool is_pattern(const Reader *r, const char *begin, size_t length)
{
  if (is_builtin(begin, length)) return true;
  const Name *name = names_find(r->reading->context->names, begin, length);
  const Shapes *s = r->shapes;
  for (uint32_t i = 0; name && i < s->names.len; i++)
    if (s->names.data[i] == name) return true;
  return false;
}

const ShapeVariable *shape_variable(const Shapes *s, const Name *name)
{
  for (uint32_t i = s->variables.len; i-- > s->first;)
    if (s->variables.data[i].name == name) return &s->variables.data[i];
  return NULL;
}

bool shape_at_keyword(const Reader *r, const char *word)
{
  if (r->next.kind != LEXEME_UNKNOWN) return false;
  return equals(r->next.begin, lexeme_word(r->next.begin, r->end), word);
}

const char *shape_bad_name(const Reader *r, const char *begin, size_t length)
{
  for (unsigned i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if (equals(begin, length, keywords[i])) return "is a word of patterns";
  for (unsigned i = 0; i < BUILTIN_SHAPES; i++)
    if (builtins[i].reserved && equals(begin, length, builtins[i].name))
      return "is a pattern that is built in";
  return lexemes_are_words(begin, begin + length, r->logic) ? "is read as words of temporal logic"
                                                            : NULL;
}

bool shape_at_call(const Reader *r, const char *at)
{
  size_t length = lexeme_word(at, r->end);
  const char *behind = r->shapes->comments ? shapes_skip_comments(at + length, r->end)
                                           : lexeme_skip_blanks(at + length, r->end);
  return length && behind < r->end && *behind == '(' && is_pattern(r, at, length);
}

const ShapeVariable *shape_variable_at(const Reader *r, const char *at)
{
  size_t length = lexeme_word(at, r->end);
  const Name *name = length ? names_find(r->reading->context->names, at, length) : NULL;
  return name && !shape_at_call(r, at) ? shape_variable(r->shapes, name) : NULL;
}

size_t shape_name_at(const Reader *r, const char *at)
{
  return shape_at_call(r, at) || shape_variable_at(r, at) ? lexeme_word(at, r->end) : 0;
}

void shapes_each_name(const Reader *r, void (*visit)(void *context, const char *word),
                      void *context)
{
  for (unsigned i = 0; i < BUILTIN_SHAPES; i++) visit(context, builtins[i].name);
  const Shapes *s = r->shapes;
  for (uint32_t i = 0; i < s->names.len; i++) visit(context, s->names.data[i]->text);
  for (uint32_t i = s->first; i < s->variables.len; i++)
    visit(context, s->variables.data[i].name->text);
}

/* -------------------------------------------------------------- before reading */

const char *shapes_skip_comments(const char *at, const char *end)
{
  for (;;) {
    at = lexeme_skip_blanks(at, end);
    if (end - at < 2 || *at != '/' || (at[1] != '/' && at[1] != '*')) return at;
    const char *after = part_skip(at, end);
    if (after == at + 1) { /* not closed: `//` ends with the text */
      if (at[1] == '*') return at;
      after = end;
    }
    at = after;
  }
}

/* The text begins with a definition or a statement. */
static bool has_statements(const char *at, const char *end)
{
  at = shapes_skip_comments(at, end);
  size_t length = lexeme_word(at, end);
  const char *behind = shapes_skip_comments(at + length, end);
  if (length == 0 || behind == end) return false;
  if (*behind == ':' || equals(at, length, "count")) return true;
  if (equals(at, length, "seq")) return *behind != '(';
  return equals(at, length, "def") || equals(at, length, "var") || equals(at, length, "num");
}

static void note_name(Shapes *s, Reader *r, const char *at)
{
  at = shapes_skip_comments(at, r->end);
  size_t length = lexeme_word(at, r->end);
  if (length) vec_push(&s->names, names_intern(r->reading->context->names, at, length));
}

void shapes_open(Shapes *s, Reader *r)
{
  *s = (Shapes){.comments = r->logic == LOGIC_LTL && has_statements(r->source->text, r->end)};
  s->inside = &s->text;
  r->shapes = r->logic == LOGIC_LTL ? s : NULL;
  if (!s->comments) return;
  for (const char *at = r->source->text; at < r->end;) {
    size_t length = lexeme_word(at, r->end);
    if (equals(at, length, "def")) note_name(s, r, at + length);
    at = length ? at + length : part_skip(at, r->end);
  }
}

void shapes_close(Shapes *s)
{
  vec_free(&s->names);
  vec_free(&s->variables);
  vec_free(&s->definitions);
  vec_free(&s->calls);
}
