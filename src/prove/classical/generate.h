#ifndef PROVE_CLASSICAL_GENERATE_H
#define PROVE_CLASSICAL_GENERATE_H

#include "prove/rules/build.h"
#include "prove/sequent/sequent.h"

/* The proof obligations of a machine, refinement or implementation of classical B, under the names
 * op/inv1/INV, op/REF …  A refinement must have been loaded with what it refines
 * (model/chain.h).  With `deadlock` there is one more: some operation is always enabled. */
Obligations *classical_obligations(Arena *, Names *, Model *, bool deadlock);

#endif
