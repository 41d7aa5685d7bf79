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
    if (evaluator_fault(rule->stepper->evaluator)->kind != FAULT_NONE) return false;
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

enum { WORK_OF_EVENT = 32 };

static EventOrder *order_of(Stepper *stepper, Datum relation)
{
  if (stepper->order && datum_same(stepper->relation, relation)) return stepper->order;
  event_order_free(stepper->order);
  stepper->relation = relation;
  return stepper->order = event_order_new(stepper->pool, relation);
}

/* [P E R M]: an event of E is blocked by those above it, and unless it is one of M by τ and ✓. */
static bool is_blocked_by_order(const Rule *rule, StepList list, Datum event)
{
  if (!rule_in(rule, event, rule->parts[1])) return false;
  if (has_invisible(list) && !rule_in(rule, event, rule->parts[3])) return true;
  Stepper *stepper = rule->stepper;
  uint32_t count;
  const Datum *above = event_order_above(order_of(stepper, rule->parts[2]), event, &count);
  if (!evaluator_goes_on(stepper->evaluator, WORK_OF_EVENT * (count + UINT64_C(1)))) return false;
  for (uint32_t i = 0; i < count; i++) {
    StepRange range = step_find(stepper->pool, list, above[i]);
    if (range.begin < range.end) return true;
  }
  return false;
}

bool rule_priority_order(Rule *rule) { return keep_others(rule, is_blocked_by_order); }
