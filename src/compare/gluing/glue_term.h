#ifndef COMPARE_GLUING_GLUE_TERM_H
#define COMPARE_GLUING_GLUE_TERM_H

#include "base/text.h"
#include "value/set.h"

/* Small expressions of B over the columns of a table, made by search and not by
 * people: an operator applied to one or two others, or a leaf. */
typedef enum {
  GLUE_COLUMN,  /* a name whose value is in the row   */
  GLUE_LITERAL, /* a text that has one value          */
#define GLUE(id, form, text, priority) GLUE_##id,
#include "compare/gluing/glue_terms.def"
#undef GLUE
  GLUE_COUNT
} GlueOp;

typedef struct GlueTerm GlueTerm;
struct GlueTerm {
  GlueOp op;
  uint32_t cost; /* how much there is to read */
  const Shape *shape;
  const GlueTerm *kids[2];
  const char *text; /* of a leaf */
  uint32_t column;  /* of COLUMN */
  Value value;      /* of LITERAL */
  Value *values;    /* for the rows of a sample; the one who searches owns them */
};

bool glue_term_is_binary(GlueOp);
/* The shape of the result; NULL if the operator does not fit.  `b` is NULL for one operand. */
const Shape *glue_term_shape(ShapeTable *, GlueOp, const Shape *a, const Shape *b);
/* The value: VALUE_UNDEFINED if there is none, or if it would be large. */
Value glue_term_apply(Store *, const GlueTerm *, Value a, Value b);
/* The value in a row. */
Value glue_term_evaluate(Store *, const GlueTerm *, const Value *row);
void glue_term_print(Text *, const GlueTerm *);
/* A term of type BOOL as a predicate: that it is TRUE, or FALSE. */
void glue_term_print_predicate(Text *, const GlueTerm *, bool holds);

#endif
