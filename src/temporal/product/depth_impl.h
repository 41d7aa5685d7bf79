#ifndef TEMPORAL_PRODUCT_DEPTH_IMPL_H
#define TEMPORAL_PRODUCT_DEPTH_IMPL_H

#include "base/narrow.h"
#include "base/twin.h"
#include "temporal/product/classes.h"
#include "temporal/product/product_impl.h"
#include "temporal/product/taken.h"

/* Couvreur's algorithm: components are merged as soon as an edge closes a loop, so that a loop with
 * all that it has to pass is found when its last edge is met.  Strong fairness, and fairness of
 * every instance, is judged when a component is complete; what is left of it, if it is not fair as
 * a whole, is searched again.
 *
 * Live nodes are numbered in the order in which they were met.  Those of the path from the
 * beginning to where the search is are frames, in the low stack; the others are done, in the high
 * one.  A frame is the root of a component, as far as that is known, or belongs to the component of
 * the last root below.  The successors that a node still has to go to are remembered for the last
 * frames only, as many as memory allows: others are asked again for theirs. */
typedef struct { /* frames from `begin` on are roots, as many as there are ordinals up to the next
                    run's */
  uint32_t begin, ordinal; /* the roots before it are so many */
} RootRun;

struct Depth {
  ProductSearch *s;
  Walker walker;
  Tallies tallies;
  Taken taken; /* if a term is about every instance: steps, by their class or instance */
  Classes classes;
  Narrow class_of; /* by live node, if there are classes */
  Twin stacks;     /* of live nodes */
  Narrow ranks;    /* by frame: the highest level that was reached from it, if there are levels */
  VEC(RootRun) roots;
  Narrow into, inner;  /* by root: the tallies of the edge to it, and of the edges inside */
  uint32_t live;       /* live nodes: their words are 1 … live */
  VEC(NodeId) pending; /* successors … */
  Narrow edges;        /* … and the tallies of the edges to them */
  Narrow counts;       /* … of which each frame has so many, from frame `kept` on */
  uint32_t kept;
  size_t most;             /* bytes that these three have come to since memory was given back */
  VEC(NodeId) numbers;     /* of the successors of the node in hand */
  VEC(uint32_t) instances; /* of its edges, if a term is about every one, in `all` of them */
  VEC(NodeId) again;       /* to be searched again */
  VEC(NodeId) starts;      /* behind nodes with a level: to be searched when no node is live … */
  Narrow levels;           /* … and what the step there claims not to reach; 0: nothing */
  VEC(NodeId) aside;       /* nodes with a level whose successors are not in `starts` */
  NodeId start;            /* where all paths of this run begin */
  bool divided;            /* paths may lead through nodes that are dead */
  bool vague; /* of some node it was not known what is possible there, or it goes wrong */
};

static inline uint32_t depth_word(const Depth *d, NodeId node)
{
  return nodes_get(&d->s->nodes, node);
}
static inline bool word_is_live(uint32_t word) { return word >= NODE_LIVE && word < NODE_AGAIN; }
static inline bool word_is_open(uint32_t word) { return word < NODE_LIVE || word == NODE_AGAIN; }

void depth_see_instances(Depth *); /* of the node in hand */
/* The node in hand, with its instances if they are wanted.  False: a limit was reached. */
bool depth_expand(Depth *, NodeId);

/* ---- judge.c: a component that is complete: the nodes of the high stack from a place on.  Is
 * there a loop in it, though none was found so far?  It is told; or nodes that are to be searched
 * again are put into `again`. */
typedef struct {
  uint32_t first, root; /* the place; the word of its root, the least one */
  Tally inner;          /* of all edges inside */
} Component;
void component_judge(Depth *, const Component *);

/* ---- telling.c: what was found, as a path from the start */
typedef struct { /* by instance: nodes of a component where it is possible, a step inside */
  uint32_t *possible, count, nodes;
  bool *done;
} InstanceView;

/* To the node with this word, which accepts. */
void tell_end(Depth *, uint32_t word, PathKind);
/* A loop in the component of live nodes from `root` on; instances: if a term is about every one. */
void tell_loop(Depth *, uint32_t root, Tally inner, const InstanceView *);

#endif
