#ifndef PROVE_TERM_READ_IMPL_H
#define PROVE_TERM_READ_IMPL_H

#include "prove/term/make.h"
#include "prove/term/read.h"
#include "prove/term/tuple.h"

typedef struct { /* a bound name: its leaves are the levels from `level` on */
  const Symbol *symbol;
  Sort sort;
  uint32_t level;
  Term value; /* of a LET, where `level` leaves are bound; else 0 */
} Bound;

typedef struct {
  Bank *bank;
  VEC(Bound) bound;
  uint32_t depth; /* so many leaves are bound */
  const char *unsupported;
} Reader;

Term read_term(Reader *, const Node *);
Term read_unsupported(Reader *, const char *what);

/* read_binder.c: the quantifiers, comprehensions and their like; 0: it is none of them, or has no
 * term. */
bool read_is_binder(const Node *);
Term read_binder(Reader *, const Node *);
/* The value of a name that is bound; 0: it is free. */
Term read_bound(Reader *, const Symbol *);
/* LET names BE equations IN expression END: the expression with the values. */
Term read_let(Reader *, const Node *);

/* ---- read_record.c: a record is a tuple of its fields, ascending by name; of one field, it is
 * that field.  Records and pairs are never compared, so it does not matter that they have the same
 * sorts.
 */
Sort read_record_sort(Bank *, const Type *);
Term read_record(Reader *, const Node *);
Term read_struct(Reader *, const Node *);
Term read_field(Reader *, const Node *);

#endif
