#ifndef TEMPORAL_NOTATION_NOTATION_IMPL_H
#define TEMPORAL_NOTATION_NOTATION_IMPL_H

/* Inside the notation: the tables, and the reader that the files of the parser share. */

#include "temporal/notation/parse.h"

/* How a kind is written: kinds.def. */
typedef enum {
  TFORM_CONSTANT,
  TFORM_STATE,
  TFORM_CHANGE,
  TFORM_STEP,
  TFORM_PATTERN,
  TFORM_PATTERNS,
  TFORM_PREFIX,
  TFORM_INFIX,
  TFORM_ASSUMING,
  TFORM_QUANTIFIER,
  TFORM_STEP_TO,
  TFORM_EU,
  TFORM_CALL,
  TFORM_VARIABLE
} TemporalForm;

/* From loose to tight. */
typedef enum {
  TLEVEL_WHOLE,       /* assumption => f             */
  TLEVEL_EQUIVALENCE, /* not associative             */
  TLEVEL_IMPLICATION, /* this and the next: to the left */
  TLEVEL_CHAIN,       /* & and or                    */
  TLEVEL_UNTIL,       /* U W R S T                   */
  TLEVEL_UNARY,
  TLEVEL_ATOM
} TemporalLevel;

/* kinds.c */
typedef struct {
  const char *word;
  TemporalForm form;
  TemporalLevel level;
} TemporalInfo;
const TemporalInfo *temporal_info(TemporalKind);

/* lexemes.c: what stands at a place of a text.  Nothing is reported. */
typedef enum {
  LEXEME_END,
  LEXEME_OPEN,    /* (                                 */
  LEXEME_CLOSE,   /* )                                 */
  LEXEME_BRACE,   /* {                                 */
  LEXEME_BRACKET, /* [                                 */
  LEXEME_WORD,    /* see `node` and `opened`           */
  LEXEME_NAME,    /* of a pattern or of a variable     */
  LEXEME_UNKNOWN  /* a name, or one character; `node` is ERROR */
} LexemeKind;

typedef struct {
  LexemeKind kind;
  TemporalKind node;
  bool opened; /* with the bracket behind the word */
  const char *begin, *end;
} Lexeme;

Lexeme lexeme_at(const char *at, const char *end, TemporalLogic);
const char *lexeme_skip_blanks(const char *at, const char *end);
/* The length of the name at `at`, composed names with their dots; 0: there is none. */
size_t lexeme_name(const char *at, const char *end);
/* The same without dots. */
size_t lexeme_word(const char *at, const char *end);
/* Are there nothing but words of the logic from begin to end? */
bool lexemes_are_words(const char *begin, const char *end, TemporalLogic);
/* Calls visit for every word of the logic. */
void lexemes_each(TemporalLogic, void (*visit)(void *context, const char *word), void *context);

typedef struct Shapes Shapes;

typedef struct {
  const TemporalReading *reading;
  TemporalLogic logic;
  Arena *arena;
  Diags *diags;
  const Source *source;
  const char *end;
  Lexeme next;      /* what comes next */
  const char *last; /* the end of what was taken last */
  unsigned depth;
  const TemporalBinder *scope; /* the quantifier around what comes next */
  Shapes *shapes;              /* patterns: shape_impl.h; NULL: they may not be called */
  bool failed;                 /* reported: reading goes on no further */
} Reader;

/* reader.c: places, errors, parts in B */
Span reader_span(const Reader *, const char *begin, const char *end);
Span reader_since(const Reader *, uint32_t begin); /* to the end of what was taken last */
uint32_t reader_place(const Reader *);             /* where what comes next begins */
Lexeme reader_take(Reader *);
void reader_go_to(Reader *, const char *at); /* what comes next is there */
/* Reports the first mistake and ends the reading; NULL for later ones, which follow from it. */
Diag *reader_error(Reader *, Span, const char *format, ...) __attribute__((format(printf, 3, 4)));
Diag *reader_error_as(Reader *, const char *code, Span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void reader_hint(Reader *, Diag *, const char *hint);
/* One level deeper; the caller counts r->depth down again.  False: too deep, reported. */
bool reader_enter(Reader *);
Temporal *reader_wrong(Reader *); /* an ERROR node */
/* A text for messages, cut if it is long. */
const char *reader_shown(Reader *, const char *begin, const char *end);

/* mistakes.c: "unexpected X, expected `what`" for what comes next, with a hint. */
void reader_unexpected(Reader *, const char *what);

/* parse.c: a formula that is no assumption. */
Temporal *read_plain_formula(Reader *);

/* shape_words.c */
/* The length of the name of a pattern that is called there, or of a variable; 0: none. */
size_t shape_name_at(const Reader *, const char *at);
const char *shapes_skip_comments(const char *at, const char *end); /* and blanks */
/* Calls visit for every name of a pattern or variable that is known. */
void shapes_each_name(const Reader *, void (*visit)(void *context, const char *word),
                      void *context);

/* shape_term.c, shape_read.c */
Temporal *read_shape_use(Reader *);   /* a NAME comes next */
void read_shape_statements(Reader *); /* and definitions, in front of a formula */

/* parts.c: what stands in brackets.  Each goes on behind it. */
TemporalPart *read_braces(Reader *, FormulaKind); /* `{` comes next */
TemporalPattern *read_pattern(Reader *, const char *at, const char **after);
/* op, …) where the bracket was opened with the word. */
void read_patterns(Reader *, Temporal *, Lexeme word, bool many);
void read_step(Reader *, Temporal *); /* `[` comes next */
/* The `,` or `)` that ends an argument of an operation, or NULL. */
const char *part_argument_end(const char *at, const char *end);
/* Behind a string, a comment or one character. */
const char *part_skip(const char *at, const char *end);

#endif
