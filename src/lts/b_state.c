#include <assert.h>
#include <string.h>

#include "lts/b_machine_impl.h"

/* The state that the engine of a machine is in. */

static bool replace(Value *values, const Value *by, uint32_t count)
{
  if (count == 0 || !memcmp(values, by, count * sizeof *by)) return false;
  memcpy(values, by, count * sizeof *by);
  return true;
}

void b_state_enter(BMachine *m, const Value *state)
{
  assert(value_same(state[m->lts.width - 1], b_state_mark(b_state_is_setup(&m->lts, state))));
  bool variables = replace(m->e->variables, state + m->constants, m->variables);
  bool constants = replace(m->e->constants, state, m->constants);
  if (m->vm && (variables || m->part)) vm_state_changed(m->vm);
  if (m->vm && (constants || m->part)) vm_constants_changed(m->vm);
}

void b_machine_enter(BMachine *m, const Value *state) { b_state_enter(m, state); }
