#ifndef CHECK_DETERMINISM_H
#define CHECK_DETERMINISM_H

#include "check/normal.h"

/* Is a system event-deterministic: does each of its traces decide what is offered after it?
 * Where it is, and has no hidden steps, every trace of it is one of each system that refines
 * it with regard to failures and divergences. */
typedef struct {
  bool decided, holds;
  bool hidden;         /* not decided, since it has hidden steps */
  VEC(uint32_t) trace; /* decided and not: the actions of a shortest trace ... */
  StateId one, other;  /* ... after which it may be in these, which offer different things */
} Determinism;

/* Initial states count as one beginning if they agree in the constants that `other` has, too. */
Determinism *determinism_find(Space *, const Space *other);
void determinism_free(Determinism *); /* accepts NULL */

#endif
