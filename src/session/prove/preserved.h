#ifndef SESSION_PROVE_PRESERVED_H
#define SESSION_PROVE_PRESERVED_H

#include "session/system.h"

/* Which operations surely preserve which conjuncts of the invariant, so that these need not be
 * evaluated after them: proved for all values, with formulas that are proved to be well-defined. */
typedef struct {
  uint8_t *table;      /* [label][predicate], as ExploreOptions has it … */
  uint32_t predicates; /* … for so many */
  uint32_t pairs;      /* of an operation and a conjunct that it may change: … */
  uint32_t proved;     /* … so many are in the table */
} Preserved;

/* At most so many seconds are spent. */
void preserved_find(Session *, const System *, double seconds, Preserved *);
void preserved_free(Preserved *);

#endif
