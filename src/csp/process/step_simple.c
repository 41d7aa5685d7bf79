/* The rules of operators whose operands do not take part in one event together. */
#include "csp/process/step_impl.h"

#include <assert.h>

/* a : A, each to the term itself. */
static bool run(Rule *rule)
{
  Stepper *stepper = rule->stepper;
  Datum set = rule->parts[0];
  if (!datum_is(set, DATUM_SET)) {
    evaluator_raise(stepper->evaluator, FAULT_LIMIT, stepper_span(stepper, rule->term),
                    "RUN or CHAOS of infinitely many events");
    return false;
  }
  for (uint32_t i = 0; i < datum_count(stepper->pool, set); i++)
    if (!rule_add(rule, datum_part(stepper->pool, set, i), rule->term)) return false;
  return true;
}

static bool prefix(Rule *rule)
{
  Offers offers = {0};
  bool well = evaluator_offers(rule->stepper->evaluator, rule->term, &offers);
  for (uint32_t i = 0; well && i < offers.len; i++)
    well = rule_add(rule, offers.data[i].event, offers.data[i].after);
  vec_free(&offers);
  return well;
}

/* τ of an operand keeps the others, all else resolves the choice. */
static bool external(Rule *rule)
{
  for (uint32_t i = 0; i < rule->count; i++) {
    StepList list = rule_steps(rule, i);
    for (uint32_t k = 0; k < list.count; k++) {
      Step step = list.steps[k];
      bool well = event_is_tau(step.event) ? rule_move(rule, EVENT_TAU, i, step.after)
                                           : rule_add(rule, step.event, step.after);
      if (!well) return false;
    }
  }
  return true;
}

static bool internal(Rule *rule)
{
  for (uint32_t i = 0; i < rule->count; i++)
    if (!rule_add(rule, EVENT_TAU, rule->parts[i])) return false;
  return true;
}

/* Either side moves; P ✓ ends, a visible event or ✓ of Q takes over. */
static bool interrupt(Rule *rule)
{
  StepList left = rule_steps(rule, 0), right = rule_steps(rule, 1);
  for (uint32_t k = 0; k < left.count; k++) {
    Step step = left.steps[k];
    bool well =
        event_is_tick(step.event) ? rule_end(rule) : rule_move(rule, step.event, 0, step.after);
    if (!well) return false;
  }
  for (uint32_t k = 0; k < right.count; k++) {
    Step step = right.steps[k];
    bool well = event_is_tau(step.event) ? rule_move(rule, EVENT_TAU, 1, step.after)
                                         : rule_add(rule, step.event, step.after);
    if (!well) return false;
  }
  return true;
}

static bool rename_event(Rule *rule, Step step)
{
  Pool *pool = rule->stepper->pool;
  Datum images = map_find(pool, rule->parts[1], step.event);
  if (datum_is_fault(images)) return rule_move(rule, step.event, 0, step.after);
  for (uint32_t i = 0; i < datum_count(pool, images); i++)
    if (!rule_move(rule, datum_part(pool, images, i), 0, step.after)) return false;
  return true;
}

/* A step of the only operand that moves, the first one. */
static bool move_first(Rule *rule, TermKind kind, Step step)
{
  bool visible = event_is_visible(step.event);
  switch (kind) {
  case TERM_SLIDING:
    return event_is_tau(step.event) ? rule_move(rule, EVENT_TAU, 0, step.after)
                                    : rule_add(rule, step.event, step.after);
  case TERM_SEQUENCE:
    if (event_is_tick(step.event)) return rule_add(rule, EVENT_TAU, rule->parts[1]);
    return rule_move(rule, step.event, 0, step.after);
  case TERM_HIDE:
    if (event_is_tick(step.event)) return rule_end(rule);
    if (!visible || !rule_in(rule, step.event, rule->parts[1]))
      return rule_move(rule, step.event, 0, step.after);
    return rule_move(rule, EVENT_TAU, 0, step.after);
  case TERM_RENAME:
    if (event_is_tick(step.event)) return rule_end(rule);
    return visible ? rename_event(rule, step) : rule_move(rule, EVENT_TAU, 0, step.after);
  default:
    assert(kind == TERM_EXCEPTION);
    if (event_is_tick(step.event)) return rule_end(rule);
    if (!visible || !rule_in(rule, step.event, rule->parts[1]))
      return rule_move(rule, step.event, 0, step.after);
    return rule_add(rule, step.event, rule->parts[2]);
  }
}

static bool first_moves(Rule *rule, TermKind kind)
{
  StepList list = rule_steps(rule, 0);
  for (uint32_t k = 0; k < list.count; k++)
    if (!move_first(rule, kind, list.steps[k])) return false;
  return kind != TERM_SLIDING || rule_add(rule, EVENT_TAU, rule->parts[1]);
}

/* The reductions of machine/ change nothing that can be seen: here they are not done. */
static bool compress(Rule *rule)
{
  if (datum_int_of(rule->parts[0]) == COMPRESS_DETER) return rule_deter(rule);
  StepList list = rule_steps(rule, 1);
  for (uint32_t k = 0; k < list.count; k++)
    if (!rule_add(rule, list.steps[k].event, list.steps[k].after)) return false;
  return true;
}

bool rule_simple(Rule *rule, TermKind kind)
{
  Pool *pool = rule->stepper->pool;
  switch (kind) {
  case TERM_STOP:
  case TERM_OMEGA: return true;
  case TERM_SKIP: return rule_end(rule);
  case TERM_DIV: return rule_add(rule, EVENT_TAU, rule->term);
  case TERM_RUN: return run(rule);
  case TERM_CHAOS: return run(rule) && rule_add(rule, EVENT_TAU, term_simple(pool, TERM_STOP));
  case TERM_WRONG: evaluator_raise_again(rule->stepper->evaluator, rule->term); return false;
  case TERM_EVENT: return rule_add(rule, rule->parts[0], rule->parts[1]);
  case TERM_PREFIX:
  case TERM_MACHINE: return prefix(rule);
  case TERM_EXTERNAL: return external(rule);
  case TERM_INTERNAL: return internal(rule);
  case TERM_INTERRUPT: return interrupt(rule);
  case TERM_COMPRESS: return compress(rule);
  default: return first_moves(rule, kind);
  }
}
