#ifndef TEMPORAL_MEANING_PREMISE_H
#define TEMPORAL_MEANING_PREMISE_H

#include "temporal/notation/formula.h"

/* A formula with `a => f` in it says nothing about a system where a never happens.  For each such
 * implication, and each quantifier, that stands where all paths must satisfy it: what some path
 * must do, so that the formula is not true for this reason alone. */
typedef struct {
  Temporal *tree;     /* LTL or CTL, as the formula is */
  const char *not_so; /* what is said if no path does it: `[a] never happens` */
  bool partly;        /* the implication is only a part of what the formula demands */
} Premise;
typedef VEC(Premise) Premises;

/* Of a formula that was resolved, outer implications first.  `a => false` says that a never
 * happens, so it counts for nothing.  They live in the arena, and share parts with the formula. */
void premises_find(Arena *, const Temporal *, Premises *);

#endif
