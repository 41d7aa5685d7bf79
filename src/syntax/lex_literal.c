#include "syntax/lex_impl.h"

#include <ctype.h>
#include <gmp.h>
#include <stdlib.h>

#include "base/text.h"

/* Numbers, strings, template strings and quoted names. */

/* --------------------------------------------------------------- literals */

static const Name *decimal_of_hex(Lexer *lx, const char *digits, size_t length)
{
  mpz_t number;
  char *copy = arena_copy(lx->arena, digits, length);
  mpz_init_set_str(number, copy, 16);
  char *decimal = mpz_get_str(NULL, 10, number);
  const Name *name = names_intern_string(lx->names, decimal);
  free(decimal);
  mpz_clear(number);
  return name;
}

static const char *digits_end(const char *at)
{
  while (isdigit((unsigned char) *at)) at++;
  return at;
}

/* 10_000_000: groups of digits. */
static const Name *without_separators(Lexer *lx, const char *from)
{
  Text text = {0};
  for (; from < lx->at; from++)
    if (*from != '_') text_add_char(&text, *from);
  const Name *name = names_intern(lx->names, text_string(&text), text.len);
  text_free(&text);
  return name;
}

/* digits { "_" digits }  |  digits [ "." digits [ ("e"|"E") ["+"|"-"] digits ] ]  |  "0x" hexdigits
 */
void lex_number(Lexer *lx)
{
  const char *from = lx->at;
  if (from[0] == '0' && from[1] == 'x' && isxdigit((unsigned char) from[2])) {
    const char *digits = from + 2;
    lx->at = digits;
    while (isxdigit((unsigned char) *lx->at)) lx->at++;
    const Name *name = decimal_of_hex(lx, digits, (size_t) (lx->at - digits));
    lex_add(lx, TOKEN_NUMBER, from)->name = name;
    return;
  }
  lx->at = digits_end(from);
  if (lx->at[0] == '.' && isdigit((unsigned char) lx->at[1])) {
    lx->at = digits_end(lx->at + 1);
    const char *e = lx->at;
    if (*e == 'e' || *e == 'E') {
      e += e[1] == '+' || e[1] == '-' ? 2 : 1;
      if (isdigit((unsigned char) *e)) lx->at = digits_end(e);
    }
    lex_add(lx, TOKEN_REAL_NUMBER, from)->name =
        names_intern(lx->names, from, (size_t) (lx->at - from));
    return;
  }
  while (lx->at[0] == '_' && isdigit((unsigned char) lx->at[1])) lx->at = digits_end(lx->at + 1);
  const char *digits = from;
  while ((*digits == '0' || *digits == '_') && digits + 1 < lx->at) digits++;
  const Name *name = without_separators(lx, digits);
  lex_add(lx, TOKEN_NUMBER, from)->name = name;
}

const Name *lex_unescape(Lexer *lx, const char *at, const char *end, const char *more)
{
  Text text = {0};
  for (; at < end; at++) {
    char c = *at;
    if (c == '\r' && end - at > 1 && at[1] == '\n') continue;
    if (c == '\r') c = '\n';
    if (c == '\\' && end - at > 1) {
      char next = at[1];
      if (next == 'n') c = '\n', at++;
      else if (next == 't') c = '\t', at++;
      else if (next == 'r') c = '\r', at++;
      else if (next == '"' || next == '\'' || next == '\\' || (next && strchr(more, next)))
        c = next, at++;
    }
    text_add_char(&text, c);
  }
  const Name *name = names_intern(lx->names, text_string(&text), text.len);
  text_free(&text);
  return name;
}

/* The end of a quoted text that begins at `at`: the closing quotes, or NULL. */
static const char *closing(const char *at, const char *quotes, bool one_line)
{
  for (; *at; at++) {
    if (starts_with(at, quotes)) return at;
    if (one_line && (*at == '\n' || *at == '\r')) return NULL;
    if (*at == '\\' && at[1] && !(one_line && (at[1] == '\n' || at[1] == '\r'))) at++;
  }
  return NULL;
}

bool lex_is_line_end(const char *at)
{
  return *at == '\n' || *at == '\r' || starts_with(at, "\u2028") || starts_with(at, "\u2029");
}

const char *lex_line_end(const char *at)
{
  while (*at && !lex_is_line_end(at)) at++;
  return at;
}

void lex_string(Lexer *lx)
{
  const char *from = lx->at, *close = closing(from + 1, "\"", true);
  lx->at = close ? close + 1 : lex_line_end(from);
  if (!close) {
    Diag *d = diag_error(lx->diags, (Span){lex_position(lx, from), lex_position(lx, from) + 1},
                         "unclosed-string", "this string is not closed on its line");
    const char *curly = strstr(from, "”");
    if (curly && curly < lx->at) {
      uint32_t at = lex_position(lx, curly);
      diag_hint(lx->diags, d, "strings are closed with '\"', not with ”");
      diag_replace(lx->diags, d, (Span){at, at + (uint32_t) strlen("”")}, "\"");
    } else {
      diag_hint(lx->diags, d, "add '\"' at its end; use '''…''' for a multi-line string");
    }
  }
  const Name *name = lex_unescape(lx, from + 1, close ? close : lx->at, "");
  lex_add(lx, close ? TOKEN_STRING : TOKEN_ERROR, from)->name = name;
}

/* '''…''' */
void lex_long_string(Lexer *lx)
{
  const char *from = lx->at, *close = closing(from + 3, "'''", false);
  lx->at = close ? close + 3 : lx->end;
  if (!close)
    diag_error(lx->diags, (Span){lex_position(lx, from), lex_position(lx, from) + 3},
               "unclosed-string", "the string that starts here is not closed with '''");
  const Name *name = lex_unescape(lx, from + 3, close ? close : lx->end, "");
  lex_add(lx, close ? TOKEN_STRING : TOKEN_ERROR, from)->name = name;
}

/* -------------------------------------------------------- template strings */

/* ``` text { hole text } ```    hole = ("${" | "$[" format "]{") tokens "}"
 *
 * Becomes TEMPLATE { [TEMPLATE_FORMAT] tokens TEMPLATE_TEXT } TEMPLATE_END.  The holes that
 * are open are a stack, so that templates in holes of templates need no recursion. */

/* The '{' of a hole that begins at `at`, or NULL. */
static const char *hole_brace(const char *at)
{
  if (*at++ != '$') return NULL;
  if (*at == '[') {
    while (isalnum((unsigned char) *++at) || *at == ',') {}
    if (*at++ != ']') return NULL;
  }
  return *at == '{' ? at : NULL;
}

void lex_report_open_template(Lexer *lx, const char *opening)
{
  const char *hole = lx->holes.len ? lx->holes.data[0].from : NULL, *at = hole ? hole : opening;
  Span span = {lex_position(lx, at), lex_position(lx, at) + (hole ? 2 : 3)};
  if (hole)
    diag_error(lx->diags, span, "unclosed-string",
               "the expression that starts here is not closed with '}'");
  else
    diag_error(lx->diags, span, "unclosed-string",
               "the string that starts here is not closed with ```");
  lx->holes.len = 0;
  lx->at = lx->end;
  lex_add(lx, TOKEN_ERROR, at);
}

/* The text from `from` up to a hole or the end, whose first part (opening quotes, or the brace
 * that closes a hole) has been read. */
static void lex_template_text(Lexer *lx, TokenKind kind, const char *from)
{
  const char *text = lx->at, *at = text, *brace = NULL;
  while (*at && !starts_with(at, "```") && !(brace = hole_brace(at)))
    at += *at == '\\' && at[1] ? 2 : 1;
  if (!*at) {
    lex_report_open_template(lx, from);
    return;
  }
  lx->at = at;
  Token *token = lex_add(lx, kind, from);
  token->name = lex_unescape(lx, text, at, "`$");
  token->raw = names_intern(lx->names, text, (size_t) (at - text));
  lx->at = brace ? brace + 1 : at + 3;
  if (!brace) {
    lex_add(lx, TOKEN_TEMPLATE_END, at);
    return;
  }
  Hole hole = {at, 0};
  vec_push(&lx->holes, hole);
  if (at[1] == '[')
    lex_add(lx, TOKEN_TEMPLATE_FORMAT, at)->name =
        names_intern(lx->names, at + 2, (size_t) (brace - at - 3));
}

void lex_template(Lexer *lx)
{
  const char *from = lx->at;
  lx->at += 3;
  lex_template_text(lx, TOKEN_TEMPLATE, from);
}

/* A '}' that closes a hole; other braces inside are counted. */
bool lex_closes_hole(Lexer *lx)
{
  if (lx->holes.len == 0) return false;
  Hole *hole = &lx->holes.data[lx->holes.len - 1];
  if (*lx->at == '{') hole->braces++;
  if (*lx->at != '}') return false;
  if (hole->braces > 0) return hole->braces--, false;
  lx->holes.len--;
  return true;
}

void lex_after_hole(Lexer *lx)
{
  const char *from = lx->at++;
  lex_template_text(lx, TOKEN_TEMPLATE_TEXT, from);
}

void lex_back_quoted(Lexer *lx)
{
  const char *from = lx->at, *close = closing(from + 1, "`", true);
  lx->at = close ? close + 1 : lex_line_end(from);
  const Name *name = lex_unescape(lx, from + 1, close ? close : lx->at, "`");
  Token *token = lex_add(lx, TOKEN_NAME, from);
  token->name = name;
  token->quoted = true;
  if (!close)
    diag_error(lx->diags, token->span, "unclosed-name", "this name is not closed with '`'");
  else if (name->len == 0)
    diag_error(lx->diags, token->span, "bad-name", "a name must not be empty");
  else if (strchr(name->text, '.'))
    diag_error(lx->diags, token->span, "bad-name", "a back-quoted name must not contain a dot");
}
