#include "lts/guard.h"

#include "syntax/inspect.h"

const Node *substitution_bare(const Node *node)
{
  while (node->kind == NODE_EXPANSION || node->kind == NODE_DESCRIBED ||
         node->kind == NODE_LABELLED || node->kind == NODE_BLOCK)
    node = node->kids[0];
  return node;
}

const Node *guard_shown_any(const Names *names, const Model *model, const Operation *op)
{
  static const char setting[] = "SET_PREF_SHOW_EVENTB_ANY_VALUES";
  const Name *name = names_find(names, setting, sizeof setting - 1);
  const Node *value = name ? map_get(&model->settings, name) : NULL;
  const Node *any = value && op->body ? substitution_bare(op->body) : NULL;
  return any && node_bare(value)->kind == NODE_TRUE && any->kind == NODE_ANY ? any : NULL;
}

static const Node *both(Arena *arena, const Node *a, const Node *b)
{
  if (!a || !b) return a ? a : b;
  return node_binary(arena, NODE_AND, b->span, (Node *) a, (Node *) b);
}

/* The conjuncts that do not speak of the names. */
static const Node *without(Arena *arena, const Node *predicate, const Node *names)
{
  const Node *bare = node_bare(predicate), *kept = NULL;
  if (bare->kind != NODE_AND) return node_mentions_names(bare, names) ? NULL : bare;
  for (uint32_t i = 0; i < bare->count; i++)
    kept = both(arena, kept, without(arena, bare->kids[i], names));
  return kept;
}

/* What must hold if the substitution has an outcome. */
static const Node *condition_of(Arena *arena, const Node *substitution)
{
  const Node *s = substitution_bare(substitution);
  if (s->kind == NODE_SELECT && s->count == 2)
    return both(arena, s->kids[0], condition_of(arena, s->kids[1]));
  if (s->kind == NODE_REFINED) return condition_of(arena, s->kids[1]);
  return s->kind == NODE_ANY ? without(arena, s->kids[1], s->kids[0]) : NULL;
}

/* Does the guard leave a parameter out? */
static bool is_partial(const Operation *op, const Node *guard)
{
  for (uint32_t i = 0; i < op->parameter_count; i++)
    if (!guard || !node_mentions(guard, op->parameters[i])) return true;
  return false;
}

const Node *guard_of(Arena *arena, const Operation *op, const Node **rest)
{
  const Node *inner = substitution_bare(op->body), *guard = NULL;
  *rest = op->body;
  if (inner->kind == NODE_PRE || (inner->kind == NODE_SELECT && inner->count == 2)) {
    *rest = inner->kids[1];
    guard = inner->kids[0];
  }
  return is_partial(op, guard) ? both(arena, guard, condition_of(arena, *rest)) : guard;
}
