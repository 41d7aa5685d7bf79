#ifndef COMPARE_DETERMINISM_H
#define COMPARE_DETERMINISM_H

#include "compare/normal.h"

/* Is a system event-deterministic: does each of its traces decide what is offered after it?
 * Where it is, has no hidden steps, and does not choose between results of a call, every
 * trace of it is one of each system that has all of its constants and refines it with
 * regard to failures and divergences. */
typedef struct {
  bool decided, holds;
  bool forced;         /* it holds, and so does the rest of that */
  bool hidden;         /* not decided, since it has hidden steps */
  VEC(uint32_t) trace; /* decided and not: the actions of a shortest trace ... */
  StateId one, other;  /* ... after which it may be in these, which offer different things */
} Determinism;

/* Initial states count as one beginning if they agree in the constants that `other` has, too:
 * the system of which it is asked whether it has all constants.  It is not decided where more
 * than `limit` sets of states were looked at: a specification may be infinite where no
 * implementation gets to. */
Determinism *determinism_find(Space *, Space *other, uint32_t limit);
void determinism_free(Determinism *); /* accepts NULL */

#endif
