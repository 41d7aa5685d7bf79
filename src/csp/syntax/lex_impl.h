#ifndef CSP_SYNTAX_LEX_IMPL_H
#define CSP_SYNTAX_LEX_IMPL_H

/* Inside the lexer: the state and the functions its files share. */

#include "base/vec.h"
#include "csp/syntax/lexer.h"

typedef struct {
  Names *names;
  Diags *diags;
  const Source *source;
  const char *at, *end; /* *end is NUL */
  bool newline;         /* a line has ended since the last token */
  bool unreadable;      /* the text is not UTF-8 */
  uint32_t mark;        /* of the diagnostics, before this text */
  VEC(CspToken) tokens;
  VEC(CspComment) comments;
} CspLexer;

static inline Span csp_lex_span(const CspLexer *lx, const char *from)
{
  uint32_t base = lx->source->base;
  return (Span){base + (uint32_t) (from - lx->source->text),
                base + (uint32_t) (lx->at - lx->source->text)};
}

/* The token from there to what is read. */
static inline CspToken *csp_lex_add(CspLexer *lx, CspTokenKind kind, const char *from)
{
  CspToken token = {.kind = (uint8_t) kind, .newline = lx->newline, .span = csp_lex_span(lx, from)};
  vec_push(&lx->tokens, token);
  lx->newline = false;
  return &lx->tokens.data[lx->tokens.len - 1];
}

/* lex_text.c: comments and what stands in quotes */
void csp_lex_line_comment(CspLexer *);
void csp_lex_block_comment(CspLexer *);
void csp_lex_string(CspLexer *);
void csp_lex_char(CspLexer *);
void csp_lex_unknown(CspLexer *); /* a character that begins no token */

#endif
