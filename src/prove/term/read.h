#ifndef PROVE_TERM_READ_H
#define PROVE_TERM_READ_H

#include "prove/term/term.h"

/* The term of a resolved, typed predicate or expression.  0: something in it has no term here; then
 * `unsupported` says what.  Free names become NODE_IDENTs, carrier sets OP_TYPE_SETs. */
Term term_read(Bank *, const Node *, const char **unsupported);

Sort sort_of_type(Bank *, const Type *);

#endif
