#ifndef EVENTB_NOTATION_FORMULA_H
#define EVENTB_NOTATION_FORMULA_H

#include "eventb/notation/component.h"
#include "eventb/notation/math_lexer.h"
#include "eventb/notation/math.h"

/* Formulas of Event-B become trees of the kinds that classical B has.  Differences
 * that remain: a bound name may have a child, its declared type; names may be primed.
 * {E | P} is {x,y . P | E} for all names x, y of E.  A lambda whose pattern is no plain
 * tuple is the set of its pairs. */
typedef enum {
  EVENTB_PREDICATE,
  EVENTB_EXPRESSION,
  EVENTB_EITHER, /* a predicate or an expression */
  EVENTB_ASSIGNMENT
} EventbFormulaKind;

/* What a theory adds to the notation: f(a,b), a f b, or f alone. */
typedef struct {
  const Name *name;
  uint32_t count; /* of arguments */
  bool infix, predicate;
  const char *theory, *other; /* that declares it; NULL, or another one that does, too */
} EventbOperator;

typedef struct EventbBound EventbBound; /* names that are bound around a formula */
struct EventbBound {
  const Node *names; /* or NULL */
  const EventbBound *outer;
};

/* Reading from a list of tokens.  At the first mistake `failed` is set, one diagnostic
 * reported, and everything after gives ERROR nodes. */
typedef struct {
  ParseContext *context;
  Arena *arena;
  const EventbToken *tokens;
  /* Name -> EventbOperator, or NULL: uses of them become DEF_CALLs.  Names that are declared or
   * bound are no operators. */
  const Map *operators, *declared;
  const EventbBound *bound;
  uint32_t at;
  unsigned depth;
  bool enclosed; /* what is read ends at a closing bracket */
  bool in_text;  /* of the text notation, whose keywords are no names */
  bool failed;
} EventbParser;

Node *eventb_parse(EventbParser *, EventbFormulaKind);

/* A formula that is all of the source; declared names and operators of theories may be NULL. */
Node *eventb_parse_source(ParseContext *, const Source *, EventbFormulaKind, const Map *declared,
                          const Map *operators);

/* May `op` follow a use of `before` of the same group without brackets?  Then that is its
 * left operand. */
bool eventb_is_compatible(NodeKind before, NodeKind op, EventbGroup);
/* All names that occur free, each once, in order: those that {E | P} binds. */
void eventb_collect_names(Arena *, const Node *, TreeList *);

/* "unexpected X, expected `what`", once. */
Diag *eventb_unexpected(EventbParser *, const char *what); /* NULL: there was one before */

#endif
