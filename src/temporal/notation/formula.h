#ifndef TEMPORAL_NOTATION_FORMULA_H
#define TEMPORAL_NOTATION_FORMULA_H

#include "base/arena.h"
#include "base/text.h"
#include "model/model.h"
#include "syntax/parser.h"
#include "syntax/print.h"
#include "syntax/tree.h"

/* Formulas of temporal logic, LTL with past and CTL, as trees.  They are read by temporal_parse
 * (parse.h); temporal_resolve (resolve.h) then fills in what they mean in a model.  A tree belongs
 * to one scope: reading a text again makes another one.  All of it lives in the arena of the
 * ParseContext that it was read with, except typed formulas, see resolve.h. */

typedef struct Temporal Temporal;
typedef enum { LOGIC_LTL, LOGIC_CTL } TemporalLogic;
const char *logic_name(TemporalLogic); /* "LTL", "CTL" */

typedef enum {
#define TEMPORAL(kind, ...) TEMPORAL_##kind,
#include "temporal/notation/kinds.def"
#undef TEMPORAL
  TEMPORAL_KINDS
} TemporalKind;

/* A quantifier as it is written.  What stands in it may speak of its variable, and of those of the
 * quantifiers around it; patterns may bring it below others, which mean nothing to it. */
typedef struct TemporalBinder TemporalBinder;
struct TemporalBinder {
  const TemporalBinder *outer; /* NULL: none */
  const Name *variable;
  Span span;
  Symbol *symbol; /* filled in by temporal_resolve */
};

/* A text in B inside of a formula: a predicate, an expression, an argument of an operation. */
typedef struct {
  const Source *source;        /* it alone, at its place in the text around it */
  FormulaKind kind;            /* FORMULA_PRED or FORMULA_EXPR */
  Node *node;                  /* read, without names; NULL if that was left to temporal_resolve */
  Span span;                   /* of the text, without the blanks around it */
  const TemporalBinder *scope; /* the quantifier around it, with the others */

  /* Filled in by temporal_resolve: resolved and typed in the scope of the model.  Values of the
   * variables of the quantifiers around it are looked up by their symbols, as for model->known. */
  const Formula *formula;
  bool resolved; /* also if there is a mistake in it */
} TemporalPart;

/* An event of a system without operations, or all with certain fields. */
typedef struct {
  const char *name;
  const char *const *fields; /* as texts; NULL: any value */
  uint32_t count;
  bool all; /* whatever the fields are, and how many */
} EventPattern;

/* An operation, or all its instances with certain arguments. */
typedef struct {
  const Name *name;
  Span span, name_span;
  bool has_arguments;          /* without: all instances */
  TemporalPart **arguments;    /* NULL: any value, `_`.  Evaluated where the step begins. */
  uint32_t count;              /* that of the parameters, and of guard_shown_any (lts/guard.h) */
  const TemporalBinder *scope; /* as that of a part */

  /* Filled in by temporal_resolve; NULL for INITIALISATION, which is no step of a path. */
  const Operation *operation;
  bool resolved;
  /* Without a model, instead of temporal_resolve, by who knows the events. */
  const EventPattern *event;
} TemporalPattern;

/* How a formula with patterns is written. */
typedef struct {
  const Temporal *tree; /* with nodes CALL; NULL if the text defines patterns */
  const char *text;     /* all of it */
} TemporalWritten;

/* kinds.def says what each kind has.  A tree may have a node, with all below it, at several places:
 * patterns bring it there. */
struct Temporal {
  TemporalKind kind;
  uint32_t height; /* 1 + the greatest height of a child; at most TREE_HEIGHT_LIMIT */
  uint32_t size;   /* 1 + the sizes of the children; UINT32_MAX: this or more */
  Span span;
  uint32_t count; /* of kids */
  Temporal *kids[2];

  TemporalPart *part; /* PREDICATE, UNCHANGED … BEFORE_AFTER; FORALL, EXISTS: the P */

  TemporalPattern **patterns; /* ENABLED, STEP …: one; DEADLOCK …: pattern_count */
  uint32_t pattern_count;

  const Name *variable; /* FORALL, EXISTS, VARIABLE */
  Span variable_span;
  TemporalBinder *binder;      /* FORALL, EXISTS */
  const TemporalBinder *scope; /* of nodes without children: as that of a part */
  /* FORALL, EXISTS, filled in by temporal_resolve: the variable with its type.  The part is a
   * predicate over it, sets and constants, whose solutions are its values. */
  Symbol *symbol;
  /* GOAL, filled in by temporal_resolve: the predicate of the definition. */
  const Node *goal;

  const TemporalWritten *written; /* of the root of a formula with patterns; else NULL */
  struct ShapeCall *call;         /* CALL */
  uint32_t slot;                  /* VARIABLE */
};

Temporal *temporal_leaf(Arena *, TemporalKind, Span);
Temporal *temporal_unary(Arena *, TemporalKind, Span, Temporal *);
Temporal *temporal_binary(Arena *, TemporalKind, Span, Temporal *, Temporal *);

/* The formula under one more assumption: that it has is joined to it by AND. */
Temporal *temporal_assume(Arena *, Temporal *assumption, Temporal *formula);

/* Is it a fairness term, or made of such by AND and OR? */
bool temporal_is_assumption(const Temporal *);

/* The formula as text on one line, with the brackets that its tree needs and one spelling for each
 * construct.  Patterns are called as in the text; a text that defines some is printed as it is.
 * Reading it again gives an equal tree.  The style is that of the parts in B; those that have not
 * been read without names, PARTS_LATER, are printed as they are written. */
void temporal_print(Text *, const Temporal *, PrintStyle);
/* The tree, without places, redundant brackets and spelling; equal trees give equal texts. */
void temporal_dump(Text *, const Temporal *);

#endif
