#include "syntax/lexer.h"

#include <ctype.h>
#include <string.h>

#include "syntax/lex_impl.h"
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

/* ------------------------------------------------------------------ names */

static bool name_start(const char *at, unsigned *length)
{
  if ((unsigned char) *at < 0x80) return *length = 1, isalpha((unsigned char) *at);
  uint32_t c = utf8_decode(at, length);
  return utf8_is_letter(c) && c != 0x3BB && c != 0x1D706; /* λ is an operator */
}

bool lex_name_part(const char *at, unsigned *length)
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
  while (lex_name_part(lx->at, &step));
  while (in_range(lx->at, 0x2080, 0x2089, &step)) lx->at += step;
  if (in_range(lx->at, 0x2032, 0x2032, &step) || in_range(lx->at, 0x2018, 0x2019, &step))
    lx->at += step;
  const Name *name = names_intern(lx->names, from, (size_t) (lx->at - from));
  const Word *word = map_get(&lx->word_of, name);
  Token *token = lex_add(lx, word && !is_soft(word) ? word->kind : TOKEN_NAME, from);
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
  Token *token = lex_add(lx, word->kind, from);
  token->node = word->node;
  token->name = name;
  return true;
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
    return lex_unescape(lx, name->text + 1, name->text + name->len - 1, "");
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
    lex_add(lx, pragmas[i].kind, from)->name = name;
    return true;
  }
  return false;
}

static void lex_block_comment(Lexer *lx)
{
  const char *from = lx->at, *close = strstr(from + 2, "*/");
  if (!close) {
    lx->at = lx->end;
    diag_error(lx->diags, (Span){lex_position(lx, from), lex_position(lx, from) + 2},
               "unclosed-comment", "this comment is not closed with '*/'");
    lex_add(lx, TOKEN_ERROR, from);
    return;
  }
  lx->at = close + 2;
  if (from[2] == '@' && close > from + 2 && lex_pragma(lx, from, from + 3, close)) return;
  Comment comment = {lex_span_from(lx, from), false};
  vec_push(&lx->comments, comment);
}

static void lex_line_comment(Lexer *lx)
{
  const char *from = lx->at;
  lx->at = lex_line_end(from);
  Comment comment = {lex_span_from(lx, from), true};
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
  Token *token = lex_add(lx, best->kind, from);
  token->node = best->node;
  token->reversed = best->reversed;
  return true;
}

/* ------------------------------------------------------------------- loop */

/* "$0" directly behind a name. */
static bool lex_old(Lexer *lx)
{
  const char *from = lx->at;
  if (from[0] != '$' || from[1] != '0' || isalnum((unsigned char) from[2])) return false;
  lx->at += 2;
  lex_add(lx, TOKEN_OLD, from);
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
  else if (lex_closes_hole(lx)) lex_after_hole(lx);
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
    lex_add(&lx, TOKEN_ERROR, lx.start);
  }
  if (lx.holes.len > 0 && !lx.unreadable) lex_report_open_template(&lx, NULL);
  lx.at = lx.end;
  lex_add(&lx, TOKEN_END_OF_TEXT, lx.at);
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
