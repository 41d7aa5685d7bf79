#ifndef TEMPORAL_PRODUCT_WALKER_H
#define TEMPORAL_PRODUCT_WALKER_H

#include "temporal/product/product.h"

/* What can be done in a node of the product. */
typedef struct {
  StateId to;
  uint32_t q;
  uint32_t step; /* which edge of the state */
  uint64_t marks;
} Successor;

typedef struct {
  const ProductRequest *request;
  bool *asked;      /* scratch: by atom */
  uint8_t *letter;  /* of the last state or step */
  bool *also_asked; /* by atom: fairness wants to know; or NULL */
  bool incomplete;  /* somewhere, something is not known: then only what is found counts */

  /* Of the last node: */
  Situation here;
  Value *row;
  VEC(Successor) successors;
  bool ends;    /* the path may end here, and is accepted then */
  bool decided; /* all paths from here are accepted */
  /* By edge, if fairness wants to know: the letter of the step that it is. */
  VEC(uint8_t) letters;
} Walker;

void walker_open(Walker *, const ProductRequest *);
void walker_close(Walker *);
void walker_expand(Walker *, StateId, uint32_t q);

#endif
