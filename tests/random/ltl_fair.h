#ifndef RANDOM_LTL_FAIR_H
#define RANDOM_LTL_FAIR_H

#include "base/arena.h"
#include "random/generate.h"

/* Fairness of many terms in a random system, larger than those of ltl_systems.h, where the states
 * that a loop passes again and again decide whether a simple formula is violated: what the search
 * says against all sets of states.  False: they differ, and it was shown where. */
bool ltl_fair_case(Arena *, Random *);

#endif
