#include "lts/facts.h"

#include <string.h>

#include "base/names.h"
#include "lts/aut.h"

/* The facts become the text of an Aldebaran file. */

typedef struct {
  const Source *source;
  Diags *diags;
  Names *states; /* numbers are those of the text that is made */
  Text edges;
  uint32_t count;
  const char *at; /* inside of a line that ends at … */
  const char *end;
} Facts;

static const char fact[] = "spec_trans(";

static bool expected(const Facts *f, const char *what)
{
  uint32_t begin = f->source->base + (uint32_t) (f->at - f->source->text);
  diag_error(f->diags, (Span){begin, begin + (f->at < f->end)}, "syntax", "expected %s", what);
  return false;
}

static bool take(Facts *f, char c)
{
  while (f->at < f->end && *f->at == ' ') f->at++;
  if (f->at == f->end || *f->at != c) return expected(f, (char[]){'\'', c, '\'', 0});
  f->at++;
  return true;
}

/* A number or a name. */
static bool take_state(Facts *f, uint32_t *state)
{
  while (f->at < f->end && *f->at == ' ') f->at++;
  const char *begin = f->at;
  while (f->at < f->end && *f->at != ',' && *f->at != ')') f->at++;
  if (f->at == begin) return expected(f, "a state");
  *state = names_intern(f->states, begin, (size_t) (f->at - begin))->id;
  return true;
}

/* 'op(1)', with \' or '' for a quote; or a term without quotes, up to a comma outside of brackets.
 */
static bool take_label(Facts *f, Text *label)
{
  while (f->at < f->end && *f->at == ' ') f->at++;
  unsigned depth = 0;
  bool quoted = f->at < f->end && *f->at == '\'';
  if (quoted) f->at++;
  for (; f->at < f->end; f->at++) {
    char c = *f->at, after = f->at + 1 < f->end ? f->at[1] : '\0';
    if (quoted && c == '\'' && after != '\'') break;
    if (!quoted && c == ',' && depth == 0) return label->len || expected(f, "a label");
    if (quoted && (c == '\\' || c == '\'')) f->at++, c = after == 'n' && c == '\\' ? '\n' : after;
    depth += !quoted && (c == '(' || c == '[');
    depth -= !quoted && (c == ')' || c == ']') && depth;
    text_add_char(label, c);
  }
  return quoted ? take(f, '\'') : expected(f, "','");
}

static bool is_start(const char *label)
{
  static const char *const names[] = {"SETUP_CONSTANTS", "INITIALISATION", "$setup_constants",
                                      "$initialise_machine"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    size_t length = strlen(names[i]);
    if (!strncmp(label, names[i], length) && (!label[length] || label[length] == '(')) return true;
  }
  return false;
}

/* An Aldebaran file gives some labels a meaning of their own. */
static bool is_special(const char *label)
{
  return !strcmp(label, "i") || !strcmp(label, "tau") || !strcmp(label, "tick") ||
         strchr(label, '\n');
}

/* spec_trans(FROM,LABEL,TO). */
static bool read_fact(Facts *f)
{
  uint32_t from, to;
  Text label = {0};
  f->at += strlen(fact);
  bool good = take_state(f, &from) && take(f, ',') && take_label(f, &label) && take(f, ',') &&
              take_state(f, &to) && take(f, ')') && take(f, '.');
  const char *text = text_string(&label);
  if (good && is_special(text)) {
    f->at -= f->at > f->source->text;
    good = expected(f, "another label: this one is hidden or final in a transition system");
  }
  if (good && is_start(text)) text_printf(&f->edges, "(%u, i, %u)\n", from, to);
  else if (good) text_printf(&f->edges, "(%u, \"%s\", %u)\n", from, text, to);
  f->count += good;
  text_free(&label);
  return good;
}

static bool begins(const Facts *f, const char *with)
{
  size_t length = strlen(with);
  return (size_t) (f->end - f->at) >= length && !memcmp(f->at, with, length);
}

static bool read_lines(Facts *f)
{
  const char *end = f->source->text + f->source->length, *next = f->source->text;
  while (next < end) {
    f->at = next;
    f->end = next + strcspn(next, "\r\n");
    next = f->end < end ? f->end + 1 : end;
    if (begins(f, FACTS_NOT_COMPLETE)) return expected(f, "a state space that is complete");
    if (begins(f, fact) && !read_fact(f)) return false;
  }
  return true;
}

Lts *facts_read(const Source *source, Diags *diags)
{
  Facts f = {.source = source, .diags = diags, .states = names_new()};
  f.at = f.end = source->text;
  names_intern_string(f.states, "root");
  bool good = read_lines(&f);
  if (good && !f.count) good = expected(&f, "a fact spec_trans(root,'op',1).");
  Text text = {0};
  text_printf(&text, "des (0, %u, %u)\n", good ? f.count : 0, good ? names_count(f.states) : 1);
  if (good) text_add(&text, text_string(&f.edges));
  Source made = *source;
  made.text = text_string(&text);
  made.length = (uint32_t) text.len;
  made.lines = NULL;
  Lts *lts = aut_read(&made, diags);
  text_free(&text);
  text_free(&f.edges);
  names_free(f.states);
  return lts;
}
