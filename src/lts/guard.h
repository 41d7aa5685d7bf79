#ifndef LTS_GUARD_H
#define LTS_GUARD_H

#include "model/model.h"

/* What the parameters of an operation must satisfy, as far as it can be seen from outside: NULL
 * if that is nothing.  *rest is what is left to run; it decides. */
const Node *guard_of(Arena *, const Operation *, const Node **rest);

/* A substitution without brackets, descriptions and labels around it. */
const Node *substitution_bare(const Node *);

/* Models that come from Event-B may say that the values of the outermost ANY are to be seen: then
 * its names count as further arguments.  The ANY, or NULL. */
const Node *guard_shown_any(const Names *, const Model *, const Operation *);

#endif
