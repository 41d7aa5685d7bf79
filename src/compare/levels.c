#include "compare/levels.h"

#include <assert.h>

void levels_reach(Levels *l, LevelPair pair)
{
  assert(pair.from == LEVELS_START || pair.from < l->pairs.len);
  if (pair_map_get(&l->numbers, pair.mark, pair.state) != NO_SET) return;
  pair_map_put(&l->numbers, pair.mark, pair.state, l->pairs.len);
  vec_push(&l->pairs, pair);
}

void levels_start(Levels *l, const Space *space, uint32_t mark)
{
  for (uint32_t i = 0; i < space->initial.len; i++)
    levels_reach(l, (LevelPair){mark, space->initial.data[i], LEVELS_START, ACTION_TAU});
}

void levels_steps(const Levels *l, uint32_t number, RefineSteps *steps)
{
  steps->len = 0;
  for (uint32_t i = number; i != LEVELS_START; i = l->pairs.data[i].from) {
    RefineStep step = {l->pairs.data[i].action, l->pairs.data[i].state, NO_NODE};
    vec_push(steps, step);
  }
  for (uint32_t i = 0; i < steps->len / 2; i++) {
    RefineStep other = steps->data[i];
    steps->data[i] = steps->data[steps->len - 1 - i];
    steps->data[steps->len - 1 - i] = other;
  }
}

void levels_free(Levels *l)
{
  pair_map_free(&l->numbers);
  vec_free(&l->pairs);
}
