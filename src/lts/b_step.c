#include <assert.h>
#include <string.h>

#include "engine/reference/execute/execute.h"
#include "lts/b_machine_impl.h"
#include "lts/guard.h"

/* The transitions of a state, by compiled routines or by the reference interpreter. */

typedef struct {
  BMachine *m;
  Sink *sink;
  const Operation *operation;
  const Node *body; /* without the guard */
  uint32_t label;
  const Value *state;
  Value *arguments;
} OperationRun;

static bool take_outcome(void *context, Reference *r, const Update *updates, uint32_t count)
{
  OperationRun *s = context;
  BMachine *m = s->m;
  (void) r;
  Value *row = m->row;
  memcpy(row, s->state, m->lts.width * sizeof *row);
  for (uint32_t j = 0; j < s->operation->result_count; j++)
    s->arguments[s->operation->parameter_count + j] = VALUE_UNDEFINED;
  for (uint32_t i = 0; i < count; i++) {
    const Symbol *symbol = updates[i].symbol;
    if (symbol->kind == SYMBOL_VARIABLE && !symbol->dropped)
      row[m->constants + symbol->index] = updates[i].value;
    for (uint32_t j = 0; j < s->operation->result_count; j++)
      if (s->operation->results[j] == symbol)
        s->arguments[s->operation->parameter_count + j] = updates[i].value;
  }
  b_trouble_check_results(m, s->operation, s->arguments);
  Transition t = {s->label, s->arguments, row};
  s->sink->accept(s->sink, &t);
  return true;
}

static void take_failure(void *context, Reference *r)
{
  const OperationRun *s = context;
  (void) r;
  b_trouble_report_call(s->sink, s->m, TROUBLE_FAULT, s->label, s->arguments);
}

/* The operation with its parameters bound. */
static bool perform(void *context, Reference *r)
{
  OperationRun *s = context;
  const Operation *op = s->operation;
  for (uint32_t i = 0; i < op->parameter_count; i++)
    reference_lookup(r, op->parameters[i], &s->arguments[i]);
  for (uint32_t i = 0; i < op->result_count; i++)
    reference_bind(r, op->results[i], VALUE_UNDEFINED);
  Executed how = execute(r, s->body, take_outcome, take_failure, s);
  reference_unbind(r, op->result_count);
  if (how == EXECUTED_INCOMPLETE)
    b_trouble_report_call(s->sink, s->m, TROUBLE_INCOMPLETE, s->label, s->arguments);
  return how != EXECUTED_STOPPED;
}

void b_step_by_reference(BMachine *m, const Value *state, uint32_t index, Sink *sink)
{
  const Operation *op = m->operations.data[index];
  Value *arguments =
      arena_new_array(m->e->scratch, Value, op->parameter_count + op->result_count + 1);
  OperationRun s = {m, sink, op, op->body, LABEL_OPERATION + index, state, arguments};
  const Node *guard = guard_of(m->e->scratch, op, &s.body);
  static const Node always = {.kind = NODE_BTRUE, .height = 1};
  if (op->parameter_count > 0) {
    Solved solved = reference_solve(m->r, op->parameters, op->parameter_count,
                                    guard ? guard : &always, WINDOWS_COUNTED, perform, &s);
    if (solved != SOLVED_ALL) b_trouble_report(sink, m, TROUBLE_INCOMPLETE, s.label);
    return;
  }
  Truth t = guard ? reference_truth(m->r, guard) : TRUTH_TRUE;
  if (t == TRUTH_TRUE) perform(&s, m->r);
  else if (t == TRUTH_FAULT) b_trouble_report(sink, m, TROUBLE_FAULT, s.label);
  else if (t == TRUTH_UNKNOWN) b_trouble_report(sink, m, TROUBLE_INCOMPLETE, s.label);
}

void b_machine_choose(BMachine *m, const Value *state, uint32_t label, const Node *where,
                      Symbol *const *names, const Value *values, uint32_t count, Sink *sink)
{
  const Operation *op = b_machine_operation(m, label);
  assert(op && op->parameter_count && !b_state_is_setup(&m->lts, state));
  engine_forget(m->e);
  b_state_enter(m, state);
  OperationRun s = {m, sink, op, op->body, label, state, NULL};
  s.arguments = arena_new_array(m->e->scratch, Value, op->parameter_count + op->result_count + 1);
  Arena *lasting = m->e->arena; /* code of the formula may be kept */
  const Node *guard = guard_of(lasting, op, &s.body);
  if (guard) where = node_binary(lasting, NODE_AND, where->span, (Node *) where, (Node *) guard);
  for (uint32_t i = 0; i < count; i++) reference_bind(m->r, names[i], values[i]);
  Solved solved = reference_solve(m->r, op->parameters, op->parameter_count, where, WINDOWS_COUNTED,
                                  perform, &s);
  reference_unbind(m->r, count);
  if (solved != SOLVED_ALL) b_trouble_report(sink, m, TROUBLE_INCOMPLETE, label);
}

/* The operation with these arguments. */
void b_step_call_by_reference(BMachine *m, const Value *state, uint32_t index,
                              const Value *arguments, Sink *sink)
{
  const Operation *op = m->operations.data[index];
  uint32_t count = op->parameter_count + op->result_count;
  OperationRun s = {m, sink, op, op->body, LABEL_OPERATION + index, state, NULL};
  s.arguments = arena_new_array(m->e->scratch, Value, count + 1);
  guard_of(m->e->scratch, op, &s.body);
  for (uint32_t i = 0; i < op->parameter_count; i++)
    reference_bind(m->r, op->parameters[i], arguments[i]);
  perform(&s, m->r);
  reference_unbind(m->r, op->parameter_count);
}

static void run_operation(BMachine *m, const Value *state, uint32_t index, Sink *sink)
{
  assert(index < m->operations.len && (!m->vm || m->routines.len == m->operations.len));
  const Routine *routine = m->vm ? m->routines.data[index] : NULL;
  engine_restart(m->e);
  if (!routine) {
    b_step_by_reference(m, state, index, sink);
    return;
  }
  uint32_t label = LABEL_OPERATION + index;
  Truth t = b_code_run(m, routine, m->operations.data[index], label, sink);
  if (t == TRUTH_FAULT) b_trouble_report(sink, m, TROUBLE_FAULT, label);
  else if (t == TRUTH_UNKNOWN) b_trouble_report(sink, m, TROUBLE_INCOMPLETE, label);
}

static void next(Lts *lts, const Value *state, Sink *sink)
{
  BMachine *m = machine(lts);
  engine_forget(m->e);
  b_state_enter(m, state);
  if (b_state_is_setup(lts, state)) {
    b_initialise(m, sink);
    return;
  }
  if (m->vm && !m->compiled) b_code_compile(m);
  for (uint32_t i = 0; i < m->operations.len; i++) run_operation(m, state, i, sink);
}

static void step(Lts *lts, const Value *state, uint32_t label, Sink *sink)
{
  BMachine *m = machine(lts);
  engine_forget(m->e);
  b_state_enter(m, state);
  if (m->vm && !m->compiled) b_code_compile(m);
  run_operation(m, state, label - LABEL_OPERATION, sink);
}

void b_step_install(BMachine *m)
{
  m->lts.next = next;
  m->lts.step = step;
}
