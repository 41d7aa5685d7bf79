#include "compare/property_impl.h"

typedef struct {
  Property *result;
  Space *space;
  Cycles *cycles;
  Normal *normal;
  RefineModel model;
  const uint32_t *actions;
} TraceSearch;

static bool is_on_cycle(void *context, StateId state)
{
  return cycles_at(((TraceSearch *) context)->cycles, state);
}

static void find_divergence(TraceSearch *s, uint32_t done)
{
  Property *p = s->result;
  p->found = property_follow(s->space, s->actions, done, is_on_cycle, s, &p->steps);
  if (!p->found) return;
  p->kind = COUNTER_DIVERGENCE;
  cycles_loop(s->cycles, p->steps.data[p->steps.len - 1].state, &p->loop);
}

/* Can the process refuse the next action, or diverge instead, after the first `done` of them?  Then
 * it is found. */
static void check_prefix(TraceSearch *s, NodeId node, uint32_t done)
{
  uint32_t count, next = s->actions[done];
  const StateId *states = normal_states(s->normal, node, &count);
  bool refusable = false;
  if (s->model == REFINE_TRACES) return;
  for (uint32_t i = 0; i < count && !refusable; i++)
    refusable = property_refuses(s->space, states[i], next);
  if (refusable)
    property_find_refusal(s->result, s->space, COUNTER_FAILURE, s->actions, done, next);
  else if (s->model == REFINE_FAILURES_DIVERGENCES && normal_diverges(s->normal, node))
    find_divergence(s, done);
}

Property *property_has_trace(Space *space, RefineModel model, const uint32_t *actions,
                             uint32_t count)
{
  Property *p = property_new();
  Cycles *cycles = cycles_new(space);
  TraceSearch s = {p, space, cycles, normal_new(space, cycles, false, NULL), model, actions};
  NodeId node = normal_node(s.normal, space->initial.data, space->initial.len);
  for (uint32_t i = 0; i < count && node != NO_NODE && !p->found && !space->stopped; i++) {
    check_prefix(&s, node, i);
    if (!p->found) node = normal_after(s.normal, node, actions[i]);
  }
  bool done = node != NO_NODE && !p->found && !space->stopped;
  p->holds = done && (model == REFINE_TRACES ? !space->vague : space->complete);
  p->decided = p->holds || (!done && (p->found ? !space->vague : space->complete));
  normal_free(s.normal);
  cycles_free(cycles);
  return p;
}
