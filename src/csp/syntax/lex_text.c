#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "csp/syntax/lex_impl.h"
#include "syntax/utf8.h"

static bool starts(const char *at, const char *text) { return !strncmp(at, text, strlen(text)); }
static bool line_end(const CspLexer *lx, const char *at)
{
  return at >= lx->end || *at == '\n' || *at == '\r';
}

/* --------------------------------------------------------------- comments */

void csp_lex_line_comment(CspLexer *lx)
{
  const char *from = lx->at;
  while (!line_end(lx, lx->at)) lx->at++;
  CspComment comment = {csp_lex_span(lx, from), true, NULL, 0};
  vec_push(&lx->comments, comment);
}

/* The first quoted text there; NULL if there is none before the end. */
static const Name *quoted(CspLexer *lx, const char *at, const char *end)
{
  while (at < end && isspace((unsigned char) *at)) at++;
  if (at == end || *at != '"') return NULL;
  const char *from = ++at;
  while (at < end && *at != '"') at++;
  return at < end ? names_intern(lx->names, from, (size_t) (at - from)) : NULL;
}

/* {-# assert_ltl "formula" "comment" #-} */
static void read_pragma(CspLexer *lx, const char *from, CspComment *comment)
{
  const char *at = from + 3;
  if (from[2] != '#') return;
  while (isspace((unsigned char) *at)) at++;
  if (!starts(at, "assert_ltl") && !starts(at, "assert_ctl")) return;
  comment->logic = starts(at, "assert_ctl");
  comment->formula = quoted(lx, at + strlen("assert_ltl"), lx->at);
  if (!comment->formula)
    diag_error(lx->diags, comment->span, "syntax", "a formula in quotes is missing in this pragma");
}

/* "{-" … "-}", which may be nested */
void csp_lex_block_comment(CspLexer *lx)
{
  const char *from = lx->at;
  unsigned open = 0;
  do {
    if (starts(lx->at, "{-")) open++, lx->at += 2;
    else if (starts(lx->at, "-}")) open--, lx->at += 2;
    else lx->at++;
  } while (open > 0 && lx->at < lx->end);
  CspComment comment = {csp_lex_span(lx, from), false, NULL, 0};
  if (open == 0) {
    for (const char *at = from; at < lx->at; at++) lx->newline |= *at == '\n' || *at == '\r';
    read_pragma(lx, from, &comment);
    vec_push(&lx->comments, comment);
    return;
  }
  Span opening = {comment.span.begin, comment.span.begin + 2};
  Diag *d =
      diag_error(lx->diags, opening, "unclosed-comment", "this comment is not closed with '-}'");
  if (isdigit((unsigned char) from[2])) {
    diag_hint(lx->diags, d, "a set that begins with a negative number needs a blank: { -1}");
    diag_replace(lx->diags, d, opening, "{ -");
  }
  csp_lex_add(lx, CSP_TOKEN_ERROR, from);
}

/* ----------------------------------------------------------------- quotes */

/* The character at *at, an escape perhaps; *at goes behind it. */
static uint32_t read_character(const char **at)
{
  unsigned length;
  if (**at != '\\') {
    uint32_t c = utf8_decode(*at, &length);
    return *at += length, c;
  }
  char c = (*at)[1];
  *at += 2;
  switch (c) {
  case 'n': return '\n';
  case 't': return '\t';
  case 'r': return '\r';
  case '0': return 0;
  case '\\':
  case '\'':
  case '"': return (uint32_t) c;
  default: --*at; return '\\'; /* it stands for itself */
  }
}

static void report_open(CspLexer *lx, const char *from, const char *what)
{
  Span span = {csp_lex_span(lx, from).begin, csp_lex_span(lx, from).begin + 1};
  diag_error(lx->diags, span, "syntax", "this %s is not closed", what);
  csp_lex_add(lx, CSP_TOKEN_ERROR, from);
}

void csp_lex_string(CspLexer *lx)
{
  const char *from = lx->at++;
  Text text = {0};
  while (!line_end(lx, lx->at) && *lx->at != '"') {
    char bytes[4];
    uint32_t c = read_character(&lx->at);
    text_add_bytes(&text, bytes, utf8_put(c, bytes));
  }
  if (line_end(lx, lx->at)) {
    report_open(lx, from, "string");
  } else {
    lx->at++;
    CspToken *token = csp_lex_add(lx, CSP_TOKEN_STRING, from);
    token->name = names_intern(lx->names, text_string(&text), text.len);
  }
  text_free(&text);
}

void csp_lex_char(CspLexer *lx)
{
  const char *from = lx->at++;
  if (!line_end(lx, lx->at) && *lx->at != '\'') {
    uint32_t c = read_character(&lx->at);
    if (*lx->at == '\'' && lx->at < lx->end) {
      lx->at++;
      csp_lex_add(lx, CSP_TOKEN_CHAR, from)->number = c;
      return;
    }
  }
  lx->at = from + 1;
  Span span = csp_lex_span(lx, from);
  Diag *d = diag_error(lx->diags, span, "syntax", "a character is one sign between quotes: 'a'");
  diag_hint(lx->diags, d, "strings are written with \"; a prime belongs to the name before it");
  while (isalnum((unsigned char) *lx->at) || *lx->at == '_') lx->at++;
  if (*lx->at == '\'') lx->at++;
  csp_lex_add(lx, CSP_TOKEN_ERROR, from);
}

/* ------------------------------------------------------ unknown characters */

/* Symbols that mean nothing here, and what to write in their place, or NULL. */
typedef struct {
  const char *symbol, *hint, *text;
} Lookalike;

static const Lookalike *lookalike(const char *at)
{
  static const Lookalike known[] = {
      {"→", "a prefix is written ->", "->"},
      {"□", "external choice is written []", "[]"},
      {"⊓", "internal choice is written |~|", "|~|"},
      {"∥", "parallel composition is written [|A|] or [A||B]", NULL},
      {"⟨", "sequences are written with < and >", "<"},
      {"⟩", "sequences are written with < and >", ">"},
      {"←", "a generator is written <-", "<-"},
      {"≤", "'less or equal' is written <=", "<="},
      {"≥", "'greater or equal' is written >=", ">="},
      {"≠", "'not equal' is written !=", "!="},
      {"∧", "a conjunction is written 'and'", " and "},
      {"∨", "a disjunction is written 'or'", " or "},
      {"¬", "negation is written 'not'", "not "},
      {"“", "strings are written with \"", "\""},
      {"”", "strings are written with \"", "\""},
      {"_", "a name must begin with a letter", NULL},
      {"~", "internal choice is written |~|, negation 'not'", NULL},
      {"`", "there are no names in back-quotes", NULL},
  };
  for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
    if (starts(at, known[i].symbol)) return &known[i];
  return NULL;
}

/* Bytes that are no UTF-8 were replaced by U+FFFD when the text was read; outside of comments that
 * is all there is to say about such a text. */
static void report_encoding(CspLexer *lx, const char *from)
{
  lx->unreadable = true;
  diags_release(lx->diags, lx->mark);
  Diag *d = diag_error(lx->diags, csp_lex_span(lx, from), "encoding",
                       "this is not UTF-8 text (Latin-1, UTF-16 or binary?)");
  diag_hint(lx->diags, d, "save the file with the encoding UTF-8");
}

void csp_lex_unknown(CspLexer *lx)
{
  const char *from = lx->at;
  unsigned length;
  uint32_t c = utf8_decode(from, &length);
  lx->at += length;
  if (c == 0xFFFD) {
    report_encoding(lx, from);
    return;
  }
  if (c == '_')
    while (isalnum((unsigned char) *lx->at) || *lx->at == '_') lx->at++;
  Span span = csp_lex_add(lx, CSP_TOKEN_ERROR, from)->span;
  Diag *d;
  if (c < 0x20 || c == 0x7F)
    d = diag_error(lx->diags, span, "unknown-character", "unknown control character 0x%02x", c);
  else
    d = diag_error(lx->diags, span, "unknown-character", "unknown symbol '%.*s'",
                   (int) (lx->at - from), from);
  const Lookalike *known = lookalike(from);
  if (known) diag_hint(lx->diags, d, "%s", known->hint);
  if (known && known->text) diag_replace(lx->diags, d, span, known->text);
}
