#ifndef TEMPORAL_PRODUCT_LASSO_H
#define TEMPORAL_PRODUCT_LASSO_H

#include "temporal/product/region.h"

/* Paths as they are told, written behind what a result has already. */

typedef struct { /* what a loop has to pass, somewhere */
  enum {
    GOAL_MARK,       /* an edge with this mark */
    GOAL_TAKEN,      /* a step of this term */
    GOAL_UNBLOCKED,  /* the same, or a node where it is not possible */
    GOAL_INSTANCE,   /* a step of this instance */
    GOAL_NO_INSTANCE /* the same, or a node where it is not possible */
  } kind;
  uint32_t which;
  bool passed;
} LoopGoal;
typedef VEC(LoopGoal) LoopGoals;

void goals_add_marks(LoopGoals *, uint64_t marks);
/* Terms that a loop can keep: those that are possible somewhere. */
void goals_add_terms(LoopGoals *, const FairnessCase *, uint64_t enabled);
/* Likewise instances, possible in so many of the nodes. */
void goals_add_instances(LoopGoals *, const FairnessCase *, const uint32_t *possible,
                         uint32_t instances, uint32_t nodes);

typedef VEC(uint32_t) LoopEdges;
/* A loop inside of the part that passes all goals, from this node of it on. */
void loop_find(Region *, uint32_t part, uint32_t entry, LoopGoals *, LoopEdges *);
void lasso_write(const Region *, uint32_t entry, const LoopEdges *, Product *);
/* The way that region_way has found; without the position where it ends. */
void lasso_write_way(const Region *, Product *);
/* The last position of a path that does not go on. */
void lasso_write_end(StateId, PathKind, Product *);

#endif
