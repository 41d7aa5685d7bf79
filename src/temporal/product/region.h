#ifndef TEMPORAL_PRODUCT_REGION_H
#define TEMPORAL_PRODUCT_REGION_H

#include "temporal/product/product_impl.h"

/* The live nodes of a search as an explicit graph, node by node when it is needed: where loops are
 * looked for.  A node is its place among the live ones.  Nodes belong to parts; a loop stays inside
 * of one part. */
typedef struct {
  uint32_t to, step;
  uint64_t marks;
  uint64_t taken;    /* by term of fairness: the step is one of its */
  uint32_t instance; /* of the step, if a term is about every one of them */
} RegionEdge;

typedef struct {
  uint32_t begin, count;     /* of edges; begin UINT32_MAX: not known yet */
  uint64_t enabled;          /* by term of fairness */
  bool vague;                /* more steps may be possible */
  uint32_t first, instances; /* of Region.instances: those that are possible, ascending */
  uint32_t part;
  uint32_t parent, by, met; /* scratch of region_way: how it was reached, and in which search */
} RegionNode;

typedef struct {
  DepthSearch *search;
  Walker *walker;
  const FairnessCase *fair; /* or NULL */
  bool every;               /* a term of it is about every instance */
  uint32_t count;
  RegionNode *nodes;
  VEC(RegionEdge) edges;
  VEC(uint32_t) instances;
  Signatures names; /* of instances, as words of text */
  uint32_t searches;
  VEC(uint32_t) queue, way;
} Region;

enum { PART_OUTSIDE = UINT32_MAX };

/* All live nodes; those before `first` are outside, the others are part 0. */
void region_open(Region *, DepthSearch *, uint32_t first, const FairnessCase *);
void region_close(Region *);
const RegionNode *region_node(Region *, uint32_t node); /* with its edges */

/* The shortest way from there, by one edge at least unless `stay`, to where `wanted` says yes: told
 * each node with the edge that leads to it (NULL: it stays).  It does not leave the part
 * (PART_OUTSIDE: any).  Its edges are region->way.  NO_STEP: there is none; else where it ends. */
typedef bool RegionWanted(void *context, uint32_t node, const RegionEdge *edge);
uint32_t region_way(Region *, uint32_t from, uint32_t part, bool stay, RegionWanted *,
                    void *context);

/* Is there a fair loop, with these marks?  The part that it is in; PART_OUTSIDE: there is none. */
uint32_t region_fair_part(Region *, uint64_t marks);

#endif
