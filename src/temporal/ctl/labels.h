#ifndef TEMPORAL_CTL_LABELS_H
#define TEMPORAL_CTL_LABELS_H

#include "base/arena.h"
#include "temporal/ctl/graph.h"

/* Where in a graph formulas hold: for each subformula the nodes where it surely does, and those
 * where it does perhaps, whatever is behind what is not known.  Linear in the graph. */
typedef struct {
  const uint64_t *must, *may; /* by node; the same array if everything is known.  NULL: not computed
                                 since the formula is no part of it */
} CtlLabel;

typedef struct {
  const CtlGraph *graph;
  const CtlTable *table;
  Ctl formula;
  Arena *arena;
  CtlLabel *of; /* by subformula */
  uint32_t words;
  uint32_t *before_begin, *before; /* edges backwards, if needed: by node, then nodes */
  VEC(uint32_t) queue;
} CtlLabels;

/* False: there is not enough memory, and nothing to close. */
bool labels_open(CtlLabels *, const CtlGraph *, const CtlTable *, Ctl);
void labels_close(CtlLabels *);

static inline bool holds_surely(const CtlLabels *l, Ctl f, uint32_t node)
{
  return bit_of(l->of[f].must, node);
}
static inline bool fails_surely(const CtlLabels *l, Ctl f, uint32_t node)
{
  return !bit_of(l->of[f].may, node);
}

#endif
