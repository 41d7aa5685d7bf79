#include "syntax/lexer.h"

#include <ctype.h>
#include <gmp.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/text.h"
#include "base/vec.h"
#include "syntax/utf8.h"

/* A reserved word (or soft function name) and the token it makes. */
typedef struct {
  const char *text;
  uint8_t kind;
  uint16_t node;
} Word;

static const Word words[] = {
#define KEYWORD(kind, word) {word, TOKEN_##kind, NODE_ERROR},
#define CLAUSE(kind, word) {word, TOKEN_##kind, NODE_ERROR},
#include "syntax/tokens.def"
#undef KEYWORD
#undef CLAUSE
#define FORM_WORD_INFIX TOKEN_OP
#define FORM_WORD_PREFIX TOKEN_OP
#define FORM_WORD_POSTFIX TOKEN_OP
#define FORM_WORD_FUNC TOKEN_FUNC
#define FORM_WORD_SOFT TOKEN_NAME
#define FORM_WORD_ATOM TOKEN_ATOM
#define FORM_WORD_BINDER TOKEN_BINDER
#define OP(kind, ascii, unicode, form, ...) {ascii, FORM_WORD_##form, NODE_##kind},
#include "syntax/operators.def"
#undef OP
};

typedef struct {
  const char *text;
  uint8_t kind;
  uint16_t node;
  bool reversed;
} Spelling;

static const Spelling spellings[] = {
#define SPELLING(text, kind, node) {text, TOKEN_##kind, NODE_##node, false},
#define SYMBOL(text, kind, node, reversed) {text, TOKEN_##kind, NODE_##node, reversed},
#include "syntax/tokens.def"
#undef SPELLING
#undef SYMBOL
};

enum { WORDS = sizeof words / sizeof *words, SPELLINGS = sizeof spellings / sizeof *spellings };

static bool is_word(const char *text) { return isalpha((unsigned char) text[0]) || text[0] == '@'; }

const char *token_kind_text(TokenKind kind)
{
  static const char *const texts[] = {
#define TOKEN(kind, text) text,
#define KEYWORD(kind, word) word,
#define CLAUSE(kind, word) word,
#include "syntax/tokens.def"
#undef TOKEN
#undef KEYWORD
#undef CLAUSE
  };
  return texts[kind];
}

bool token_is_clause(TokenKind kind)
{
  switch (kind) {
#define CLAUSE(kind, word) case TOKEN_##kind:
#include "syntax/tokens.def"
#undef CLAUSE
    return true;
  default: return false;
  }
}

/* `circ` is an operator only between two operands, a name elsewhere. */
static bool is_soft(const Word *word)
{
  return word->kind == TOKEN_NAME || word->node == NODE_CIRC;
}

bool word_is_reserved(const char *text)
{
  for (unsigned i = 0; i < WORDS; i++)
    if (!is_soft(&words[i]) && !strcmp(words[i].text, text)) return true;
  return false;
}

void words_each(void (*visit)(void *context, const char *word), void *context)
{
  for (unsigned i = 0; i < WORDS; i++)
    if (is_word(words[i].text)) visit(context, words[i].text);
}

/* ${…} of a template string that is not closed yet. */
typedef struct {
  const char *from;
  uint32_t braces; /* that are open inside of it */
} Hole;

typedef struct {
  Arena *arena;
  Names *names;
  Diags *diags;
  const Source *source;
  const char *start, *at, *end;
  Map word_of;           /* Name -> Word */
  uint8_t first_of[128]; /* by first character: index of its first spelling */
  VEC(Token) tokens;
  VEC(Comment) comments;
  VEC(Hole) holes; /* from the outermost to the innermost */
  bool unreadable; /* the text is not UTF-8 */
  uint32_t mark;   /* of the diagnostics, before this text */
} Lexer;

static uint32_t position(const Lexer *lx, const char *at)
{
  return lx->source->base + (uint32_t) (at - lx->source->text);
}

static Span span_from(const Lexer *lx, const char *from)
{
  return (Span){position(lx, from), position(lx, lx->at)};
}

static Token *add(Lexer *lx, TokenKind kind, const char *from)
{
  Token token = {.kind = (uint8_t) kind, .node = NODE_ERROR, .span = span_from(lx, from)};
  vec_push(&lx->tokens, token);
  return &lx->tokens.data[lx->tokens.len - 1];
}

static bool starts_with(const char *at, const char *text)
{
  return !strncmp(at, text, strlen(text));
}

/* ------------------------------------------------------------------ names */

static bool name_start(const char *at, unsigned *length)
{
  if ((unsigned char) *at < 0x80) return *length = 1, isalpha((unsigned char) *at);
  uint32_t c = utf8_decode(at, length);
  return utf8_is_letter(c) && c != 0x3BB && c != 0x1D706; /* λ is an operator */
}

static bool name_part(const char *at, unsigned *length)
{
  if ((unsigned char) *at < 0x80) return *length = 1, isalnum((unsigned char) *at) || *at == '_';
  uint32_t c = utf8_decode(at, length);
  return utf8_is_letter(c);
}

static bool in_range(const char *at, uint32_t low, uint32_t high, unsigned *length)
{
  if ((unsigned char) *at < 0x80) return false;
  uint32_t c = utf8_decode(at, length);
  return low <= c && c <= high;
}

/* name = letter { letter | digit | "_" } { subscript digit } [ "′" | "‘" | "’" ] */
static void lex_name(Lexer *lx)
{
  const char *from = lx->at;
  unsigned step;
  name_start(lx->at, &step);
  do lx->at += step;
  while (name_part(lx->at, &step));
  while (in_range(lx->at, 0x2080, 0x2089, &step)) lx->at += step;
  if (in_range(lx->at, 0x2032, 0x2032, &step) || in_range(lx->at, 0x2018, 0x2019, &step))
    lx->at += step;
  const Name *name = names_intern(lx->names, from, (size_t) (lx->at - from));
  const Word *word = map_get(&lx->word_of, name);
  Token *token = add(lx, word && !is_soft(word) ? word->kind : TOKEN_NAME, from);
  token->name = name;
  if (word) token->node = word->node;
}

/* "@finite", "@prj1" … */
static bool lex_at_word(Lexer *lx)
{
  const char *from = lx->at;
  size_t length = 1;
  while (isalnum((unsigned char) from[length])) length++;
  const Name *name = names_find(lx->names, from, length);
  const Word *word = name ? map_get(&lx->word_of, name) : NULL;
  if (!word) return false;
  lx->at += length;
  Token *token = add(lx, word->kind, from);
  token->node = word->node;
  token->name = name;
  return true;
}

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
static void lex_number(Lexer *lx)
{
  const char *from = lx->at;
  if (from[0] == '0' && from[1] == 'x' && isxdigit((unsigned char) from[2])) {
    const char *digits = from + 2;
    lx->at = digits;
    while (isxdigit((unsigned char) *lx->at)) lx->at++;
    const Name *name = decimal_of_hex(lx, digits, (size_t) (lx->at - digits));
    add(lx, TOKEN_NUMBER, from)->name = name;
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
    add(lx, TOKEN_REAL_NUMBER, from)->name =
        names_intern(lx->names, from, (size_t) (lx->at - from));
    return;
  }
  while (lx->at[0] == '_' && isdigit((unsigned char) lx->at[1])) lx->at = digits_end(lx->at + 1);
  const char *digits = from;
  while ((*digits == '0' || *digits == '_') && digits + 1 < lx->at) digits++;
  const Name *name = without_separators(lx, digits);
  add(lx, TOKEN_NUMBER, from)->name = name;
}

/* The content of a string: \n \t \r \" \' \\ are escapes, and \ before a character of
 * `more`; \ before anything else stays.  In texts of several lines the line ends become LF. */
static const Name *unescape(Lexer *lx, const char *at, const char *end, const char *more)
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

/* U+2028 and U+2029 end a line as well. */
static bool is_line_end(const char *at)
{
  return *at == '\n' || *at == '\r' || starts_with(at, "\u2028") || starts_with(at, "\u2029");
}

static const char *line_end(const char *at)
{
  while (*at && !is_line_end(at)) at++;
  return at;
}

static void lex_string(Lexer *lx)
{
  const char *from = lx->at, *close = closing(from + 1, "\"", true);
  lx->at = close ? close + 1 : line_end(from);
  if (!close) {
    Diag *d = diag_error(lx->diags, (Span){position(lx, from), position(lx, from) + 1},
                         "unclosed-string", "this string is not closed on its line");
    const char *curly = strstr(from, "”");
    if (curly && curly < lx->at)
      diag_hint(lx->diags, d, "strings are closed with '\"', not with ”");
    else diag_hint(lx->diags, d, "put '\"' at its end; use '''…''' for a string of several lines");
  }
  const Name *name = unescape(lx, from + 1, close ? close : lx->at, "");
  add(lx, close ? TOKEN_STRING : TOKEN_ERROR, from)->name = name;
}

/* '''…''' */
static void lex_long_string(Lexer *lx)
{
  const char *from = lx->at, *close = closing(from + 3, "'''", false);
  lx->at = close ? close + 3 : lx->end;
  if (!close)
    diag_error(lx->diags, (Span){position(lx, from), position(lx, from) + 3}, "unclosed-string",
               "the string that begins here is not closed with '''");
  const Name *name = unescape(lx, from + 3, close ? close : lx->end, "");
  add(lx, close ? TOKEN_STRING : TOKEN_ERROR, from)->name = name;
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

static void report_open_template(Lexer *lx, const char *opening)
{
  const char *hole = lx->holes.len ? lx->holes.data[0].from : NULL, *at = hole ? hole : opening;
  Span span = {position(lx, at), position(lx, at) + (hole ? 2 : 3)};
  if (hole)
    diag_error(lx->diags, span, "unclosed-string",
               "the expression that begins here is not closed with '}'");
  else
    diag_error(lx->diags, span, "unclosed-string",
               "the string that begins here is not closed with ```");
  lx->holes.len = 0;
  lx->at = lx->end;
  add(lx, TOKEN_ERROR, at);
}

/* The text from `from` up to a hole or the end, whose first part (opening quotes, or the brace
 * that closes a hole) has been read. */
static void lex_template_text(Lexer *lx, TokenKind kind, const char *from)
{
  const char *text = lx->at, *at = text, *brace = NULL;
  while (*at && !starts_with(at, "```") && !(brace = hole_brace(at)))
    at += *at == '\\' && at[1] ? 2 : 1;
  if (!*at) {
    report_open_template(lx, from);
    return;
  }
  lx->at = at;
  Token *token = add(lx, kind, from);
  token->name = unescape(lx, text, at, "`$");
  token->raw = names_intern(lx->names, text, (size_t) (at - text));
  lx->at = brace ? brace + 1 : at + 3;
  if (!brace) {
    add(lx, TOKEN_TEMPLATE_END, at);
    return;
  }
  Hole hole = {at, 0};
  vec_push(&lx->holes, hole);
  if (at[1] == '[')
    add(lx, TOKEN_TEMPLATE_FORMAT, at)->name =
        names_intern(lx->names, at + 2, (size_t) (brace - at - 3));
}

static void lex_template(Lexer *lx)
{
  const char *from = lx->at;
  lx->at += 3;
  lex_template_text(lx, TOKEN_TEMPLATE, from);
}

/* A '}' that closes a hole; other braces inside are counted. */
static bool closes_hole(Lexer *lx)
{
  if (lx->holes.len == 0) return false;
  Hole *hole = &lx->holes.data[lx->holes.len - 1];
  if (*lx->at == '{') hole->braces++;
  if (*lx->at != '}') return false;
  if (hole->braces > 0) return hole->braces--, false;
  lx->holes.len--;
  return true;
}

static void lex_after_hole(Lexer *lx)
{
  const char *from = lx->at++;
  lex_template_text(lx, TOKEN_TEMPLATE_TEXT, from);
}

static void lex_back_quoted(Lexer *lx)
{
  const char *from = lx->at, *close = closing(from + 1, "`", true);
  lx->at = close ? close + 1 : line_end(from);
  const Name *name = unescape(lx, from + 1, close ? close : lx->at, "`");
  Token *token = add(lx, TOKEN_NAME, from);
  token->name = name;
  token->quoted = true;
  if (!close)
    diag_error(lx->diags, token->span, "unclosed-name", "this name is not closed with '`'");
  else if (name->len == 0)
    diag_error(lx->diags, token->span, "bad-name", "a name must not be empty");
  else if (strchr(name->text, '.'))
    diag_error(lx->diags, token->span, "bad-name", "a back-quoted name must not contain a dot");
}

/* ---------------------------------------------------- comments and pragmas */

static bool blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static const Name *trimmed(Lexer *lx, const char *at, const char *end)
{
  while (at < end && blank(*at)) at++;
  while (end > at && blank(end[-1])) end--;
  return names_intern(lx->names, at, (size_t) (end - at));
}

/* The one argument of a pragma: "quoted text", or a run of characters. */
static const Name *pragma_argument(Lexer *lx, const char *at, const char *end)
{
  const Name *name = trimmed(lx, at, end);
  if (name->len >= 2 && name->text[0] == '"' && name->text[name->len - 1] == '"')
    return unescape(lx, name->text + 1, name->text + name->len - 1, "");
  return name;
}

/* A comment that opens with "@" blanks word: `at` is behind the @.  False for an
 * ordinary comment. */
static bool lex_pragma(Lexer *lx, const char *from, const char *at, const char *end)
{
  static const struct {
    const char *word;
    TokenKind kind;
  } pragmas[] = {{"label", TOKEN_LABEL},       {"desc", TOKEN_DESC},
                 {"symbolic", TOKEN_SYMBOLIC}, {"generated", TOKEN_GENERATED},
                 {"package", TOKEN_PACKAGE},   {"import-package", TOKEN_IMPORT_PACKAGE},
                 {"file", TOKEN_FILE}};
  while (at < end && blank(*at)) at++;
  for (unsigned i = 0; i < sizeof pragmas / sizeof *pragmas; i++) {
    size_t length = strlen(pragmas[i].word);
    if (!starts_with(at, pragmas[i].word)) continue;
    char after = at[length];
    if (at + length < end && !blank(after) && after != '"') continue;
    const Name *name = pragmas[i].kind == TOKEN_DESC ? trimmed(lx, at + length, end)
                                                     : pragma_argument(lx, at + length, end);
    add(lx, pragmas[i].kind, from)->name = name;
    return true;
  }
  return false;
}

static void lex_block_comment(Lexer *lx)
{
  const char *from = lx->at, *close = strstr(from + 2, "*/");
  if (!close) {
    lx->at = lx->end;
    diag_error(lx->diags, (Span){position(lx, from), position(lx, from) + 2}, "unclosed-comment",
               "this comment is not closed with '*/'");
    add(lx, TOKEN_ERROR, from);
    return;
  }
  lx->at = close + 2;
  if (from[2] == '@' && close > from + 2 && lex_pragma(lx, from, from + 3, close)) return;
  Comment comment = {span_from(lx, from), false};
  vec_push(&lx->comments, comment);
}

static void lex_line_comment(Lexer *lx)
{
  const char *from = lx->at;
  lx->at = line_end(from);
  Comment comment = {span_from(lx, from), true};
  vec_push(&lx->comments, comment);
}

/* -------------------------------------------------------------- operators */

/* The number of bytes of `text` that match the spelling, or 0.  A minus sign in
 * an arrow may be U+2212. */
static size_t match(const char *text, const char *spelling)
{
  const char *at = text;
  for (; *spelling; spelling++) {
    if (*at == *spelling) at++;
    else if (*spelling == '-' && starts_with(at, "\u2212")) at += 3;
    else return 0;
  }
  return (size_t) (at - text);
}

static bool lex_operator(Lexer *lx)
{
  const Spelling *best = NULL;
  size_t longest = 0;
  bool ascii = (unsigned char) *lx->at < 0x80;
  for (unsigned i = ascii ? lx->first_of[(unsigned char) *lx->at] : 0; i < SPELLINGS; i++) {
    if (ascii && spellings[i].text[0] != *lx->at) break;
    size_t length = match(lx->at, spellings[i].text);
    if (length > longest) longest = length, best = &spellings[i];
  }
  if (!best) return false;
  const char *from = lx->at;
  lx->at += longest;
  Token *token = add(lx, best->kind, from);
  token->node = best->node;
  token->reversed = best->reversed;
  return true;
}

/* Symbols that look right but mean nothing here. */
static const char *hint_for(const char *at)
{
  static const struct {
    const char *text, *hint;
  } hints[] = {{"⋀", "write ∧ or & for a conjunction"},
               {"⋁", "write ∨ or `or` for a disjunction"},
               {"∄", "write ¬(∃x·(P)) or not(#x.(P))"},
               {"⊎", "write ∪ or \\/ for a union"},
               {"⊢", "a sequent is written with ⇒ or =>"},
               {"⊦", "a sequent is written with ⇒ or =>"},
               {"⊧", "a sequent is written with ⇒ or =>"},
               {"⇐", "turn the implication round and write ⇒ or =>"},
               {"⟸", "turn the implication round and write ⇒ or =>"},
               {"∊", "write ∈ or : for membership"},
               {"∍", "write ∋, or turn it round and write ∈ or :"},
               {"“", "strings are written with \""},
               {"”", "strings are written with \""},
               {"„", "strings are written with \""},
               {"«", "strings are written with \""},
               {"²", "a power is written x ** 2"},
               {"³", "a power is written x ** 3"},
               {"_", "a name must begin with a letter"},
               {"$", "only x$0, the value before, is known"},
               {"?", "there is no operator ?"},
               {"\"", NULL}};
  for (unsigned i = 0; i < sizeof hints / sizeof *hints; i++)
    if (starts_with(at, hints[i].text)) return hints[i].hint;
  return NULL;
}

/* Blanks of other widths, marks without width, and directions of writing. */
static bool is_invisible(uint32_t c)
{
  return (c >= 0x80 && c < 0xA0) || c == 0xAD || c == 0x1680 || c == 0x180E ||
         (c >= 0x2000 && c <= 0x200F) || (c >= 0x202A && c <= 0x202F) ||
         (c >= 0x205F && c <= 0x206F) || c == 0x3000 || c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB);
}

/* Bytes that are no UTF-8 were replaced by U+FFFD when the text was read.  That is
 * all there is to say about such a text. */
static void report_encoding(Lexer *lx, const char *from)
{
  lx->unreadable = true;
  diags_release(lx->diags, lx->mark);
  Diag *d = diag_error(lx->diags, span_from(lx, from), "encoding",
                       "this is not UTF-8 text (Latin-1, UTF-16 or binary?)");
  diag_hint(lx->diags, d, "save the file with the encoding UTF-8");
}

/* “…” on one line is one mistake. */
static void skip_quoted(Lexer *lx, const char *from)
{
  if (!starts_with(from, "“") && !starts_with(from, "„") && !starts_with(from, "«")) return;
  for (const char *at = lx->at; *at && !is_line_end(at); at++)
    if (starts_with(at, "”") || starts_with(at, "“") || starts_with(at, "»")) {
      lx->at = at + (starts_with(at, "»") ? strlen("»") : strlen("”"));
      return;
    }
}

static void lex_unknown(Lexer *lx)
{
  const char *from = lx->at;
  unsigned length;
  uint32_t c = utf8_decode(from, &length);
  lx->at += length;
  if (c == 0xFFFD) {
    report_encoding(lx, from);
    return;
  }
  if (*from == '_' || *from == '$' || *from == '@')
    for (unsigned step; name_part(lx->at, &step);) lx->at += step;
  skip_quoted(lx, from);
  Span span = add(lx, TOKEN_ERROR, from)->span;
  Diag *d;
  if (c < 0x20 || c == 0x7F)
    d = diag_error(lx->diags, span, "unknown-character", "unknown control character 0x%02x", c);
  else if (is_invisible(c))
    d = diag_error(lx->diags, span, "unknown-character", "invisible character U+%04X", c);
  else
    d = diag_error(lx->diags, span, "unknown-character", "unknown symbol '%.*s'",
                   (int) (lx->at - from), from);
  const char *hint = hint_for(from);
  if (hint) diag_hint(lx->diags, d, "%s", hint);
}

/* ------------------------------------------------------------------- loop */

/* "$0" directly behind a name. */
static bool lex_old(Lexer *lx)
{
  const char *from = lx->at;
  if (from[0] != '$' || from[1] != '0' || isalnum((unsigned char) from[2])) return false;
  lx->at += 2;
  add(lx, TOKEN_OLD, from);
  return true;
}

static bool skip_layout(Lexer *lx)
{
  char c = *lx->at;
  if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v')
    return lx->at++, true;
  if ((unsigned char) c == 0xC2 && (unsigned char) lx->at[1] == 0xA0) return lx->at += 2, true;
  if (starts_with(lx->at, "\u2028") || starts_with(lx->at, "\u2029")) return lx->at += 3, true;
  return false;
}

static void lex_one(Lexer *lx)
{
  unsigned length;
  char c = *lx->at;
  if (skip_layout(lx)) return;
  if (c == '/' && lx->at[1] == '*') lex_block_comment(lx);
  else if (c == '/' && lx->at[1] == '/') lex_line_comment(lx);
  else if (isdigit((unsigned char) c)) lex_number(lx);
  else if ((unsigned char) c < 0x80 && isalpha((unsigned char) c)) lex_name(lx);
  else if (c == '"') lex_string(lx);
  else if (starts_with(lx->at, "'''")) lex_long_string(lx);
  else if (starts_with(lx->at, "```")) lex_template(lx);
  else if (closes_hole(lx)) lex_after_hole(lx);
  else if (c == '`') lex_back_quoted(lx);
  else if (c == '$' && lex_old(lx)) return;
  else if (c == '@' && lex_at_word(lx)) return;
  else if (lex_operator(lx)) return;
  else if (name_start(lx->at, &length)) lex_name(lx);
  else lex_unknown(lx);
}

static void enter_words(Lexer *lx)
{
  for (unsigned i = 0; i < WORDS; i++)
    if (is_word(words[i].text))
      map_put(&lx->word_of, names_intern_string(lx->names, words[i].text), (void *) &words[i]);
}

/* Spellings with the same first character stand together. */
static void index_spellings(Lexer *lx)
{
  memset(lx->first_of, SPELLINGS, sizeof lx->first_of);
  for (unsigned i = SPELLINGS; i-- > 0;) {
    unsigned char c = (unsigned char) spellings[i].text[0];
    if (c < 0x80) lx->first_of[c] = (uint8_t) i;
  }
}

/* The words of the reals came late to the language: a text that uses one of them
 * as a name (so not before a bracket) means the name everywhere. */
static void soften(Lexer *lx)
{
  static const uint16_t late[] = {NODE_FLOOR, NODE_CEILING, NODE_REAL_OF};
  for (unsigned i = 0; i < sizeof late / sizeof *late; i++) {
    bool is_name = false;
    for (uint32_t t = 0; t + 1 < lx->tokens.len && !is_name; t++)
      is_name = lx->tokens.data[t].kind == TOKEN_FUNC && lx->tokens.data[t].node == late[i] &&
                lx->tokens.data[t + 1].kind != TOKEN_LEFT_PAREN;
    for (uint32_t t = 0; is_name && t < lx->tokens.len; t++) {
      Token *token = &lx->tokens.data[t];
      if (token->kind != TOKEN_FUNC || token->node != late[i]) continue;
      token->kind = TOKEN_NAME;
      token->node = NODE_ERROR;
    }
  }
}

static void *keep(Arena *arena, const void *data, size_t bytes)
{
  void *copy = arena_alloc(arena, bytes);
  if (bytes) memcpy(copy, data, bytes);
  return copy;
}

TokenList lex(Arena *arena, Names *names, Diags *diags, const Source *source, uint32_t from)
{
  Lexer lx = {.arena = arena, .names = names, .diags = diags, .source = source};
  lx.start = source->text;
  lx.at = source->text + from;
  lx.end = source->text + source->length;
  enter_words(&lx);
  index_spellings(&lx);
  lx.mark = diags_mark(diags);
  while (lx.at < lx.end && !lx.unreadable) lex_one(&lx);
  if (lx.unreadable) {
    lx.tokens.len = 0;
    add(&lx, TOKEN_ERROR, lx.start);
  }
  if (lx.holes.len > 0 && !lx.unreadable) report_open_template(&lx, NULL);
  lx.at = lx.end;
  add(&lx, TOKEN_END_OF_TEXT, lx.at);
  soften(&lx);
  TokenList list = {
      keep(arena, lx.tokens.data, lx.tokens.len * sizeof *lx.tokens.data), lx.tokens.len,
      keep(arena, lx.comments.data, lx.comments.len * sizeof *lx.comments.data), lx.comments.len};
  vec_free(&lx.tokens);
  vec_free(&lx.comments);
  vec_free(&lx.holes);
  map_free(&lx.word_of);
  return list;
}
