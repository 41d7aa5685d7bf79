#include "eventb/flatten/weave.h"

/* An event that refines several. */

EventbEvent *weave_refined(Weaver *w, const EventbComponent *machine, const EventbName *name)
{
  EventbEvent *event = eventb_event(machine, name->name);
  if (!event)
    diag_error(w->f->context->diags, name->span, "unknown-name", "machine %s has no event %s",
               machine->name->text, name->name->text);
  return event;
}

/* The parameters of the abstract events that have a witness are the same for all of them. */
static void bind_shared(Weaver *w, Level *l, const EventbEvent *abstract)
{
  for (uint32_t i = 0; i < abstract->parameters.len; i++) {
    const Name *written = abstract->parameters.data[i].name;
    const EventbFormula *witness = weave_own_witness(l->event, written);
    if (!witness || weave_name_below(l, written)) continue;
    const Name *name = weave_fresh(w, l, written);
    map_put(&w->bound, name, w);
    vec_push(&l->renaming, ((Renamed){written, name}));
    weave_bind_by_witness(w, l, written, name, weave_renamed(w, l, witness->formula));
  }
}

/* The parameters of the event that its condition mentions and nothing has bound. */
static Node *open_names(Weaver *w, const Level *l, const Node *condition)
{
  TreeList open = {0};
  const EventbNames *parameters = &l->event->parameters;
  for (uint32_t i = 0; i < parameters->len; i++) {
    const Name *name = weave_name_below(l, parameters->data[i].name);
    if (!weave_name_below(l->below, parameters->data[i].name) &&
        math_mentions_name(condition, name))
      vec_push(&open, math_ident(w->arena, l->event->span, name));
  }
  Node *names = node_list(w->arena, NODE_NAMES, l->event->span, NULL, open.data, open.len);
  vec_free(&open);
  return names;
}

/* Can the abstract event happen? */
static Node *condition_of(Weaver *w, const Level *l)
{
  Node *condition = weave_guards(w, l, true);
  Node *names = open_names(w, l, condition);
  if (!names->count) return condition;
  return node_binary(w->arena, NODE_EXISTS, l->event->span, names, condition);
}

static void check_merge(Weaver *w, Level *l, const TreeList *conditions)
{
  if (conditions->len < 2) return;
  for (uint32_t i = 0; i < conditions->len; i++)
    if (conditions->data[i]->kind == NODE_BTRUE) return;
  Span span = l->event->span;
  weave_oblige(w, l, NULL, "MRG",
               node_list(w->arena, NODE_OR, span, NULL, conditions->data, conditions->len));
}

Node *weave_merged(Weaver *w, Level *l, const EventbComponent *abstract)
{
  TreeList choices = {0}, conditions = {0};
  uint32_t updates = w->updates.len;
  for (uint32_t i = 0; i < l->event->refines.len; i++) {
    const EventbEvent *event = weave_refined(w, abstract, &l->event->refines.data[i]);
    if (event) bind_shared(w, l, event);
  }
  for (uint32_t i = 0; i < l->event->refines.len; i++) {
    const EventbEvent *event = eventb_event(abstract, l->event->refines.data[i].name);
    if (!event) continue;
    Level next = {.below = l, .depth = l->depth + 1, .machine = abstract, .event = event};
    next.merged = true;
    vec_push(&choices, weave_level(w, &next));
    w->updates.len = updates;
    vec_push(&conditions, condition_of(w, &next));
    vec_free(&next.renaming);
    vec_free(&next.wrappers);
  }
  check_merge(w, l, &conditions);
  Node *inside = choices.len == 1 ? choices.data[0]
                                  : node_list(w->arena, NODE_CHOICE, l->event->span, NULL,
                                              choices.data, choices.len);
  vec_free(&choices);
  vec_free(&conditions);
  return inside;
}
