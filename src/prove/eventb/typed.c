#include "prove/eventb/generate_impl.h"

#include <string.h>

#include "eventb/notation/math.h"
#include "model/infer.h"
#include "model/resolve.h"

/* Formulas of the component are resolved and typed, in the form in which they are written. */

typedef struct {
  Generator *g;
  Resolver *resolver;
  Infer *infer;
  VEC(Node *) made; /* all that was typed */
} Typer;

static Typer typer_new(Generator *g)
{
  Typer t = {.g = g, .resolver = resolver_new(g->context, g->arena, g->model->main)};
  t.infer = infer_new(g->model->types, g->context->names, g->context->diags);
  resolver_enter(t.resolver, g->after.data, g->after.len);
  return t;
}

static Node *without_type(Node *node)
{
  while (node && node->kind == NODE_TYPED) node = node->kids[0];
  return node;
}

/* Types that are written say nothing any more. */
static void drop_types(Node *node)
{
  if (node->kind == NODE_IDENT) node->count = 0;
  for (uint32_t i = 0; i < node->count; i++) {
    node->kids[i] = without_type(node->kids[i]);
    drop_types(node->kids[i]);
  }
}

/* The same of what is a part of something typed. */
static void drop_outer_types(Event *event)
{
  for (uint32_t i = 0; i < event->action_count; i++) {
    Action *action = &event->actions[i];
    action->choice = without_type(action->choice);
    for (uint32_t k = 0; k < action->count; k++)
      action->values[k] = without_type(action->values[k]);
  }
}

static void typer_free(Typer *t)
{
  infer_finish(t->infer);
  for (uint32_t i = 0; i < t->made.len; i++) drop_types(t->made.data[i]);
  vec_free(&t->made);
  infer_free(t->infer);
  resolver_leave(t->resolver);
  resolver_free(t->resolver);
}

static Node *resolved(Typer *t, Node *node)
{
  return resolve_node(t->resolver, classical_kinds(t->g->arena, node));
}

static Node *typed_predicate(Typer *t, Node *written)
{
  Node *node = resolved(t, written);
  infer_predicate(t->infer, node);
  vec_push(&t->made, node);
  return node;
}

static Node *typed_expression(Typer *t, Node *written)
{
  Node *node = resolved(t, written);
  infer_expression(t->infer, node);
  vec_push(&t->made, node);
  return node;
}

static Statements typed_statements(Typer *t, const EventbFormulas *written, bool predicates)
{
  Statements all = {arena_new_array(t->g->arena, Statement, written->len), written->len};
  for (uint32_t i = 0; i < written->len; i++) {
    const EventbFormula *one = &written->data[i];
    Node *formula =
        predicates ? typed_predicate(t, one->formula) : typed_expression(t, one->formula);
    all.data[i] = (Statement){one->label, formula, one->theorem, one->span};
  }
  return all;
}

/* ---- names */

Symbol *typed_variable(const Generator *g, const Name *name)
{
  Symbol *symbol = map_get(&g->model->main->names, name);
  return symbol && symbol->kind == SYMBOL_VARIABLE ? symbol : NULL;
}

Symbol *typed_after(const Generator *g, const Symbol *variable)
{
  return g->after.data[variable->index];
}

bool typed_is_variable_of(const EventbComponent *machine, const Symbol *symbol)
{
  return eventb_has_name(&machine->variables, symbol->name);
}

static void name_values_after(Generator *g)
{
  for (uint32_t i = 0; i < g->model->variables.len; i++) {
    Symbol *variable = g->model->variables.data[i];
    variable->index = i;
    Symbol *after =
        build_local(&g->build, eventb_primed(g->context->names, variable->name), variable->type);
    after->local = LOCAL_ANY;
    vec_push(&g->after, after);
  }
}

/* ---- the component */

static Statements joined(Generator *g, Typer *t, const EventbFormulas *const *lists, uint32_t count)
{
  uint32_t total = 0;
  for (uint32_t i = 0; i < count; i++) total += lists[i]->len;
  Statements all = {arena_new_array(g->arena, Statement, total), 0};
  for (uint32_t i = 0; i < count; i++) {
    Statements some = typed_statements(t, lists[i], true);
    for (uint32_t k = 0; k < some.count; k++) all.data[all.count++] = some.data[k];
  }
  return all;
}

bool typed_component(Generator *g)
{
  uint32_t errors = diags_errors(g->context->diags);
  const EventbChain *contexts = &g->stated.contexts, *machines = &g->stated.machines;
  name_values_after(g);
  Typer t = typer_new(g);
  VEC(const EventbFormulas *) lists = {0};
  for (uint32_t i = 0; i < contexts->len; i++) vec_push(&lists, &contexts->data[i]->axioms);
  g->axioms = joined(g, &t, lists.data, lists.len);
  lists.len = 0;
  for (uint32_t i = machines->len; i > 0; i--) vec_push(&lists, &machines->data[i - 1]->invariants);
  g->invariants = joined(g, &t, lists.data, lists.len);
  vec_free(&lists);
  g->own_axioms = g->component->is_context ? g->component->axioms.len : 0;
  g->own_invariants = g->component->is_context ? 0 : g->component->invariants.len;
  g->variants = typed_statements(&t, &g->component->variants, false);
  infer_settle(t.infer);
  typer_free(&t);
  for (uint32_t i = 0; i < g->variants.count; i++)
    g->variants.data[i].formula = without_type(g->variants.data[i].formula);
  return diags_errors(g->context->diags) == errors;
}

/* ---- actions */

/* f(E)(F) := G is f := f <+ {E |-> f(E) <+ {F |-> G}}. */
static Node *whole_value(Arena *arena, const Node *target, Node *value)
{
  while (target->kind == NODE_APPLY) {
    Node *function = target->kids[0];
    Node *pair = node_binary(arena, NODE_MAPLET, value->span, target->kids[1], value);
    Node *change = node_unary(arena, NODE_SET_EXT, value->span, pair);
    value = node_binary(arena, NODE_OVERRIDE, value->span, function, change);
    target = function;
  }
  return value;
}

static const Node *target_name(const Node *target)
{
  while (target->kind == NODE_APPLY) target = target->kids[0];
  return target;
}

static Action action_for(Generator *g, const Name *label, Span span, ActionKind kind,
                         uint32_t count)
{
  return (Action){.label = label,
                  .span = span,
                  .kind = kind,
                  .count = count,
                  .targets = arena_new_array(g->arena, Symbol *, count),
                  .after = arena_new_array(g->arena, Symbol *, count),
                  .values = arena_new_array(g->arena, Node *, count)};
}

static bool set_targets(Generator *g, const Node *targets, Action *action)
{
  for (uint32_t i = 0; i < targets->count; i++) {
    const Node *name = target_name(targets->kids[i]);
    Symbol *variable = name->name ? typed_variable(g, name->name) : NULL;
    if (!variable) {
      if (name->kind != NODE_ERROR)
        diag_error(g->context->diags, name->span, "unknown-name", "unknown variable %s",
                   name->name ? name->name->text : "");
      return false;
    }
    action->targets[i] = variable;
    action->after[i] = typed_after(g, variable);
  }
  return true;
}

/* Typed as what it says of x': that has the type of x. */
static Node *typed_relation(Typer *t, NodeKind kind, const Action *action, uint32_t i, Node *value)
{
  Arena *arena = t->g->arena;
  Node *name = math_ident(arena, value->span, action->after[i]->name);
  return typed_predicate(t, node_binary(arena, kind, value->span, name, value));
}

static bool typed_action(Typer *t, const EventbAction *written, Action *action)
{
  Generator *g = t->g;
  const Node *node = written->node;
  if (node->kind == NODE_ERROR) return false;
  const Node *targets = node->kids[0];
  ActionKind kind = node->kind == NODE_ASSIGN       ? ACTION_VALUE
                    : node->kind == NODE_BECOMES_IN ? ACTION_IN
                                                    : ACTION_SUCH;
  *action = action_for(g, written->label, written->span, kind, targets->count);
  if (!set_targets(g, targets, action)) return false;
  if (kind == ACTION_SUCH) {
    action->choice = action->relation = typed_predicate(t, node->kids[1]);
    return true;
  }
  Node **parts = arena_new_array(g->arena, Node *, targets->count);
  for (uint32_t i = 0; i < targets->count; i++) {
    NodeKind relation = kind == ACTION_VALUE ? NODE_EQUAL : NODE_MEMBER;
    Node *value = kind == ACTION_IN
                      ? node->kids[1]
                      : whole_value(g->arena, targets->kids[i], node->kids[1]->kids[i]);
    parts[i] = typed_relation(t, relation, action, i, value);
    if (parts[i]->count == 2) action->values[i] = parts[i]->kids[1];
  }
  action->choice = kind == ACTION_IN ? action->values[0] : NULL;
  action->relation = build_and(&g->build, parts, targets->count);
  return true;
}

/* ---- events */

static bool is_target_of(const Event *event, const Symbol *variable)
{
  return step_action_of(event, variable) != NULL;
}

/* Variables that the initialisation leaves open may have any value. */
static void add_open_variables(Generator *g, const EventbComponent *machine, Event *event)
{
  Symbols open = {0};
  for (uint32_t i = 0; i < machine->variables.len; i++) {
    Symbol *variable = typed_variable(g, machine->variables.data[i].name);
    if (variable && !is_target_of(event, variable)) vec_push(&open, variable);
  }
  if (open.len) {
    const Name *label = names_intern_string(g->context->names, "GEN");
    Action *action = &event->actions[event->action_count++];
    *action = action_for(g, label, event->source->span, ACTION_SUCH, open.len);
    for (uint32_t i = 0; i < open.len; i++) {
      action->targets[i] = open.data[i];
      action->after[i] = typed_after(g, open.data[i]);
    }
    action->choice = action->relation = build_truth(&g->build, true);
  }
  vec_free(&open);
}

static bool typed_parts(Typer *t, const EventbComponent *machine, const EventbEvent *source,
                        Event *event)
{
  Generator *g = t->g;
  bool good = true;
  event->source = source;
  event->guards = typed_statements(t, &source->guards, true);
  event->actions = arena_new_array(g->arena, Action, source->actions.len + 1);
  for (uint32_t i = 0; i < source->actions.len; i++) {
    if (source->actions.data[i].node->kind == NODE_SKIP) continue;
    good &= typed_action(t, &source->actions.data[i], &event->actions[event->action_count]);
    event->action_count += good;
  }
  if (good && eventb_is_initialisation(source)) add_open_variables(g, machine, event);
  return good;
}

static Symbol *parameter_named(const Symbols *list, const Name *name)
{
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i]->name == name) return list->data[i];
  return NULL;
}

/* Parameters that several events have are the same. */
static void add_parameters(Generator *g, const EventbEvent *source, Event *event, Symbols *all)
{
  event->parameter_count = source->parameters.len;
  event->parameters = arena_new_array(g->arena, Symbol *, source->parameters.len);
  for (uint32_t i = 0; i < source->parameters.len; i++) {
    const EventbName *name = &source->parameters.data[i];
    Symbol *symbol = parameter_named(all, name->name);
    if (!symbol) {
      symbol = build_local(&g->build, name->name, NULL);
      symbol->local = LOCAL_PARAMETER;
      symbol->span = name->span;
      vec_push(all, symbol);
    }
    event->parameters[i] = symbol;
  }
}

typedef VEC(const EventbEvent *) Refined;

/* The events that it refines; false, with a diagnostic, if one does not exist. */
static bool find_refined(Generator *g, const EventbEvent *event, Refined *list)
{
  const EventbComponent *machine = g->stated.machines.len > 1 ? g->stated.machines.data[1] : NULL;
  if (machine && eventb_is_initialisation(event)) {
    const EventbEvent *abstract = eventb_event(machine, event->name);
    if (abstract) vec_push(list, abstract);
    return true;
  }
  for (uint32_t i = 0; machine && i < event->refines.len; i++) {
    const EventbName *name = &event->refines.data[i];
    const EventbEvent *abstract = eventb_event(machine, name->name);
    if (abstract) vec_push(list, abstract);
    else
      diag_error(g->context->diags, name->span, "event",
                 "the event %s refines %s, but %s has no such event", event->name->text,
                 name->name->text, machine->name->text);
    if (!abstract) return false;
  }
  return true;
}

static bool same_actions(const Event *a, const Event *b)
{
  for (uint32_t i = 0; i < a->action_count; i++)
    if (!step_has_action(b, &a->actions[i])) return false;
  return a->action_count == b->action_count;
}

/* Events that become one do the same: only their guards differ. */
static bool check_merged(Generator *g, const Step *step)
{
  const EventbEvent *event = step->own.source;
  for (uint32_t i = 1; i < step->abstract_count; i++) {
    if (same_actions(&step->abstract[0], &step->abstract[i])) continue;
    diag_error(g->context->diags, event->refines.data[i].span, "event",
               "the event %s refines %s and %s, but their actions differ", event->name->text,
               step->abstract[0].source->name->text, step->abstract[i].source->name->text);
    return false;
  }
  return true;
}

/* Is the witness for something that the event does not have?  Others mean nothing. */
static bool is_needed(Generator *g, const Step *step, const Name *label)
{
  if (!label || step->abstract_count == 0) return false;
  if (eventb_has_name(&step->own.source->parameters, label)) return false;
  for (uint32_t i = 0; i < step->abstract_count; i++)
    if (eventb_has_name(&step->abstract[i].source->parameters, label)) return true;
  const Name *plain = eventb_unprimed(g->context->names, label);
  return plain && eventb_has_name(&g->stated.machines.data[1]->variables, plain) &&
         !eventb_has_name(&g->component->variables, plain);
}

static Statements typed_witnesses(Typer *t, const Step *step)
{
  const EventbFormulas *written = &step->own.source->witnesses;
  EventbFormulas needed = {0};
  for (uint32_t i = 0; i < written->len; i++)
    if (is_needed(t->g, step, written->data[i].label)) vec_push(&needed, written->data[i]);
  Statements all = typed_statements(t, &needed, true);
  vec_free(&needed);
  return all;
}

bool typed_event(Generator *g, const EventbEvent *event, Step *step)
{
  uint32_t errors = diags_errors(g->context->diags);
  *step = (Step){.initial = eventb_is_initialisation(event)};
  Refined refined = {0};
  bool good = find_refined(g, event, &refined);
  Symbols parameters = {0};
  step->abstract_count = refined.len;
  step->abstract = arena_new_array(g->arena, Event, refined.len);
  add_parameters(g, event, &step->own, &parameters);
  for (uint32_t i = 0; i < refined.len; i++)
    add_parameters(g, refined.data[i], &step->abstract[i], &parameters);
  Typer t = typer_new(g);
  resolver_enter(t.resolver, parameters.data, parameters.len);
  good = good && typed_parts(&t, g->component, event, &step->own);
  for (uint32_t i = 0; good && i < refined.len; i++)
    good = typed_parts(&t, g->stated.machines.data[1], refined.data[i], &step->abstract[i]);
  if (good) step->own.witnesses = typed_witnesses(&t, step);
  infer_settle(t.infer);
  for (uint32_t i = 0; good && i < parameters.len; i++) infer_require(t.infer, parameters.data[i]);
  resolver_leave(t.resolver);
  typer_free(&t);
  drop_outer_types(&step->own);
  for (uint32_t i = 0; good && i < refined.len; i++) drop_outer_types(&step->abstract[i]);
  vec_free(&parameters);
  vec_free(&refined);
  good = good && diags_errors(g->context->diags) == errors;
  good = good && check_merged(g, step);
  if (good) step_prepare(g, step);
  return good;
}

void typed_step_free(Step *step)
{
  vec_free(&step->values_after);
  vec_free(&step->parameters);
  vec_free(&step->frame);
  vec_free(&step->abstract_frame);
}
