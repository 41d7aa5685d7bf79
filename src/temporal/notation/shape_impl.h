#ifndef TEMPORAL_NOTATION_SHAPE_IMPL_H
#define TEMPORAL_NOTATION_SHAPE_IMPL_H

/* Inside the notation: patterns of formulas.  They are called shapes here, since a TemporalPattern
 * is one of operations.
 *
 * A text with patterns is read into trees with nodes CALL and VARIABLE (shape_read.c,
 * shape_term.c); when all of it is read, calls find what they call (shape_calls.c); then the
 * formula is expanded to one without such nodes (shape_expand.c), by the definitions of the text
 * and those that are built in (shape_catalogue.c, shape_scope.c).  All of it lives in the arena of
 * the reader. */

#include "base/vec.h"
#include "temporal/notation/notation_impl.h"

typedef enum { SHAPE_VAR, SHAPE_NUM, SHAPE_SEQ } ShapeType;

typedef enum {
#define SHAPE(name, text, parameters, reserved) BUILTIN_##name,
#include "temporal/notation/shapes.def"
#undef SHAPE
  BUILTIN_SHAPES
} BuiltinShape;

typedef struct {
  const char *name, *parameters;
  bool reserved;
} BuiltinInfo;

/* What is written where a value is needed. */
typedef struct ShapeTerm ShapeTerm;
struct ShapeTerm {
  ShapeType type;
  Span span;
  Temporal *formula; /* VAR */
  bool is_variable;  /* NUM, SEQ: that in `slot` */
  uint32_t slot;
  uint32_t number;          /* NUM */
  Temporal **items;         /* SEQ */
  uint32_t count;           /* of items; at least 2 */
  const ShapeTerm *without; /* SEQ: VAR or SEQ, or NULL */
};

typedef struct ShapeStatement ShapeStatement;
struct ShapeStatement {
  ShapeStatement *next;
  Span span;
  bool sets; /* the value of `slot`: a declaration, an assignment, a loop with a counter */
  uint32_t slot;
  const ShapeTerm *value; /* of a loop: where it begins */
  const ShapeTerm *last;  /* of a loop: where it ends; else NULL */
  bool down;
  ShapeStatement *body; /* of a loop */
};

typedef struct {
  const Name *name;
  ShapeType type;
} ShapeVariable;

/* A pattern that the text defines, or the text itself, which is one without a name. */
typedef struct ShapeDefinition ShapeDefinition;
struct ShapeDefinition {
  const Name *name;
  Span span; /* of the name */
  ShapeVariable *parameters;
  uint32_t count, slots; /* of parameters; of variables that live at the same time */
  ShapeStatement *statements;
  Temporal *formula;
  enum { SHAPE_UNVISITED, SHAPE_OPEN, SHAPE_VISITED } visit; /* in the search for recursion */
};

typedef struct ShapeCall ShapeCall;
struct ShapeCall {
  const Name *name;
  Span span; /* of the name */
  const ShapeTerm **arguments;
  uint32_t count;
  ShapeDefinition *inside; /* of this definition */
  /* Filled in by shape_find_callees: NULL: `builtin` */
  ShapeDefinition *definition;
  BuiltinShape builtin;
};

/* What is known while a text is read. */
struct Shapes {
  VEC(const Name *) names; /* of patterns that the text defines somewhere */
  VEC(ShapeVariable) variables;
  uint32_t first; /* of the variables of the definition that is read */
  ShapeDefinition *inside;
  VEC(ShapeDefinition *) definitions;
  VEC(ShapeCall *) calls;
  ShapeDefinition text;
  bool comments; /* may stand in the text */
};

/* ---- shape_words.c: names.  Nothing is reported. */
const BuiltinInfo *builtin_info(BuiltinShape);
const ShapeVariable *shape_variable(const Shapes *, const Name *); /* of this definition; or NULL */
/* Is there a call of a pattern that is built in, or defined somewhere in the text? */
bool shape_at_call(const Reader *, const char *at);
const ShapeVariable *shape_variable_at(const Reader *, const char *at); /* or NULL */
bool shape_at_keyword(const Reader *, const char *word);
/* May it be the name of a pattern or variable?  Else why not, for `'x' …`. */
const char *shape_bad_name(const Reader *, const char *begin, size_t length);
/* Notes which patterns the text defines, and whether it may have comments. */
void shapes_open(Shapes *, Reader *);
void shapes_close(Shapes *);

/* ---- shape_term.c */
const ShapeTerm *read_shape_term(Reader *);
const ShapeTerm *read_shape_number(Reader *);
void shape_unexpected(Reader *, const char *what); /* where words are not those of formulas */
bool shape_accept(Reader *, char);                 /* if it comes next */
bool shape_expect(Reader *, char, const char *what);
const char *shape_type_name(ShapeType); /* "a formula" … */

/* ---- shape_calls.c: calls find what they call, with fitting arguments and without recursion. */
void shape_find_callees(Reader *);

/* ---- shape_expand.c */
typedef struct {
  Reader *r;
  Span call;      /* the one of the text that is being expanded */
  uint32_t steps; /* made so far */
  unsigned depth;
} Expander;

typedef struct {
  ShapeType type;
  Temporal *formula; /* VAR */
  uint32_t number;   /* NUM */
  Temporal **items;  /* SEQ: one after the other … */
  uint32_t count;
  Temporal *stay; /* … while this holds, unless it is NULL */
} ShapeValue;

Temporal *shape_expand(Reader *);
/* New nodes, if all limits allow; else an ERROR node, and the mistake is reported. */
Temporal *shape_unary(Expander *, TemporalKind, Temporal *);
Temporal *shape_binary(Expander *, TemporalKind, Temporal *, Temporal *);
/* A node like this one with other kids. */
Temporal *shape_with_kids(Expander *, const Temporal *, Temporal *const kids[2]);
/* Begins and ends a step into something deeper.  False: reported. */
bool shape_enter(Expander *);
void shape_leave(Expander *);

/* ---- shape_scope.c: the formula where the future ends before `end` holds. */
Temporal *shape_confine(Expander *, Temporal *, Temporal *end);

/* ---- shape_catalogue.c: what a built-in pattern means. */
Temporal *shape_builtin(Expander *, BuiltinShape, const ShapeValue *arguments);

#endif
