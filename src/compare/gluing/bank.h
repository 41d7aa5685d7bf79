#ifndef COMPARE_GLUING_BANK_H
#define COMPARE_GLUING_BANK_H

#include "compare/gluing/joint_rows.h"
#include "compare/gluing/glue_term.h"

/* GlueTerms over the concrete columns of a table, smallest first, no two of which have the
 * same values in all rows of a sample. */
typedef struct {
  JointRows *table;
  Arena *arena;
  VEC(Value) sample; /* rows, one after the other */
  uint32_t rows;
  VEC(GlueTerm *) terms;     /* ascending by cost */
  VEC(uint32_t) levels;      /* by cost: the first term that has it or a greater one */
  VEC(const Shape *) shapes; /* terms of other types are not made */
  uint32_t *index;           /* finds terms by their values */
  uint32_t capacity;
  uint64_t work; /* done so far; when it is too much the bank is: */
  bool full;
} Bank;

/* `rows` are `count` rows of the table.  The leaves are made at once. */
Bank *bank_new(JointRows *, const Value *rows, uint32_t count);
void bank_free(Bank *); /* accepts NULL */
/* GlueTerms of one more cost; false if there is no more room, or it would take long. */
bool bank_grow(Bank *);

/* A term that is not in the bank, with its values. */
GlueTerm *bank_make(Bank *, GlueOp, const GlueTerm *, const GlueTerm *second);
const GlueTerm *bank_column(Bank *, uint32_t column);
const GlueTerm *bank_literal(Bank *, const char *text, const Shape *, Value);

#endif
