#include "eventb/read/prolog.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "syntax/utf8.h"

enum { TERM_DEPTH_LIMIT = 5000 };

typedef struct {
  Arena *arena;
  Names *names;
  Diags *diags;
  const Source *source;
  uint32_t at; /* byte offset */
  unsigned depth;
  bool failed;
} Reader;

bool prolog_is(const PrologTerm *term, const char *functor, uint32_t count)
{
  bool fits = term->kind == (count ? PROLOG_COMPOUND : PROLOG_ATOM);
  return fits && term->count == count && !strcmp(term->name->text, functor);
}

static const PrologTerm *read_term(Reader *);

static char here(const Reader *r) { return r->source->text[r->at]; }
static char ahead(const Reader *r) { return here(r) ? r->source->text[r->at + 1] : '\0'; }

static Span span_from(const Reader *r, uint32_t begin)
{
  return (Span){r->source->base + begin, r->source->base + r->at};
}

static const PrologTerm *fail(Reader *r, const char *message)
{
  Span span = {r->source->base + r->at, r->source->base + r->at + (here(r) ? 1 : 0)};
  if (!r->failed) diag_error(r->diags, span, "package", "%s", message);
  r->failed = true;
  return NULL;
}

/* Spaces, % comments and bracketed ones. */
static void skip(Reader *r)
{
  for (;;) {
    if (isspace((unsigned char) here(r))) r->at++;
    else if (here(r) == '%')
      while (here(r) && here(r) != '\n') r->at++;
    else if (here(r) == '/' && ahead(r) == '*') {
      const char *end = strstr(r->source->text + r->at + 2, "*/");
      r->at = end ? (uint32_t) (end + 2 - r->source->text) : r->source->length;
    } else return;
  }
}

static bool accept(Reader *r, char c)
{
  skip(r);
  if (here(r) != c) return false;
  r->at++;
  return true;
}

static PrologTerm *new_term(Reader *r, PrologKind kind, const Name *name, uint32_t begin)
{
  PrologTerm *term = arena_alloc(r->arena, sizeof *term);
  term->kind = kind;
  term->name = name;
  term->span = span_from(r, begin);
  return term;
}

/* ---- names and numbers */

static bool is_name_byte(char c)
{
  return isalnum((unsigned char) c) || c == '_' || (unsigned char) c >= 0x80;
}

static const Name *read_word(Reader *r)
{
  uint32_t begin = r->at;
  while (is_name_byte(here(r))) r->at++;
  return names_intern(r->names, r->source->text + begin, r->at - begin);
}

/* \x41\ and \101\: a character by its code. */
static bool read_code(Reader *r, Text *text, int base)
{
  char *end;
  unsigned long code = strtoul(r->source->text + r->at, &end, base);
  uint32_t length = (uint32_t) (end - (r->source->text + r->at));
  if (length == 0 || length > 8 || code == 0 || code > 0x10FFFF) return false;
  if (code >= 0xD800 && code <= 0xDFFF) return false;
  r->at += length;
  if (here(r) == '\\') r->at++;
  char bytes[4];
  text_add_bytes(text, bytes, utf8_put((uint32_t) code, bytes));
  return true;
}

static bool read_escape(Reader *r, Text *text)
{
  static const char letters[] = "abtnvfre0s", meanings[] = "\a\b\t\n\v\f\r\033\0 ";
  char c = here(r);
  if (c == '\0') return false;
  if (c == '\n') return r->at++, true; /* the line goes on */
  if (isdigit((unsigned char) c)) return read_code(r, text, 8);
  r->at++;
  if (c == 'x') return read_code(r, text, 16);
  const char *letter = strchr(letters, c);
  text_add_char(text, letter ? meanings[letter - letters] : c);
  return true;
}

/* The text between quotes; a quote is written twice or after a backslash. */
static const Name *read_quoted(Reader *r)
{
  Text text = {0};
  char quote = here(r);
  uint32_t begin = r->at++;
  const Name *name = NULL;
  while (!name && !r->failed) {
    char c = here(r);
    if (c == '\0') {
      r->at = begin;
      fail(r, "this quote is not closed");
    } else if (c == quote && ahead(r) == quote) {
      text_add_char(&text, c);
      r->at += 2;
    } else if (c == quote) {
      r->at++;
      name = names_intern(r->names, text_string(&text), text.len);
    } else if (c == '\\') {
      r->at++;
      if (!read_escape(r, &text)) fail(r, "unknown escape sequence");
    } else {
      text_add_char(&text, c);
      r->at++;
    }
  }
  text_free(&text);
  return name;
}

static const PrologTerm *read_number(Reader *r)
{
  uint32_t begin = r->at;
  if (here(r) == '-') r->at++;
  while (isdigit((unsigned char) here(r))) r->at++;
  if (here(r) == '.' && isdigit((unsigned char) ahead(r))) {
    r->at++;
    while (isdigit((unsigned char) here(r))) r->at++;
  }
  const Name *digits = names_intern(r->names, r->source->text + begin, r->at - begin);
  return new_term(r, PROLOG_NUMBER, digits, begin);
}

/* ---- terms */

/* term { "," term }, into the term's arguments. */
static bool read_arguments(Reader *r, PrologTerm *term)
{
  PrologTerms list = {0};
  do {
    const PrologTerm *argument = read_term(r);
    if (argument) vec_push(&list, argument);
  } while (!r->failed && accept(r, ','));
  term->args = arena_new_array(r->arena, const PrologTerm *, list.len);
  if (list.len) memcpy(term->args, list.data, list.len * sizeof *list.data);
  term->count = list.len;
  vec_free(&list);
  return !r->failed;
}

/* "[" [ terms [ "|" term ] ] "]" */
static const PrologTerm *read_list(Reader *r)
{
  PrologTerm *list = new_term(r, PROLOG_LIST, NULL, r->at);
  uint32_t begin = r->at++;
  skip(r);
  if (!accept(r, ']')) {
    if (!read_arguments(r, list)) return NULL;
    if (accept(r, '|') && !read_term(r)) return NULL; /* an open list: its rest is not known */
    if (!accept(r, ']')) return fail(r, "expected ',' or ']'");
  }
  list->span = span_from(r, begin);
  return list;
}

/* name [ "(" terms ")" ] */
static const PrologTerm *read_compound(Reader *r)
{
  uint32_t begin = r->at;
  const Name *name = here(r) == '\'' ? read_quoted(r) : read_word(r);
  if (!name) return NULL;
  PrologTerm *term = new_term(r, PROLOG_ATOM, name, begin);
  if (here(r) != '(') return term;
  r->at++;
  term->kind = PROLOG_COMPOUND;
  if (!read_arguments(r, term)) return NULL;
  if (!accept(r, ')')) return fail(r, "expected ',' or ')'");
  term->span = span_from(r, begin);
  return term;
}

static const PrologTerm *read_plain(Reader *r)
{
  char c = here(r);
  uint32_t begin = r->at;
  if (c == '[') return read_list(r);
  if (isdigit((unsigned char) c) || (c == '-' && isdigit((unsigned char) ahead(r))))
    return read_number(r);
  if (isupper((unsigned char) c) || c == '_') {
    const Name *name = read_word(r);
    return new_term(r, PROLOG_VARIABLE, name, begin);
  }
  if (c == '"') {
    const Name *name = read_quoted(r);
    return name ? new_term(r, PROLOG_STRING, name, begin) : NULL;
  }
  if (c == '\'' || is_name_byte(c)) return read_compound(r);
  if (c == '(') { /* brackets around a term */
    r->at++;
    const PrologTerm *inner = read_term(r);
    if (inner && !accept(r, ')')) return fail(r, "expected ')'");
    return inner;
  }
  return fail(r, c ? "expected a term" : "the text ends inside a term");
}

static const PrologTerm *read_term(Reader *r)
{
  skip(r);
  if (r->depth >= TERM_DEPTH_LIMIT) return fail(r, "this term is nested too deeply");
  r->depth++;
  const PrologTerm *term = read_plain(r);
  r->depth--;
  return term;
}

static const PrologTerm *make(Arena *arena, PrologKind kind, const Name *name, Span span,
                              const PrologTerm *const *args, uint32_t count)
{
  PrologTerm *term = arena_alloc(arena, sizeof *term);
  *term = (PrologTerm){.kind = kind, .name = name, .span = span, .count = count};
  term->args = arena_new_array(arena, const PrologTerm *, count + 1);
  for (uint32_t i = 0; i < count; i++) term->args[i] = args[i];
  return term;
}

const PrologTerm *prolog_atom(Arena *arena, const Name *name, Span span)
{
  return make(arena, PROLOG_ATOM, name, span, NULL, 0);
}

const PrologTerm *prolog_list(Arena *arena, Span span, const PrologTerm *const *elements,
                              uint32_t count)
{
  return make(arena, PROLOG_LIST, NULL, span, elements, count);
}

const PrologTerm *prolog_compound(Arena *arena, const Name *functor, Span span,
                                  const PrologTerm *const *arguments, uint32_t count)
{
  return make(arena, PROLOG_COMPOUND, functor, span, arguments, count);
}

void prolog_read(Arena *arena, Names *names, Diags *diags, const Source *source, PrologTerms *list)
{
  Reader r = {.arena = arena, .names = names, .diags = diags, .source = source};
  for (skip(&r); here(&r) && !r.failed; skip(&r)) {
    const PrologTerm *term = read_term(&r);
    if (term && !accept(&r, '.')) fail(&r, "expected a full stop after this fact");
    if (term && !r.failed) vec_push(list, term);
  }
}
