#ifndef LTS_B_COLUMNS_H
#define LTS_B_COLUMNS_H

#include "engine/engine.h"
#include "lts/lts.h"

/* What the values of a variable are like, by its type and by what the invariant says of
 * it: x : 0..9, x : NAT.  The latter is a guess: invariants may be violated. */
LtsColumn b_column(Engine *, const Symbol *variable);

#endif
