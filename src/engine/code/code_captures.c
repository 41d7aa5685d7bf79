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
  if (place) captures->places[captures->count++] = *place;
  if (node->symbol && node->symbol->kind == SYMBOL_VARIABLE) *state = true;
  for (uint32_t i = 0; i < node->count; i++) find_names(vm, node->kids[i], captures, state);
}

const Captures *captures_of(Vm *vm, const Node *node, uint64_t *reads)
{
  bool state = false;
  Captures *c = arena_alloc(vm->arena, sizeof *c + vm->unit.places.len * sizeof *c->places);
  find_names(vm, node, c, &state);
  for (uint32_t i = 0; i < c->count; i++) *reads |= c->places[i].reads;
  if (state) *reads |= UINT64_C(1) << LEVEL_STATE;
  return c;
}

void captures_enter(Vm *vm, const Captures *c)
{
  for (uint32_t i = 0; i < c->count; i++) {
    Binding binding = {c->places[i].symbol, vm->frame[c->places[i].slot]};
    if (c->places[i].old) vec_push(&vm->r->old_values, binding);
    else vec_push(&vm->r->bindings, binding);
  }
}

void captures_leave(Vm *vm, const Captures *c)
{
  for (uint32_t i = 0; i < c->count; i++)
    if (c->places[i].old) vm->r->old_values.len--;
    else vm->r->bindings.len--;
}
