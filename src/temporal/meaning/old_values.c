#include "temporal/meaning/meaning_impl.h"

/* x$0 in a predicate about a step: a name of its own, with the value that x had before. */

static Symbol *name_for(Meaning *m, MeantAtom *a, const Node *old)
{
  for (uint32_t i = 0; i < a->old_count; i++)
    if (a->old_of[i] == old->symbol) return a->old_names[i];
  Symbol *name = arena_alloc(m->arena, sizeof *name);
  *name = (Symbol){.kind = SYMBOL_LOCAL, .name = old->name, .type = old->symbol->type};
  a->old_of[a->old_count] = old->symbol;
  a->old_names[a->old_count++] = name;
  return name;
}

static uint32_t count_old(const Node *node)
{
  uint32_t n = node->kind == NODE_OLD_VALUE;
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i]) n += count_old(node->kids[i]);
  return n;
}

static Node *renamed(Meaning *m, MeantAtom *a, const Node *node)
{
  bool old = node->kind == NODE_OLD_VALUE;
  Node *copy = node_new(m->arena, old ? NODE_IDENT : (NodeKind) node->kind, node->span, node->name,
                        node->count);
  copy->type = node->type;
  copy->symbol = old ? name_for(m, a, node) : node->symbol;
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i]) node_set(copy, i, renamed(m, a, node->kids[i]));
  return copy;
}

void atom_prepare_step(Meaning *m, MeantAtom *a)
{
  const Node *node = a->tree->part->formula->node;
  uint32_t most = count_old(node);
  a->old_names = arena_new_array(m->arena, Symbol *, most + 1);
  a->old_of = arena_new_array(m->arena, const Symbol *, most + 1);
  a->step_text = renamed(m, a, node);
}
