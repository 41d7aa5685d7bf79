#include <assert.h>

#include "engine/code/formula/formula_code.h"

#include "base/memory.h"

/* Quantifiers and sets with bound names that the reference interpreter meets, as code: the names
 * that it has bound, and variables, are put into places for the time of the run. */

struct BinderCode {
  const Node *node;
  const Code *code;                     /* NULL: there is none */
  const Symbol **captured, **constants; /* constants: their values are taken from the engine */
  uint32_t *slots;
  uint32_t captured_count, constant_count, slot_count, active;
};

static void add_name(const Symbol **names, uint32_t *count, const Symbol *name)
{
  for (uint32_t i = 0; i < *count; i++)
    if (names[i] == name) return;
  names[(*count)++] = name;
}

/* False: it speaks of x$0. */
static bool find_free_names(const Reference *r, BinderCode *b, const Node *node)
{
  Value ignored;
  const Symbol *symbol = node->kind == NODE_IDENT ? node->symbol : NULL;
  if (node->kind == NODE_OLD_VALUE) return false;
  if (symbol && (symbol->kind == SYMBOL_VARIABLE || reference_lookup(r, symbol, &ignored)))
    add_name(b->captured, &b->captured_count, symbol);
  else if (symbol && symbol->kind == SYMBOL_CONSTANT)
    add_name(b->constants, &b->constant_count, symbol);
  for (uint32_t i = 0; i < node->count; i++)
    if (!find_free_names(r, b, node->kids[i])) return false;
  return true;
}

static void compile(Vm *vm, BinderCode *b)
{
  const Node *node = b->node;
  uint32_t most = code_count_nodes(node);
  assert(!b->code && b->captured_count == 0 && b->active == 0);
  bool predicate = node->kind == NODE_FORALL || node->kind == NODE_EXISTS;
  b->captured = arena_new_array(vm->arena, const Symbol *, most);
  b->constants = arena_new_array(vm->arena, const Symbol *, most);
  if (!find_free_names(vm->r, b, node)) return;
  CodeUnit outer = unit_begin(vm);
  b->slots = arena_new_array(vm->arena, uint32_t, b->captured_count + 1);
  for (uint32_t i = 0; i < b->captured_count; i++) {
    b->slots[i] = code_new_slot(vm);
    code_place_add(vm, b->captured[i], b->slots[i], UINT64_C(1) << LEVEL_LOOP);
  }
  const Code *code = predicate ? code_of_predicate(vm, node) : code_of_expression(vm, node);
  b->slot_count = vm->unit.slots;
  /* without a plan it would be handed over to the reference interpreter again */
  if (code->plan && !vm->unit.too_large) b->code = code;
  unit_end(vm, outer);
}

static uint32_t place_in(const Vm *vm, const Node *node)
{
  uint32_t mask = vm->binder_capacity - 1,
           i = (uint32_t) ((uintptr_t) node >> 4) * 2654435761u & mask;
  assert(vm->binder_count < vm->binder_capacity && (vm->binder_capacity & mask) == 0);
  while (vm->binders[i] && vm->binders[i]->node != node) i = (i + 1) & mask;
  return i;
}

static void grow(Vm *vm)
{
  BinderCode **old = vm->binders;
  uint32_t capacity = vm->binder_capacity;
  vm->binder_capacity = capacity ? capacity * 2 : 64;
  vm->binders = calloc(vm->binder_capacity, sizeof *vm->binders);
  if (!vm->binders) memory_exhausted();
  for (uint32_t i = 0; i < capacity; i++)
    if (old[i]) vm->binders[place_in(vm, old[i]->node)] = old[i];
  free(old);
}

static BinderCode *code_of(Vm *vm, const Node *node)
{
  if (vm->binder_count * 2 >= vm->binder_capacity) grow(vm);
  uint32_t i = place_in(vm, node);
  if (vm->binders[i]) return vm->binders[i];
  BinderCode *b = vm->binders[i] = arena_alloc(vm->arena, sizeof *b);
  vm->binder_count++;
  b->node = node;
  compile(vm, b);
  return b;
}

static bool take_values(Vm *vm, const BinderCode *b)
{
  for (uint32_t i = 0; i < b->captured_count; i++) {
    const Symbol *name = b->captured[i];
    Value v = VALUE_UNDEFINED;
    bool bound = reference_lookup(vm->r, name, &v);
    if (!bound && name->kind == SYMBOL_CONSTANT) v = vm->e->constants[name->index];
    if (!bound && name->kind == SYMBOL_VARIABLE && !name->dropped)
      v = vm->e->variables[name->index];
    if (value_is_none(v)) return false;
    vm->frame[b->slots[i]] = v;
  }
  return true;
}

/* False: the interpreter is to do it. */
static bool enter(Reference *r, const Node *node, Frame *frame, const Code **code)
{
  BinderCode *b = code_of(r->vm, node);
  if (!b || !b->code || frame_names_are_bound(r, b->constants, b->constant_count) ||
      !frame_enter(r->vm, frame, b->slot_count, &b->active))
    return false;
  if (take_values(r->vm, b)) return *code = b->code, true;
  frame_leave(r->vm, frame);
  return false;
}

bool compiled_binder(Reference *r, const Node *node, Value *v)
{
  Frame frame;
  const Code *code;
  if (!enter(r, node, &frame, &code)) return false;
  *v = run_value(code, r->vm);
  frame_leave(r->vm, &frame);
  return true;
}

bool compiled_quantifier(Reference *r, const Node *node, Truth *t)
{
  Frame frame;
  const Code *code;
  if (!enter(r, node, &frame, &code)) return false;
  *t = run_truth(code, r->vm);
  frame_leave(r->vm, &frame);
  return true;
}
