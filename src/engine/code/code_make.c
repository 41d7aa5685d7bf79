#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "engine/code/code.h"

/* What every piece of code has in common: memos, operands, places of names. */

Code *code_new(Vm *vm, const Node *node)
{
  assert(node);
  Code *c = arena_alloc(vm->arena, sizeof *c);
  vm->pieces++;
  c->node = node;
  c->literal = VALUE_UNDEFINED;
  c->reads = UINT64_C(1) << LEVEL_CONSTANTS;
  return c;
}

static Value run_memo_value(const Code *c, Vm *vm)
{
  if (memo_is_fresh(vm, c)) return c->memo->value;
  Value v = run_value(c->a, vm);
  if (!value_is_none(v)) *c->memo = (Memo){.clock = vm->clock, .value = v};
  return v;
}

/* What could not be decided of the constants is not tried again in every state. */
static void remember_unknown(const Code *c, Vm *vm)
{
  assert(c->predicate && c->memo);
  const char *cause = vm->e->cause ? vm->e->cause : "";
  if (c->level != LEVEL_CONSTANTS || vm->e->expired) return;
  if (!c->memo->cause || strcmp(c->memo->cause, cause) != 0)
    c->memo->cause = arena_copy(vm->arena, cause, strlen(cause));
  c->memo->clock = vm->clock;
  c->memo->truth = TRUTH_UNKNOWN;
}

static Truth run_memo_truth(const Code *c, Vm *vm)
{
  if (memo_is_fresh(vm, c)) {
    if (c->memo->truth == TRUTH_UNKNOWN) vm->e->cause = c->memo->cause, vm->e->other_causes++;
    return c->memo->truth;
  }
  Truth t = run_truth(c->a, vm);
  if (t == TRUTH_UNKNOWN) remember_unknown(c, vm);
  if (t != TRUTH_TRUE && t != TRUTH_FALSE) return t;
  c->memo->clock = vm->clock;
  c->memo->truth = t;
  return t;
}

const Code *code_inside(Vm *vm, const Code *code, uint32_t level)
{
  if (code->leaf || code->level >= level) return code;
  Code *c = code_new(vm, code->node);
  c->a = code;
  c->reads = code->reads;
  c->level = code->level;
  c->shape = code->shape;
  c->predicate = code->predicate;
  c->slow = code->slow;
  c->leaf = true; /* no memo of a memo */
  c->memo = arena_alloc(vm->arena, sizeof *c->memo);
  if (c->predicate) c->run.truth = run_memo_truth;
  else c->run.value = run_memo_value;
  code_check(c);
  return c;
}

Code *code_settled(Vm *vm, Code *c)
{
  c->level = highest_level(c->reads);
  if (c->a) c->a = code_inside(vm, c->a, c->level);
  if (c->b) c->b = code_inside(vm, c->b, c->level);
  for (uint32_t i = 0; i < c->count; i++)
    ((const Code **) c->kids)[i] = code_inside(vm, c->kids[i], c->level);
  code_check(c);
  return c;
}

const Code *code_of_operand(Vm *vm, Code *parent, const Node *node)
{
  const Code *kid = code_of_expression(vm, node);
  assert(!kid->predicate);
  parent->reads |= kid->reads;
  return kid;
}

const Code *code_of_condition(Vm *vm, Code *parent, const Node *node)
{
  const Code *kid = code_of_predicate(vm, node);
  assert(kid->predicate);
  parent->reads |= kid->reads;
  return kid;
}

uint32_t code_new_slot(Vm *vm)
{
  assert(vm->unit.slots <= FRAME_SIZE);
  if (vm->unit.slots == FRAME_SIZE) vm->unit.too_large = true;
  return vm->unit.too_large ? FRAME_SIZE - 1 : vm->unit.slots++;
}

void code_place_add(Vm *vm, const Symbol *symbol, uint32_t slot, uint64_t reads)
{
  assert(symbol && slot < FRAME_SIZE && reads != 0);
  Location place = {.symbol = symbol, .slot = slot, .reads = reads};
  vec_push(&vm->unit.places, place);
}

const Location *code_place(const Vm *vm, const Symbol *symbol, bool old)
{
  for (uint32_t i = vm->unit.places.len; i-- > 0;)
    if (vm->unit.places.data[i].symbol == symbol && vm->unit.places.data[i].old == old)
      return &vm->unit.places.data[i];
  return NULL;
}

Value code_run_literal(const Code *c, Vm *vm)
{
  (void) vm;
  return c->literal;
}

WrittenOut *code_kept(Vm *vm, Value closure)
{
  assert(value_tag(closure) == TAG_LAZY);
  if (!vm->written_out) vm->written_out = calloc(WRITTEN_OUT, sizeof *vm->written_out);
  if (!vm->written_out) memory_exhausted();
  return &vm->written_out[closure.word * UINT64_C(0x9E3779B97F4A7C15) >> (64 - WRITTEN_OUT_BITS)];
}

void vm_state_changed(Vm *vm) { vm->state_tick = ++vm->clock; }
