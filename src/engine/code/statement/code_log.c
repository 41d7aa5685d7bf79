#include <assert.h>

#include "engine/code/statement/code_subst.h"

/* The log of writes. */

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
  assert(start <= vm->log.len);
  for (uint32_t i = vm->log.len; i-- > start;)
    if (vm->log.data[i].place == place) return vm->log.data[i].value;
  return VALUE_UNDEFINED;
}
