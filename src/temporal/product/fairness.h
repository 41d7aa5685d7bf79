#ifndef TEMPORAL_PRODUCT_FAIRNESS_H
#define TEMPORAL_PRODUCT_FAIRNESS_H

#include "temporal/product/atoms.h"

/* Which infinite paths count: assumptions about steps that are possible again and again.  A term is
 * about the steps of one pattern; a case is a set of terms, all of which must be kept; a path is
 * fair if it is so in one of the cases.
 *
 *   weak    possible from some position on, always: then taken again and again
 *   strong  possible again and again: then taken again and again */
typedef struct {
  bool strong;
  bool every;       /* a term for each instance of each operation: label with its arguments */
  uint32_t enabled; /* not `every`: the atom of states that says that it is possible … */
  uint32_t taken;   /* … and the atom of steps that says that it is taken */
} FairnessTerm;

typedef struct {
  const FairnessTerm *terms;
  uint32_t count;
} FairnessCase;

typedef struct {
  const FairnessCase *cases;
  uint32_t count;
} Fairness;

#endif
