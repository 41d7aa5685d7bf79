#ifndef TEMPORAL_PRODUCT_WALKER_H
#define TEMPORAL_PRODUCT_WALKER_H

#include "temporal/automaton/letters.h"
#include "temporal/product/product.h"

/* What can be done in a node of the product. */
typedef struct {
  StateId to;
  uint32_t q;
  uint32_t step; /* which edge of the state */
  uint64_t marks;
  uint64_t taken; /* by term of fairness: the step is one of its */
} Successor;

/* A walker belongs to one thread. */
typedef struct {
  Atlas *atlas;
  Atoms *atoms;
  Letters letters;
  const FairnessCase *fair; /* what the successors tell of; or NULL */
  bool *asked;              /* scratch: by atom */
  uint8_t *letter;          /* of the last state or step */
  bool incomplete;          /* somewhere, something is not known: then only what is found counts */

  /* Of the last node: */
  Situation here;
  Value *row;
  VEC(Successor) successors;
  bool ends;        /* the path may end here, and is accepted then */
  bool decided;     /* all paths from here are accepted */
  uint64_t enabled; /* by term of fairness that is not about every instance */
} Walker;

void walker_open(Walker *, Atlas *, Atoms *, Automaton *, pthread_mutex_t *lock,
                 const FairnessCase *);
void walker_close(Walker *);
void walker_expand(Walker *, StateId, uint32_t q);
/* What is possible in a state that was expanded before: `enabled` and the edges of `here`, without
 * the states that they lead to.  Labels: the edges that are wanted; NULL: all, and the terms. */
void walker_offers(Walker *, StateId, const bool *labels);

#endif
