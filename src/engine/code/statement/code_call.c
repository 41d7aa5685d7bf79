#include <assert.h>

#include "engine/code/statement/code_subst.h"

/* Calls of operations. */

typedef struct {
  Rest rest;
  const Statement *s;
  Rest *outer;
  uint32_t start;
} Call;

/* The results go to the targets of the caller; their values are the last ones
 * written during the call. */
bool call_log_results(Exec *x, const Statement *s, uint32_t start, bool settled)
{
  Vm *vm = x->vm;
  const Operation *operation = s->node->symbol->operation;
  assert(s->target_count <= operation->result_count && start <= vm->log.len);
  assert(s->slot_count == operation->parameter_count + operation->result_count);
  bool fine = true;
  for (uint32_t i = 0; i < s->target_count; i++) {
    const Value *place = &vm->frame[s->slots[operation->parameter_count + i]];
    Value v = settled ? *place : log_written(vm, place, start);
    if (value_is_none(v)) {
      engine_fault(vm->e, s->node->kids[0]->span, "the result %s of %s has no value",
                   operation->results[i]->name->text, operation->symbol->name->text);
      exec_fail(x);
      fine = false;
    } else fine &= exec_assign(x, s->targets[i], v);
  }
  return fine;
}

static void go_call(Exec *x, Rest *rest)
{
  Call *c = (Call *) rest;
  uint32_t end = x->vm->log.len;
  assert(c->start <= end);
  if (call_log_results(x, c->s, c->start, false)) c->outer->go(x, c->outer);
  x->vm->log.len = end;
}

bool call_enter(Exec *x, const Statement *s)
{
  Vm *vm = x->vm;
  Value few[MOST_ARGUMENTS];
  assert(s->code_count <= MOST_ARGUMENTS && s->code_count <= s->slot_count);
  bool fine = true;
  for (uint32_t i = 0; i < s->code_count; i++) {
    few[i] = run_value(s->codes[i], vm);
    if (value_is_none(few[i])) exec_no_value(x, few[i]), fine = false;
  }
  if (!fine) return false;
  for (uint32_t i = 0; i < s->code_count; i++) vm->frame[s->slots[i]] = few[i];
  exec_clear_slots(vm, s, s->code_count);
  return true;
}

void statement_call(Exec *x, const Statement *s, Rest *rest)
{
  if (!call_enter(x, s)) return;
  Call c = {{go_call}, s, rest, x->vm->log.len};
  exec_run(x, s->parts[0], &c.rest);
}
