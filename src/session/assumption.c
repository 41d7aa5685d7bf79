#include "session/assumption.h"

#include <assert.h>

#include "base/clock.h"
#include "lts/b_machine.h"
#include "model/chain.h"

static const AssumeSide *sides_of(Arena *arena, const Model *model, const Lts *lts)
{
  AssumeSide *sides = arena_new_array(arena, AssumeSide, lts->width);
  for (uint32_t i = 0; i < model->variables.len; i++) {
    uint32_t level = model->variables.data[i]->machine->level;
    sides[lts->constants + i] = level == 0              ? SIDE_REFINEMENT
                                : level == LEVEL_SHARED ? SIDE_BOTH
                                                        : SIDE_ABSTRACTION;
  }
  return sides;
}

void assumption_run(Session *session, const System *system, Assumption *a)
{
  assert(system->model->chain);
  const SessionOptions *o = session_options(session);
  AssumeLimits limits = {.deadline = o->time_limit > 0 ? clock_seconds() + o->time_limit : 0,
                         .max_pairs = o->max_states,
                         .cancelled = o->cancelled};
  AssumeParts parts = {
      .calls = b_machine_lts(b_machine_part(system->engine, CHAIN_CALLS)),
      .refinement = b_machine_lts(b_machine_part(system->engine, CHAIN_REFINEMENT)),
      .abstraction = b_machine_lts(b_machine_part(system->engine, CHAIN_ABSTRACTION))};
  parts.sides = sides_of(session_arena(session), system->model, parts.refinement);
  *a = (Assumption){.system = system, .parts = parts, .x = assume(parts, limits)};
}

void assumption_close(Assumption *a)
{
  assumed_free(a->x);
  a->parts.calls->free(a->parts.calls);
  a->parts.refinement->free(a->parts.refinement);
  a->parts.abstraction->free(a->parts.abstraction);
  *a = (Assumption){0};
}
