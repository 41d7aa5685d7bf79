#ifndef TEMPORAL_PRODUCT_PRODUCT_IMPL_H
#define TEMPORAL_PRODUCT_PRODUCT_IMPL_H

#include "temporal/automaton/survey.h"
#include "temporal/product/lasso.h"
#include "temporal/product/nodes.h"
#include "temporal/product/tally.h"

/* What the files of the search share. */

typedef struct {
  const ProductRequest *request;
  const FairnessCase *fair; /* the case in hand; NULL: all loops are fair */
  Survey survey;
  pthread_mutex_t lock; /* of the automaton */
  Nodes nodes;
  Instances instances;
  bool incomplete; /* somewhere, something is not known */
  double began;
  Product *out;
} ProductSearch;

static inline void product_walker(ProductSearch *s, Walker *w, const FairnessCase *fair)
{
  walker_open(w, s->request->atlas, s->request->atoms, s->request->automaton, &s->lock, fair);
}

static inline bool product_found(const ProductSearch *s) { return s->out->result == PRODUCT_FOUND; }

/* ---- look.c: the nearest nodes, all at once: a path that is found there is short.  True: that is
 * all, because it was found or there is nothing else. */
bool product_look(ProductSearch *);

/* ---- sweep.c: breadth first through the nodes that have no loops to be judged, in levels; from
 * where these begin it goes on in depth.c. */
void product_sweep(ProductSearch *);

/* ---- depth.c: strongly connected components */
typedef struct Depth Depth;
Depth *depth_new(ProductSearch *);
void depth_free(Depth *); /* accepts NULL */
uint64_t depth_nodes(const Depth *);
/* Everything behind this node that was not seen before.  If a path is found, it begins there. */
void depth_run(Depth *, NodeId);

/* The words of nodes that have loops to be judged: 0, the number of a live node, or one of: */
#define NODE_DEAD UINT32_MAX        /* no loop through it is accepted */
#define NODE_AGAIN (UINT32_MAX - 1) /* the component that is left of its own is to be searched */

#endif
