#ifndef SYNTAX_LEXER_H
#define SYNTAX_LEXER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/names.h"
#include "syntax/diag.h"
#include "syntax/source.h"
#include "syntax/tree.h"

typedef enum {
#define TOKEN(kind, text) TOKEN_##kind,
#define KEYWORD(kind, word) TOKEN_##kind,
#define CLAUSE(kind, word) TOKEN_##kind,
#include "syntax/tokens.def"
#undef TOKEN
#undef KEYWORD
#undef CLAUSE
  TOKEN_KINDS
} TokenKind;

typedef struct {
  uint8_t kind;  /* TokenKind */
  bool reversed; /* an operator written with its sides swapped: ∋ */
  bool quoted;   /* a NAME in back-quotes: never a keyword */
  uint16_t node; /* NodeKind of OP, FUNC, ATOM, BINDER; of a NAME the SOFT
                    operator it may be, or NODE_ERROR */
  Span span;
  const Name *name; /* NAME, NUMBER (decimal), REAL_NUMBER, STRING, TEMPLATE, TEMPLATE_TEXT,
                       TEMPLATE_FORMAT, pragmas: the content */
  const Name *raw;  /* of a TEMPLATE, TEMPLATE_TEXT as it is written */
} Token;

typedef struct {
  const Token *tokens; /* the last one is END_OF_TEXT */
  uint32_t count;
  const Comment *comments; /* without pragmas */
  uint32_t comment_count;
} TokenList;

/* Splits a source into tokens, from byte offset `from`.  Characters that belong
 * to none are reported and become ERROR tokens.  All memory is the arena's. */
TokenList lex(Arena *, Names *, Diags *, const Source *, uint32_t from);

/* Does a character that may go on in a name stand there?  `length` is that of it. */
bool lex_name_part(const char *at, unsigned *length);

const char *token_kind_text(TokenKind); /* for messages: "';'", "THEN" */
bool token_is_clause(TokenKind);        /* opens a clause of a machine */
/* Is this word reserved (so that a name must be back-quoted)?  Soft function
 * names (tree, top …) are not. */
bool word_is_reserved(const char *word);
/* Calls visit for every reserved word: for suggestions. */
void words_each(void (*visit)(void *context, const char *word), void *context);

#endif
