#include "eventb/flatten/weave.h"

/* One event with the abstract events that it refines, as one substitution:
 *
 *   SELECT guards THEN                           the event itself
 *     ASSERT the choices have outcomes THEN      FIS
 *     LET x' BE x' = E IN                        new values, if something asks for them
 *       LET q BE q = F IN                        abstract parameters, from witnesses
 *         ASSERT abstract guards THEN            GRD
 *           ASSERT x' = abstract value THEN      SIM
 *             …                                  the next level
 *               x := x' || y := abstract value   all at once, in the end
 *
 * Guards and actions that the refining event repeats are not checked again, so what
 * remains of most events is SELECT guards THEN actions END. */

/* ---- wrappers */

void weave_wrap(Level *l, NodeKind kind, Node *names, Node *predicate)
{
  vec_push(&l->wrappers, ((Wrapper){kind, names, predicate}));
}

Node *weave_one_name(Weaver *w, Span span, const Name *name)
{
  return math_names(w->arena, NODE_NAMES, span, &name, 1);
}

void weave_oblige(Weaver *w, Level *l, const Name *part, const char *kind, Node *predicate)
{
  if (math_mentions_prime(predicate)) w->needs_primes = true;
  const char *event = w->event->name->text;
  const char *label = part ? arena_printf(w->arena, "%s/%s/%s", event, part->text, kind)
                           : arena_printf(w->arena, "%s/%s", event, kind);
  const Name *name = names_intern_string(w->f->context->names, label);
  weave_wrap(l, NODE_ASSERT, NULL, math_labelled(w->arena, name, predicate));
}

void weave_require(Weaver *w, Level *l, const Name *part, const char *kind, Node *names,
                   Node *predicate)
{
  Node *exists = node_binary(w->arena, NODE_EXISTS, predicate->span, names, predicate);
  weave_oblige(w, l, part, kind, exists);
  weave_wrap(l, NODE_ANY, names, predicate);
}

static Node *wrapped(Weaver *w, const Level *l, Node *inside)
{
  for (uint32_t i = l->wrappers.len; i > 0; i--) {
    const Wrapper *around = &l->wrappers.data[i - 1];
    Node *node = node_new(w->arena, around->kind, l->event->span, NULL, around->names ? 3 : 2);
    if (around->names) node_set(node, 0, around->names);
    node_set(node, node->count - 2, around->predicate);
    node_set(node, node->count - 1, inside);
    inside = node;
  }
  return inside;
}

/* ---- the abstract level against the one below */

static Node *after(Weaver *w, Span span, const Name *variable)
{
  w->needs_primes = true;
  return math_ident(w->arena, span, weave_primed(w, variable));
}

static void miss_witness(Weaver *w, const Level *l, const Name *name)
{
  diag_warning(w->f->context->diags, l->below->event->span, "witness",
               "the event %s of machine %s has no witness for %s: any value that the abstract "
               "event allows is accepted",
               l->below->event->name->text, l->below->machine->name->text, name->text);
}

/* The parameters that the event below does not have; those without a witness take
 * any values for which the guards hold. */
static void bind_parameters(Weaver *w, Level *l)
{
  TreeList open = {0};
  for (uint32_t i = 0; i < l->event->parameters.len; i++) {
    const EventbName *parameter = &l->event->parameters.data[i];
    if (weave_name_below(l->below, parameter->name)) continue;
    const Name *name = weave_name_below(l, parameter->name);
    Node *witness = weave_witness(w, l, parameter->name);
    if (witness) weave_bind_by_witness(w, l, parameter->name, name, witness);
    else vec_push(&open, math_ident(w->arena, parameter->span, name));
    if (!witness) miss_witness(w, l, parameter->name);
  }
  if (open.len) {
    Node *names = node_list(w->arena, NODE_NAMES, l->event->span, NULL, open.data, open.len);
    Node *guards = weave_guards(w, l, false);
    if (l->merged) weave_wrap(l, NODE_ANY, names, guards);
    else weave_require(w, l, l->event->name, "GRD", names, guards);
  }
  vec_free(&open);
}

/* Theorems do not count: they are checked where the event is the one that is executed only. */
static bool has_guard(Weaver *w, const Level *l, const Node *node)
{
  for (uint32_t i = 0; i < l->event->guards.len; i++) {
    const EventbFormula *guard = &l->event->guards.data[i];
    if (!guard->theorem && node_equal(weave_renamed(w, l, guard->formula), node)) return true;
  }
  return false;
}

Node *weave_guards(Weaver *w, const Level *l, bool unrepeated)
{
  TreeList guards = {0};
  for (uint32_t i = 0; i < l->event->guards.len; i++) {
    const EventbFormula *guard = &l->event->guards.data[i];
    Node *node = weave_renamed(w, l, guard->formula);
    if (guard->theorem) continue;
    if (unrepeated && has_guard(w, l->below, node)) continue;
    vec_push(&guards, math_labelled(w->arena, guard->label, classical_form(w->arena, node)));
  }
  Node *all = math_conjunction(w->arena, l->event->span, guards.data, guards.len);
  vec_free(&guards);
  return all;
}

static void check_guards(Weaver *w, Level *l)
{
  if (l->merged) {
    Node *guards = weave_guards(w, l, true);
    if (guards->kind != NODE_BTRUE) weave_wrap(l, NODE_SELECT, NULL, guards);
    return;
  }
  for (uint32_t i = 0; i < l->event->guards.len; i++) {
    const EventbFormula *guard = &l->event->guards.data[i];
    Node *node = weave_renamed(w, l, guard->formula);
    if (guard->theorem || has_guard(w, l->below, node)) continue;
    weave_oblige(w, l, guard->label, "GRD", classical_form(w->arena, node));
  }
}

static bool has_action(Weaver *w, const Level *l, const Node *action)
{
  for (uint32_t i = 0; i < l->event->actions.len; i++)
    if (node_equal(weave_renamed(w, l, l->event->actions.data[i].node), action)) return true;
  return false;
}

/* The value after the step of a variable that the level below has, too. */
static Node *value_after(Weaver *w, const Level *l, const Node *variable)
{
  return weave_is_changed(l, variable->name) ? after(w, variable->span, variable->name)
                                             : math_ident(w->arena, variable->span, variable->name);
}

/* x := E of the abstract event: E is the value of x, or must be. */
static void follow_assignment(Weaver *w, Level *l, const EventbAction *action, Node *target,
                              Node *value)
{
  const Node *variable = weave_root_of(target);
  bool kept = weave_is_kept(l, variable->name);
  if (!kept && !weave_may_vanish(w, value)) {
    weave_assignment(w, l, target, value);
    return;
  }
  const Name *name = weave_primed(w, variable->name);
  Node *then = kept ? value_after(w, l, variable) : math_ident(w->arena, target->span, name);
  Node *equation =
      node_binary(w->arena, NODE_EQUAL, action->span, then, weave_whole_value(w, target, value));
  if (kept) weave_oblige(w, l, action->label, "SIM", equation);
  else {
    weave_update_to_after(w, variable);
    weave_require(w, l, action->label, "SIM", weave_one_name(w, target->span, name), equation);
  }
}

/* x :: S or x :| P of the abstract event: what is kept must satisfy it, what
 * disappears gets its value from a witness, or else any that satisfies it. */
static void follow_choice(Weaver *w, Level *l, const EventbAction *action, Node *node)
{
  const Node *targets = node->kids[0];
  TreeList open = {0};
  for (uint32_t i = 0; i < targets->count; i++) {
    const Node *variable = targets->kids[i];
    if (weave_is_kept(l, variable->name)) continue;
    const Name *name = weave_primed(w, variable->name);
    Node *witness = weave_witness(w, l, name);
    if (witness) {
      w->needs_primes = true;
      weave_bind_by_witness(w, l, name, name, witness);
    } else {
      vec_push(&open, math_ident(w->arena, variable->span, name));
      miss_witness(w, l, name);
    }
    weave_update_to_after(w, variable);
  }
  Node *names = node_list(w->arena, NODE_NAMES, targets->span, NULL, open.data, open.len);
  Node *predicate = weave_choice_predicate(w, node);
  vec_free(&open);
  weave_bind_unchanged(w, l, predicate);
  if (names->count == 0) {
    weave_oblige(w, l, action->label, "SIM", predicate);
    return;
  }
  weave_require(w, l, action->label, "SIM", names, predicate);
}

static void follow_actions(Weaver *w, Level *l)
{
  for (uint32_t i = 0; i < l->event->actions.len; i++) {
    const EventbAction *action = &l->event->actions.data[i];
    Node *node = weave_renamed(w, l, action->node);
    if (node->kind == NODE_SKIP || has_action(w, l->below, node)) continue;
    node = classical_form(w->arena, node);
    if (node->kind != NODE_ASSIGN) follow_choice(w, l, action, node);
    else
      for (uint32_t k = 0; k < node->kids[0]->count; k++)
        follow_assignment(w, l, action, node->kids[0]->kids[k], node->kids[1]->kids[k]);
  }
}

/* What the concrete event changes although the abstract one, if there is any, does not must
 * stay as it is. */
static void check_unchanged(Weaver *w, Level *into, const Level *concrete,
                            const EventbComponent *abstract, const EventbEvent *event)
{
  if (eventb_is_initialisation(concrete->event)) return;
  Span span = concrete->event->span;
  for (uint32_t i = 0; i < abstract->variables.len; i++) {
    const EventbName *variable = &abstract->variables.data[i];
    if (!eventb_has_name(&concrete->machine->variables, variable->name) ||
        !weave_is_changed(concrete, variable->name) ||
        (event && weave_assigns(event, variable->name)))
      continue;
    Node *same = node_binary(w->arena, NODE_EQUAL, span, after(w, span, variable->name),
                             math_ident(w->arena, span, variable->name));
    weave_oblige(w, into, variable->name, "EQL", same);
  }
}

/* ---- levels */

static void name_parameters(Weaver *w, Level *l)
{
  for (uint32_t i = 0; i < l->event->parameters.len; i++) {
    const Name *written = l->event->parameters.data[i].name;
    const Name *name = weave_name_below(l->below, written);
    if (!name) name = weave_fresh(w, l, written);
    map_put(&w->bound, name, w);
    vec_push(&l->renaming, ((Renamed){written, name}));
  }
}

static void begin_event(Weaver *w, Level *l)
{
  Node *guards = weave_guards(w, l, false);
  if (guards->kind != NODE_BTRUE) weave_wrap(l, NODE_SELECT, NULL, guards);
  for (uint32_t i = 0; i < l->event->guards.len; i++) {
    const EventbFormula *guard = &l->event->guards.data[i];
    if (guard->theorem)
      weave_oblige(w, l, guard->label, "THM",
                   classical_form(w->arena, weave_renamed(w, l, guard->formula)));
  }
  for (uint32_t i = 0; i < l->event->actions.len; i++) {
    const EventbAction *action = &l->event->actions.data[i];
    weave_action(w, l, classical_form(w->arena, weave_renamed(w, l, action->node)), action->label);
  }
}

static Node *all_updates(Weaver *w, Span span)
{
  if (w->updates.len == 0) return node_leaf(w->arena, NODE_SKIP, span, NULL);
  if (w->updates.len == 1) return w->updates.data[0];
  return node_list(w->arena, NODE_SIMULTANEOUS, span, NULL, w->updates.data, w->updates.len);
}

/* The event or events of the next level, and what is inside of all that. */
static Node *weave_abstract(Weaver *w, Level *l)
{
  weave_variant(w, l);
  if (l->depth + 1 >= w->f->chain.len) return all_updates(w, l->event->span);
  const EventbComponent *abstract = w->f->chain.data[l->depth + 1];
  const EventbEvent *event = NULL;
  if (eventb_is_initialisation(l->event)) event = eventb_event(abstract, l->event->name);
  else if (l->event->refines.len > 0)
    event = weave_refined(w, abstract, &l->event->refines.data[0]);
  if (!event) {
    check_unchanged(w, l, l, abstract, NULL);
    return all_updates(w, l->event->span);
  }
  if (l->event->refines.len > 1) return weave_merged(w, l, abstract);
  Level next = {.below = l, .depth = l->depth + 1, .machine = abstract, .event = event};
  Node *inside = weave_level(w, &next);
  vec_free(&next.renaming);
  vec_free(&next.wrappers);
  return inside;
}

Node *weave_level(Weaver *w, Level *l)
{
  name_parameters(w, l);
  if (!l->below) begin_event(w, l);
  else {
    check_unchanged(w, l, l->below, l->machine, l->event);
    bind_parameters(w, l);
    check_guards(w, l);
    follow_actions(w, l);
  }
  Node *inside = weave_abstract(w, l);
  return wrapped(w, l, inside);
}

/* First without names for new values; if something asked for them, again with them. */
Node *flatten_event(Flattener *f, const EventbEvent *event, EventbNames *parameters)
{
  Weaver w = {.f = f, .arena = f->arena, .event = event};
  Node *node = NULL;
  uint32_t mark = diags_mark(f->context->diags);
  for (;;) {
    Level own = {.machine = f->chain.data[0], .event = event};
    w.updates.len = 0;
    node = weave_level(&w, &own);
    parameters->len = 0;
    for (uint32_t i = 0; i < event->parameters.len; i++) /* the first ones of the renaming */
      vec_push(parameters,
               ((EventbName){own.renaming.data[i].name, event->parameters.data[i].span, NULL}));
    vec_free(&own.renaming);
    vec_free(&own.wrappers);
    map_free(&w.bound);
    w.bound = (Map){0};
    if (w.primes || !w.needs_primes) break;
    diags_release(f->context->diags, mark);
    w.primes = true;
  }
  vec_free(&w.updates);
  return node;
}
