#include "eventb/flatten/weave.h"

/* The actions of an event: what it assigns in the end, and names for the new values. */

const Node *weave_root_of(const Node *target)
{
  while (target->kind == NODE_APPLY) target = target->kids[0];
  return target;
}

Node *weave_whole_value(Weaver *w, Node *target, Node *value)
{
  while (target->kind == NODE_APPLY) {
    Node *function = target->kids[0], *index = target->kids[1];
    for (uint32_t i = 2; i < target->count; i++)
      index = node_binary(w->arena, NODE_MAPLET, index->span, index, target->kids[i]);
    Node *pair = node_binary(w->arena, NODE_MAPLET, target->span, index, value);
    Node *single = node_unary(w->arena, NODE_SET_EXT, target->span, pair);
    value = node_binary(w->arena, NODE_OVERRIDE, target->span, function, single);
    target = function;
  }
  return value;
}

static void update(Weaver *w, Node *target, Node *value)
{
  Node *left = node_unary(w->arena, NODE_LIST, target->span, target);
  Node *right = node_unary(w->arena, NODE_LIST, value->span, value);
  vec_push(&w->updates, node_binary(w->arena, NODE_ASSIGN, target->span, left, right));
}

void weave_update_to_after(Weaver *w, const Node *target)
{
  update(w, math_ident(w->arena, target->span, target->name),
         math_ident(w->arena, target->span, weave_primed(w, target->name)));
}

Node *weave_choice_predicate(Weaver *w, const Node *action)
{
  const Node *targets = action->kids[0];
  if (action->kind == NODE_BECOMES_SUCH) return action->kids[1];
  Node *value = math_ident(w->arena, targets->span, weave_primed(w, targets->kids[0]->name));
  for (uint32_t i = 1; i < targets->count; i++)
    value =
        node_binary(w->arena, NODE_MAPLET, targets->span, value,
                    math_ident(w->arena, targets->span, weave_primed(w, targets->kids[i]->name)));
  return node_binary(w->arena, NODE_MEMBER, action->span, value, action->kids[1]);
}

/* Executes x := E. */
void weave_assignment(Weaver *w, Level *l, Node *target, Node *value)
{
  if (!w->primes) {
    update(w, target, value);
    return;
  }
  const Node *variable = weave_root_of(target);
  Node *name = math_ident(w->arena, target->span, weave_primed(w, variable->name));
  Node *equation =
      node_binary(w->arena, NODE_EQUAL, target->span, name, weave_whole_value(w, target, value));
  weave_wrap(l, NODE_LET, weave_one_name(w, target->span, name->name), equation);
  weave_update_to_after(w, variable);
}

/* Is there something in the set, whatever the values of names?  No means: perhaps. */
static bool is_inhabited(const Node *set)
{
  switch ((NodeKind) set->kind) {
  case NODE_INTEGER:
  case NODE_NATURAL:
  case NODE_NATURAL1:
  case NODE_BOOL:
  case NODE_SET_EXT:
  case NODE_POW: return true;
  default: return false;
  }
}

/* Must it be shown that the choice has an outcome? */
static bool needs_outcome(const Weaver *w, const Node *action)
{
  if (w->f->level != EVENTB_LEVEL_ALL) return false; /* a machine alone */
  return action->kind == NODE_BECOMES_SUCH ? action->kids[1]->kind != NODE_BTRUE
                                           : !is_inhabited(action->kids[1]);
}

/* Executes x :: S and x :| P. */
static void weave_choice(Weaver *w, Level *l, const Node *action, const Name *label)
{
  const Node *targets = action->kids[0];
  Node *predicate = weave_choice_predicate(w, action);
  TreeList names = {0};
  for (uint32_t i = 0; i < targets->count; i++) {
    const Name *name = weave_primed(w, targets->kids[i]->name);
    vec_push(&names, math_ident(w->arena, targets->kids[i]->span, name));
    weave_update_to_after(w, targets->kids[i]);
  }
  Node *bound = node_list(w->arena, NODE_NAMES, targets->span, NULL, names.data, names.len);
  vec_free(&names);
  if (needs_outcome(w, action)) weave_require(w, l, label, "FIS", bound, predicate);
  else weave_wrap(l, NODE_ANY, bound, predicate);
}

void weave_action(Weaver *w, Level *l, Node *action, const Name *label)
{
  if (action->kind == NODE_ASSIGN)
    for (uint32_t i = 0; i < action->kids[0]->count; i++)
      weave_assignment(w, l, action->kids[0]->kids[i], action->kids[1]->kids[i]);
  else if (action->kind == NODE_BECOMES_IN || action->kind == NODE_BECOMES_SUCH)
    weave_choice(w, l, action, label);
}

bool weave_assigns(const EventbEvent *event, const Name *variable)
{
  for (uint32_t i = 0; i < event->actions.len; i++) {
    const Node *action = event->actions.data[i].node;
    if (action->kind == NODE_SKIP) continue;
    for (uint32_t k = 0; k < action->kids[0]->count; k++)
      if (weave_root_of(action->kids[0]->kids[k])->name == variable) return true;
  }
  return false;
}
