#ifndef PROVE_REFUTE_SIZES_H
#define PROVE_REFUTE_SIZES_H

#include "model/symbol.h"
#include "syntax/inspect.h"

/* How many elements a deferred set has according to premises that all hold. */
typedef struct {
  uint64_t low, high; /* both surely; high 0: nothing is known */
} SizeRange;

SizeRange size_range(const Conjuncts *premises, const Symbol *set);

/* How many elements it had better have, so that names that are said to differ can: a guess. */
uint64_t size_hint(const Conjuncts *premises, const Symbol *set);

#endif
