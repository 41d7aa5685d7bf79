#ifndef PROVE_REFUTE_SUBSET_H
#define PROVE_REFUTE_SUBSET_H

#include "prove/refute/stage.h"

/* Some of the hypotheses: what follows from them follows from all. */
typedef enum {
  SUBSET_NONE,
  SUBSET_NEAR, /* those that mention a name of the goal */
  SUBSET_SELECTED,
  SUBSET_NEARER, /* those of few names, all of them in the goal or beside one of the goal */
  SUBSET_ALL,
  SUBSETS
} SubsetKind;

/* By premise of the stage, whether it is used; *count says how many are.  In the arena of the
 * stage. */
const bool *subset_of(const Stage *, const StageCase *, SubsetKind, uint32_t *count);

/* The same without those that keep a deferred set from being cut down, unless its size is known. */
const bool *subset_small(const Stage *, const bool *used, uint32_t *count);

#endif
