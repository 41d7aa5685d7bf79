#ifndef PROVE_REWRITE_UNBOUNDED_H
#define PROVE_REWRITE_UNBOUNDED_H

#include "prove/term/term.h"

/* !b.#x.(x : S & b <= x …), or x <= b: no number bounds S, so S is not finite.  0: the formula has
 * another form. */
Term unbounded_set(Bank *, Term forall);

#endif
