#include "prove/refute/copy.h"

#include <assert.h>

#include "prove/refute/deny.h"

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

/* -------------------------------------------------------------------- other types */

/* A given set has its own symbol there, since that has a type, too. */
static Symbol *set_of(Transfer *t, const Symbol *set)
{
  Symbol *own = renamings_get(&t->renamed, set);
  if (own) return own;
  own = arena_new_array(t->arena, Symbol, 1);
  *own = *set;
  renamings_put(&t->renamed, set, own);
  own->type = type_pow(t->types, type_given(t->types, own));
  return own;
}

/* A free type likewise, with its constructors: their arguments have types. */
static Symbol *free_type_of(Transfer *t, const Symbol *type)
{
  Symbol *own = renamings_get(&t->renamed, type);
  if (own) return own;
  own = arena_new_array(t->arena, Symbol, 1);
  *own = *type;
  renamings_put(&t->renamed, type, own);
  own->elements = arena_new_array(t->arena, Symbol *, type->element_count + 1);
  for (uint32_t i = 0; i < type->element_count; i++) {
    own->elements[i] = arena_new_array(t->arena, Symbol, 1);
    *own->elements[i] = *type->elements[i];
    own->elements[i]->owner = own;
    renamings_put(&t->renamed, type->elements[i], own->elements[i]);
  }
  own->type = transfer_type(t, type->type);
  for (uint32_t i = 0; i < type->element_count; i++) {
    const Symbol *constructor = type->elements[i];
    own->elements[i]->type = transfer_type(t, constructor->type);
    if (constructor->argument) own->elements[i]->argument = transfer(t, constructor->argument);
  }
  return own;
}

static Type *made(Transfer *t, const Type *type)
{
  enum { MOST = 64 };
  Type *args[MOST];
  uint32_t count = type->count < MOST ? type->count : MOST;
  assert(type->count <= MOST);
  for (uint32_t i = 0; i < count; i++) args[i] = transfer_type(t, type->args[i]);
  switch (type->kind) {
  case TYPE_INTEGER: return type_integer(t->types);
  case TYPE_BOOL: return type_bool(t->types);
  case TYPE_STRING: return type_string(t->types);
  case TYPE_REAL: return type_real(t->types);
  case TYPE_GIVEN: return type_given(t->types, set_of(t, type->symbol));
  case TYPE_FREE: return type_free_type(t->types, free_type_of(t, type->symbol), args, count);
  case TYPE_POW: return type_pow(t->types, args[0]);
  case TYPE_PAIR: return type_pair(t->types, args[0], args[1]);
  case TYPE_RECORD: return type_record(t->types, type->names, args, count);
  case TYPE_VAR: break;
  }
  return type->index ? type_parameter(t->types, type->index - 1) : type_unknown(t->types);
}

Type *transfer_type(Transfer *t, const Type *type)
{
  if (!type) return NULL;
  type = type_resolve((Type *) (uintptr_t) type);
  if (!type->fixed) return made(t, type);
  while (t->made.len <= type->id) vec_push(&t->made, NULL);
  if (!t->made.data[type->id]) {
    Type *own = made(t, type);
    t->made.data[type->id] = own;
  }
  return t->made.data[type->id];
}

Symbol *transfer_symbol(Transfer *t, const Symbol *symbol, SymbolKind kind)
{
  Symbol *own = arena_new_array(t->arena, Symbol, 1);
  *own = (Symbol){.kind = kind, .name = symbol->name, .span = symbol->span};
  own->type = transfer_type(t, symbol->type);
  return own;
}

/* The names that a NAMES declares. */
static void declare(Transfer *t, const Node *names)
{
  for (uint32_t i = 0; i < names->count; i++) {
    const Symbol *bound = node_bare(names->kids[i])->symbol;
    if (bound && !renamings_get(&t->renamed, bound))
      renamings_put(&t->renamed, bound, transfer_symbol(t, bound, SYMBOL_LOCAL));
  }
}

Node *transfer(Transfer *t, const Node *node)
{
  node = node_bare(node);
  if (node->kind == NODE_NAMES) declare(t, node);
  const Symbol *symbol = node->symbol;
  if (symbol && symbol->kind == SYMBOL_SET) set_of(t, symbol);
  if (symbol && symbol->kind == SYMBOL_FREETYPE) free_type_of(t, symbol);
  if (symbol && symbol->kind == SYMBOL_CONSTRUCTOR) free_type_of(t, symbol->owner);
  Symbol *other = node->symbol ? renamings_get(&t->renamed, node->symbol) : NULL;
  Node *copy = node_new(t->arena, node->kind, node->span, node->name, node->count);
  copy->type = transfer_type(t, node->type);
  copy->symbol = other ? other : node->symbol;
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i]) node_set(copy, i, transfer(t, node->kids[i]));
  if (node->kind == NODE_FORALL) node_set(copy, 1, with_premise(t->arena, copy->kids[1]));
  return copy;
}
