#include <assert.h>

#include "engine/code/code.h"

/* The values of names, handed over to the reference interpreter. */

struct Captures {
  uint32_t count;
  Location places[];
};

static void find_names(const Vm *vm, const Node *node, Captures *captures, bool *state)
{
  bool old = node->kind == NODE_OLD_VALUE;
  const Location *place =
      node->symbol && (old || node->kind == NODE_IDENT) ? code_place(vm, node->symbol, old) : NULL;
  for (uint32_t i = 0; place && i < captures->count; i++)
    if (captures->places[i].slot == place->slot) place = NULL;
  assert(captures->count <= vm->unit.places.len);
  if (place) captures->places[captures->count++] = *place;
  if (node->symbol && node->symbol->kind == SYMBOL_VARIABLE) *state = true;
  for (uint32_t i = 0; i < node->count; i++) find_names(vm, node->kids[i], captures, state);
}

const Captures *captures_of(Vm *vm, const Node *node, uint64_t *reads)
{
  bool state = false;
  Captures *c = arena_alloc(vm->arena, sizeof *c + vm->unit.places.len * sizeof *c->places);
  find_names(vm, node, c, &state);
  assert(c->count <= vm->unit.places.len);
  for (uint32_t i = 0; i < c->count; i++) *reads |= c->places[i].reads;
  if (state) *reads |= UINT64_C(1) << LEVEL_STATE;
  return c;
}

void captures_enter(Vm *vm, const Captures *c)
{
  for (uint32_t i = 0; i < c->count; i++) {
    assert(c->places[i].slot < FRAME_SIZE);
    Binding binding = {c->places[i].symbol, vm->frame[c->places[i].slot]};
    if (c->places[i].old) vec_push(&vm->r->old_values, binding);
    else vec_push(&vm->r->bindings, binding);
  }
}

#ifndef NDEBUG
/* What was bound meanwhile has been unbound. */
static bool is_last(const Reference *r, Location place)
{
  uint32_t count = place.old ? r->old_values.len : r->bindings.len;
  const Binding *all = place.old ? r->old_values.data : r->bindings.data;
  return count > 0 && all[count - 1].symbol == place.symbol;
}
#endif

void captures_leave(Vm *vm, const Captures *c)
{
  for (uint32_t i = c->count; i-- > 0;) {
    assert(is_last(vm->r, c->places[i]));
    if (c->places[i].old) vm->r->old_values.len--;
    else vm->r->bindings.len--;
  }
}
