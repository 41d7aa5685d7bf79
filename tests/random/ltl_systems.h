#ifndef RANDOM_LTL_SYSTEMS_H
#define RANDOM_LTL_SYSTEMS_H

#include "random/ltl_meaning.h"

/* A small random system and a random formula, sometimes under fairness: what the search says
 * against all short paths, one by one.  False: they differ, and it was shown where. */
bool ltl_system_case(Arena *, Random *);

#endif
