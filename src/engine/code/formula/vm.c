#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "engine/code/formula/formula_code.h"

/* The evaluator as others see it. */

static const Accelerator accelerator = {.member = compiled_member,
                                        .value = compiled_value,
                                        .image = compiled_image,
                                        .origins = compiled_origins,
                                        .elements = compiled_elements,
                                        .binder = compiled_binder,
                                        .quantifier = compiled_quantifier};

static const Compiler compiler = {.expression = formula_expression, .predicate = formula_predicate};

Vm *vm_new(Reference *r)
{
  Vm *vm = calloc(1, sizeof *vm);
  if (!vm) memory_exhausted();
  vm->compiler = &compiler;
  vm->r = r;
  vm->e = r->e;
  vm->s = r->s;
  vm->arena = arena_new();
  vm->frame = vm->base_frame = calloc(FRAME_SIZE, sizeof *vm->frame);
  vm->tick = vm->base_tick;
  if (!vm->frame) memory_exhausted();
  reference_accelerate(r, &accelerator, vm);
  vm_constants_changed(vm);
  return vm;
}

void vm_free(Vm *vm)
{
  if (!vm) return;
  assert(vm->frame == vm->base_frame && vm->tick == vm->base_tick && vm->stack_used == 0);
  if (vm->r->vm == vm) reference_accelerate(vm->r, NULL, NULL);
  free(vm->base_frame);
  free(vm->stack);
  vec_free(&vm->closures);
  free(vm->binders);
  free(vm->written_out);
  vec_free(&vm->unit.places);
  vec_free(&vm->log);
  vec_free(&vm->applied);
  for (uint32_t i = 0; i < vm->joins.len; i++) join_free(vm->joins.data[i]);
  vec_free(&vm->joins);
  arena_free(vm->arena); /* which the joins are in */
  free(vm);
}

void vm_constants_changed(Vm *vm)
{
  vm_state_changed(vm);
  vm->tick[LEVEL_CONSTANTS] = vm->clock;
}

static void start_unit(Vm *vm)
{
  assert(vm->frame == vm->base_frame); /* nothing is running */
  vm->unit.places.len = 0;
  vm->unit.slots = 0;
  vm->unit.cases = 0;
  vm->unit.depth = LEVEL_STATE;
  vm->unit.in_body = vm->unit.too_large = false;
}

const Code *vm_expression(Vm *vm, const Node *node)
{
  start_unit(vm);
  return code_inside(vm, code_of_expression(vm, node), LEVEL_STATE);
}

const Code *vm_predicate(Vm *vm, const Node *node)
{
  start_unit(vm);
  return code_inside(vm, code_of_predicate(vm, node), LEVEL_STATE);
}

Value vm_value(Vm *vm, const Code *code) { return run_value(code, vm); }

Truth vm_truth(Vm *vm, const Code *code) { return run_truth(code, vm); }
bool vm_is_slow(const Code *code) { return code->slow; }
