#ifndef SESSION_ANIMATOR_H
#define SESSION_ANIMATOR_H

#include "base/arena.h"
#include "base/vec.h"
#include "lts/lts.h"

/* Stepping through a transition system: the path so far, with what was undone and can
 * be done again, and the transitions that are possible now: each once, ascending by label,
 * arguments, results and state, and no more than ANIMATOR_MOST.  Before the first step there is no
 * state; the first steps are a set-up of constants (if there is one) and the initialisation. */
enum { ANIMATOR_MOST = 100000 };

typedef struct {
  Lts *lts;
  bool *stop; /* set to make the Lts give up what it does, and reset after that; or NULL */
  VEC(Transition) path;    /* path[0 … at-1] led to the current state */
  uint32_t at;             /* the rest can be done again              */
  VEC(Transition) enabled; /* now                                     */
  VEC(Trouble) troubles;   /* met while looking for these, each once  */
  uint32_t *slots;         /* a hash table: 1 + index in `enabled`, or 0 */
  uint32_t slot_count;     /* a power of two */
  Arena *kept;             /* of the path                             */
  Arena *room;             /* of `enabled` and `troubles`             */
  ArenaMark start;
} Animator;

Animator *animator_new(Lts *, bool *stop); /* the Lts stays the caller's */
void animator_free(Animator *);            /* accepts NULL */
void animator_restart(Animator *);

const Value *animator_state(const Animator *);  /* or NULL */
const Value *animator_before(const Animator *); /* the state before the last step, or NULL */
/* Is there a state that is more than a set-up of constants? */
bool animator_running(const Animator *);
/* Operations on the path so far: set-up and initialisation do not count. */
uint32_t animator_steps(const Animator *);

void animator_take(Animator *, uint32_t index); /* of `enabled`; forgets what was undone */
/* As long as there is no initial state and only one way to go. */
void animator_start(Animator *);
void animator_go(Animator *, uint32_t at); /* to where the path was after so many transitions */
/* For a look at the state there: what is possible is not asked.  The way back is a look, too. */
void animator_look(Animator *, uint32_t at);
bool animator_back(Animator *);    /* false: there is nothing to undo */
bool animator_forward(Animator *); /* false: nothing was undone       */

/* Can something have been left out of `enabled`? */
bool animator_is_incomplete(const Animator *);
/* Nothing is possible, for sure. */
bool animator_is_stuck(const Animator *);

/* Adds transitions that somebody knows to be possible now to the end of `enabled`: those that
 * `find` gives, at most ANIMATOR_ADDED, whatever is there already. */
enum { ANIMATOR_ADDED = 10000 };
typedef void AnimatorFind(void *context, Sink *);
void animator_add(Animator *, AnimatorFind *find, void *context);

/* Where `enabled` has this transition, or UINT32_MAX. */
uint32_t animator_find(const Animator *, const Transition *);
/* A copy that lives in the arena. */
Transition animator_copy(Arena *, Lts *, const Transition *);

/* A random number below `bound`, and the next seed: the same everywhere. */
uint32_t animator_random(uint64_t *seed, uint32_t bound);

#endif
