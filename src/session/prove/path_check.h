#ifndef SESSION_PROVE_PATH_CHECK_H
#define SESSION_PROVE_PATH_CHECK_H

#include "prove/sequent/proof.h"
#include "prove/steps/steps.h"
#include "search/explore.h"
#include "session/session.h"

/* Checking the invariant without exploring states: the solver looks for paths that violate it, for
 * all values of constants and parameters at once.  Hypotheses and invariants are assumed to be
 * well-defined. */

typedef struct {
  uint32_t steps; /* bounded: paths of at most so many steps from the start */
  uint32_t
      induction; /* also show it for all paths, by induction over so many steps at most; 0: not */
  double seconds_per; /* for one question */
  uint32_t foreign;   /* provers of others that may be used: a set of bits */
  void (*progress)(void *context, uint32_t done, uint32_t all); /* or NULL */
  void *progress_context;
} PathRequest;

typedef enum { PATHS_FROM_START, PATHS_FROM_ANYWHERE } PathKind;

typedef struct { /* one question: paths of this length */
  PathKind kind;
  uint32_t length;
  const Sequent *sequent;
  Proof proof;
} PathResult;

typedef struct {
  Steps steps;
  Arena *arena;
  VEC(PathResult) results; /* in the order in which they were asked */
  Verdict verdict;
  uint32_t clear;          /* no violation after fewer steps: for all values … */
  uint32_t clear_bounded;  /* … in a scope */
  const PathResult *found; /* FAIL: this one is violated, from the start … */
  StepsPath path;          /* … by these steps; operations are NULL if they could not be told */
  Proof witness;           /* … with these parameters, if it is a disproof */
  uint32_t by_induction;   /* PASS: over so many steps */
  const char *unknown;     /* why; or NULL */
} PathChecked;

void path_check_run(Session *, Model *, const PathRequest *, PathChecked *);
void path_check_close(PathChecked *);

/* The value of a name in a counterexample; NULL: it has none there. */
const char *path_value(const Proof *, const Symbol *name);

#endif
