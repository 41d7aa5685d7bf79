#include "eventb/flatten/flatten_impl.h"

/* Event inheritance.  Only what is copied is made anew; the vectors of names and
 * formulas of the machine are those of the original. */

static const EventbEvent *extended_event(Flattener *f, const EventbComponent *abstract,
                                         const EventbEvent *event)
{
  const Name *name = event->name;
  if (!eventb_is_initialisation(event)) {
    if (event->refines.len != 1) {
      diag_error(f->context->diags, event->span, "event",
                 "the event %s extends %s, but an extending event refines exactly one event",
                 event->name->text, event->refines.len ? "several" : "nothing");
      return NULL;
    }
    name = event->refines.data[0].name;
  }
  const EventbEvent *extended = abstract ? eventb_event(abstract, name) : NULL;
  if (!abstract && eventb_is_initialisation(event)) /* Rodin only warns */
    diag_warning(f->context->diags, event->span, "event",
                 "INITIALISATION extends nothing: its machine refines no machine");
  else if (!extended)
    diag_error(f->context->diags, event->span, "event",
               "the event %s extends %s, which does not exist in any abstract machine",
               event->name->text, name->text);
  return extended;
}

static void report_label(Flattener *f, const EventbEvent *event, const Name *label, Span span)
{
  diag_error(f->context->diags, span, "declared-twice",
             "the label %s of event %s is already used by the event that it extends", label->text,
             event->name->text);
}

static bool has_label(const EventbFormulas *formulas, const Name *label)
{
  for (uint32_t i = 0; label && i < formulas->len; i++)
    if (formulas->data[i].label == label) return true;
  return false;
}

static bool has_action_label(const EventbActions *actions, const Name *label)
{
  for (uint32_t i = 0; label && i < actions->len; i++)
    if (actions->data[i].label == label) return true;
  return false;
}

static EventbEvent *extend(Flattener *f, const EventbComponent *abstract, const EventbEvent *event)
{
  EventbEvent *copy = arena_alloc(f->arena, sizeof *copy);
  *copy = *event;
  copy->parameters = (EventbNames){0};
  copy->guards = (EventbFormulas){0};
  copy->actions = (EventbActions){0};
  const EventbEvent *from = event->extended ? extended_event(f, abstract, event) : NULL;
  if (from) {
    for (uint32_t i = 0; i < from->parameters.len; i++)
      vec_push(&copy->parameters, from->parameters.data[i]);
    for (uint32_t i = 0; i < from->guards.len; i++) vec_push(&copy->guards, from->guards.data[i]);
    for (uint32_t i = 0; i < from->actions.len; i++)
      vec_push(&copy->actions, from->actions.data[i]);
  }
  for (uint32_t i = 0; i < event->parameters.len; i++) {
    const EventbName *parameter = &event->parameters.data[i];
    if (eventb_has_name(&copy->parameters, parameter->name))
      diag_error(f->context->diags, parameter->span, "declared-twice",
                 "the event %s declares the parameter %s twice", event->name->text,
                 parameter->name->text);
    else vec_push(&copy->parameters, *parameter);
  }
  for (uint32_t i = 0; i < event->guards.len; i++) {
    const EventbFormula *guard = &event->guards.data[i];
    if (from && has_label(&from->guards, guard->label))
      report_label(f, event, guard->label, guard->span);
    vec_push(&copy->guards, *guard);
  }
  for (uint32_t i = 0; i < event->actions.len; i++) {
    const EventbAction *action = &event->actions.data[i];
    if (from && has_action_label(&from->actions, action->label))
      report_label(f, event, action->label, action->span);
    vec_push(&copy->actions, *action);
  }
  return copy;
}

EventbComponent *extend_events(Flattener *f, const EventbComponent *machine,
                               const EventbComponent *abstract)
{
  EventbComponent *copy = eventb_component_new(f->arena);
  *copy = *machine;
  copy->events.data = NULL;
  copy->events.len = copy->events.cap = 0;
  for (uint32_t i = 0; i < machine->events.len; i++)
    vec_push(&copy->events, extend(f, abstract, machine->events.data[i]));
  return copy;
}

void extend_free(EventbComponent *copy)
{
  for (uint32_t i = 0; i < copy->events.len; i++) {
    vec_free(&copy->events.data[i]->parameters);
    vec_free(&copy->events.data[i]->guards);
    vec_free(&copy->events.data[i]->actions);
  }
  vec_free(&copy->events);
}
