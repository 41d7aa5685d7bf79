#ifndef PROVE_REFUTE_WORLDS_H
#define PROVE_REFUTE_WORLDS_H

#include "prove/refute/plan.h"

/* The worlds in which values for a plan are looked for: sizes of the deferred sets, and how far
 * numbers without bounds are tried.  Small ones come first. */

typedef struct {
  const Symbol *set;
  uint64_t size;
} WorldSize;

typedef struct {
  const WorldSize *sizes; /* of all deferred sets of the stage */
  uint32_t size_count;
  int64_t low, high; /* MININT..MAXINT, unless they have a meaning in the sequent */
  bool wide;         /* with more effort */
  uint32_t number;   /* of the sizes */
} World;

typedef struct {
  WorldSize *sizes;
  bool none;    /* surely no counterexample: */
  bool by_goal; /* … nor one of the part of the goal alone */
} WorldSizes;

typedef struct {
  VEC(WorldSizes) list;
  uint32_t set_count;
  bool complete;           /* the sets of the goal's part have no other sizes than these */
  bool whole;              /* … and all others belong to it */
  const char *small_sizes; /* S <= 3; NULL: there are none */
  uint32_t next;           /* to be tried */
  uint64_t derived; /* clauses in checked proofs of CaDiCaL, from which what is settled follows */
} Worlds;

/* What it means that there was no counterexample in those that are settled. */
typedef enum {
  WORLDS_OPEN,  /* nothing */
  WORLDS_TRIED, /* there is none of some size */
  WORLDS_ALL    /* there is none */
} WorldsVerdict;

/* With `small`, sets that can be cut down (restrict.h) have no more elements than they are cut to,
 * which is said by `small_sizes`. */
void worlds_make(Worlds *, const Stage *, const Plan *, bool small);
void worlds_free(Worlds *);
/* Numbers without bounds are tried further in each of the passes.  False: all were tried. */
enum { WORLD_PASSES = 3 };
bool worlds_next(Worlds *, uint32_t passes, World *);
World worlds_at(const Worlds *, uint32_t number); /* in the first pass */
void worlds_settle(Worlds *, const World *, bool by_goal);
WorldsVerdict worlds_verdict(const Worlds *);
const WorldSizes *worlds_largest(const Worlds *); /* that is settled; NULL: none, or no sets */

#endif
