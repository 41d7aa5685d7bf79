/* The rules of priority: some steps of the operand are not taken while others are possible. */
#include "csp/process/step_impl.h"

/* The steps of the operand, without those that `blocked` says. */
static bool keep_others(Rule *rule, bool (*blocked)(const Rule *, StepList, Datum event))
{
  StepList list = rule_steps(rule, 0);
  bool last = false;
  for (uint32_t i = 0; i < list.count; i++) {
    Step step = list.steps[i];
    bool same = i && datum_same(list.steps[i - 1].event, step.event);
    if (event_is_visible(step.event) && (same ? last : (last = blocked(rule, list, step.event))))
      continue;
    bool well =
        event_is_tick(step.event) ? rule_end(rule) : rule_move(rule, step.event, 0, step.after);
    if (!well) return false;
  }
  return true;
}

/* τ and ✓ are the first ones of a list. */
static bool has_invisible(StepList list)
{
  return list.count && !event_is_visible(list.steps[0].event);
}

/* Number of the first set that has the event; the number of sets: none has it. */
static uint32_t level_of(const Rule *rule, Datum event)
{
  Pool *pool = rule->stepper->pool;
  uint32_t level = 0, count = datum_count(pool, rule->parts[1]);
  while (level < count && !rule_in(rule, event, datum_part(pool, rule->parts[1], level))) level++;
  return level;
}

/* τ, ✓ and events of a set before its own block an event. */
static bool is_blocked_by_level(const Rule *rule, StepList list, Datum event)
{
  uint32_t level = level_of(rule, event);
  if (level == 0 || level == datum_count(rule->stepper->pool, rule->parts[1])) return false;
  for (uint32_t i = 0; i < list.count; i++)
    if (!event_is_visible(list.steps[i].event) || level_of(rule, list.steps[i].event) < level)
      return true;
  return false;
}

bool rule_prioritise(Rule *rule) { return keep_others(rule, is_blocked_by_level); }

/* ---- a partial order ---- */

static Datum pair_of(Pool *pool, Datum a, Datum b) { return datum_tuple(pool, (Datum[]){a, b}, 2); }

/* Pairs (a, c) for all (a, b) and (b, c), together with what is there. */
static Datum grown(Pool *pool, Datum relation)
{
  VEC(Datum) pairs = {0};
  const Datum *old = datum_parts(pool, relation);
  uint32_t count = datum_count(pool, relation);
  for (uint32_t i = 0; i < count; i++) {
    vec_push(&pairs, old[i]);
    for (uint32_t k = 0; k < count; k++)
      if (datum_same(datum_part(pool, old[i], 1), datum_part(pool, old[k], 0)))
        vec_push(&pairs, pair_of(pool, datum_part(pool, old[i], 0), datum_part(pool, old[k], 1)));
  }
  Datum set = datum_set(pool, pairs.data, pairs.len);
  vec_free(&pairs);
  return set;
}

static Datum closure_of(Stepper *stepper, Datum relation)
{
  if (datum_same(stepper->relation, relation)) return stepper->closure;
  Datum closure = relation, next = grown(stepper->pool, relation);
  for (; !datum_same(closure, next); next = grown(stepper->pool, closure)) closure = next;
  stepper->relation = relation;
  return stepper->closure = closure;
}

/* [P E R M]: an event of E is blocked by those above it, and unless it is one of M by τ and ✓. */
static bool is_blocked_by_order(const Rule *rule, StepList list, Datum event)
{
  if (!rule_in(rule, event, rule->parts[1])) return false;
  if (has_invisible(list) && !rule_in(rule, event, rule->parts[3])) return true;
  Stepper *stepper = rule->stepper;
  Datum above = closure_of(stepper, rule->parts[2]);
  for (uint32_t i = 0; i < list.count; i++) {
    Datum other = list.steps[i].event;
    bool visible = event_is_visible(other);
    if (visible && datum_set_has(stepper->pool, above, pair_of(stepper->pool, other, event)))
      return true;
  }
  return false;
}

bool rule_priority_order(Rule *rule) { return keep_others(rule, is_blocked_by_order); }
