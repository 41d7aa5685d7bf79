#include "csp/machine/source.h"

static Stepper *stepper_of(const ProcessSource *s) { return s->context; }
static Evaluator *evaluator_of(const ProcessSource *s) { return stepper_evaluator(stepper_of(s)); }

static bool steps(ProcessSource *s, Datum process, StepList *list)
{
  return stepper_steps(stepper_of(s), process, list);
}

static Datum now(ProcessSource *s, Datum process)
{
  return evaluator_now(evaluator_of(s), process);
}

static bool contains(ProcessSource *s, Datum set, Datum event)
{
  return datum_is(set, DATUM_SET) ? datum_set_has(s->pool, set, event)
                                  : evaluator_in(evaluator_of(s), event, set);
}

static bool stops(ProcessSource *s)
{
  if (!s->effort.stopped && evaluator_stops(evaluator_of(s))) {
    s->effort.stopped = evaluator_fault(evaluator_of(s))->message;
    evaluator_forget_fault(evaluator_of(s));
  }
  return s->effort.stopped != NULL;
}

static CspFault take_fault(ProcessSource *s)
{
  CspFault fault = *evaluator_fault(evaluator_of(s));
  evaluator_forget_fault(evaluator_of(s));
  return fault;
}

static void print(ProcessSource *s, Text *text, Datum d)
{
  evaluator_print(evaluator_of(s), text, d);
}

static const CspResolved *script_of(const ProcessSource *s)
{
  return evaluator_script(evaluator_of(s));
}

static bool is_channel(const ProcessSource *s, uint32_t name)
{
  return script_of(s)->channels_and_constructors.data[name]->kind == CSP_SYMBOL_CHANNEL;
}

static bool next_channel(ProcessSource *s, uint32_t *at, Datum *channel)
{
  uint32_t count = script_of(s)->channels_and_constructors.len;
  while (*at < count && !is_channel(s, *at)) ++*at;
  if (*at >= count) return false;
  *channel = datum_name((*at)++);
  return true;
}

ProcessSource source_of_stepper(Stepper *stepper)
{
  return (ProcessSource){.pool = evaluator_pool(stepper_evaluator(stepper)),
                         .context = stepper,
                         .effort.limits = evaluator_limits(stepper_evaluator(stepper)),
                         .steps = steps,
                         .now = now,
                         .contains = contains,
                         .stops = stops,
                         .take_fault = take_fault,
                         .print = print,
                         .next_channel = next_channel};
}
