#include "csp/syntax/lexer.h"

#include <ctype.h>
#include <string.h>

#include "base/vec.h"
#include "csp/syntax/lex_impl.h"
#include "syntax/utf8.h"

typedef struct {
  const char *text;
  uint8_t kind;
} Spelling;

static const Spelling keywords[] = {
#define TOKEN(kind, text)
#define KEYWORD(kind, word) {word, CSP_TOKEN_##kind},
#define SYMBOL(kind, text)
#include "csp/syntax/tokens.def"
#undef KEYWORD
#undef SYMBOL
};

static const Spelling symbols[] = {
#define KEYWORD(kind, word)
#define SYMBOL(kind, text) {text, CSP_TOKEN_##kind},
#include "csp/syntax/tokens.def"
#undef TOKEN
#undef KEYWORD
#undef SYMBOL
};

enum { KEYWORDS = sizeof keywords / sizeof *keywords, SYMBOLS = sizeof symbols / sizeof *symbols };

const char *csp_token_text(CspTokenKind kind)
{
  static const char *const texts[] = {
#define TOKEN(kind, text) text,
#define KEYWORD(kind, word) "'" word "'",
#define SYMBOL(kind, text) "'" text "'",
#include "csp/syntax/tokens.def"
#undef TOKEN
#undef KEYWORD
#undef SYMBOL
  };
  return texts[kind];
}

const char *csp_token_spelling(CspTokenKind kind)
{
  for (unsigned i = 0; i < KEYWORDS; i++)
    if (keywords[i].kind == kind) return keywords[i].text;
  for (unsigned i = 0; i < SYMBOLS; i++)
    if (symbols[i].kind == kind) return symbols[i].text;
  return NULL;
}

static const Spelling *find_keyword(const char *text, size_t length)
{
  for (unsigned i = 0; i < KEYWORDS; i++)
    if (strlen(keywords[i].text) == length && !memcmp(keywords[i].text, text, length))
      return &keywords[i];
  return NULL;
}

bool csp_word_is_reserved(const char *word) { return find_keyword(word, strlen(word)) != NULL; }

void csp_words_each(void (*visit)(void *context, const char *word), void *context)
{
  for (unsigned i = 0; i < KEYWORDS; i++) visit(context, keywords[i].text);
}

/* ------------------------------------------------------------------ words */

static bool letter(char c) { return isalpha((unsigned char) c); }
static bool digit(char c) { return isdigit((unsigned char) c); }

/* name = letter { letter | digit | "_" } { "'" } */
static void lex_word(CspLexer *lx)
{
  const char *from = lx->at;
  while (letter(*lx->at) || digit(*lx->at) || *lx->at == '_') lx->at++;
  while (*lx->at == '\'') lx->at++;
  size_t length = (size_t) (lx->at - from);
  const Spelling *keyword = find_keyword(from, length);
  CspToken *token = csp_lex_add(lx, keyword ? keyword->kind : CSP_TOKEN_NAME, from);
  token->name = names_intern(lx->names, from, length);
}

static void lex_int(CspLexer *lx)
{
  const char *from = lx->at;
  int64_t number = 0;
  bool large = false;
  for (; digit(*lx->at); lx->at++)
    large |= __builtin_mul_overflow(number, 10, &number) ||
             __builtin_add_overflow(number, *lx->at - '0', &number);
  CspToken *token = csp_lex_add(lx, CSP_TOKEN_INT, from);
  token->number = large ? 0 : number;
  if (large) diag_error(lx->diags, token->span, "syntax", "this number is too large");
}

/* ---------------------------------------------------------------- symbols */

static bool blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/* "[" letters "=": the sign of a refinement.  [A==b is none. */
static bool lex_refined(CspLexer *lx)
{
  const char *from = lx->at, *at = from + 1;
  while ('A' <= *at && *at <= 'Z') at++;
  if (*from != '[' || at == from + 1 || at[0] != '=' || at[1] == '=') return false;
  lx->at = at + 1;
  CspToken *token = csp_lex_add(lx, CSP_TOKEN_REFINED, from);
  token->name = names_intern(lx->names, from + 1, (size_t) (at - from - 1));
  return true;
}

static bool lex_symbol(CspLexer *lx)
{
  const Spelling *best = NULL;
  size_t longest = 0;
  const char *from = lx->at;
  if (from[0] == '(' && from[1] == '|' && blank(from[2])) {
    lx->at += 2;
    csp_lex_add(lx, CSP_TOKEN_MAP_OPEN, from);
    return true;
  }
  for (unsigned i = 0; i < SYMBOLS; i++) {
    size_t length = symbols[i].text[0] == *from ? strlen(symbols[i].text) : 0;
    if (length > longest && !strncmp(from, symbols[i].text, length))
      longest = length, best = &symbols[i];
  }
  if (!best) return false;
  lx->at += longest;
  csp_lex_add(lx, best->kind, from);
  return true;
}

/* ------------------------------------------------------------------- loop */

static bool skip_blank(CspLexer *lx)
{
  char c = *lx->at;
  if (c == '\n' || c == '\r') lx->newline = true;
  if (blank(c) || c == '\f' || c == '\v') return lx->at++, true;
  if ((unsigned char) c == 0xC2 && (unsigned char) lx->at[1] == 0xA0) return lx->at += 2, true;
  return false;
}

static void lex_one(CspLexer *lx)
{
  char c = *lx->at;
  if (skip_blank(lx)) return;
  if (c == '-' && lx->at[1] == '-') csp_lex_line_comment(lx);
  else if (c == '{' && lx->at[1] == '-') csp_lex_block_comment(lx);
  else if (letter(c)) lex_word(lx);
  else if (digit(c)) lex_int(lx);
  else if (c == '"') csp_lex_string(lx);
  else if (c == '\'') csp_lex_char(lx);
  else if (c == '_' && !letter(lx->at[1]) && !digit(lx->at[1]) && lx->at[1] != '_')
    lx->at++, csp_lex_add(lx, CSP_TOKEN_NAME, lx->at - 1)->name = names_intern(lx->names, "_", 1);
  else if (lex_refined(lx) || lex_symbol(lx)) return;
  else csp_lex_unknown(lx);
}

static void *keep(Arena *arena, const void *data, size_t bytes)
{
  void *copy = arena_alloc(arena, bytes);
  if (bytes) memcpy(copy, data, bytes);
  return copy;
}

CspTokens csp_lex(Arena *arena, Names *names, Diags *diags, const Source *source)
{
  CspLexer lx = {.names = names, .diags = diags, .source = source, .newline = true};
  lx.at = source->text;
  lx.end = source->text + source->length;
  lx.mark = diags_mark(diags);
  while (lx.at < lx.end && !lx.unreadable) lex_one(&lx);
  if (lx.unreadable) {
    lx.tokens.len = 0;
    csp_lex_add(&lx, CSP_TOKEN_ERROR, source->text);
  }
  lx.at = lx.end;
  lx.newline = true;
  csp_lex_add(&lx, CSP_TOKEN_END, lx.at);
  CspTokens list = {
      keep(arena, lx.tokens.data, lx.tokens.len * sizeof *lx.tokens.data), lx.tokens.len,
      keep(arena, lx.comments.data, lx.comments.len * sizeof *lx.comments.data), lx.comments.len};
  vec_free(&lx.tokens);
  vec_free(&lx.comments);
  return list;
}
