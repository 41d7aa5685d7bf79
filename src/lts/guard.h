#ifndef LTS_GUARD_H
#define LTS_GUARD_H

#include "model/model.h"

/* What the parameters of an operation must satisfy, as far as it can be seen from outside: NULL
 * if that is nothing.  *rest is what is left to run; it decides. */
const Node *guard_of(Arena *, const Operation *, const Node **rest);

/* A substitution without brackets, descriptions and labels around it. */
const Node *substitution_bare(const Node *);

#endif
