#ifndef COMPARE_LEVELS_H
#define COMPARE_LEVELS_H

#include "compare/refine.h"

/* A search by levels over pairs of a number, of whatever the caller likes, and a state of a space.
 * Each pair is met once, by a shortest way, and knows from which one. */
typedef struct {
  uint32_t mark;
  StateId state;
  uint32_t from, action; /* the pair before it, or LEVELS_START, and the step from there */
} LevelPair;

#define LEVELS_START UINT32_MAX

typedef struct {
  PairMap numbers;
  VEC(LevelPair) pairs; /* in order of discovery: also the queue */
} Levels;

void levels_reach(Levels *, LevelPair); /* does nothing if it was met before */
/* The initial states, each with this mark. */
void levels_start(Levels *, const Space *, uint32_t mark);
/* The steps to a pair, first to last; nodes are NO_NODE. */
void levels_steps(const Levels *, uint32_t number, RefineSteps *);
void levels_free(Levels *);

#endif
