#include <assert.h>

#include "engine/code/statement/code_subst.h"

#include "base/memory.h"

/* A loop that changes a large value in each turn leaves all the values behind that it had on the
 * way.  Between two turns nobody knows values that were made since the loop began but the places of
 * variables and of the frame, and the log; and what was remembered to save time, which is
 * forgotten. Code that was made meanwhile may hold literals: then the values made until now are
 * kept. */

#ifndef NDEBUG
enum { WORTH_IT = 1 << 16 };
#else
enum { WORTH_IT = 4 << 20 }; /* bytes */
#endif

Tidy tidy_begin(const Vm *vm)
{
  return (Tidy){store_mark(vm->s), vm->pieces, store_bytes(vm->s) + WORTH_IT};
}

typedef VEC(Value *) Places;

static void add_place(Places *places, StoreMark mark, Value *place)
{
  bool node = value_tag(*place) == TAG_NODE || value_tag(*place) == TAG_LAZY;
  if (node && value_node_number(*place) >= mark.count) vec_push(places, place);
}

static void forget_applied(Vm *vm)
{
  for (uint32_t i = 0; i < vm->applied.len; i++)
    for (uint32_t k = 0; k < 1 << APPLIED_BITS; k++) vm->applied.data[i][k].f = VALUE_UNDEFINED;
}

static void release(Vm *vm, StoreMark mark, const Places *places)
{
  Value *values = memory_zeroed(places->len + 1, sizeof *values);
  for (uint32_t i = 0; i < places->len; i++) values[i] = *places->data[i];
  store_release_many(vm->s, mark, values, places->len);
  for (uint32_t i = 0; i < places->len; i++) *places->data[i] = values[i];
  free(values);
}

void tidy_up(Vm *vm, Tidy *t, uint32_t log, Value *variant)
{
  size_t before = store_bytes(vm->s);
  if (before < t->next && !vm->e->options.eager) return;
  if (t->pieces != vm->pieces) t->pieces = vm->pieces, t->mark = store_mark(vm->s);
  assert(vm->frame == vm->base_frame && vm->stack_used == 0);
  Places places = {0};
  add_place(&places, t->mark, variant);
  for (uint32_t i = 0; i < vm->e->model->variables.len; i++)
    add_place(&places, t->mark, &vm->e->variables[i]);
  for (uint32_t i = 0; i < FRAME_SIZE; i++) add_place(&places, t->mark, &vm->base_frame[i]);
  for (uint32_t i = log; i < vm->log.len; i++) add_place(&places, t->mark, &vm->log.data[i].value);
  release(vm, t->mark, &places);
  vec_free(&places);
  forget_applied(vm);
  vm_constants_changed(vm);
  size_t left = store_bytes(vm->s), more = left > before / 2 ? left : before / 2;
  t->next = left + (more > WORTH_IT ? more : WORTH_IT);
}
