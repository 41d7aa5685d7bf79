#ifndef CSP_MACHINE_ACCEPTANCE_H
#define CSP_MACHINE_ACCEPTANCE_H

#include "base/limits.h"
#include "csp/machine/component.h"

/* What stable states offer: the events of their moves; ✓ alone if that is one of them. */

/* Is what `a` offers part of what `b` offers? */
bool acceptance_within(const Component *, uint32_t a, uint32_t b);

typedef VEC(uint32_t) StateSet;
/* Of stable states those that offer least: for each minimal offer one, the first.  Gives up if it
 * is time to stop. */
void acceptance_minimal(const Component *, StateSet *, Effort *);

/* Adds what can be reached by τ from the states of the set, which stay first.  `mark` has a place
 * for each state, all of them 0 before and after. */
void tau_closure(const Component *, StateSet *, uint8_t *mark);

#endif
