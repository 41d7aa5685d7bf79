#include "eventb/flatten/flatten_impl.h"

#include <string.h>

typedef struct { /* a unit while it is made */
  Flattener *f;
  TreeList clauses;
  TreeList invariants, assertions, properties;
  TreeList settled; /* axioms that have made sets enumerated */
} Builder;

/* ---- what the component is built on */

static bool contains(const EventbChain *chain, const EventbComponent *component)
{
  for (uint32_t i = 0; i < chain->len; i++)
    if (chain->data[i] == component) return true;
  return false;
}

static EventbComponent *referred(Flattener *f, const EventbName *use, bool is_context)
{
  Diags *diags = f->context->diags;
  EventbComponent *component = eventb_find(f->project, use->name);
  if (!component) {
    Diag *diag = diag_error(diags, use->span, "missing-machine", "%s %s was not found",
                            is_context ? "context" : "machine", use->name->text);
    const char *near = eventb_nearest(f->project, use->name->text);
    if (near) diag_suggest(diags, diag, use->span, near);
  } else if (component->is_context != is_context) {
    diag_error(diags, use->span, "missing-machine", "%s is a %s, not a %s", use->name->text,
               component->is_context ? "context" : "machine", is_context ? "context" : "machine");
    component = NULL;
  }
  return component;
}

/* `path` has the contexts that are being added: one of them again is a cycle. */
static void add_context(Flattener *f, const EventbName *use, EventbChain *path)
{
  EventbComponent *context = referred(f, use, true);
  if (!context || contains(&f->contexts, context)) return;
  if (contains(path, context)) {
    diag_error(f->context->diags, use->span, "cycle", "context %s extends itself", use->name->text);
    return;
  }
  vec_push(path, context);
  for (uint32_t i = 0; i < context->uses.len; i++) add_context(f, &context->uses.data[i], path);
  path->len--;
  vec_push(&f->contexts, context);
}

static void add_contexts(Flattener *f, const EventbComponent *component)
{
  EventbChain path = {0};
  if (component->is_context) {
    EventbName use = {component->name, component->span, NULL};
    add_context(f, &use, &path);
  } else {
    for (uint32_t i = 0; i < component->uses.len; i++)
      add_context(f, &component->uses.data[i], &path);
  }
  vec_free(&path);
}

/* Where something is missing, nothing is collected: all that needs it would be reported, too. */
void flatten_collect(Flattener *f, const EventbComponent *component)
{
  uint32_t errors = diags_errors(f->context->diags);
  while (component && !component->is_context) {
    vec_push(&f->chain, component);
    const EventbName *use = component->refines.len ? &component->refines.data[0] : NULL;
    component = use ? referred(f, use, false) : NULL;
    if (component && contains(&f->chain, component)) {
      diag_error(f->context->diags, use->span, "cycle", "machine %s refines itself",
                 use->name->text);
      component = NULL;
    }
  }
  if (component) add_contexts(f, component); /* a context by itself */
  for (uint32_t i = f->chain.len; i > 0; i--) add_contexts(f, f->chain.data[i - 1]);
  for (uint32_t i = 0; f->project->whole && i < f->project->components.len; i++)
    if (f->project->components.data[i]->is_context) add_contexts(f, f->project->components.data[i]);
  if (diags_errors(f->context->diags) > errors) f->chain.len = f->contexts.len = 0;
  for (uint32_t i = 0; i < f->chain.len; i++)
    static_rules_check_component(f->context->diags, f->chain.data[i]);
  for (uint32_t i = 0; i < f->contexts.len; i++)
    static_rules_check_component(f->context->diags, f->contexts.data[i]);
  const EventbComponent *abstract = NULL;
  for (uint32_t i = f->chain.len; i > 0; i--)
    abstract = f->chain.data[i - 1] = extend_events(f, f->chain.data[i - 1], abstract);
}

/* An abstract machine alone has the contexts of what refines it, too: constants are to be
 * the same on both sides of a comparison. */
static void add_all_contexts(Flattener *f, const EventbComponent *machine)
{
  for (uint32_t i = 0; machine && i < f->project->components.len; i++) {
    add_contexts(f, machine);
    machine = machine->refines.len ? eventb_find(f->project, machine->refines.data[0].name) : NULL;
  }
}

/* ---- clauses */

static Node *formula(Flattener *f, const EventbComponent *component, const EventbFormula *part)
{
  const Name *label = part->label;
  bool own = f->chain.len == 0 || component == f->chain.data[0] || component->is_context;
  if (label && !own)
    label =
        names_intern_string(f->context->names, arena_printf(f->context->arena, "%s/%s",
                                                            component->name->text, label->text));
  Node *node = classical_form(f->arena, record_axiom(f, part->formula));
  return math_labelled(f->arena, label, node);
}

static void add_formulas(Builder *b, const EventbComponent *component,
                         const EventbFormulas *formulas, TreeList *list)
{
  for (uint32_t i = 0; i < formulas->len; i++) {
    const EventbFormula *part = &formulas->data[i];
    vec_push(part->theorem ? &b->assertions : list, formula(b->f, component, part));
  }
}

static void add_clause(Builder *b, NodeKind kind, TreeList *kids)
{
  Span span = kids->len ? kids->data[0]->span : SPAN_NONE;
  if (kids->len)
    vec_push(&b->clauses, node_list(b->f->arena, kind, span, NULL, kids->data, kids->len));
  vec_free(kids);
}

/* The conjunction of the predicates. */
static void add_predicate(Builder *b, NodeKind kind, TreeList *predicates, bool always)
{
  TreeList kid = {0};
  Span span = predicates->len ? predicates->data[0]->span : SPAN_NONE;
  if (predicates->len || always)
    vec_push(&kid, math_conjunction(b->f->arena, span, predicates->data, predicates->len));
  add_clause(b, kind, &kid);
  vec_free(predicates);
}

/* ---- sets and constants */

static Node *declared_set(const Flattener *f, const EventbName *set)
{
  const Node *elements = map_get(&f->elements, set->name);
  if (!elements) return node_leaf(f->arena, NODE_DEFERRED_SET, set->span, set->name);
  return node_list(f->arena, NODE_ENUMERATED_SET, set->span, set->name, elements->kids,
                   elements->count);
}

static void add_axioms(Builder *b, const EventbComponent *context)
{
  for (uint32_t i = 0; i < context->axioms.len; i++) {
    const EventbFormula *axiom = &context->axioms.data[i];
    bool settled = !axiom->theorem && enumerate_is_settled(b->f, axiom->formula);
    vec_push(settled          ? &b->settled
             : axiom->theorem ? &b->assertions
                              : &b->properties,
             formula(b->f, context, axiom));
  }
}

static void add_context_clauses(Builder *b)
{
  Flattener *f = b->f;
  TreeList sets = {0}, constants = {0}, symbolic = {0};
  for (uint32_t i = 0; i < f->contexts.len; i++) {
    const EventbComponent *context = f->contexts.data[i];
    for (uint32_t k = 0; k < context->sets.len; k++) {
      const EventbName *set = &context->sets.data[k];
      if (!map_get(&f->records, set->name)) vec_push(&sets, declared_set(f, set));
      else vec_push(&constants, math_ident(f->arena, set->span, set->name));
    }
    for (uint32_t k = 0; k < context->constants.len; k++) {
      const EventbName *constant = &context->constants.data[k];
      if (map_get(&f->elements, constant->name)) continue;
      bool as_written = eventb_has_name(&context->symbolic, constant->name);
      vec_push(as_written ? &symbolic : &constants,
               math_ident(f->arena, constant->span, constant->name));
    }
    add_axioms(b, context);
  }
  bool has_constants = constants.len > 0 || symbolic.len > 0;
  add_clause(b, NODE_CL_SETS, &sets);
  TreeList freetypes = {0};
  for (uint32_t i = 0; i < f->project->freetypes.len; i++)
    vec_push(&freetypes, f->project->freetypes.data[i]);
  add_clause(b, NODE_CL_FREETYPES, &freetypes);
  add_clause(b, NODE_CL_CONSTANTS, &constants);
  add_clause(b, NODE_CL_ABSTRACT_CONSTANTS, &symbolic);
  add_predicate(b, NODE_CL_PROPERTIES, &b->properties, has_constants);
}

/* ---- variables and events */

static void add_variables(Builder *b)
{
  Flattener *f = b->f;
  TreeList variables = {0};
  Map known = {0};
  for (uint32_t i = f->chain.len; i > 0; i--) {
    const EventbComponent *machine = f->chain.data[i - 1];
    for (uint32_t k = 0; k < machine->variables.len; k++) {
      const EventbName *variable = &machine->variables.data[k];
      if (map_get(&known, variable->name)) continue;
      map_put(&known, variable->name, b);
      vec_push(&variables, math_ident(f->arena, variable->span, variable->name));
    }
    add_formulas(b, machine, &machine->invariants, &b->invariants);
  }
  map_free(&known);
  bool has_variables = variables.len > 0;
  add_clause(b, NODE_CL_VARIABLES, &variables);
  add_predicate(b, NODE_CL_INVARIANT, &b->invariants, has_variables);
}

static Node *operation(Flattener *f, const EventbEvent *event)
{
  EventbNames names = {0};
  Node *body = flatten_event(f, event, &names);
  Node *parameters = node_new(f->arena, NODE_NAMES, event->span, NULL, names.len);
  for (uint32_t i = 0; i < names.len; i++)
    node_set(parameters, i, math_ident(f->arena, names.data[i].span, names.data[i].name));
  vec_free(&names);
  uint32_t refined = event->refines.len;
  Node *node = node_new(f->arena, NODE_OPERATION, event->span, event->name, 3 + refined);
  for (uint32_t i = 0; i < refined; i++) {
    const EventbName *name = &event->refines.data[i];
    node_set(node, 3 + i, math_ident(f->arena, name->span, name->name));
  }
  node_set(node, 0, node_leaf(f->arena, NODE_NAMES, event->span, NULL));
  node_set(node, 1, parameters);
  node_set(node, 2, body);
  return node;
}

static void add_events(Builder *b)
{
  Flattener *f = b->f;
  TreeList initialisation = {0}, operations = {0};
  EventbNames none = {0};
  const EventbComponent *machine = f->chain.len ? f->chain.data[0] : NULL;
  for (uint32_t i = 0; machine && i < machine->events.len; i++) {
    const EventbEvent *event = machine->events.data[i];
    if (!eventb_is_initialisation(event)) vec_push(&operations, operation(f, event));
    else if (initialisation.len)
      diag_error(f->context->diags, event->span, "declared-twice",
                 "machine %s has a second INITIALISATION", machine->name->text);
    else vec_push(&initialisation, flatten_event(f, event, &none));
  }
  if (machine && !initialisation.len)
    vec_push(&initialisation, node_leaf(f->arena, NODE_SKIP, machine->span, NULL));
  for (uint32_t i = 0; i < f->duties.len; i++) vec_push(&operations, f->duties.data[i]);
  vec_free(&none);
  add_clause(b, NODE_CL_INITIALISATION, &initialisation);
  add_clause(b, NODE_CL_OPERATIONS, &operations);
}

/* ---- the whole */

/* Takes over the definitions of a bundled library. */
static void add_library(Flattener *f, Unit *unit, const char *file)
{
  const char *text = arena_printf(f->arena, "MACHINE Library DEFINITIONS \"%s\" END", file);
  Sources *sources = diags_sources(f->context->diags);
  Unit *library = parse_unit(f->context, sources_add(sources, file, text, strlen(text)));
  for (uint32_t i = 0; i < library->definitions.len; i++) {
    Definition *definition = library->definitions.data[i];
    vec_push(&unit->definitions, definition);
    map_put(&unit->definition_of, definition->name, definition);
  }
  unit_free(library);
}

static void fill_unit(Builder *b, Unit *unit, const EventbComponent *component)
{
  Arena *arena = b->f->arena;
  unit->source = component->source;
  unit->eventb = true;
  unit->keyword = component->is_context ? "CONTEXT" : "MACHINE";
  unit->root = node_new(arena, NODE_MACHINE, component->span, component->name, b->clauses.len + 1);
  node_set(unit->root, 0, node_leaf(arena, NODE_NAMES, component->span, NULL));
  for (uint32_t i = 0; i < b->clauses.len; i++) node_set(unit->root, i + 1, b->clauses.data[i]);
  unit->settled = node_list(arena, NODE_LIST, SPAN_NONE, NULL, b->settled.data, b->settled.len);
}

void flatten_declarations(Flattener *f, Unit *unit, const EventbComponent *component)
{
  Builder b = {.f = f};
  add_context_clauses(&b);
  add_variables(&b);
  add_clause(&b, NODE_CL_ASSERTIONS, &b.assertions);
  fill_unit(&b, unit, component);
  if (f->project->chooses) add_library(f, unit, "CHOOSE.def");
  vec_free(&b.clauses);
  vec_free(&b.settled);
}

Unit *eventb_flatten(ParseContext *context, const EventbProject *project,
                     const EventbComponent *component, EventbLevel level)
{
  Flattener f = {.context = context, .arena = context->arena, .project = project, .level = level};
  Builder b = {.f = &f};
  Unit *unit = arena_alloc(context->arena, sizeof *unit);
  if (level == EVENTB_LEVEL_REFINED) add_all_contexts(&f, project->main);
  flatten_collect(&f, component);
  static_rules_check_chain(&f);
  uint32_t levels = f.chain.len;
  if (level != EVENTB_LEVEL_ALL && levels > 0) alone_reduce(&f, unit);
  enumerate_sets(&f);
  record_sets(&f);
  add_context_clauses(&b);
  add_variables(&b);
  add_clause(&b, NODE_CL_ASSERTIONS, &b.assertions);
  add_events(&b);
  fill_unit(&b, unit, component);
  if (project->chooses) add_library(&f, unit, "CHOOSE.def");
  for (uint32_t i = 0; i < levels; i++) extend_free((EventbComponent *) f.chain.data[i]);
  vec_free(&b.clauses);
  vec_free(&b.settled);
  vec_free(&f.duties);
  vec_free(&f.chain);
  vec_free(&f.contexts);
  map_free(&f.elements);
  map_free(&f.records);
  return unit;
}
