#ifndef PROVE_RULES_SUBSTITUTE_H
#define PROVE_RULES_SUBSTITUTE_H

#include "prove/rules/build.h"

/* What is put in the place of a name. */
typedef struct {
  Symbol *from;
  bool old; /* of its value before, x$0 (OLD_VALUE), instead of x */
  Node *to;
} Replacement;

typedef VEC(Replacement) Replacements;

/* The formula with expressions in the places of free names, all at once.  What does not change is
 * shared.  Bound names are renamed where an expression that comes into their scope has one that is
 * called the same, be it bound itself: so what is printed means the same, too, and no symbol is
 * bound inside of its own scope. */
Node *substitute(const Build *, Node *, const Replacement *, uint32_t count);

#endif
