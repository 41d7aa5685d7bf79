#ifndef LTS_PLAIN_H
#define LTS_PLAIN_H

#include "lts/lts.h"

/* Functions of systems that have states and transitions, and nothing else: no set-up, no
 * predicates, no columns with a name. */
bool lts_plain_is_setup(Lts *, const Value *state);
Truth lts_plain_holds(Lts *, uint32_t predicate, const Value *state, Trouble *why);
const LtsPredicate *lts_plain_predicate(Lts *, uint32_t predicate);
const char *lts_plain_column_name(Lts *, uint32_t column);

#endif
