#ifndef PROVE_TERM_READ_IMPL_H
#define PROVE_TERM_READ_IMPL_H

#include "prove/term/make.h"
#include "prove/term/read.h"
#include "prove/term/tuple.h"

typedef struct { /* a bound name: its leaves are the levels from `level` on */
  const Symbol *symbol;
  Sort sort;
  uint32_t level;
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

#endif
