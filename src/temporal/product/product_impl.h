#ifndef TEMPORAL_PRODUCT_PRODUCT_IMPL_H
#define TEMPORAL_PRODUCT_PRODUCT_IMPL_H

#include "temporal/product/nodes.h"
#include "temporal/product/walker.h"

/* What the files of the search share. */

typedef struct {
  const ProductRequest *request;
  Walker walker;
  Nodes nodes;
  Product *out;
} ProductSearch;

/* ---- product.c: a shortest path that is accepted by its beginning or by its end */
void product_breadth(ProductSearch *);

/* ---- product_depth.c: strongly connected components, one after the other */
#define NODE_DEAD UINT32_MAX

typedef struct { /* a node of a component that is not complete yet */
  StateId state;
  uint32_t q, number; /* by which it was met */
} LiveNode;

typedef struct { /* the root of a component, as far as it is known */
  uint32_t number;
  uint64_t marks, into; /* of its inner edges; of the edge that leads to it */
  bool loop;            /* it has an inner edge */
} Root;

typedef struct {
  StateId state;
  uint32_t q, number, todo; /* todo: its successors begin there */
} Frame;

typedef struct {
  ProductSearch *s;
  uint32_t met;       /* nodes so far */
  VEC(LiveNode) live; /* ascending by number; the path to where it is, and what is connected */
  VEC(Root) roots;
  VEC(Frame) frames;
  VEC(Successor) todo;
} DepthSearch;

void product_depth(ProductSearch *);

/* ---- lasso.c: writes the path for a component: the live nodes from this number on.  False: no
 * loop in it is fair. */
bool lasso_write(DepthSearch *, uint32_t root);
/* The shortest way over live nodes from the first one to one for which it ends, or is decided. */
void lasso_write_end(DepthSearch *, uint32_t number, PathKind);

#endif
