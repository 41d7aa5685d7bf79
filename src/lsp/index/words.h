#ifndef LSP_INDEX_WORDS_H
#define LSP_INDEX_WORDS_H

#include "session/edited_text.h"

/* The tokens of a text, whatever its notation, with the comments between them. */
typedef enum {
  WORD_NAME,
  WORD_KEYWORD,
  WORD_OPERATOR, /* symbols and words: + dom => SIGMA */
  WORD_NUMBER,
  WORD_STRING,
  WORD_MARK,  /* brackets, commas and the like */
  WORD_LABEL, /* @label of Event-B, pragmas of B */
  WORD_COMMENT,
  WORD_WRONG
} WordKind;

typedef struct {
  uint8_t kind;  /* WordKind */
  bool quoted;   /* a NAME in back-quotes: the span has them, `name` has not */
  uint16_t raw;  /* TokenKind, EventbTokenKind or CspTokenKind */
  uint16_t node; /* OPERATOR of B and Event-B: its NodeKind; else NODE_ERROR */
  Span span;
  const Name *name; /* NAME; what STRING and LABEL contain; else NULL */
} Word;

typedef struct {
  const Source *source;
  TextKind notation; /* MODEL, EVENTB or SCRIPT */
  Word *at;          /* ascending */
  uint32_t count;
} Words;

/* All memory is the session's.  What is wrong in the text is not reported. */
Words words_of(Session *, const Source *);

/* The first word that ends behind this position; `count` if there is none. */
uint32_t words_from(const Words *, uint32_t position);
/* The place of the name in the span; the span itself if it is not there as a word. */
Span words_find_name(const Words *, Span, const Name *);

#endif
