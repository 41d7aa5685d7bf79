#include <assert.h>

#include "engine/code/code.h"

/* A plan for names, and what is made of each solution. */

static Symbol **names_of(Vm *vm, const Node *names)
{
  Symbol **symbols = arena_new_array(vm->arena, Symbol *, names->count + 1);
  for (uint32_t i = 0; i < names->count; i++) symbols[i] = node_bare(names->kids[i])->symbol;
  return symbols;
}

/* Compiles names, predicate and body; what is read of the enclosing levels counts. */
bool code_of_solutions(Vm *vm, Code *c, const Node *names, const Node *predicate, const Node *body,
                       bool condition)
{
  uint32_t places = vm->unit.places.len, depth = vm->unit.depth;
  Plan *plan = plan_new(vm, names_of(vm, names), names->count, predicate);
  uint64_t reads = plan_reads(plan), outside = (UINT64_C(2) << depth) - 1;
  if (body) {
    const Code *code = condition ? code_of_predicate(vm, body) : code_of_expression(vm, body);
    reads |= code->reads;
    c->a = code_inside(vm, code, vm->unit.depth);
  }
  c->plan = plan;
  assert(vm->unit.depth >= depth && vm->unit.places.len >= places);
  code_reads(c, reads & (outside | UINT64_C(1) << (LEVEL_COUNT - 1)));
  vm->unit.places.len = places;
  vm->unit.depth = depth;
  return !vm->unit.too_large;
}
