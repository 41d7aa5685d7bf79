#include "compare/property_impl.h"

/* Where nothing diverges, one stable state for each trace is enough to compare with: the first one
 * that hidden steps lead to, its representative.  The process is deterministic iff all that it
 * does after a trace is what the representative offers, and all stable states offer that, too.
 * So pairs of a representative and a state are looked at, about as many as there are states. */
typedef struct {
  Space *space;
  Cycles *cycles;
  Levels levels; /* marks are representatives */
  Property *result;
  bool diverges;
  VEC(StateId) stable; /* by state: its representative, or NO_STATE: not known yet */
} Choice;

/* NO_STATE: it diverges, or a limit was reached. */
static StateId representative(Choice *c, StateId state)
{
  while (c->stable.len <= state) vec_push(&c->stable, NO_STATE);
  if (c->stable.data[state] != NO_STATE) return c->stable.data[state];
  StateId at = state;
  while (!c->space->stopped && !space_is_stable(c->space, at)) {
    if (cycles_at(c->cycles, at)) return c->diverges = true, NO_STATE;
    at = c->space->edges.data[space_edges(c->space, at).begin].to;
  }
  if (c->space->stopped) return NO_STATE;
  return c->stable.data[state] = at;
}

static void visible_trace(const Levels *l, uint32_t number, StateList *trace)
{
  RefineSteps steps = {0};
  levels_steps(l, number, &steps);
  for (uint32_t i = 0; i < steps.len; i++)
    if (steps.data[i].action != ACTION_TAU) vec_push(trace, steps.data[i].action);
  vec_free(&steps);
}

/* After the trace to this pair the action is possible, and some state refuses it. */
static void found(Choice *c, uint32_t number, uint32_t action)
{
  StateList trace = {0};
  visible_trace(&c->levels, number, &trace);
  property_find_refusal(c->result, c->space, COUNTER_NONDETERMINISM, trace.data, trace.len, action);
  vec_free(&trace);
}

/* Something that the representative offers and the state refuses; ACTION_TAU: there is nothing. */
static uint32_t refused_offer(Choice *c, StateId one, StateId state)
{
  uint32_t count;
  const Sets *menus = alphabet_menus(c->space->alphabet);
  if (!space_is_stable(c->space, state) || c->space->partial.data[state]) return ACTION_TAU;
  uint32_t menu = space_menu(c->space, state), offered = space_menu(c->space, one);
  const uint32_t *calls = sets_get(menus, offered, &count);
  for (uint32_t i = 0; i < count; i++)
    if (!sets_has(menus, menu, calls[i])) return calls[i];
  return ACTION_TAU;
}

static StateId target_of(const Space *s, EdgeRange r, uint32_t action)
{
  for (; r.begin < r.end; r.begin++)
    if (s->edges.data[r.begin].action == action) return s->edges.data[r.begin].to;
  return NO_STATE;
}

/* Goes on from a pair by all steps of the state. */
static void expand(Choice *c, uint32_t number)
{
  LevelPair pair = c->levels.pairs.data[number];
  EdgeRange r = space_edges(c->space, pair.state);
  for (uint32_t e = r.begin; e < r.end && !c->result->found && !c->diverges; e++) {
    Edge edge = c->space->edges.data[e];
    StateId one = pair.mark;
    if (edge.action != ACTION_TAU) {
      if (property_refuses(c->space, one, edge.action)) {
        found(c, number, edge.action);
        return;
      }
      StateId after = target_of(c->space, space_edges(c->space, one), edge.action);
      one = after == NO_STATE ? NO_STATE : representative(c, after);
    }
    if (one != NO_STATE) levels_reach(&c->levels, (LevelPair){one, edge.to, number, edge.action});
  }
}

static void compare_pairs(Choice *c)
{
  StateId one = c->space->initial.len ? representative(c, c->space->initial.data[0]) : NO_STATE;
  if (one != NO_STATE) levels_start(&c->levels, c->space, one);
  for (uint32_t i = 0; i < c->levels.pairs.len && !c->space->stopped; i++) {
    LevelPair pair = c->levels.pairs.data[i];
    if (cycles_at(c->cycles, pair.state)) c->diverges = true;
    if (c->diverges) return;
    uint32_t refused = refused_offer(c, pair.mark, pair.state);
    if (refused != ACTION_TAU) found(c, i, refused);
    if (!c->result->found) expand(c, i);
    if (c->result->found) return;
  }
}

/* ------------------------------------------------------------ where it diverges */

/* By sets of states: all that the process may be in after a trace.  Marks are nodes; the state does
 * not matter, it is the first one. */
typedef struct {
  Space *space;
  Normal *normal;
  Levels levels;
  Property *result;
} Subsets;

static void reach_node(Subsets *s, NodeId node, uint32_t from, uint32_t action)
{
  if (node != NO_NODE) levels_reach(&s->levels, (LevelPair){node, 0, from, action});
}

/* An action of the set that one of its stable states refuses; ACTION_TAU: there is none. */
static uint32_t refused_action(Subsets *s, NodeId node, const StateList *actions)
{
  uint32_t count;
  const StateId *states = normal_states(s->normal, node, &count);
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < actions->len; k++)
      if (property_refuses(s->space, states[i], actions->data[k])) return actions->data[k];
  return ACTION_TAU;
}

static void gather_actions(Subsets *s, NodeId node, StateList *actions)
{
  uint32_t count;
  const StateId *states = normal_states(s->normal, node, &count);
  actions->len = 0;
  for (uint32_t i = 0; i < count; i++) {
    EdgeRange r = space_edges(s->space, states[i]);
    for (uint32_t e = r.begin; e < r.end; e++)
      if (s->space->edges.data[e].action != ACTION_TAU)
        vec_push(actions, s->space->edges.data[e].action);
  }
  if (actions->len) actions->len = sets_sort(actions->data, actions->len);
}

static void compare_subsets(Subsets *s)
{
  StateList actions = {0}, trace = {0};
  reach_node(s, normal_node(s->normal, s->space->initial.data, s->space->initial.len), LEVELS_START,
             ACTION_TAU);
  for (uint32_t i = 0; i < s->levels.pairs.len && !s->space->stopped && !s->result->found; i++) {
    NodeId node = s->levels.pairs.data[i].mark;
    gather_actions(s, node, &actions);
    uint32_t refused = refused_action(s, node, &actions);
    if (refused != ACTION_TAU) {
      visible_trace(&s->levels, i, &trace);
      property_find_refusal(s->result, s->space, COUNTER_NONDETERMINISM, trace.data, trace.len,
                            refused);
    }
    for (uint32_t k = 0; k < actions.len; k++)
      reach_node(s, normal_after(s->normal, node, actions.data[k]), i, actions.data[k]);
  }
  vec_free(&actions);
  vec_free(&trace);
}

static void by_subsets(Space *space, Cycles *cycles, Property *result)
{
  Subsets s = {.space = space, .result = result};
  s.normal = normal_new(space, cycles, false, NULL);
  compare_subsets(&s);
  result->pairs = s.levels.pairs.len;
  levels_free(&s.levels);
  normal_free(s.normal);
}

Property *property_deterministic(Space *space, RefineModel model)
{
  Choice c = {.space = space, .cycles = cycles_new(space), .result = property_new()};
  compare_pairs(&c);
  Property *result = c.result;
  result->pairs = c.levels.pairs.len;
  if (c.diverges && model == REFINE_FAILURES_DIVERGENCES) {
    property_free(result);
    result = property_divergence_free(space);
  } else {
    if (c.diverges) by_subsets(space, c.cycles, result);
    property_settle(result, space);
  }
  levels_free(&c.levels);
  vec_free(&c.stable);
  cycles_free(c.cycles);
  return result;
}
