#ifndef SESSION_REFINEMENT_CHAIN_H
#define SESSION_REFINEMENT_CHAIN_H

#include "session/check.h"

/* A machine of classical B with all its refinements, step by step. */

typedef struct {
  const Source *source;
  const Name *name, *refines; /* refines is NULL: the first one */
  Model *model;               /* together with what it refines; NULL: its text is wrong */
  Verdict verdict;
  bool complete;
  uint64_t states, transitions;
  const char *words; /* what was established, or what is wrong */
} ChainStep;

typedef VEC(ChainStep) ChainSteps;

/* What the text refines, up to the first machine, then itself, then the refinements and
 * implementations of it in the folder of `path`.  False: it is no machine of classical B. */
bool refinement_chain_find(Session *, const Source *, const char *path, ChainSteps *);
/* The step of the text that the chain was found for. */
const ChainStep *refinement_chain_main(const ChainSteps *, const Source *);
/* Loads all, so that constants that are given are known to be of one of them.  False: it was
 * refused; that the text of a machine is wrong is only the verdict of its step. */
bool refinement_chain_load(Session *, ChainSteps *);

/* What is said of a step, in the arena of the session. */
typedef const char *ChainJudge(const ChainStep *, const Checked *);
/* Checks one of them as a refinement of what it refines, but for deadlocks.  False: it was
 * refused. */
bool refinement_chain_check(Session *, ChainStep *, ChainJudge *);

#endif
