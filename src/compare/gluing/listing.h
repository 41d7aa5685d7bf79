#ifndef COMPARE_GLUING_LISTING_H
#define COMPARE_GLUING_LISTING_H

#include "compare/joint.h"

/* A relation as a predicate that lists its pairs, for want of a better one:
 *   (x|->u|->w) : {(0|->1|->TRUE), …}
 * over the variables of the specification and the variables and constants of the
 * implementation; those that both have are taken for equal.  False, and nothing is printed,
 * if there are too many pairs, or some value has no name in B. */
bool listing_print(Text *, Space *impl, Space *spec, const PairList *, const char *between);

#endif
