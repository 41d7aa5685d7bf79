#ifndef API_WALK_H
#define API_WALK_H

#include "lts/lts.h"
#include "search/state_id.h"

/* The states of a transition system, numbered as they are met first, and their transitions, which
 * are computed when they are asked for: for callers that keep numbers of states and come back to
 * them in any order. */
typedef struct Walk Walk;

typedef struct {
  StateId to;
  uint32_t label;
  const char *name; /* of the operation */
  const char *text; /* with arguments and results: op(1,{a}) --> r */
} WalkStep;

typedef struct {
  const WalkStep *steps; /* each once, in the order in which the system gives them; … */
  uint32_t count;        /* … no more than WALK_MOST */
  bool partial;          /* there may be more */
  bool faulty;           /* a step goes wrong */
  const char *reason;    /* what could not be computed, or goes wrong; or NULL */
} WalkSteps;

enum { WALK_MOST = 100000 };

/* `stop` is set to make the Lts give up what it does, and reset after that; or NULL.  The Lts stays
 * the caller's. */
Walk *walk_new(Lts *, bool *stop);
void walk_free(Walk *); /* accepts NULL */

uint32_t walk_count(const Walk *); /* states that have numbers */
/* The transitions of a state, or the first ones (NO_STATE); valid until the next call. */
WalkSteps walk_steps(Walk *, StateId);
/* The row of a state; valid until the next call. */
const Value *walk_row(Walk *, StateId);

typedef struct {
  bool setup;           /* it is only a set-up of constants: nothing is checked in it */
  bool end;             /* it has no transitions, and that is no deadlock */
  bool outside;         /* the model asks not to go on from here */
  const char *violated; /* the first predicate that is no goal and FALSE, or else one that is not
                           well-defined; or NULL */
  const char *unknown;  /* why one is not decided; or NULL */
} WalkFacts;

/* The texts are valid until the next call of this function. */
WalkFacts walk_facts(Walk *, StateId);

#endif
