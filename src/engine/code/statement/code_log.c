#include "engine/code/statement/code_subst.h"

/* The log of writes. */

static void exchange(Write *w)
{
  Value other = *w->place;
  *w->place = w->value;
  w->value = other;
}

void log_exchange_in(Vm *vm, uint32_t start, uint32_t end)
{
  for (uint32_t i = start; i < end; i++) exchange(&vm->log.data[i]);
}

void log_exchange_out(Vm *vm, uint32_t start, uint32_t end)
{
  for (uint32_t i = end; i-- > start;) exchange(&vm->log.data[i]);
}

void log_swap_in(Vm *vm, uint32_t start, uint32_t end)
{
  log_exchange_in(vm, start, end);
  vm_state_changed(vm);
}

void log_swap_out(Vm *vm, uint32_t start, uint32_t end)
{
  log_exchange_out(vm, start, end);
  vm_state_changed(vm);
}

Value log_written(const Vm *vm, const Value *place, uint32_t start)
{
  for (uint32_t i = vm->log.len; i-- > start;)
    if (vm->log.data[i].place == place) return vm->log.data[i].value;
  return VALUE_UNDEFINED;
}
