#ifndef CSP_MACHINE_SKELETON_H
#define CSP_MACHINE_SKELETON_H

#include "csp/machine/unfold.h"

/* A process as a network: its outermost parallels, hidings and renamings become rules, what is
 * below becomes leaves. */
typedef struct {
  ProcessSource *source;
  EventTable *events;
  bool plain;           /* compressions are identities */
  uint32_t most_states; /* of a leaf */
  uint32_t most_rules;
  DatumNumbers processes; /* those that have leaves … */
  VEC(Leaf *) leaves;     /* … by their numbers; they live as long as this does */
  uint32_t depth;         /* of processes that are being planned */
} LeafStore;
void leaf_store_free(LeafStore *); /* what it owns: the leaves */

/* False: a leaf is too large, there are too many rules, or it was time to stop.  The plan is to be
 * freed in any case. */
bool skeleton_plan(LeafStore *, Datum process, NetworkPlan *);

#endif
