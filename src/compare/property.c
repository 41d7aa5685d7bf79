#include <stdlib.h>

#include "base/memory.h"
#include "compare/property_impl.h"

Property *property_new(void)
{
  Property *p = calloc(1, sizeof *p);
  if (!p) memory_exhausted();
  return p;
}

void property_free(Property *p)
{
  if (!p) return;
  vec_free(&p->steps);
  vec_free(&p->refused);
  vec_free(&p->loop);
  free(p);
}

void property_settle(Property *p, const Space *space)
{
  p->holds = !p->found && space->complete;
  p->decided = p->holds || (p->found && !space->vague);
}

/* ----------------------------------------------------------- single states */

typedef struct {
  Space *space;
  Cycles *cycles; /* NULL: they do not matter */
  bool deadlocks; /* they do */
  Levels levels;
  Property *result;
} StateSearch;

static bool is_end(const Space *s, StateId state)
{
  return s->lts->is_terminated && s->lts->is_terminated(s->lts, states_row(s->states, state));
}

/* Is there something wrong with this one? */
static bool is_wrong(StateSearch *s, StateId state)
{
  Property *p = s->result;
  if (s->cycles && cycles_at(s->cycles, state)) {
    p->kind = COUNTER_DIVERGENCE;
    cycles_loop(s->cycles, state, &p->loop);
    return true;
  }
  EdgeRange r = space_edges(s->space, state);
  if (!s->deadlocks || r.begin < r.end || s->space->partial.data[state]) return false;
  p->kind = COUNTER_DEADLOCK;
  return !is_end(s->space, state);
}

static Property *search(Space *space, bool deadlocks, bool divergences)
{
  StateSearch s = {.space = space, .deadlocks = deadlocks, .result = property_new()};
  if (divergences) s.cycles = cycles_new(space);
  levels_start(&s.levels, space, 0);
  for (uint32_t i = 0; i < s.levels.pairs.len && !space->stopped; i++) {
    StateId state = s.levels.pairs.data[i].state;
    if (is_wrong(&s, state)) {
      s.result->found = true;
      levels_steps(&s.levels, i, &s.result->steps);
      break;
    }
    EdgeRange r = space_edges(space, state);
    for (uint32_t e = r.begin; e < r.end; e++)
      levels_reach(&s.levels,
                   (LevelPair){0, space->edges.data[e].to, i, space->edges.data[e].action});
  }
  property_settle(s.result, space);
  levels_free(&s.levels);
  cycles_free(s.cycles);
  return s.result;
}

Property *property_divergence_free(Space *space) { return search(space, false, true); }

Property *property_deadlock_free(Space *space, RefineModel model)
{
  return search(space, true, model == REFINE_FAILURES_DIVERGENCES);
}

/* ---------------------------------------------------------------- refusals */

bool property_refuses(Space *s, StateId state, uint32_t action)
{
  if (!space_is_stable(s, state) || s->partial.data[state]) return false;
  return !sets_has(alphabet_menus(s->alphabet), space_menu(s, state), action);
}

bool property_follow(Space *space, const uint32_t *actions, uint32_t count, WantedState *wanted,
                     void *context, RefineSteps *steps)
{
  Levels levels = {0};
  bool found = false;
  levels_start(&levels, space, 0); /* the mark is how many of the actions were done */
  for (uint32_t i = 0; i < levels.pairs.len && !found && !space->stopped; i++) {
    LevelPair at = levels.pairs.data[i];
    found = at.mark == count && wanted(context, at.state);
    if (found) levels_steps(&levels, i, steps);
    EdgeRange r = space_edges(space, at.state);
    for (uint32_t e = r.begin; e < r.end; e++) {
      Edge edge = space->edges.data[e];
      bool next = at.mark < count && edge.action == actions[at.mark];
      if (edge.action == ACTION_TAU || next)
        levels_reach(&levels, (LevelPair){at.mark + next, edge.to, i, edge.action});
    }
  }
  levels_free(&levels);
  return found;
}

typedef struct {
  Space *space;
  uint32_t action;
} RefusalWanted;

static bool is_refusal(void *context, StateId state)
{
  const RefusalWanted *w = context;
  return property_refuses(w->space, state, w->action);
}

void property_find_refusal(Property *p, Space *space, CounterKind kind, const uint32_t *actions,
                           uint32_t count, uint32_t refused)
{
  RefusalWanted wanted = {space, refused};
  p->found = property_follow(space, actions, count, is_refusal, &wanted, &p->steps);
  if (!p->found) return;
  p->kind = kind;
  vec_push(&p->refused, refused);
}
