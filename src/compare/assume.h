#ifndef COMPARE_ASSUME_H
#define COMPARE_ASSUME_H

#include "base/arena.h"
#include "base/cancel.h"
#include "base/vec.h"
#include "compare/sets.h"
#include "lts/lts.h"
#include "search/states.h"

/* Does a refinement do what its abstraction may do, wherever it is called as the abstraction
 * allows?  Traces of calls are compared: after a trace there is a state c of the refinement and
 * the set S of all states in which the abstraction may be.  A call is made if its precondition
 * holds in all states of S; the refinement must not abort then, and each of its results must be
 * one that the abstraction may give.  No gluing invariant is needed.
 *
 * The parts work on rows of one kind: a column belongs to one of the sides, or to both. */
typedef enum { SIDE_BOTH, SIDE_REFINEMENT, SIDE_ABSTRACTION } AssumeSide;

typedef struct {
  Lts *calls;              /* can do what may be called, without results */
  Lts *refinement;         /* both sides of a row count: what may be called is that of the row */
  Lts *abstraction;        /* only its own side counts */
  const AssumeSide *sides; /* by column */
} AssumeParts;

typedef struct {
  double deadline;    /* by clock_seconds; 0: none */
  uint64_t max_pairs; /* 0: no limit */
  Cancel cancelled;
} AssumeLimits;

typedef enum {
  ASSUME_HOLDS,
  ASSUME_MISSING, /* the abstraction cannot do the last step */
  ASSUME_ABORTS,  /* the last call goes wrong in the refinement: message */
  ASSUME_UNKNOWN  /* something could not be computed */
} AssumeOutcome;

typedef struct {
  uint32_t label;         /* of the refinement */
  const Value *arguments; /* and results; NULL: none */
  StateId state;          /* of the refinement, after it; NO_STATE: it aborts */
  uint32_t set;           /* of states of the abstraction; NO_SET: it cannot do this */
} AssumeStep;

typedef struct {
  AssumeOutcome outcome;
  uint64_t pairs;
  uint32_t refinement_states, abstraction_states; /* in pairs: that are reached */
  States *refinement, *abstraction;               /* rows where the other side has no values */
  Sets *sets;
  VEC(AssumeStep) steps; /* of the counterexample; the first is the initialisation */
  const char *message;   /* ABORTS */
  Span span;
  VEC(const char *) reasons; /* why it is not complete, each once */
  Arena *arena;
} Assumed;

Assumed *assume(AssumeParts, AssumeLimits);
void assumed_free(Assumed *); /* accepts NULL */

#endif
