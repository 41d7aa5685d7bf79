#ifndef EVENTB_NOTATION_MATH_LEXER_H
#define EVENTB_NOTATION_MATH_LEXER_H

#include "syntax/parser.h"
#include "syntax/tree.h"

/* The tokens of Event-B's mathematical language, and of the text around it. */
typedef enum {
  EVENTB_END,
  EVENTB_ERROR, /* a character that belongs to nothing; reported */
  EVENTB_NAME,  /* also keywords of the text notation */
  EVENTB_NUMBER,
  EVENTB_INFIX,
  EVENTB_BINDER,
  EVENTB_FUNCTION,
  EVENTB_CONSTANT,
#define MARK(token, ascii, unicode) EVENTB_##token,
#include "eventb/notation/math.def"
#undef MARK
} EventbTokenKind;

typedef enum { /* of infix operators, loosest first */
               GROUP_LOGIC_ARROW,
               GROUP_LOGIC,
               GROUP_COMPARISON,
               GROUP_PAIR,
               GROUP_TYPING,
               GROUP_ARROW,
               GROUP_SETS,
               GROUP_RANGE,
               GROUP_SUM,
               GROUP_PRODUCT,
               GROUP_EXPONENT
} EventbGroup;

typedef struct {
  uint8_t kind;  /* EventbTokenKind */
  uint8_t group; /* of INFIX */
  uint16_t node; /* NodeKind of INFIX, BINDER, FUNCTION, CONSTANT */
  Span span;
  bool quoted;      /* NAME in back-quotes: no keyword */
  const Name *name; /* of NAME, with its prime; digits of NUMBER; of LABEL what follows @ */
} EventbToken;

typedef struct {
  const EventbToken *tokens; /* the last is EVENTB_END */
  uint32_t count;
  const Span *comments; /* ascending */
  uint32_t comment_count;
} EventbTokens;

/* Splits the source.  Words in `declared` (or none: NULL) are names, whatever they mean
 * otherwise, unless Rodin reserves them; so are words and symbols in `operators` (or none: NULL),
 * which theories add.  If `comments` is set, // and bracketed comments are set apart. */
EventbTokens eventb_lex(ParseContext *, const Source *, const Map *declared, const Map *operators,
                        bool comments);

/* How the printer writes a node of the table: ASCII or Unicode; NULL for others. */
const char *eventb_spelling(NodeKind, bool unicode);
/* The group of an infix operator; false for any other node. */
bool eventb_infix_group(NodeKind, EventbGroup *);
/* The words of the text notation; the list ends with NULL. */
extern const char *const eventb_keywords[];
/* Is it that word, in small letters or in capitals? */
bool eventb_is_word(const char *text, const char *word);
/* Can it be written as it is, where the text notation has a name? */
bool eventb_is_plain_name(const char *);
/* How many bytes of blank space the text begins with at least: 0 or those of one character. */
uint32_t eventb_space(const char *text);
/* Is the word reserved in Rodin, so that nothing can be called so? */
bool eventb_is_reserved(const char *word);

#endif
