#ifndef SESSION_SCENE_H
#define SESSION_SCENE_H

#include "session/animator.h"
#include "session/bench.h"
#include "session/systems.h"

/* A system that is stepped through, with formulas evaluated in the state that it is in; or a model
 * that is only the scope of formulas, in its first state; or formulas alone. */
typedef struct {
  Session *session;
  System system;      /* lts == NULL: there is none */
  Model *model;       /* that of the system, or one without names of its own */
  Engine *own_engine; /* of the latter, else NULL */
  Bench bench;
  Animator *animator; /* NULL: nothing is stepped through */
  uint64_t looks;     /* at the limits */
  size_t memory_limit;
} Scene;

/* Opening, in two steps: what comes of the text (without a source: formulas alone; of a script that
 * is not stepped through, the script alone); what runs it.  False: it was refused, and the scene is
 * still to be closed. */
bool scene_load(Scene *, Session *, SystemText, bool animates);
bool scene_start(Scene *, bool animates);
void scene_close(Scene *); /* all zero afterwards */

/* The same for a system whose states the caller keeps: nothing is stepped through. */
bool scene_start_free(Scene *);

/* Puts the engine into the current state; or into this one (NULL: before the first). */
void scene_enter(Scene *);
void scene_enter_state(Scene *, const Value *state);

/* What follows may take as long as the options of the session say.  Is that over?  Steps that are
 * taken by the thousands ask. */
void scene_begin(Scene *);
bool scene_is_over(Scene *);
/* After that: so long for what is to be said of it. */
void scene_allow(Scene *, double seconds);

/* Takes a random one of the transitions; false: nothing is possible. */
bool scene_step_randomly(Scene *, uint64_t *seed);

/* Is it as it should be: invariants and assertions hold, goals do not? */
bool scene_is_good(const LtsPredicate *, Truth);

#endif
