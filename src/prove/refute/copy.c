#include "prove/refute/copy.h"

#include <assert.h>

static uint32_t place(const Renamings *r, const Symbol *symbol)
{
  uint64_t hash = (uint64_t) (uintptr_t) symbol * UINT64_C(0x9E3779B97F4A7C15);
  uint32_t at = (uint32_t) (hash >> 32) & (r->capacity - 1);
  while (r->slots[at].to && r->slots[at].from != symbol) at = (at + 1) & (r->capacity - 1);
  return at;
}

Symbol *renamings_get(const Renamings *r, const Symbol *symbol)
{
  return r->capacity ? r->slots[place(r, symbol)].to : NULL;
}

static void grow(Renamings *r)
{
  Renamings old = *r;
  r->capacity = old.capacity ? 2 * old.capacity : 64;
  r->slots = arena_new_array(r->arena, Renaming, r->capacity);
  for (uint32_t i = 0; i < old.capacity; i++)
    if (old.slots[i].to) r->slots[place(r, old.slots[i].from)] = old.slots[i];
}

void renamings_put(Renamings *r, const Symbol *from, Symbol *to)
{
  assert(from && to);
  if (2 * (r->count + 1) > r->capacity) grow(r);
  Renaming *slot = &r->slots[place(r, from)];
  if (!slot->to) r->count++;
  *slot = (Renaming){from, to};
}

Node *copy_renamed(Arena *arena, const Node *node, const Renamings *r)
{
  node = node_bare(node);
  Symbol *other = node->symbol ? renamings_get(r, node->symbol) : NULL;
  Node *copy = node_new(arena, node->kind, node->span, node->name, node->count);
  copy->type = node->type;
  copy->symbol = other ? other : node->symbol;
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i]) node_set(copy, i, copy_renamed(arena, node->kids[i], r));
  return copy;
}
