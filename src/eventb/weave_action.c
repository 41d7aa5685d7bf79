#include "eventb/weave.h"

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
  update(w, tree_ident(w->arena, target->span, target->name),
         tree_ident(w->arena, target->span, weave_primed(w, target->name)));
}

Node *weave_choice_predicate(Weaver *w, const Node *action)
{
  const Node *targets = action->kids[0];
  if (action->kind == NODE_BECOMES_SUCH) return action->kids[1];
  Node *value = tree_ident(w->arena, targets->span, weave_primed(w, targets->kids[0]->name));
  for (uint32_t i = 1; i < targets->count; i++)
    value =
        node_binary(w->arena, NODE_MAPLET, targets->span, value,
                    tree_ident(w->arena, targets->span, weave_primed(w, targets->kids[i]->name)));
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
  Node *name = tree_ident(w->arena, target->span, weave_primed(w, variable->name));
  Node *equation =
      node_binary(w->arena, NODE_EQUAL, target->span, name, weave_whole_value(w, target, value));
  weave_wrap(l, NODE_LET, weave_one_name(w, target->span, name->name), equation);
  weave_update_to_after(w, variable);
}

/* May the set be infinite?  Then it cannot be walked through, but it can be solved for. */
static bool may_be_infinite(const Node *set)
{
  if (set->kind == NODE_INTEGER || set->kind == NODE_NATURAL || set->kind == NODE_NATURAL1)
    return true;
  for (uint32_t i = 0; i < set->count; i++)
    if (may_be_infinite(set->kids[i])) return true;
  return false;
}

/* Executes x :: S and x :| P. */
void weave_choice(Weaver *w, Level *l, const Node *action)
{
  const Node *targets = action->kids[0];
  Node *predicate = weave_choice_predicate(w, action);
  TreeList names = {0};
  for (uint32_t i = 0; i < targets->count; i++) {
    const Name *name = weave_primed(w, targets->kids[i]->name);
    vec_push(&names, tree_ident(w->arena, targets->kids[i]->span, name));
  }
  Node *bound = node_list(w->arena, NODE_NAMES, targets->span, NULL, names.data, names.len);
  vec_free(&names);
  uint32_t before = w->updates.len;
  for (uint32_t i = 0; i < targets->count; i++) weave_update_to_after(w, targets->kids[i]);
  if (w->primes) {
    weave_wrap(l, NODE_ANY, bound, predicate);
    return;
  }
  /* Nothing else asks for the new values: the choice is an update by itself. */
  Node *set = node_list(w->arena, NODE_SIMULTANEOUS, action->span, NULL, w->updates.data + before,
                        w->updates.len - before);
  Node *any = node_new(w->arena, NODE_ANY, action->span, NULL, 3);
  node_set(any, 0, bound);
  node_set(any, 1, predicate);
  node_set(any, 2, set->count == 1 ? set->kids[0] : set);
  w->updates.len = before;
  if (action->kind == NODE_BECOMES_IN && !may_be_infinite(action->kids[1]))
    vec_push(&w->updates, (Node *) action);
  else vec_push(&w->updates, any);
}

void weave_action(Weaver *w, Level *l, Node *action)
{
  if (action->kind == NODE_ASSIGN)
    for (uint32_t i = 0; i < action->kids[0]->count; i++)
      weave_assignment(w, l, action->kids[0]->kids[i], action->kids[1]->kids[i]);
  else if (action->kind == NODE_BECOMES_IN || action->kind == NODE_BECOMES_SUCH)
    weave_choice(w, l, action);
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
