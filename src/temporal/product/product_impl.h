#ifndef TEMPORAL_PRODUCT_PRODUCT_IMPL_H
#define TEMPORAL_PRODUCT_PRODUCT_IMPL_H

#include "temporal/automaton/survey.h"
#include "temporal/product/lasso.h"
#include "temporal/product/leaving.h"
#include "temporal/product/nodes.h"
#include "temporal/product/tally.h"

/* What the files of the search share. */

typedef struct {
  const ProductRequest *request;
  const FairnessCase *fair; /* the case in hand; NULL: all loops are fair */
  Survey survey;
  pthread_mutex_t *lock; /* of the automaton */
  VEC(ProductHelper) helpers;
  bool no_more_help;
  Nodes nodes;
  Instances instances;
  Leaving leaving;
  bool misled;     /* the guess about what leaves is wrong: without it, all over again */
  bool incomplete; /* somewhere, something is not known */
  uint64_t met;    /* nodes that were met since they are numbered */
  double began;
  Product *out;
} ProductSearch;

static inline void product_walker(ProductSearch *s, Walker *w, const FairnessCase *fair)
{
  walker_open(w, s->request->atlas, s->request->atoms, s->request->automaton, s->lock, fair);
}

static inline bool product_found(const ProductSearch *s) { return s->out->result == PRODUCT_FOUND; }

/* ---- look.c: the nearest nodes, all at once: a path that is found there is short.  True: that is
 * all, because it was found or there is nothing else.  Otherwise `leaving` is guessed from them. */
bool product_look(ProductSearch *);

/* ---- sweep.c: breadth first, in levels; where a loop may have been closed it goes on in depth.c.
 */
void product_sweep(ProductSearch *);

/* ---- depth.c: strongly connected components */
typedef struct Depth Depth;
Depth *depth_new(ProductSearch *);
void depth_free(Depth *); /* accepts NULL */
/* All nodes behind this one that are not dead.  If a path is found, it begins there. */
void depth_run(Depth *, NodeId);

/* The word of a node:
 *
 *   0                    it was not met
 *   FRESH | n            while a level is searched: it belongs to the next one, and the node before
 *                        it has the place n
 *   NODE_LIVE | n        while components are searched: the number of a live node
 *   NODE_AGAIN           the component that is left of its own is to be searched
 *   NODE_DEAD + n        no loop through it or behind it is accepted, nor is an end; n is the
 * highest level that can be reached from it, see Leaving others               it is in a level: the
 * number of the node before it + 1, or FROM_NOWHERE */
#define FRESH (UINT32_C(1) << 31)
#define NODE_LIVE FRESH
#define NODE_DEAD (UINT32_MAX - LEAVING_LEVELS)
#define NODE_AGAIN (NODE_DEAD - 1)
#define FROM_NOWHERE (FRESH - 1)

static inline bool word_is_dead(uint32_t word) { return word >= NODE_DEAD; }

#endif
