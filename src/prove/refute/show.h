#ifndef PROVE_REFUTE_SHOW_H
#define PROVE_REFUTE_SHOW_H

#include "prove/refute/trial.h"

/* The values that the names have in a search that found all of them, for people; texts are put into
 * the arena. */
void show_counterexample(Trial *, const StageCase *, const Obligations *, Arena *,
                         Counterexample *);
/* S = {S1,S2}, of the deferred sets. */
void show_sets(Trial *, const Symbol *const *sets, uint32_t count, Arena *, ShownValues *);

#endif
