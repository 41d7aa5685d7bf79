#ifndef SYNTAX_LEX_IMPL_H
#define SYNTAX_LEX_IMPL_H

/* Inside the lexer: the state and the functions its files share.  Each lex_… for a kind of token
 * finds it at `at`, adds it and moves on; mistakes are reported. */

#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "syntax/lexer.h"

/* ${…} of a template string that is not closed yet. */
typedef struct {
  const char *from;
  uint32_t braces; /* that are open inside it */
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

static inline uint32_t lex_position(const Lexer *lx, const char *at)
{
  return lx->source->base + (uint32_t) (at - lx->source->text);
}

static inline Span lex_span_from(const Lexer *lx, const char *from)
{
  return (Span){lex_position(lx, from), lex_position(lx, lx->at)};
}

static inline Token *lex_add(Lexer *lx, TokenKind kind, const char *from)
{
  Token token = {.kind = (uint8_t) kind, .node = NODE_ERROR, .span = lex_span_from(lx, from)};
  vec_push(&lx->tokens, token);
  return &lx->tokens.data[lx->tokens.len - 1];
}

static inline bool starts_with(const char *at, const char *text)
{
  return !strncmp(at, text, strlen(text));
}

/* lex_literal.c: numbers, and all that stands in quotes */
void lex_number(Lexer *);
void lex_string(Lexer *);
void lex_long_string(Lexer *); /* '''…''' */
void lex_template(Lexer *);    /* ```…```, up to its first hole */
void lex_back_quoted(Lexer *);
bool lex_closes_hole(Lexer *); /* is this the } of a hole?  Counts braces. */
void lex_after_hole(Lexer *);  /* goes on with the text of the template */
void lex_report_open_template(Lexer *, const char *opening);
/* The content of a string: \n \t \r \" \' \\ are escapes, and \ before a character of
 * `more`; \ before anything else stays.  In texts of several lines the line ends become LF. */
const Name *lex_unescape(Lexer *, const char *at, const char *end, const char *more);
bool lex_is_line_end(const char *at); /* U+2028 and U+2029 end a line as well */
const char *lex_line_end(const char *at);

/* lex_unknown.c */
void lex_unknown(Lexer *); /* a character that begins no token: says what it may be meant for */

#endif
