#ifndef CSP_SYNTAX_PARSE_IMPL_H
#define CSP_SYNTAX_PARSE_IMPL_H

/* Inside the parser: the state and the functions its files share. */

#include "base/vec.h"
#include "csp/syntax/lexer.h"
#include "csp/syntax/operators.h"
#include "csp/syntax/parser.h"

/* Where declarations stand: not all of them may stand everywhere. */
typedef enum { CSP_IN_SCRIPT, CSP_IN_MODULE, CSP_IN_LET } CspRoom;

typedef VEC(CspNode *) CspNodes;

/* The files that are being read, from the innermost outwards. */
typedef struct CspReading CspReading;
struct CspReading {
  const CspReading *outer;
  const Source *source;
};

typedef struct {
  const CspParseContext *context;
  Arena *arena;
  Diags *diags;
  CspReading reading;
  uint32_t errors; /* in texts before this one */
  CspTokens list;
  uint32_t at;              /* the token that comes next */
  uint32_t first;           /* the token that the declaration began with */
  uint32_t end;             /* position behind the last token taken */
  uint32_t next_comment;    /* pragmas before it were taken */
  bool panic;               /* after an error: silent until the next declaration */
  bool in_sequence;         /* between < and >, outside of other brackets: > closes */
  unsigned brackets;        /* open ones: line ends mean nothing inside */
  unsigned depth;           /* of nested constructs */
  CspRoom room;             /* where declarations are read */
  bool timed;               /* inside of Timed */
  const CspNode *bracketed; /* what was read last inside of ( ) */
  VEC(Span) wildcards;      /* that no pattern has claimed */
  uint32_t *includes;       /* files read so far, of all parsers of a script */
} CspParser;

enum { CSP_NESTING_LIMIT = 4000, CSP_INCLUDE_LIMIT = 10000 };

/* parse.c: tokens, errors, nodes */
const CspToken *csp_peek(const CspParser *);
const CspToken *csp_peek_at(const CspParser *, uint32_t ahead);
const CspToken *csp_advance(CspParser *); /* takes the next token */
bool csp_at(const CspParser *, CspTokenKind);
bool csp_accept(CspParser *, CspTokenKind);
/* Takes the token or complains: "expected X " `where`. */
bool csp_expect(CspParser *, CspTokenKind, const char *where);
/* The same for what closes something: a note points at the opening. */
bool csp_expect_close(CspParser *, CspTokenKind, Span opened);
bool csp_at_word(const CspParser *, const char *word);
bool csp_is_wildcard(const CspToken *);
/* Reports unless in panic; NULL then. */
Diag *csp_syntax_error(CspParser *, Span, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* "unexpected X, expected `what`" at the next token. */
Diag *csp_unexpected(CspParser *, const char *what);
const char *csp_token_quoted(const CspParser *, const CspToken *);
CspNode *csp_error_node(CspParser *);
Span csp_since(const CspParser *, uint32_t begin); /* to the end of the last token */
/* A node from `begin` to the last token; the children are CspNode *. */
CspNode *csp_make(CspParser *, CspKind, uint32_t begin, const Name *, uint32_t count, ...);
/* The same with all of the list, which it frees. */
CspNode *csp_make_list(CspParser *, CspKind, uint32_t begin, const Name *, CspNodes *);
CspNode *csp_absent(CspParser *);
bool csp_enter(CspParser *); /* false, with an error, when nested too deeply */
void csp_leave(CspParser *);

/* Brackets: what is inside does not know what is around. */
typedef struct {
  bool in_sequence;
  unsigned brackets;
} CspBrackets;
CspBrackets csp_open(CspParser *, bool sequence);
void csp_close(CspParser *, CspBrackets);

/* parse_hint.c: what may have been meant */
void csp_hint_at(CspParser *, Diag *, const char *expected);

/* parse_expr.c */
CspNode *csp_expression(CspParser *, CspLevel);

/* Warns if ProB would read it differently: this operand of the operator that stands there. */
void csp_compare_readings(CspParser *, CspKind outer, Span operator_span, const CspNode *operand);

/* parse_atom.c */
CspNode *csp_operand(CspParser *);
CspNode *csp_arguments(CspParser *, CspLevel);    /* ARGUMENTS; the bracket comes next */
CspNode *csp_name(CspParser *, const char *what); /* NAME, not qualified */
CspNode *csp_qualified_name(CspParser *);
CspNode *csp_names(CspParser *, const char *what); /* NAMES */
/* Adds expressions separated by commas. */
void csp_list(CspParser *, CspNodes *);

/* parse_process.c */
bool csp_at_parallel(const CspParser *, CspLevel *); /* does [|A|], [A||B] … come next? */
/* What follows an operand that began there. */
CspNode *csp_parallel(CspParser *, uint32_t begin, CspNode *left);
CspNode *csp_prefix(CspParser *, uint32_t begin, CspNode *event); /* with its fields */
CspNode *csp_rename(CspParser *, uint32_t begin, CspNode *process);
bool csp_at_replicated(const CspParser *);
CspNode *csp_replicated(CspParser *);
CspNode *csp_statements(CspParser *); /* STATEMENTS, at least one */

/* parse_pattern.c */
/* Makes sure that what was read as an expression is a pattern, and gives it. */
CspNode *csp_pattern(CspParser *, CspNode *);
/* Complains about wildcards that are in no pattern. */
void csp_claim_rest(CspParser *);

/* parse_type.c */
CspNode *csp_type(CspParser *);

/* parse_assert.c */
CspNode *csp_assertion(CspParser *);
CspNode *csp_pragma(CspParser *, const CspComment *);
bool csp_is_model(const char *letters); /* T, F, FD … */

/* parse_decl.c */
/* DECLARATIONS up to one of the tokens (or the end), in that room. */
CspNode *csp_declarations(CspParser *, CspRoom, bool timed, const CspTokenKind *closing);

/* parse_script.c */
CspNode *csp_include(CspParser *); /* its word comes next */

/* rules.c */
/* What a list of declarations must obey as a whole. */
void csp_check_annotations(CspParser *, const CspNodes *);
/* What may not stand in a Timed section. */
void csp_check_timed(CspParser *, const CspNode *);

#endif
