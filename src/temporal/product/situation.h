#ifndef TEMPORAL_PRODUCT_SITUATION_H
#define TEMPORAL_PRODUCT_SITUATION_H

#include "temporal/product/atoms.h"

/* Goes to a state of the atlas; its row is kept in `row`, which has room for one. */
void situation_enter(Situation *, Atlas *, StateId, Value *row);
/* Likewise, without the states that its edges lead to; see atlas_offers. */
void situation_offers(Situation *, Atlas *, StateId, const bool *labels, Value *row);
/* May there be more to come than its edges?  Then a reason is among those of the atlas, and nothing
 * follows from what the state has not.  Otherwise, without edges it is a deadlock. */
bool situation_is_open(const Situation *, Atlas *);

#endif
