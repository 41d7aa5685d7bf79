#include <string.h>

#include "eventb/flatten_impl.h"
#include "eventb/formula.h"

/* What Rodin's static checker forbids and the flat machine would allow: there, abstract
 * variables that a refinement has dropped are still variables. */

static bool is_variable(const Flattener *f, const Name *name)
{
  for (uint32_t i = 0; i < f->chain.len; i++)
    if (eventb_has_name(&f->chain.data[i]->variables, name)) return true;
  return false;
}

static void check_names(Flattener *f, const EventbComponent *machine, const EventbEvent *event,
                        const Node *formula)
{
  TreeList names = {0};
  eventb_collect_names(f->arena, formula, &names);
  for (uint32_t i = 0; i < names.len; i++) {
    const Name *plain = eventb_unprimed(f->context->names, names.data[i]->name);
    const Name *name = plain ? plain : names.data[i]->name;
    if (eventb_has_name(&event->parameters, name) || !is_variable(f, name) ||
        eventb_has_name(&machine->variables, name))
      continue;
    diag_error(f->context->diags, names.data[i]->span, "abstract-variable",
               "the event %s of machine %s cannot use %s: it is a variable of another level only",
               event->name->text, machine->name->text, name->text);
  }
  vec_free(&names);
}

/* The label of a witness is what it gives a value to. */
static void check_witnesses(Flattener *f, const EventbComponent *machine,
                            const EventbComponent *abstract, const EventbEvent *event)
{
  for (uint32_t i = 0; i < event->witnesses.len; i++) {
    const EventbFormula *witness = &event->witnesses.data[i];
    const Name *variable =
        witness->label ? eventb_unprimed(f->context->names, witness->label) : NULL;
    bool needed = variable && abstract && eventb_has_name(&abstract->variables, variable);
    for (uint32_t k = 0; abstract && k < event->refines.len; k++) {
      const EventbEvent *refined = eventb_event(abstract, event->refines.data[k].name);
      needed |= refined && witness->label && eventb_has_name(&refined->parameters, witness->label);
    }
    if (!needed)
      diag_warning(f->context->diags, witness->span, "witness",
                   "the event %s of machine %s has a witness for %s, which needs none",
                   event->name->text, machine->name->text,
                   witness->label ? witness->label->text : "nothing");
  }
}

/* Declares one of the contexts the name, or one that they extend?  `seen` has those that have been
 * asked. */
static bool is_in_contexts(const Flattener *f, const EventbNames *uses, const Name *name, Map *seen)
{
  for (uint32_t i = 0; i < uses->len; i++) {
    const EventbComponent *context = eventb_find(f->project, uses->data[i].name);
    if (!context || map_get(seen, context->name)) continue;
    map_put(seen, context->name, seen);
    if (eventb_has_name(&context->constants, name) || eventb_has_name(&context->sets, name) ||
        is_in_contexts(f, &context->uses, name, seen))
      return true;
  }
  return false;
}

/* A parameter of the event that is a variable, a constant or a set that the machine knows.  What
 * a refinement has added is another matter. */
static void check_parameters(Flattener *f, const EventbComponent *machine, const EventbEvent *event)
{
  for (uint32_t i = 0; i < event->parameters.len; i++) {
    const EventbName *parameter = &event->parameters.data[i];
    Map seen = {0};
    if (eventb_has_name(&machine->variables, parameter->name) ||
        is_in_contexts(f, &machine->uses, parameter->name, &seen))
      diag_error(f->context->diags, parameter->span, "declared-twice",
                 "the parameter %s of event %s has the name of a variable, constant or set",
                 parameter->name->text, event->name->text);
    map_free(&seen);
  }
}

/* ---- one component */

static void check_unique(Diags *diags, const EventbComponent *c, const EventbNames *names,
                         const char *what)
{
  Map seen = {0};
  for (uint32_t i = 0; i < names->len; i++) {
    if (map_get(&seen, names->data[i].name))
      diag_error(diags, names->data[i].span, "declared-twice", "%s has two %s called %s",
                 c->name->text, what, names->data[i].name->text);
    map_put(&seen, names->data[i].name, &seen);
  }
  map_free(&seen);
}

/* Nothing depends on labels but what a reader makes of them. */
static void check_label(Diags *diags, Map *seen, const Name *label, Span span)
{
  if (!label) return;
  if (map_get(seen, label))
    diag_warning(diags, span, "label", "the label %s is used twice", label->text);
  map_put(seen, label, seen);
}

static void check_labels(Diags *diags, const EventbFormulas *formulas)
{
  Map seen = {0};
  for (uint32_t i = 0; i < formulas->len; i++)
    check_label(diags, &seen, formulas->data[i].label, formulas->data[i].span);
  map_free(&seen);
}

static void check_event_labels(Diags *diags, const EventbEvent *event)
{
  Map seen = {0};
  for (uint32_t i = 0; i < event->actions.len; i++)
    check_label(diags, &seen, event->actions.data[i].label, event->actions.data[i].span);
  map_free(&seen);
  check_labels(diags, &event->guards);
  check_labels(diags, &event->witnesses);
}

void rules_check_component(Diags *diags, const EventbComponent *c)
{
  check_unique(diags, c, &c->variables, "variables");
  check_unique(diags, c, &c->sets, "sets");
  check_unique(diags, c, &c->constants, "constants");
  check_labels(diags, &c->axioms);
  check_labels(diags, &c->invariants);
  for (uint32_t i = 0; i < c->events.len; i++) check_event_labels(diags, c->events.data[i]);
  if (c->refines.len > 1)
    diag_error(diags, c->refines.data[1].span, "machine",
               "machine %s refines %s already: there can be no second one", c->name->text,
               c->refines.data[0].name->text);
}

/* ---- the chain */

void rules_check_chain(Flattener *f)
{
  for (uint32_t i = 0; i < f->chain.len; i++) {
    const EventbComponent *machine = f->chain.data[i];
    const EventbComponent *abstract = i + 1 < f->chain.len ? f->chain.data[i + 1] : NULL;
    for (uint32_t k = 0; k < machine->events.len; k++) {
      const EventbEvent *event = machine->events.data[k];
      for (uint32_t n = 0; n < event->guards.len; n++)
        check_names(f, machine, event, event->guards.data[n].formula);
      for (uint32_t n = 0; n < event->actions.len; n++)
        check_names(f, machine, event, event->actions.data[n].node);
      check_parameters(f, machine, event);
      check_witnesses(f, machine, abstract, event);
    }
  }
}
