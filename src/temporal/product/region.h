#ifndef TEMPORAL_PRODUCT_REGION_H
#define TEMPORAL_PRODUCT_REGION_H

#include "temporal/product/instances.h"
#include "temporal/product/walker.h"

/* A part of a product as an explicit graph, whose nodes are found, and looked at, when they are
 * needed: where paths and loops are written.  Nodes belong to parts; a loop stays inside of one. */
typedef struct {
  uint32_t to, step;
  uint64_t marks;
  uint64_t taken;    /* by term of fairness: the step is one of its */
  uint32_t instance; /* of the step, if a term is about every one of them */
} RegionEdge;

typedef struct {
  StateId state;
  uint32_t q, part;
  bool known;                /* its edges are; the others below are theirs */
  bool vague;                /* more steps may be possible */
  bool ends, decided;        /* see Walker */
  uint32_t begin, count;     /* of edges */
  uint64_t enabled;          /* by term of fairness */
  uint32_t first, instances; /* of Region.possible: instances that are, ascending */
  uint32_t parent, by, met;  /* scratch of region_way: how it was reached, in which search */
} RegionNode;

enum { PART_OUTSIDE = UINT32_MAX, PART_NONE = UINT32_MAX - 1, NOWHERE = UINT32_MAX };

/* The part of a node: PART_OUTSIDE, paths may pass it; PART_NONE: it is left out altogether. */
typedef uint32_t RegionPlace(void *context, StateId, uint32_t q);

typedef struct {
  Walker *walker;
  Instances *instances; /* NULL: no term of fairness is about every one */
  RegionPlace *place;   /* NULL: all are part 0 */
  void *context;
  VEC(RegionNode) nodes;
  Signatures keys; /* of nodes, by number */
  VEC(RegionEdge) edges;
  VEC(uint32_t) possible;
  uint32_t searches;
  VEC(uint32_t) queue;
  VEC(uint32_t) way; /* edges */
  uint32_t source;   /* where the way begins */
} Region;

/* Instances are told of if a term of the walker's fairness asks for them. */
void region_open(Region *, Walker *, Instances *, RegionPlace *, void *context);
void region_close(Region *);
/* The number of a node, a new one or that it has; NOWHERE: it is left out. */
uint32_t region_add(Region *, StateId, uint32_t q);
const RegionNode *region_node(Region *, uint32_t node); /* with its edges */

/* The shortest way to where `wanted` says yes, from one of some nodes (those with these numbers):
 * asked about each of them with NULL if it may stay there, and about edges with the node that they
 * leave.  The way does not leave the part (PART_OUTSIDE: any).  Gives where it ends, or NOWHERE. */
typedef bool RegionWanted(void *context, uint32_t from, const RegionEdge *);
uint32_t region_way(Region *, uint32_t from, uint32_t sources, uint32_t part, bool stay,
                    RegionWanted *, void *context);

/* Told what is possible in a part, and never taken there, so that strong fairness leaves out some
 * of its nodes: a term, or an instance; level 1 is that of parts that were not divided before. */
typedef void RegionRefused(void *context, bool is_term, uint32_t which, uint32_t level);
/* Is there a fair loop with these marks between nodes whose edges are known?  The part that it is
 * in, all of whose nodes are connected: of several that with the first node; PART_OUTSIDE: there is
 * none.  Parts are made anew.  The function may be NULL. */
uint32_t region_fair_part(Region *, uint64_t marks, RegionRefused *, void *context);

typedef struct { /* what is seen inside of a part */
  uint64_t marks, taken, enabled, blocked;
  bool loop;
  uint32_t nodes;
  uint32_t *possible; /* by instance: nodes where it is */
  bool *done;         /* by instance: it is a step inside */
} PartView;

PartView region_view(const Region *, uint32_t part);
void part_view_close(PartView *);

#endif
