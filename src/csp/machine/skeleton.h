#ifndef CSP_MACHINE_SKELETON_H
#define CSP_MACHINE_SKELETON_H

#include "csp/machine/unfold.h"

/* A process as a network: its outermost parallels, hidings and renamings become rules, what is
 * below becomes leaves. */
typedef enum {
  COMPRESS_FREELY,   /* traces, failures and divergences stay */
  COMPRESS_STRONGLY, /* states stay, up to strong bisimulation: below priorities */
  COMPRESS_NEVER     /* all are identities */
} CompressMode;
enum { COMPRESS_MODES = COMPRESS_NEVER + 1 };

typedef struct {
  DatumNumbers processes; /* those that have leaves … */
  VEC(Leaf *) leaves;     /* … by their numbers */
} LeafTable;

typedef struct {
  ProcessSource *source;
  EventTable *events;
  CompressMode mode;
  uint32_t most_states; /* of a leaf */
  double until;         /* by clock_seconds: then leaves that are not small are given up */
  uint32_t most_rules;
  LeafTable tables[COMPRESS_MODES]; /* the leaves live as long as this does */
  uint32_t depth;                   /* of processes that are being planned */
  bool gave_up; /* a compression was too large; so would be those around it: no more are tried */
} LeafStore;
void leaf_store_free(LeafStore *); /* what it owns: the leaves */

/* Is it no network, but a leaf as a whole? */
bool skeleton_is_leaf(const Pool *, Datum process);
/* False: a leaf is too large, there are too many rules, or it was time to stop.  The plan is to be
 * freed in any case. */
bool skeleton_plan(LeafStore *, Datum process, NetworkPlan *);

#endif
