#ifndef RANDOM_DEFERRED_H
#define RANDOM_DEFERRED_H

#include "base/text.h"
#include "random/generate.h"

/* A random sequent about the elements of a deferred set D: its conjuncts in brackets, joined by &,
 * the goal last.  Its names have the types D, POW(D), D <-> D and D <-> BOOL; some need more
 * elements of D than one would think, or infinitely many. */
void deferred_sequent(Random *, Text *);

#endif
