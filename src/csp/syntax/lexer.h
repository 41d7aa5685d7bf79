#ifndef CSP_SYNTAX_LEXER_H
#define CSP_SYNTAX_LEXER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/names.h"
#include "csp/syntax/tree.h"
#include "syntax/diag.h"
#include "syntax/source.h"

typedef enum {
#define TOKEN(kind, text) CSP_TOKEN_##kind,
#define KEYWORD(kind, word) CSP_TOKEN_##kind,
#define SYMBOL(kind, text) CSP_TOKEN_##kind,
#include "csp/syntax/tokens.def"
#undef TOKEN
#undef KEYWORD
#undef SYMBOL
  CSP_TOKEN_KINDS
} CspTokenKind;

typedef struct {
  uint8_t kind; /* CspTokenKind */
  bool newline; /* first on its line */
  Span span;
  const Name *name; /* NAME; STRING: its characters; REFINED: the letters */
  int64_t number;   /* INT, CHAR */
} CspToken;

/* A comment; a pragma that is an assertion of ProB, {-# assert_ltl "formula" "comment" #-}, has
 * the formula. */
typedef struct {
  Span span;
  bool to_line_end;
  const Name *formula; /* NULL: a plain comment */
  int64_t logic;       /* of TEMPORAL: 0 LTL, 1 CTL */
} CspComment;

typedef struct {
  CspToken *tokens; /* the last one is END */
  uint32_t count;
  const CspComment *comments;
  uint32_t comment_count;
} CspTokens;

/* Splits a source into tokens.  Characters that belong to none are reported and become ERROR
 * tokens.  All memory is the arena's. */
CspTokens csp_lex(Arena *, Names *, Diags *, const Source *);

const char *csp_token_text(CspTokenKind);     /* for messages: "'->'", "'within'", "a name" */
const char *csp_token_spelling(CspTokenKind); /* of keywords and symbols: "->"; else NULL */
bool csp_word_is_reserved(const char *word);
/* Calls visit for every reserved word: for suggestions. */
void csp_words_each(void (*visit)(void *context, const char *word), void *context);

#endif
