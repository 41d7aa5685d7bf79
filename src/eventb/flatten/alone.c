#include "eventb/flatten/flatten_impl.h"

/* A machine of a chain by itself, so that it can be compared with the next one: without
 * what its abstractions do, and without proof obligations. */

/* Variables of abstractions that the machine does not have. */
static Node *lost_variables(const Flattener *f)
{
  const EventbComponent *own = f->chain.data[0];
  TreeList names = {0};
  Map known = {0};
  for (uint32_t i = 1; i < f->chain.len; i++)
    for (uint32_t k = 0; k < f->chain.data[i]->variables.len; k++) {
      const EventbName *variable = &f->chain.data[i]->variables.data[k];
      if (eventb_has_name(&own->variables, variable->name) || map_get(&known, variable->name))
        continue;
      map_put(&known, variable->name, &names);
      vec_push(&names, math_ident(f->arena, variable->span, variable->name));
    }
  Node *node = node_list(f->arena, NODE_NAMES, own->span, NULL, names.data, names.len);
  map_free(&known);
  vec_free(&names);
  return node;
}

/* All invariants of the chain, which give the variables their types: there are values of
 * the lost variables for which they hold.  Those of the machine itself come last. */
static void join_invariants(Flattener *f, EventbComponent *own, Node *lost, Unit *unit)
{
  TreeList all = {0};
  unit->own_invariants = own->invariants.len;
  for (uint32_t i = f->chain.len; i > 0; i--) {
    const EventbFormulas *invariants = &f->chain.data[i - 1]->invariants;
    for (uint32_t k = 0; k < invariants->len; k++) vec_push(&all, invariants->data[k].formula);
  }
  Node *joined = math_conjunction(f->arena, own->span, all.data, all.len);
  if (lost->count && all.len) joined = node_binary(f->arena, NODE_EXISTS, own->span, lost, joined);
  EventbFormula *one = arena_alloc(f->arena, sizeof *one);
  *one = (EventbFormula){.formula = joined, .span = own->span};
  own->invariants = (EventbFormulas){.data = one, .len = all.len > 0, .cap = 1};
  own->variants = (EventbFormulas){0};
  vec_free(&all);
}

/* What is to be proved of an event is no part of its behaviour: theorems, and that it converges. */
static void drop_claims(EventbEvent *event)
{
  event->status = EVENT_ORDINARY;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < event->guards.len; i++)
    if (!event->guards.data[i].theorem) event->guards.data[kept++] = event->guards.data[i];
  event->guards.len = kept;
}

static bool has_binder(const Node *node)
{
  if (node->kind == NODE_NAMES) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (has_binder(node->kids[i])) return true;
  return false;
}

/* A copy with this value for the name; nothing is bound inside. */
static Node *put_value(Arena *arena, Node *node, const Name *name, Node *value)
{
  if (node->kind == NODE_IDENT && node->name == name) return value;
  if (!math_mentions_name(node, name)) return node;
  Node *copy = node_new(arena, node->kind, node->span, node->name, node->count);
  for (uint32_t i = 0; i < node->count; i++)
    node_set(copy, i, put_value(arena, node->kids[i], name, value));
  return copy;
}

/* What the event makes of the variable: the variable itself, or E in x := E; NULL if that
 * is not so simple. */
static Node *new_value(Flattener *f, const EventbEvent *event, const EventbName *variable)
{
  for (uint32_t i = 0; i < event->actions.len; i++) {
    const Node *action = event->actions.data[i].node;
    for (uint32_t k = 0; action->kind != NODE_SKIP && k < action->kids[0]->count; k++) {
      const Node *target = action->kids[0]->kids[k];
      if (!math_mentions_name(target, variable->name)) continue;
      bool plain = action->kind == NODE_ASSIGN && target->kind == NODE_IDENT;
      return plain ? action->kids[1]->kids[k] : NULL;
    }
  }
  return math_ident(f->arena, variable->span, variable->name);
}

/* The witness with the new values of variables put in, as far as these are simple. */
static Node *in_old_state(Flattener *f, const EventbEvent *event, Node *witness)
{
  const EventbNames *variables = &f->chain.data[0]->variables;
  if (!math_mentions_prime(witness) || has_binder(witness)) return witness;
  for (uint32_t i = 0; i < variables->len; i++) {
    const Name *prime = eventb_primed(f->context->names, variables->data[i].name);
    Node *value =
        math_mentions_name(witness, prime) ? new_value(f, event, &variables->data[i]) : NULL;
    if (value) witness = put_value(f->arena, witness, prime, value);
  }
  return witness;
}

/* Does the witness speak of the old state of the machine alone? */
static bool is_usable(const Node *witness, const Node *lost)
{
  if (math_mentions_prime(witness)) return false;
  for (uint32_t i = 0; i < lost->count; i++)
    if (math_mentions_name(witness, lost->kids[i]->name)) return false;
  return true;
}

/* The parameters of the abstract event, in its order; *unclear is one without a value. */
static const Name **abstract_parameters(Flattener *f, EventbEvent *event,
                                        const EventbEvent *abstract, const Node *lost,
                                        const Name **unclear)
{
  const Name **names = arena_new_array(f->arena, const Name *, abstract->parameters.len);
  for (uint32_t i = 0; i < abstract->parameters.len; i++) {
    const EventbName *parameter = &abstract->parameters.data[i];
    names[i] = parameter->name;
    if (eventb_has_name(&event->parameters, parameter->name)) continue;
    Node *witness = NULL;
    for (uint32_t k = 0; k < event->witnesses.len && !witness; k++)
      if (event->witnesses.data[k].label == parameter->name)
        witness = in_old_state(f, event, event->witnesses.data[k].formula);
    if (!witness || !is_usable(witness, lost)) {
      *unclear = parameter->name;
      continue;
    }
    EventbFormula guard = {.formula = witness, .span = witness->span};
    vec_push(&event->parameters, *parameter);
    vec_push(&event->guards, guard);
  }
  return names;
}

typedef VEC(EventbLink) Links;

/* ---- duties */

typedef struct {               /* an event before it got parameters with witnesses: */
  uint32_t parameters, guards; /* how many it had */
} Own;

static Node *names_between(Flattener *f, const EventbEvent *event, uint32_t from, uint32_t to)
{
  Node *names = node_new(f->arena, NODE_NAMES, event->span, NULL, to - from);
  for (uint32_t i = from; i < to; i++) {
    const EventbName *parameter = &event->parameters.data[i];
    node_set(names, i - from, math_ident(f->arena, parameter->span, parameter->name));
  }
  return names;
}

static Node *guards_between(Flattener *f, const EventbEvent *event, uint32_t from, uint32_t to)
{
  TreeList guards = {0};
  for (uint32_t i = from; i < to; i++)
    vec_push(&guards, classical_form(f->arena, event->guards.data[i].formula));
  Node *all = math_conjunction(f->arena, event->span, guards.data, guards.len);
  vec_free(&guards);
  return all;
}

/* As a guard, a witness that nothing satisfies would disable the event, and its steps would
 * not be compared.  So there is an operation
 *   SELECT own guards THEN ASSERT #p.(witnesses) THEN SELECT bfalse THEN skip END END END
 * that is in trouble there, and never does anything.  The result is its name. */
static const Name *add_duty(Flattener *f, const EventbEvent *event, Own own)
{
  Arena *arena = f->arena;
  Span span = event->span;
  const Name *first = event->parameters.data[own.parameters].name;
  const Name *name = names_intern_string(
      f->context->names, arena_printf(arena, "%s/%s/WFIS", event->name->text, first->text));
  Node *exists = node_binary(arena, NODE_EXISTS, span,
                             names_between(f, event, own.parameters, event->parameters.len),
                             guards_between(f, event, own.guards, event->guards.len));
  Node *never = node_binary(arena, NODE_SELECT, span, node_leaf(arena, NODE_BFALSE, span, NULL),
                            node_leaf(arena, NODE_SKIP, span, NULL));
  Node *claim = node_binary(arena, NODE_ASSERT, span, math_labelled(arena, name, exists), never);
  Node *body =
      node_binary(arena, NODE_SELECT, span, guards_between(f, event, 0, own.guards), claim);
  Node *operation = node_new(arena, NODE_OPERATION, span, name, 3);
  node_set(operation, 0, node_leaf(arena, NODE_NAMES, span, NULL));
  node_set(operation, 1, names_between(f, event, 0, own.parameters));
  node_set(operation, 2, body);
  vec_push(&f->duties, operation);
  return name;
}

/* ---- links */

/* One for each event that the event refines. */
static void link_event(Flattener *f, EventbEvent *event, const Node *lost, Links *links)
{
  const EventbComponent *machine = f->chain.len > 1 ? f->chain.data[1] : NULL;
  Own own = {event->parameters.len, event->guards.len};
  bool found = false;
  for (uint32_t i = 0; machine && i < event->refines.len; i++) {
    const EventbEvent *abstract = eventb_event(machine, event->refines.data[i].name);
    if (!abstract) continue;
    EventbLink link = {.event = event->name,
                       .abstract = abstract->name,
                       .count = abstract->parameters.len,
                       .own = own.parameters};
    link.parameters = abstract_parameters(f, event, abstract, lost, &link.unclear);
    vec_push(links, link);
    found = true;
  }
  EventbLink new_event = {.event = event->name, .own = own.parameters};
  if (!found) vec_push(links, new_event);
  if (event->parameters.len == own.parameters) return;
  EventbLink duty = {.event = add_duty(f, event, own)};
  vec_push(links, duty);
}

static void keep_links(Flattener *f, Unit *unit, Links *links)
{
  EventbLink *copy = arena_new_array(f->arena, EventbLink, links->len + 1);
  for (uint32_t i = 0; i < links->len; i++) copy[i] = links->data[i];
  unit->links = copy;
  unit->link_count = links->len;
  vec_free(links);
}

void alone_reduce(Flattener *f, Unit *unit)
{
  EventbComponent *own = (EventbComponent *) f->chain.data[0]; /* a copy */
  Links links = {0};
  Node *lost = lost_variables(f);
  bool refining = f->level == EVENTB_LEVEL_REFINING;
  for (uint32_t i = 0; i < own->events.len; i++) {
    EventbEvent *event = own->events.data[i];
    drop_claims(event);
    if (refining && !eventb_is_initialisation(event)) link_event(f, event, lost, &links);
  }
  join_invariants(f, own, lost, unit);
  keep_links(f, unit, &links);
  if (refining && f->chain.len > 1) unit->refines = f->chain.data[1]->name;
  f->chain.len = 1;
}
