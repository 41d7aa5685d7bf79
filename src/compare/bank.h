#ifndef COMPARE_BANK_H
#define COMPARE_BANK_H

#include "compare/table.h"
#include "compare/term.h"

/* Terms over the concrete columns of a table, smallest first, no two of which have the
 * same values in all rows of a sample. */
typedef struct {
  Table *table;
  Arena *arena;
  VEC(Value) sample; /* rows, one after the other */
  uint32_t rows;
  VEC(Term *) terms;         /* ascending by cost */
  VEC(uint32_t) levels;      /* by cost: the first term that has it or a greater one */
  VEC(const Shape *) shapes; /* terms of other types are not made */
  uint32_t *index;           /* finds terms by their values */
  uint32_t capacity;
  uint64_t work; /* done so far; when it is too much the bank is: */
  bool full;
} Bank;

/* `rows` are `count` rows of the table.  The leaves are made at once. */
Bank *bank_new(Table *, const Value *rows, uint32_t count);
void bank_free(Bank *); /* accepts NULL */
/* Terms of one more cost; false if there is no more room, or it would take long. */
bool bank_grow(Bank *);

/* A term that is not in the bank, with its values. */
Term *bank_make(Bank *, TermOp, const Term *, const Term *second);
const Term *bank_column(Bank *, uint32_t column);
const Term *bank_literal(Bank *, const char *text, const Shape *, Value);

#endif
