#include <assert.h>

#include "lts/b_machine_impl.h"
#include "lts/guard.h"

/* The compiled code of a machine: operations and the initialisation as routines. */

typedef struct {
  RoutineSink sink; /* first */
  BMachine *m;
  Sink *to;
  const Operation *operation;
  uint32_t label;
} RoutineRun;

static void routine_outcome(RoutineSink *sink, const Value *arguments)
{
  RoutineRun *run = (RoutineRun *) sink;
  BMachine *m = run->m;
  b_state_copy(m, m->row);
  m->row[m->lts.width - 1] = b_state_mark(false);
  b_trouble_check_results(m, run->operation, arguments);
  Transition t = {run->label, arguments, m->row};
  run->to->accept(run->to, &t);
}

static void routine_failure(RoutineSink *sink, const Value *arguments)
{
  const RoutineRun *run = (RoutineRun *) sink;
  b_trouble_report_call(run->to, run->m, TROUBLE_FAULT, run->label, arguments);
}

static void routine_incomplete(RoutineSink *sink, const Value *arguments)
{
  const RoutineRun *run = (RoutineRun *) sink;
  b_trouble_report_call(run->to, run->m, TROUBLE_INCOMPLETE, run->label, arguments);
}

Truth b_code_run(BMachine *m, const Routine *routine, const Operation *op, uint32_t label, Sink *to)
{
  assert(m->vm && routine && label < m->lts.label_count);
  RoutineRun run = {{routine_outcome, routine_failure, routine_incomplete}, m, to, op, label};
  return vm_run(m->vm, routine, &run.sink);
}

void b_code_compile(BMachine *m)
{
  assert(m->vm && !m->compiled && m->routines.len == 0);
  m->compiled = true;
  for (uint32_t i = 0; i < m->operations.len; i++) {
    const Operation *op = m->operations.data[i];
    RoutineText text = {.parameters = op->parameters,
                        .results = op->results,
                        .parameter_count = op->parameter_count,
                        .result_count = op->result_count};
    text.guard = guard_of(m->e->arena, op, &text.body);
    vec_push(&m->routines, vm_routine(m->vm, text));
  }
}

/* Code has values in it. */
void b_code_forget(BMachine *m)
{
  if (!m->vm) return;
  vm_free(m->vm);
  m->vm = vm_new(m->r);
  m->compiled = m->started = false;
  m->routines.len = 0;
  for (uint32_t i = 0; i < m->predicates.len; i++) m->predicates.data[i].code = NULL;
  m->scope.code = NULL;
}
