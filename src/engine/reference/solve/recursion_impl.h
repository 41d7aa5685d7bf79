#ifndef ENGINE_RECURSION_IMPL_H
#define ENGINE_RECURSION_IMPL_H

#include <assert.h>

#include "engine/reference/solve/recursion.h"

/* Inside the search for an order in which a definition descends. */

enum { MOST_PLACES = 8 }; /* of a tuple of arguments */
static_assert(MOST_PLACES <= 32, "a bit each in Descent.unchanged");

/* What is known to hold, or not to hold, where a part of the definition matters. */
typedef struct {
  const Node *node; /* no conjunction */
  bool holds;
} Fact;

typedef struct {
  const Engine *e;
  const Symbol *f;
  VEC(Fact) facts;
  const Node *names;  /* of the part that is looked at: the argument, place by place */
  uint32_t unchanged; /* bits of the places that every use of f leaves as they are */
} Descent;

/* How the argument of a use of f compares with the name at its place.  The orders are: integers
 * downwards and upwards to a fixed bound, the size of a set or sequence, parts of a tree. */
typedef enum { STEP_OTHER, STEP_SAME, STEP_DOWN, STEP_UP, STEP_SIZE, STEP_PART } Step;

/* ---- recursion_step.c */
Step descent_step(const Descent *, const Node *argument, const Symbol *name);
void descent_assume(Descent *, const Node *predicate, bool holds);

#endif
