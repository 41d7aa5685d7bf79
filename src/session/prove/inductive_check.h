#ifndef SESSION_PROVE_INDUCTIVE_CHECK_H
#define SESSION_PROVE_INDUCTIVE_CHECK_H

#include "prove/core.h"
#include "prove/steps/steps.h"
#include "session/session.h"

/* Is the invariant of a model inductive: is it true at the beginning, and does every operation
 * preserve it from any state that satisfies it, reachable or not?  And what is odd about it. */

typedef struct { /* a question whose positive answer has reasons */
  const Sequent *sequent;
  Proof proof;
  Core core; /* of PROVED: the hypotheses that are reasons; count 0: not known */
} Reasoned;

typedef struct {
  const Operation *operation; /* NULL: the initialisation */
  StepsPath path;
  Proof preserves; /* DISPROVED: a step that leads out of the invariant */
  Reasoned never;  /* PROVED: it is impossible in all states that satisfy the invariant */
} InductiveStep;

typedef struct {
  Steps steps;
  Arena *arena;
  VEC(InductiveStep) all;  /* the initialisation first */
  Reasoned contradiction;  /* PROVED: no state satisfies properties and invariant */
  Reasoned *redundant;     /* one for each conjunct of the invariant: PROVED: by the others … */
  uint32_t conjunct_count; /* … of which there are so many; without a sequent: not asked */
  Reasoned deadlock;       /* PROVED: something is always possible; DISPROVED: not in this state */
  Verdict verdict;
} InductiveChecked;

typedef struct {
  double seconds_per; /* for one question */
  uint32_t foreign;   /* provers of others that may be used: a set of bits */
  void (*progress)(void *context, uint32_t done, uint32_t all); /* or NULL */
  void *progress_context;
} InductiveRequest;

void inductive_check_run(Session *, Model *, const InductiveRequest *, InductiveChecked *);
void inductive_check_close(InductiveChecked *);

#endif
