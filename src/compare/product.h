#ifndef COMPARE_PRODUCT_H
#define COMPARE_PRODUCT_H

#include "compare/normal.h"

/* The pairs of a product, numbered in order of discovery: a node of the
 * specification, a state of the implementation, and the pair it was reached from.
 * The first pair of a state is found by its number, mostly there is no other one; a table at
 * most two thirds full finds the others.  About 25 bytes for each. */
typedef struct {
  NodeId node;
  StateId state;
  uint32_t from; /* or NO_PAIR */
} ProductPair;

#define NO_PAIR UINT32_MAX

/* ProductPairs are treated by the number of visible steps to them.  Hidden steps may move a
 * pair from LATER to NOW. */
typedef enum { PAIR_LATER, PAIR_NOW, PAIR_DONE } PairStage;

typedef struct {
  NodeId node;
  uint32_t pair; /* NO_PAIR: the state has none */
} FirstPair;

typedef struct {
  const Normal *normal;
  VEC(ProductPair) all;
  VEC(uint8_t) stages;
  VEC(FirstPair) first; /* by state */
  uint32_t *table;      /* of the others */
  uint32_t capacity, others;
  bool linked;                /* some node has several states; then: */
  VEC(uint32_t) last, before; /* by state: its last pair; by pair: the one before it of the state */
} ProductPairs;

uint32_t product_find(const ProductPairs *, NodeId, StateId); /* or NO_PAIR */
/* The pairs of this state are going to be asked for. */
static inline void product_approach(const ProductPairs *p, StateId state)
{
  if (state < p->first.len) __builtin_prefetch(p->first.data + state);
}
uint32_t product_add(ProductPairs *, ProductPair, PairStage); /* a new one; NO_PAIR: no more room */
/* Is there a pair of the same state, no later than `stage`, whose node is a part of this
 * one?  It has all counterexamples that this one has, and no longer ones.  Some may be
 * overlooked. */
bool product_covered(const ProductPairs *, NodeId, StateId, PairStage);
void product_free(ProductPairs *);

#endif
