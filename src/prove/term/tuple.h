#ifndef PROVE_TERM_TUPLE_H
#define PROVE_TERM_TUPLE_H

#include "prove/term/term.h"

typedef VEC(Sort) Sorts;

/* The sorts of the leaves of a tuple of that sort; for a sort that is no product, itself. */
void tuple_sorts(const Bank *, Sort, Sorts *);
/* The tuple with these leaves, of which the first is values[*next]. */
Term tuple_make(Bank *, Sort, const Term *values, uint32_t *next);

#endif
