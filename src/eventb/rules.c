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
      check_witnesses(f, machine, abstract, event);
    }
  }
}
