#ifndef COMPARE_TERM_H
#define COMPARE_TERM_H

#include "base/text.h"
#include "value/set.h"

/* Small expressions of B over the columns of a table, made by search and not by
 * people: an operator applied to one or two others, or a leaf. */
typedef enum {
  TERM_COLUMN,  /* a name whose value is in the row   */
  TERM_LITERAL, /* a text that has one value          */
#define TERM(id, form, text, priority) TERM_##id,
#include "compare/terms.def"
#undef TERM
  TERM_COUNT
} TermOp;

typedef struct Term Term;
struct Term {
  TermOp op;
  uint32_t cost; /* how much there is to read */
  const Shape *shape;
  const Term *kids[2];
  const char *text; /* of a leaf */
  uint32_t column;  /* of COLUMN */
  Value value;      /* of LITERAL */
  Value *values;    /* for the rows of a sample; the one who searches owns them */
};

bool term_is_binary(TermOp);
/* The shape of the result; NULL if the operator does not fit.  `b` is NULL for one operand. */
const Shape *term_shape(ShapeTable *, TermOp, const Shape *a, const Shape *b);
/* The value: VALUE_UNDEFINED if there is none, or if it would be large. */
Value term_apply(Store *, const Term *, Value a, Value b);
/* The value in a row. */
Value term_evaluate(Store *, const Term *, const Value *row);
void term_print(Text *, const Term *);
/* A term of type BOOL as a predicate: that it is TRUE, or FALSE. */
void term_print_predicate(Text *, const Term *, bool holds);

#endif
