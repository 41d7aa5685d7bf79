#include <assert.h>

#include "engine/reference/closure/closure.h"

/* A closure outlives the substitution x:(P) in which it is made.  So x$0 becomes a name of its own
 * there, which has the value that x$0 has now, and is captured like any other. */

struct OldNames {
  const Node *origin, *text; /* as it was written; with the names */
  uint32_t count;
  const Node **olds; /* for each name an x$0 */
  Symbol **names;
};

static uint32_t count_old_values(const Node *node)
{
  uint32_t n = node->kind == NODE_OLD_VALUE;
  for (uint32_t i = 0; i < node->count; i++) n += count_old_values(node->kids[i]);
  return n;
}

static Symbol *name_for(Arena *arena, OldNames *o, const Node *old)
{
  for (uint32_t i = 0; i < o->count; i++)
    if (o->olds[i]->symbol == old->symbol) return o->names[i];
  Symbol *name = arena_alloc(arena, sizeof *name);
  *name = (Symbol){.kind = SYMBOL_LOCAL, .name = old->name, .type = old->symbol->type};
  assert(old->kind == NODE_OLD_VALUE);
  o->olds[o->count] = old;
  o->names[o->count++] = name;
  return name;
}

static Node *renamed(Arena *arena, OldNames *o, const Node *node)
{
  bool old = node->kind == NODE_OLD_VALUE;
  Node *copy = node_new(arena, old ? NODE_IDENT : (NodeKind) node->kind, node->span, node->name,
                        node->count);
  copy->type = node->type;
  copy->symbol = old ? name_for(arena, o, node) : node->symbol;
  for (uint32_t i = 0; i < node->count; i++) node_set(copy, i, renamed(arena, o, node->kids[i]));
  return copy;
}

static const OldNames *names_in(Engine *e, const Node *node, uint32_t most)
{
  for (uint32_t i = 0; i < e->old_names.len; i++)
    if (e->old_names.data[i]->origin == node) return e->old_names.data[i];
  OldNames *o = arena_alloc(e->arena, sizeof *o);
  *o = (OldNames){.origin = node};
  o->olds = arena_new_array(e->arena, const Node *, most);
  o->names = arena_new_array(e->arena, Symbol *, most);
  o->text = renamed(e->arena, o, node);
  assert(o->count > 0 && o->count <= most);
  vec_push(&e->old_names, o);
  return o;
}

const Node *ref_bind_old(Reference *r, const Node *node, uint32_t *bound)
{
  uint32_t most = count_old_values(node);
  const OldNames *o = most ? names_in(r->e, node, most) : NULL;
  *bound = o ? o->count : 0;
  for (uint32_t i = 0; i < *bound; i++) reference_bind(r, o->names[i], ref_eval(r, o->olds[i]));
  return o ? o->text : node;
}
