#ifndef SEARCH_TOUCHES_H
#define SEARCH_TOUCHES_H

#include "lts/lts.h"

/* Which labels can change what a predicate says.  The system must tell what labels write and what
 * predicates read. */
typedef struct Touches Touches;
Touches *touches_new(Lts *);
void touches_free(Touches *);
bool touches_may(const Touches *, uint32_t label, uint32_t predicate);

#endif
