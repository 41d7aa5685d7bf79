#ifndef TEMPORAL_CTL_GRAPH_H
#define TEMPORAL_CTL_GRAPH_H

#include "temporal/ctl/bits.h"
#include "temporal/ctl/ctl.h"
#include "temporal/product/nodes.h"
#include "temporal/product/situation.h"

/* The part of a system that can be reached from some states, as far as it was explored, with the
 * truth of the atoms of a formula.  Its nodes are states, numbered as they are met, breadth first;
 * the first `expanded` of them have been looked at.  Nothing is known of the others. */

typedef struct { /* surely true; perhaps true */
  Bits must, may;
} KnownBits;

typedef struct {
  Atlas *atlas;
  Atoms *atoms;
  bool *asked;      /* by atom: it occurs in the formula */
  bool asks_steps;  /* one about steps does */
  KnownBits *truth; /* by atom: of nodes, or of edges */

  Nodes numbers;       /* by state: its node + 1 */
  VEC(StateId) states; /* by node */
  VEC(uint32_t) begin; /* by node that was looked at, and one more: where its edges begin */
  VEC(uint32_t) to;    /* by edge: a node.  Without atoms of steps each once, ascending */
  Bits open;           /* by node: it may have edges that are not known */
  Bits dead;           /* by node: it is a deadlock; not if it is open */
  uint32_t open_count;
  bool unsure; /* some atom of an expanded node or an edge is not known */
  bool full;   /* there is no room for more */

  Value *row;      /* scratch … */
  uint8_t *letter; /* … of the state or step in hand */
} CtlGraph;

void graph_open(CtlGraph *, Atlas *, Atoms *, const CtlTable *, Ctl);
void graph_close(CtlGraph *);
static inline uint32_t graph_expanded(const CtlGraph *g) { return g->begin.len - 1; }

uint32_t graph_node(CtlGraph *, StateId); /* a new one, or that it has */
/* Looks at nodes until so many were looked at.  False: it ended before, with all or by a limit. */
bool graph_expand(CtlGraph *, uint32_t expanded);

typedef struct { /* some of the edges, by number */
  uint32_t begin, end;
} EdgeRange;
static inline EdgeRange graph_edges(const CtlGraph *g, uint32_t node)
{
  if (node >= graph_expanded(g)) return (EdgeRange){0, 0};
  return (EdgeRange){g->begin.data[node], g->begin.data[node + 1]};
}

#endif
