#ifndef PROVE_REFUTE_PLAN_H
#define PROVE_REFUTE_PLAN_H

#include "prove/refute/stage.h"

/* One case of the goal with all premises, shared out: premises that have names in common, by others
 * perhaps, belong together; parts without common names are solved one after the other. */

typedef struct {
  VEC(Symbol *) names;
  Conjuncts premises;
  VEC(const Symbol *) sets; /* deferred ones that its values or premises have elements of */
} PlanPart;

typedef struct {
  Conjuncts all;       /* premises: of the hypotheses, then of the case */
  VEC(PlanPart) parts; /* the first is that of the denied goal */
} Plan;

/* Of the premises of the stage those that are `used`; NULL: all.  And others; or NULL. */
void plan_make(Plan *, const Stage *, const StageCase *, const bool *used, const Conjuncts *others);
void plan_free(Plan *);

#endif
