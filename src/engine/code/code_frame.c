#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "engine/code/code.h"

/* Code that runs in the middle of other code, or of the reference interpreter: it has a frame and
 * clocks of its own, so memos from before it began are stale.  Where a piece of code was run inside
 * of itself, the memos of the outer run hold values of the inner one; so they become stale when the
 * inner run ends. */

enum { STACK_PLACES = 1 << 20 };
static_assert((uint32_t) STACK_PLACES >= FRAME_SIZE, "the largest unit fits");

CodeUnit unit_begin(Vm *vm)
{
  CodeUnit outer = vm->unit;
  vm->unit = (CodeUnit){.depth = LEVEL_LOOP};
  return outer;
}

void unit_end(Vm *vm, CodeUnit outer)
{
  assert(vm->unit.slots <= FRAME_SIZE && vm->unit.depth >= LEVEL_LOOP);
  vec_free(&vm->unit.places);
  vm->unit = outer;
}

bool frame_enter(Vm *vm, Frame *f, uint32_t places, uint32_t *active)
{
  if (!vm->stack) vm->stack = calloc(STACK_PLACES, sizeof *vm->stack);
  if (!vm->stack) memory_exhausted();
  assert(places <= FRAME_SIZE && vm->stack_used <= STACK_PLACES);
  if (vm->stack_used + places > STACK_PLACES) return false;
  f->places = places;
  f->active = active;
  f->outer_frame = vm->frame;
  f->outer_tick = vm->tick;
  f->start = ++vm->clock;
  memcpy(f->tick, vm->tick, LEVEL_LOOP * sizeof *f->tick);
  for (uint32_t i = LEVEL_LOOP; i < LEVEL_COUNT; i++) f->tick[i] = f->start;
  vm->frame = vm->stack + vm->stack_used;
  vm->tick = f->tick;
  vm->stack_used += places;
  ++*active;
  return true;
}

void frame_leave(Vm *vm, Frame *f)
{
  assert(vm->tick == f->tick && *f->active > 0); /* the last one that was entered */
  assert(vm->stack_used >= f->places && vm->frame + f->places == vm->stack + vm->stack_used);
  assert(f->start <= vm->clock);
  vm->frame = f->outer_frame;
  vm->tick = f->outer_tick;
  vm->stack_used -= f->places;
  if (--*f->active > 0) vm->recursion = ++vm->clock;
  if (vm->recursion < f->start || vm->tick == vm->base_tick) return;
  vm->clock++;
  for (uint32_t i = LEVEL_LOOP; i < LEVEL_COUNT; i++) vm->tick[i] = vm->clock;
}

bool frame_names_are_bound(const Reference *r, const Symbol *const *names, uint32_t count)
{
  Value ignored;
  for (uint32_t i = 0; i < count && r->bindings.len > 0; i++)
    if (reference_lookup(r, names[i], &ignored)) return true;
  return false;
}

uint32_t code_count_nodes(const Node *node)
{
  uint32_t n = 1;
  for (uint32_t i = 0; i < node->count; i++) n += code_count_nodes(node->kids[i]);
  return n;
}
