#ifndef RANDOM_CTL_MEANING_H
#define RANDOM_CTL_MEANING_H

#include "random/small_system.h"
#include "temporal/ctl/ctl.h"

/* The meaning of formulas of CTL by definition: each operator by a formula for all states, which is
 * evaluated until nothing changes.  Slow, and obviously right. */

/* As users write them, before anything is simplified. */
typedef enum {
  BRANCH_TRUE,
  BRANCH_ATOM,
  BRANCH_NOT,
  BRANCH_AND,
  BRANCH_OR,
  BRANCH_IMPLIES,
  BRANCH_EX,
  BRANCH_AX,
  BRANCH_EF,
  BRANCH_AF,
  BRANCH_EG,
  BRANCH_AG,
  BRANCH_EX_STEP,
  BRANCH_EU,
  BRANCH_KINDS
} BranchKind;

typedef struct Branch Branch;
struct Branch {
  BranchKind kind;
  uint32_t atom; /* of states; EX_STEP: of steps */
  const Branch *a, *b;
};

const Branch *branch_random(Arena *, Random *, uint32_t size, bool temporal);
const Branch *branch_of(Arena *, BranchKind, const Branch *a, const Branch *b);
void branch_print(Text *, const Branch *);
Ctl branch_ctl(CtlTable *, const Branch *);
bool branch_has(const Branch *, BranchKind);

/* A graph with what is known of it.  Truth is 0, 1 (not known), 2. */
typedef struct {
  uint32_t states, count;
  uint8_t atoms[SMALL_MOST_STATES][SMALL_ATOMS];
  bool open[SMALL_MOST_STATES];      /* it may have more edges, if none: also be a deadlock */
  uint32_t vague[SMALL_MOST_STATES]; /* atoms of steps from there that are not known */
  uint32_t degree[SMALL_MOST_STATES];
  SmallEdge edges[SMALL_MOST_EDGES];
} World;

/* What is told of a system; without secrets, all of it. */
void world_of(World *, const SmallSystem *, bool secrets);
void branch_values(const World *, const Branch *, uint8_t *out);

#endif
