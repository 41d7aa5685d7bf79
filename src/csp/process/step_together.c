/* The rules of operators whose operands take part in one event together. */
#include "csp/process/step_impl.h"

#include <assert.h>

/* How the operands of an operator agree on events: operand k is part first + k * stride. */
typedef struct Team Team;
struct Team {
  Rule *rule;
  uint32_t first, stride, count;
  bool (*alone)(const Team *, uint32_t k, Step); /* operand k takes a step by itself */
  bool own; /* each has an alphabet of its own, in the part before it; else all share `set` */
  Datum set;
};

static uint32_t part_of(const Team *team, uint32_t k) { return team->first + k * team->stride; }

static bool takes_part(const Team *team, uint32_t k, Datum event)
{
  Datum alphabet = team->own ? team->rule->parts[part_of(team, k) - 1] : team->set;
  return rule_in(team->rule, event, alphabet);
}

/* The steps that each operand may take in the event; empty for one that is not asked.  False: the
 * operands do not agree, or another one than `leader` speaks for the event. */
static bool agree(const Team *team, uint32_t leader, Datum event)
{
  Stepper *stepper = team->rule->stepper;
  stepper->joined.len = 0;
  for (uint32_t k = 0; k < team->count; k++) {
    StepRange range = {0, 0};
    if (k == leader || takes_part(team, k, event)) {
      if (k < leader) return false;
      range = step_find(stepper->pool, rule_steps(team->rule, part_of(team, k)), event);
      if (range.begin == range.end) return false;
    }
    vec_push(&stepper->joined, range);
  }
  return true;
}

/* The event, with each choice of a step for each operand that takes part. */
static bool move_together(const Team *team, Datum event)
{
  Stepper *stepper = team->rule->stepper;
  VEC(uint32_t) chosen = {0};
  for (uint32_t k = 0; k < team->count; k++) vec_push(&chosen, stepper->joined.data[k].begin);
  bool well = true;
  for (uint32_t k = 0; well && k < team->count;) {
    rule_copy_parts(team->rule);
    for (uint32_t i = 0; i < team->count; i++) {
      if (stepper->joined.data[i].begin == stepper->joined.data[i].end) continue;
      StepList list = rule_steps(team->rule, part_of(team, i));
      stepper->parts.data[part_of(team, i)] = list.steps[chosen.data[i]].after;
    }
    well = rule_add_changed(team->rule, event);
    for (k = 0; k < team->count; k++) { /* the next choice, like a number that is counted up */
      if (chosen.data[k] + 1 < stepper->joined.data[k].end) {
        chosen.data[k]++;
        break;
      }
      chosen.data[k] = stepper->joined.data[k].begin;
    }
  }
  vec_free(&chosen);
  return well;
}

static bool team_steps(const Team *team)
{
  for (uint32_t k = 0; k < team->count; k++) {
    StepList list = rule_steps(team->rule, part_of(team, k));
    for (uint32_t i = 0; i < list.count; i++) {
      Step step = list.steps[i];
      bool well = true;
      if (!event_is_visible(step.event) || !takes_part(team, k, step.event))
        well = team->alone(team, k, step);
      else if (i && datum_same(list.steps[i - 1].event, step.event)) continue;
      else if (agree(team, k, step.event)) well = move_together(team, step.event);
      if (!well) return false;
    }
  }
  return true;
}

/* ---- P[|A|]Q, P[A||B]Q ---- */

/* ✓ of an operand is τ: it becomes Ω and waits for the others. */
static bool interleave(const Team *team, uint32_t k, Step step)
{
  if (!event_is_visible(step.event)) step.event = EVENT_TAU;
  else if (team->own) return true; /* not in its alphabet */
  return rule_move(team->rule, step.event, part_of(team, k), step.after);
}

/* All are Ω: ✓. */
static bool end_of_all(const Team *team)
{
  Pool *pool = team->rule->stepper->pool;
  for (uint32_t k = 0; k < team->count; k++)
    if (datum_tag(pool, team->rule->parts[part_of(team, k)]) != TERM_OMEGA) return true;
  return rule_end(team->rule);
}

bool rule_share(Rule *rule)
{
  Team team = {rule, 1, 1, rule->count - 1, interleave, false, rule->parts[0]};
  return team_steps(&team) && end_of_all(&team);
}

bool rule_parallel(Rule *rule)
{
  Team team = {rule, 1, 2, rule->count / 2, interleave, true, DATUM_FAULT};
  return team_steps(&team) && end_of_all(&team);
}

/* ---- P[+A+]Q, P/+A+\Q ---- */

static bool resolve(const Team *team, uint32_t k, Step step)
{
  if (event_is_tau(step.event))
    return rule_move(team->rule, EVENT_TAU, part_of(team, k), step.after);
  return rule_add(team->rule, step.event, step.after);
}

bool rule_sync_choice(Rule *rule)
{
  return team_steps(&(Team){rule, 1, 1, rule->count - 1, resolve, false, rule->parts[0]});
}

static bool take_over(const Team *team, uint32_t k, Step step)
{
  bool moves = event_is_visible(step.event) && k == 0;
  if (!moves) return resolve(team, k, step);
  return rule_move(team->rule, step.event, part_of(team, k), step.after);
}

bool rule_sync_interrupt(Rule *rule)
{
  return team_steps(&(Team){rule, 0, 2, 2, take_over, false, rule->parts[1]});
}

/* ---- P[a <-> b]Q ---- */

/* All that the map leads to, as a set. */
static Datum range_of(Stepper *stepper, Datum map)
{
  if (datum_same(stepper->map, map)) return stepper->range;
  VEC(Datum) all = {0};
  for (uint32_t i = 1; i < datum_count(stepper->pool, map); i += 2) {
    Datum set = datum_part(stepper->pool, map, i);
    for (uint32_t k = 0; k < datum_count(stepper->pool, set); k++)
      vec_push(&all, datum_part(stepper->pool, set, k));
  }
  stepper->map = map;
  stepper->range = datum_set(stepper->pool, all.data, all.len);
  vec_free(&all);
  return stepper->range;
}

/* P does one event, Q one that is tied to it. */
static bool link_step(Rule *rule, Step left, Datum tied)
{
  Stepper *stepper = rule->stepper;
  StepList right = rule_steps(rule, 2);
  for (uint32_t i = 0; i < datum_count(stepper->pool, tied); i++) {
    StepRange range = step_find(stepper->pool, right, datum_part(stepper->pool, tied, i));
    for (uint32_t k = range.begin; k < range.end; k++) {
      rule_copy_parts(rule);
      stepper->parts.data[0] = left.after;
      stepper->parts.data[2] = right.steps[k].after;
      if (!rule_add_changed(rule, EVENT_TAU)) return false;
    }
  }
  return true;
}

bool rule_link(Rule *rule)
{
  Stepper *stepper = rule->stepper;
  Datum map = rule->parts[1], range = range_of(stepper, map);
  StepList left = rule_steps(rule, 0), right = rule_steps(rule, 2);
  for (uint32_t i = 0; i < left.count; i++) {
    Step step = left.steps[i];
    bool visible = event_is_visible(step.event);
    Datum tied = visible ? map_find(stepper->pool, map, step.event) : DATUM_FAULT;
    bool well = datum_is_fault(tied)
                    ? rule_move(rule, visible ? step.event : EVENT_TAU, 0, step.after)
                    : link_step(rule, step, tied);
    if (!well) return false;
  }
  for (uint32_t i = 0; i < right.count; i++) {
    Step step = right.steps[i];
    bool visible = event_is_visible(step.event);
    if (visible && datum_set_has(stepper->pool, range, step.event)) continue;
    if (!rule_move(rule, visible ? step.event : EVENT_TAU, 2, step.after)) return false;
  }
  return end_of_all(&(Team){rule, 0, 2, 2, NULL, false, DATUM_FAULT});
}
