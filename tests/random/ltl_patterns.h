#ifndef RANDOM_LTL_PATTERNS_H
#define RANDOM_LTL_PATTERNS_H

#include "random/ltl_meaning.h"

/* Patterns of LTL on random words, read by the parser of formulas.  False: shown what differs. */

/* Those of the catalogue in every scope, against its formulas: ltl_patterns.def. */
bool ltl_catalogue_case(Arena *, Random *);
/* A scope around a random formula, against the segments of the word, cut out. */
bool ltl_scope_case(Arena *, Random *);

#endif
