#ifndef PROVE_REFUTE_BOX_H
#define PROVE_REFUTE_BOX_H

#include "prove/refute/stage.h"

/* Premises that keep the numbers in the values of all names within low..high: sets and relations of
 * numbers become finite ones.  What satisfies them, too, is a counterexample; that nothing does
 * means nothing.  NULL where no name has numbers in it. */
const Conjuncts *box_premises(Stage *, int64_t low, int64_t high);

/* The greatest number that is written out in the premises, as far as it is below the limit. */
int64_t box_greatest(const Stage *, int64_t limit);

#endif
