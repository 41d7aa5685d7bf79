#ifndef SEARCH_OP_CACHE_H
#define SEARCH_OP_CACHE_H

#include "lts/lts.h"

/* Remembers what labels do, by the columns that they read: a state that agrees with an
 * earlier one there has the same transitions, with the columns that they write, and the
 * same troubles.  A label is left alone where that does not pay: it is cheap, or finds
 * nothing.  Belongs to one thread; the values are those of the Lts' store. */
typedef struct OpCache OpCache;

/* NULL if the Lts does not tell enough.  With `always`, nothing is left alone: for tests. */
OpCache *op_cache_new(Lts *, bool always);
void op_cache_free(OpCache *); /* accepts NULL */

/* The same as lts->next for a state that is no set-up. */
void op_cache_next(OpCache *, const Value *state, Sink *);
/* Of these labels alone. */
void op_cache_some(OpCache *, const Value *state, const bool *labels, Sink *);
/* The values that were made are gone. */
void op_cache_clear(OpCache *);
size_t op_cache_bytes(const OpCache *);

#endif
