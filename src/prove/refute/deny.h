#ifndef PROVE_REFUTE_DENY_H
#define PROVE_REFUTE_DENY_H

#include "syntax/tree.h"

/* not P with the negation as far inside as it goes; quantifiers turn round.  Parts are shared. */
Node *denied(Arena *, const Node *predicate);

/* The body of a universal quantifier as an implication: P is not P => bfalse. */
Node *with_premise(Arena *, Node *body);

#endif
