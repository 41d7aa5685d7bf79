/* The rules of operators that take one way where there are several. */
#include "csp/process/step_impl.h"

/* The process inside of one chase may need the steps of another chase, and so on. */
enum { NESTED_CHASES = 500 };

typedef enum { FOLLOW_FAULT, FOLLOW_STABLE, FOLLOW_LOOP } Followed;

/* Takes the first τ again and again until there is none; then *list is what it has.  The way is
 * determined by the process, so it is a loop iff it comes back to the last of the terms at which it
 * left a mark, at 1, 2, 4, 8 … steps. */
static Followed follow_taus(Stepper *stepper, Datum process, StepList *list)
{
  Datum mark = process;
  for (uint64_t taken = 1, next_mark = 1;; taken++) {
    if (!stepper_steps(stepper, process, list)) return FOLLOW_FAULT;
    if (!list->count || !event_is_tau(list->steps[0].event)) return FOLLOW_STABLE;
    process = list->steps[0].after;
    if (datum_same(process, mark)) return FOLLOW_LOOP;
    if (taken % 256 == 0 && evaluator_stops(stepper->evaluator)) return FOLLOW_FAULT;
    if (taken == next_mark) mark = process, next_mark *= 2;
  }
}

static Followed follow(Rule *rule, Datum process, StepList *list)
{
  Stepper *stepper = rule->stepper;
  if (stepper->nested == NESTED_CHASES) {
    evaluator_raise(stepper->evaluator, FAULT_LIMIT, stepper_span(stepper, process),
                    "processes in chase are nested too deeply");
    return FOLLOW_FAULT;
  }
  stepper->nested++;
  Followed followed = follow_taus(stepper, process, list);
  stepper->nested--;
  return followed;
}

/* The steps after τs were followed; unless `all`, one for each event. */
static bool chase(Rule *rule, uint32_t operand, bool all)
{
  StepList list;
  Followed followed = follow(rule, rule->parts[operand], &list);
  if (followed == FOLLOW_FAULT) return false;
  rule->stepper->steps.len = 0;
  if (followed == FOLLOW_LOOP)
    return rule_add(rule, EVENT_TAU, term_simple(rule->stepper->pool, TERM_DIV));
  for (uint32_t i = 0; i < list.count; i++) {
    Step step = list.steps[i];
    if (!all && i && datum_same(list.steps[i - 1].event, step.event)) continue;
    bool ends = event_is_tick(step.event);
    if (!(ends ? rule_end(rule) : rule_move(rule, step.event, operand, step.after))) return false;
    if (ends && !all) break; /* ✓ cannot be refused: what else is possible may not happen */
  }
  return true;
}

bool rule_chase(Rule *rule) { return chase(rule, 0, true); }
bool rule_deter(Rule *rule) { return chase(rule, 1, false); }
