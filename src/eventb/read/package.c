#include "eventb/read/package.h"

#include <string.h>

#include "eventb/read/package_impl.h"
#include "eventb/read/theory.h"

/* The machines, contexts and events of a package.  The sections of a component come
 * in any order; those that are not known are left out. */

/* Old packages have '' for an empty list. */
static const PrologTerm *as_list(Package *p, const PrologTerm *term)
{
  static const PrologTerm empty = {.kind = PROLOG_LIST};
  if (term->kind == PROLOG_LIST) return term;
  if (term->kind != PROLOG_ATOM || term->name->len > 0) package_error(p, term, "a list");
  return &empty;
}

/* ---- lists of sections */

static void read_identifiers(Package *p, const PrologTerm *list, EventbNames *names)
{
  list = as_list(p, list);
  for (uint32_t i = 0; i < list->count; i++) {
    const Name *name = package_identifier(p, list->args[i]);
    if (name) vec_push(names, ((EventbName){name, list->args[i]->span, NULL}));
  }
}

static void read_atoms(Package *p, const PrologTerm *list, EventbNames *names)
{
  list = as_list(p, list);
  for (uint32_t i = 0; i < list->count; i++) {
    if (list->args[i]->kind != PROLOG_ATOM) package_error(p, list->args[i], "a name");
    else vec_push(names, ((EventbName){list->args[i]->name, list->args[i]->span, NULL}));
  }
}

static void read_sets(Package *p, const PrologTerm *list, EventbNames *names)
{
  list = as_list(p, list);
  for (uint32_t i = 0; i < list->count; i++) {
    const PrologTerm *set = list->args[i];
    if (!prolog_is(set, "deferred_set", 2) || set->args[1]->kind != PROLOG_ATOM)
      package_error(p, set, "a deferred set");
    else vec_push(names, ((EventbName){set->args[1]->name, set->span, NULL}));
  }
}

static const Name *label_of(const PrologTerm *term)
{
  return term->kind == PROLOG_COMPOUND ? package_label(term->args[0]) : NULL;
}

static void read_formulas(Package *p, const PrologTerm *list, bool theorem,
                          EventbFormulas *formulas)
{
  list = as_list(p, list);
  for (uint32_t i = 0; i < list->count; i++) {
    const PrologTerm *term = list->args[i];
    EventbFormula formula = {label_of(term), package_formula(p, term), theorem, term->span, NULL};
    vec_push(formulas, formula);
  }
}

/* ---- events */

static void read_witness(Package *p, const PrologTerm *term, EventbEvent *event)
{
  if (!prolog_is(term, "witness", 3)) {
    package_error(p, term, "a witness");
    return;
  }
  const Name *name = package_identifier(p, term->args[1]);
  if (!name) return;
  EventbFormula witness = {name, package_formula(p, term->args[2]), false, term->span, NULL};
  vec_push(&event->witnesses, witness);
}

static void read_action(Package *p, const PrologTerm *term, EventbEvent *event)
{
  NodeKind kind = NODE_ASSIGN;
  if (prolog_is(term, "becomes_element_of", 3)) kind = NODE_BECOMES_IN;
  else if (prolog_is(term, "becomes_such", 3)) kind = NODE_BECOMES_SUCH;
  else if (!prolog_is(term, "assign", 3)) {
    package_error(p, term, "an action");
    return;
  }
  Node *targets = package_list(p, term->args[1], NODE_LIST);
  Node *value = kind == NODE_ASSIGN ? package_list(p, term->args[2], NODE_LIST)
                                    : package_formula(p, term->args[2]);
  if (kind == NODE_ASSIGN && targets->count != value->count) {
    diag_error(p->context->diags, term->span, "package", "%u variables, but %u values",
               targets->count, value->count);
    return;
  }
  Node *node = node_binary(p->arena, kind, term->span, targets, value);
  vec_push(&event->actions, ((EventbAction){label_of(term), node, term->span, NULL}));
}

static EventStatus read_status(Package *p, const PrologTerm *term)
{
  if (prolog_is(term, "convergent", 1)) return EVENT_CONVERGENT;
  if (prolog_is(term, "anticipated", 1)) return EVENT_ANTICIPATED;
  if (!prolog_is(term, "ordinary", 1)) package_error(p, term, "the status of an event");
  return EVENT_ORDINARY;
}

/* event(Position,Name,Status,Refined,Parameters,Guards,Theorems,Actions,Witnesses);
 * the oldest packages have no status, older ones no theorems. */
static void read_event(Package *p, const PrologTerm *term, EventbComponent *machine)
{
  bool is_event = term->kind == PROLOG_COMPOUND && !strcmp(term->name->text, "event") &&
                  term->count >= 7 && term->count <= 9 && term->args[1]->kind == PROLOG_ATOM;
  if (!is_event) {
    package_error(p, term, "an event");
    return;
  }
  EventbEvent *event = arena_alloc(p->arena, sizeof *event);
  event->name = term->args[1]->name;
  event->span = term->args[1]->span;
  const PrologTerm **at = term->args + 2;
  if (term->count > 7) event->status = read_status(p, *at++);
  read_atoms(p, *at++, &event->refines);
  read_identifiers(p, *at++, &event->parameters);
  read_formulas(p, *at++, false, &event->guards);
  if (term->count > 8) read_formulas(p, *at++, true, &event->guards);
  const PrologTerm *actions = as_list(p, *at++), *witnesses = as_list(p, *at);
  for (uint32_t i = 0; i < actions->count; i++) read_action(p, actions->args[i], event);
  for (uint32_t i = 0; i < witnesses->count; i++) read_witness(p, witnesses->args[i], event);
  vec_push(&machine->events, event);
}

/* ---- components */

static void read_refines(Package *p, const PrologTerm *term, EventbComponent *machine)
{
  if (term->kind != PROLOG_ATOM) package_error(p, term, "the name of a machine");
  else if (term->name->len > 0)
    vec_push(&machine->refines, ((EventbName){term->name, term->span, NULL}));
}

static void read_section(Package *p, const PrologTerm *term, EventbComponent *c)
{
  if (term->kind != PROLOG_COMPOUND || term->count != 2) {
    package_error(p, term, "a section of a component");
    return;
  }
  const char *name = term->name->text;
  const PrologTerm *content = term->args[1];
  EventbFormulas *claims = c->is_context ? &c->axioms : &c->invariants;
  if (!strcmp(name, "sees") || !strcmp(name, "extends")) read_atoms(p, content, &c->uses);
  else if (!strcmp(name, "refines")) read_refines(p, content, c);
  else if (!strcmp(name, "variables")) read_identifiers(p, content, &c->variables);
  else if (!strcmp(name, "constants")) read_identifiers(p, content, &c->constants);
  else if (!strcmp(name, "abstract_constants")) {
    read_identifiers(p, content, &c->constants);
    read_identifiers(p, content, &c->symbolic);
  } else if (!strcmp(name, "sets")) read_sets(p, content, &c->sets);
  else if (!strcmp(name, "axioms") || !strcmp(name, "invariant"))
    read_formulas(p, content, false, claims);
  else if (!strcmp(name, "theorems")) read_formulas(p, content, true, claims);
  else if (!strcmp(name, "variant")) {
    EventbFormula variant = {label_of(content), package_formula(p, content), false, content->span,
                             NULL};
    vec_push(&c->variants, variant);
  } else if (!strcmp(name, "events")) {
    content = as_list(p, content);
    for (uint32_t i = 0; i < content->count; i++) read_event(p, content->args[i], c);
  }
}

static void read_component(Package *p, const PrologTerm *term, bool is_context)
{
  const char *functor = is_context ? "event_b_context" : "event_b_model";
  if (!prolog_is(term, functor, 3) || term->args[1]->kind != PROLOG_ATOM) {
    package_error(p, term, is_context ? "a context" : "a machine");
    return;
  }
  EventbComponent *component = eventb_component_new(p->arena);
  component->name = term->args[1]->name;
  component->span = term->args[1]->span;
  component->is_context = is_context;
  const PrologTerm *sections = as_list(p, term->args[2]);
  for (uint32_t i = 0; i < sections->count; i++) read_section(p, sections->args[i], component);
  vec_push(&p->project->components, component);
  if (!p->project->main) p->project->main = component;
}

/* The names of all carrier sets, wherever they are declared. */
static void collect_sets(Package *p, const PrologTerm *term)
{
  if (prolog_is(term, "deferred_set", 2) && term->args[1]->kind == PROLOG_ATOM)
    map_put(&p->carrier_sets, term->args[1]->name, p);
  else if (term->kind == PROLOG_LIST ||
           (term->kind == PROLOG_COMPOUND &&
            (!strcmp(term->name->text, "event_b_context") || !strcmp(term->name->text, "sets"))))
    for (uint32_t i = 0; i < term->count; i++) collect_sets(p, term->args[i]);
}

EventbProject *package_read(ParseContext *context, const Source *source)
{
  Package p = {.context = context, .arena = context->arena};
  p.project = eventb_project_new(context->arena);
  p.project->whole = true;
  p.theories = theories_new(context->arena);
  PrologTerms facts = {0};
  uint32_t errors = diags_errors(context->diags);
  Arena *arena = arena_new();
  prolog_read(arena, context->names, context->diags, source, &facts);
  for (uint32_t i = 0; i < facts.len; i++) {
    const PrologTerm *load = prolog_is(facts.data[i], "package", 1) ? facts.data[i]->args[0] : NULL;
    if (!load || load->kind != PROLOG_COMPOUND || load->count < 3 ||
        strcmp(load->name->text, "load_event_b_project") != 0)
      continue;
    const PrologTerm *models = as_list(&p, load->args[0]), *contexts = as_list(&p, load->args[1]);
    if (load->count > 3) theories_read(&p, load->args[2]);
    collect_sets(&p, contexts);
    for (uint32_t k = 0; k < models->count; k++) read_component(&p, models->args[k], false);
    for (uint32_t k = 0; k < contexts->count; k++) read_component(&p, contexts->args[k], true);
  }
  theories_add_freetypes(&p);
  for (uint32_t i = 0; i < p.project->components.len; i++)
    p.project->components.data[i]->source = source;
  if (!p.project->main && diags_errors(context->diags) == errors)
    diag_error(context->diags, SPAN_NONE, "package", "%s contains no Event-B machine or context",
               source->name);
  vec_free(&facts);
  map_free(&p.carrier_sets);
  theories_free(p.theories);
  arena_free(arena);
  return p.project;
}
