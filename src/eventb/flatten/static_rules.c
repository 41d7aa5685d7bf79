#include <string.h>

#include "eventb/flatten/flatten_impl.h"
#include "eventb/notation/formula.h"

/* What Rodin's static checker forbids and the flat machine would allow: there, abstract
 * variables that a refinement has dropped are still variables. */

static bool is_variable(const Flattener *f, const Name *name)
{
  for (uint32_t i = 0; i < f->chain.len; i++)
    if (eventb_has_name(&f->chain.data[i]->variables, name)) return true;
  return false;
}

/* Variables of the level and, for invariants, of those that it refines. */
static bool knows_variable(const Flattener *f, uint32_t level, bool abstract, const Name *name)
{
  for (uint32_t i = level; i < f->chain.len && (i == level || abstract); i++)
    if (eventb_has_name(&f->chain.data[i]->variables, name)) return true;
  return false;
}

/* A formula of an event, or of the machine itself (NULL); `abstract`: what the machine refines may
 * occur. */
static void check_names(Flattener *f, uint32_t level, const EventbEvent *event, bool abstract,
                        const Node *formula)
{
  const EventbComponent *machine = f->chain.data[level];
  TreeList names = {0};
  eventb_collect_names(f->arena, formula, &names);
  for (uint32_t i = 0; i < names.len; i++) {
    const Name *plain = eventb_unprimed(f->context->names, names.data[i]->name);
    const Name *name = plain ? plain : names.data[i]->name;
    if ((event && eventb_has_name(&event->parameters, name)) || !is_variable(f, name) ||
        knows_variable(f, level, abstract, name))
      continue;
    diag_error(f->context->diags, names.data[i]->span, "abstract-variable",
               "%s%s%smachine %s cannot use %s: it is a variable of another refinement level",
               event ? "the event " : "", event ? event->name->text : "", event ? " of " : "",
               machine->name->text, name->text);
  }
  vec_free(&names);
}

static bool is_target(const Node *targets, const Name *name)
{
  for (uint32_t i = 0; targets && i < targets->count; i++)
    if (targets->kids[i]->kind == NODE_IDENT && targets->kids[i]->name == name) return true;
  return false;
}

/* Only x :| P may speak of new values, and only of those of x. */
static void check_primes(Flattener *f, const EventbEvent *event, const Node *formula,
                         const Node *targets)
{
  TreeList names = {0};
  eventb_collect_names(f->arena, formula, &names);
  for (uint32_t i = 0; i < names.len; i++) {
    const Name *plain = eventb_unprimed(f->context->names, names.data[i]->name);
    if (plain && is_variable(f, plain) && !is_target(targets, plain) &&
        !eventb_has_name(&event->parameters, names.data[i]->name))
      diag_error(f->context->diags, names.data[i]->span, "unknown-name",
                 "the event %s cannot use %s here: this action does not assign it",
                 event->name->text, names.data[i]->name->text);
  }
  vec_free(&names);
}

static void check_action(Flattener *f, const EventbEvent *event, const Node *action)
{
  if (action->kind == NODE_SKIP) return;
  bool chooses = action->kind == NODE_BECOMES_SUCH;
  for (uint32_t i = 0; i < action->count; i++)
    check_primes(f, event, action->kids[i], chooses ? action->kids[0] : NULL);
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
                   "the event %s of machine %s has a superfluous witness for %s", event->name->text,
                   machine->name->text, witness->label ? witness->label->text : "nothing");
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
                 "the parameter %s of event %s has the same name as a variable, constant or set",
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
      diag_error(diags, names->data[i].span, "declared-twice", "%s has two %s named %s",
                 c->name->text, what, names->data[i].name->text);
    map_put(&seen, names->data[i].name, &seen);
  }
  map_free(&seen);
}

/* Nothing depends on labels but what a reader makes of them; those of witnesses are names. */
static void check_label(Diags *diags, Map *seen, const Name *label, Span span)
{
  if (!label) return;
  if (map_get(seen, label)) diag_warning(diags, span, "label", "duplicate label %s", label->text);
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
}

static void check_witness_labels(Diags *diags, const EventbEvent *event)
{
  Map seen = {0};
  for (uint32_t i = 0; i < event->witnesses.len; i++) {
    const EventbFormula *witness = &event->witnesses.data[i];
    if (witness->label && map_get(&seen, witness->label))
      diag_error(diags, witness->span, "declared-twice", "the event %s has two witnesses for %s",
                 event->name->text, witness->label->text);
    if (witness->label) map_put(&seen, witness->label, &seen);
  }
  map_free(&seen);
}

void static_rules_check_component(Diags *diags, const EventbComponent *c)
{
  check_unique(diags, c, &c->variables, "variables");
  check_unique(diags, c, &c->sets, "sets");
  check_unique(diags, c, &c->constants, "constants");
  check_labels(diags, &c->axioms);
  check_labels(diags, &c->invariants);
  for (uint32_t i = 0; i < c->events.len; i++) {
    check_event_labels(diags, c->events.data[i]);
    check_witness_labels(diags, c->events.data[i]);
  }
  if (c->refines.len > 1)
    diag_error(diags, c->refines.data[1].span, "machine",
               "machine %s already refines %s: a machine refines at most one machine",
               c->name->text, c->refines.data[0].name->text);
}

/* ---- the chain */

static void check_refined(Flattener *f, const EventbComponent *machine, const EventbEvent *event)
{
  if (eventb_is_initialisation(event) || event->refines.len == 0) return;
  if (machine->refines.len == 0)
    diag_warning(f->context->diags, event->refines.data[0].span, "event",
                 "machine %s refines no machine, so there is no event %s for %s to refine",
                 machine->name->text, event->refines.data[0].name->text, event->name->text);
  for (uint32_t i = 0; i < event->refines.len; i++)
    if (!strcmp(event->refines.data[i].name->text, "INITIALISATION"))
      diag_error(f->context->diags, event->refines.data[i].span, "event",
                 "the event %s cannot refine INITIALISATION", event->name->text);
}

static void check_event(Flattener *f, uint32_t level, const EventbEvent *event)
{
  const EventbComponent *machine = f->chain.data[level];
  const EventbComponent *abstract = level + 1 < f->chain.len ? f->chain.data[level + 1] : NULL;
  for (uint32_t i = 0; i < event->guards.len; i++) {
    const EventbFormula *guard = &event->guards.data[i];
    check_names(f, level, event, guard->theorem, guard->formula); /* a theorem disables nothing */
    check_primes(f, event, guard->formula, NULL);
  }
  for (uint32_t i = 0; i < event->actions.len; i++) {
    check_names(f, level, event, false, event->actions.data[i].node);
    check_action(f, event, event->actions.data[i].node);
  }
  check_refined(f, machine, event);
  check_parameters(f, machine, event);
  check_witnesses(f, machine, abstract, event);
}

static void check_start(Flattener *f, const EventbComponent *machine)
{
  bool starts = machine->variables.len == 0;
  for (uint32_t i = 0; i < machine->events.len; i++)
    starts |= eventb_is_initialisation(machine->events.data[i]);
  if (!starts)
    diag_error(f->context->diags, machine->span, "event",
               "machine %s has variables, but no event INITIALISATION", machine->name->text);
}

void static_rules_check_chain(Flattener *f)
{
  for (uint32_t i = 0; i < f->chain.len; i++) {
    const EventbComponent *machine = f->chain.data[i];
    check_start(f, machine);
    for (uint32_t k = 0; k < machine->invariants.len; k++)
      check_names(f, i, NULL, true, machine->invariants.data[k].formula);
    for (uint32_t k = 0; k < machine->variants.len; k++)
      check_names(f, i, NULL, false, machine->variants.data[k].formula);
    for (uint32_t k = 0; k < machine->events.len; k++) check_event(f, i, machine->events.data[k]);
  }
}
