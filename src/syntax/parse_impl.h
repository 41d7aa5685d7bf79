#ifndef SYNTAX_PARSE_IMPL_H
#define SYNTAX_PARSE_IMPL_H

/* Inside the parser: the state and the functions its files share. */

#include "syntax/lexer.h"
#include "syntax/parser.h"

/* A definition while it is read.  Its body is a range of tokens that is parsed
 * when it is first needed, so definitions may be used before they are declared. */
typedef enum { BODY_UNREAD, BODY_BEING_READ, BODY_READ } BodyState;

typedef struct {
  Definition def; /* first: the unit's table holds pointers to it */
  BodyState state;
  const Token *tokens; /* of the file it stands in */
  uint32_t begin, end; /* the body */
  Span span;           /* name … body */
  Span name_span;
} DefinitionText;

/* What is known about the text as a whole, shared by all readings of its parts. */
enum { SUSPECTS = 2 };
typedef struct {
  bool definitions_missing; /* a definition file was not found: any name may be one */
  uint32_t suspects;        /* blocks of this operation whose END stands to their left */
  struct {
    Span opened, end;
    const char *what;
  } suspect[SUSPECTS];
} ParseNotes;

typedef struct {
  ParseContext *context;
  Arena *arena;
  Diags *diags;
  Unit *unit;                /* its definitions may be used */
  const Token *tokens;       /* the last one is END_OF_TEXT */
  uint32_t at;               /* the token that comes next */
  uint32_t end;              /* reading stops here, as if the text ended */
  bool panic;                /* after an error: further ones are not reported until a
                                point is reached where reading can go on */
  uint32_t furthest;         /* position of the last error, for choosing between readings */
  unsigned depth;            /* of nested constructs */
  int brackets;              /* open ones */
  const Node *parameters;    /* NAMES of the definition that is read, or NULL */
  bool formula;              /* a formula by itself: clause words are ordinary names */
  struct Settled *settled;   /* definitions settled by a trial reading, to be undone */
  unsigned definition_depth; /* of definitions that need each other */
  ParseNotes *notes;         /* NULL for a formula by itself */
} Parser;

/* Priorities at which formulas are read (operators.def). */
enum {
  LEVEL_BRACKET = 20,  /* anything, `;` and `||` too   */
  LEVEL_ANY = 30,      /* predicates and expressions   */
  LEVEL_CONJUNCT = 41, /* an operand of `&`            */
  LEVEL_PRAGMA = 50,   /* label and desc               */
  LEVEL_COMPARISON = 110,
  LEVEL_EXPRESSION = 111 /* no comparison at the top     */
};

enum { NESTING_LIMIT = 2000 };

/* parse.c: tokens and errors */
const Token *peek(const Parser *); /* the next token */
const Token *peek_at(const Parser *, uint32_t ahead);
/* The kind of a token to come; beyond `end` it is END_OF_TEXT, whatever the
 * token that stands there (which is still what messages point at). */
TokenKind kind_ahead(const Parser *, uint32_t ahead);
const Token *previous(const Parser *);
const Token *advance(Parser *); /* takes the next token */
bool at_token(const Parser *, TokenKind);
bool at_op(const Parser *, NodeKind); /* is that operator next? */
bool accept(Parser *, TokenKind);
/* Takes the token or complains: "expected X " `where`. */
bool expect(Parser *, TokenKind, const char *where);
/* The same for what closes something: a note points at the opening. */
bool expect_close(Parser *, TokenKind, Span opened, const char *what);
/* Reports unless in panic; NULL then. */
Diag *syntax_error(Parser *, Span, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* "unexpected X, expected `what`" at the next token, with a hint if it is clear
 * what was meant. */
Diag *unexpected(Parser *, const char *what);
NodeClass class_of(const Parser *, const Node *);
Node *want(Parser *, Node *, NodeClass); /* complains if the class is another one */
/* A name is applied to a predicate, so it cannot be a function: is it perhaps a
 * definition that was not found, or mistyped?  Reports the latter. */
bool unknown_definition(Parser *, const Node *name);
/* Takes END if it comes next, and remembers if it seems to close something else. */
bool accept_end(Parser *, Span opened, const char *what);
void note_suspects(Parser *, Diag *); /* notes on what an END seems to be missing for */
const char *token_text(const Parser *, const Token *); /* as written, cut if long */
Node *error_node(Parser *);
Span span_since(const Parser *, uint32_t begin); /* to the end of the last token */
/* Keeps the height limit: reports and gives an ERROR node beyond it. */
Node *limited(Parser *, Node *);
bool enter_nested(Parser *); /* false, with an error, when nested too deeply */
void leave_nested(Parser *);

/* parse_hint.c: what may have been meant */
/* `token` cannot stand where it stands; `what` was expected. */
void hint_at_misuse(Parser *, Diag *, const Token *, const char *what);
/* An expression stands where a predicate should be. */
void hint_at_predicate(Parser *, Diag *, const Node *);
/* Of a word of another language; false: it is none. */
bool hint_at_word(Parser *, Diag *, const Node *name);
bool word_has_hint(const char *word);
const Node *callee(const Node *); /* the name that is used or called, or NULL */
const char *near_definition(const Parser *, const Name *); /* of a predicate; or NULL */
/* Where the formula that begins at the next token ends, going by brackets and keywords. */
uint32_t formula_end(const Parser *);

/* parse_expr.c: expressions and predicates */
Node *parse_level(Parser *, int level); /* expression or predicate */
Node *parse_expression(Parser *);
Node *parse_predicate(Parser *);
Node *parse_postfix(Parser *); /* an operand with its calls, images, fields */

/* parse_atom.c */
Node *parse_atom(Parser *); /* an operand alone */

/* parse_names.c */
const Name *parse_composed_name(Parser *, const char *what, Span *);
Node *parse_declared_name(Parser *);
Node *parse_names(Parser *, NodeKind);      /* declared names separated by commas */
Node *parse_names_list(Parser *, NodeKind); /* the same; a dot may follow */
Node *parse_described(Parser *, Node *);    /* with the desc pragma that comes next */
Node *parse_list(Parser *, int level);      /* LIST: one or more, separated by commas */
Node *parse_arguments(Parser *, int level, Span opened); /* LIST up to ')' */
/* Makes [first args…] out of a LIST; first may be NULL. */
Node *parse_with_arguments(Parser *, NodeKind, uint32_t begin, const Name *, Node *first,
                           const Node *list);
void want_all(Parser *, Node *list, NodeClass);
Node *parse_definition_call(Parser *, Definition *); /* its name comes next */

/* parse_subst.c */
Node *parse_substitution(Parser *); /* with `;` */
Node *parse_parallel(Parser *);     /* without `;` at the top */
/* A substitution whose first targets are read already; ":=" comes next. */
Node *parse_assignment_to(Parser *, Node *targets);
Node *as_operation_call(Parser *, Node *); /* x, f(x) read as an expression; or NULL */

/* parse_clause.c */
bool at_clause(const Parser *); /* does one begin, or the text end? */
Node *parse_clause(Parser *);   /* NULL: none comes next */
/* A predicate that fills a clause: after an error it goes on at the next `&`. */
Node *parse_clause_predicate(Parser *);
bool at_operation_header(const Parser *, uint32_t ahead);

/* definitions.c */
Definition *definition_named(const Parser *, const Token *);
/* Settles an expression-or-substitution by its use; false if it is the other. */
bool definition_used_as(Parser *, Definition *, DefinitionKind);
/* Collects the definitions of all clauses of the unit's tokens (and of the
 * files they include) and reads their bodies. */
void read_definitions(Parser *);
/* The DEFINITIONS, EXPRESSIONS or PREDICATES clause at the next token. */
Node *parse_definitions_clause(Parser *, NodeKind);

#endif
