#ifndef SEARCH_PREDICATE_CACHE_H
#define SEARCH_PREDICATE_CACHE_H

#include "lts/lts.h"

/* Remembers for which values of the columns that it reads a predicate was as it should be:
 * such a state need not be looked at again.  A predicate is left alone where that does not
 * pay: it is cheap, or its columns seldom have the same values again.  Belongs to one
 * thread; the values are those of the Lts' store. */
typedef struct PredicateCache PredicateCache;

/* NULL if the Lts does not tell enough.  With `always`, nothing is left alone: for tests. */
PredicateCache *predicate_cache_new(Lts *, bool always);
void predicate_cache_free(PredicateCache *); /* accepts NULL */

/* Is it known to be as it should be?  If not, it is evaluated and the outcome told. */
bool predicate_cache_knows(PredicateCache *, uint32_t predicate, const Value *row);
void predicate_cache_tell(PredicateCache *, uint32_t predicate, const Value *row, bool good);

/* The values that were made are gone. */
void predicate_cache_clear(PredicateCache *);

#endif
