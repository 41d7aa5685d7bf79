#include "engine/reference/execute/execute.h"
#include "lts/b_machine_impl.h"

/* From a set-up of constants to the first states. */

/* The initialisations of all machines, one after the other. */
static const Node *whole_initialisation(BMachine *m)
{
  uint32_t count = m->model->initialisations.len;
  if (count == 1) return m->model->initialisations.data[0].node;
  Node *all = node_new(m->e->arena, count ? NODE_SEQUENCE : NODE_SKIP, SPAN_NONE, NULL, count);
  for (uint32_t i = 0; i < count; i++) node_set(all, i, m->model->initialisations.data[i].node);
  return all;
}

typedef struct {
  BMachine *m;
  Sink *sink;
} Initial;

static bool take_initial(void *context, Reference *r, const Update *updates, uint32_t count)
{
  const Initial *in = context;
  BMachine *m = in->m;
  (void) r;
  b_state_copy(m, m->row);
  m->row[m->lts.width - 1] = b_state_mark(false);
  for (uint32_t i = 0; i < count; i++)
    if (updates[i].symbol->kind == SYMBOL_VARIABLE && !updates[i].symbol->dropped)
      m->row[m->constants + updates[i].symbol->index] = updates[i].value;
  Transition t = {LABEL_INITIALISATION, NULL, m->row};
  in->sink->accept(in->sink, &t);
  return true;
}

static void take_initial_failure(void *context, Reference *r)
{
  const Initial *in = context;
  (void) r;
  b_trouble_report(in->sink, in->m, TROUBLE_FAULT, LABEL_INITIALISATION);
}

void b_initialise_compile(BMachine *m)
{
  if (!m->start_text) m->start_text = whole_initialisation(m);
  if (m->vm && !m->started) {
    m->start_routine = vm_routine(m->vm, (RoutineText){.body = m->start_text});
    m->started = true;
  }
}

static void begin_initialisation(BMachine *m)
{
  setup_clear_variables(m->e);
  if (m->vm) vm_state_changed(m->vm);
  b_initialise_compile(m);
}

void b_initialise_by_reference(BMachine *m, Sink *sink)
{
  Initial in = {m, sink};
  begin_initialisation(m);
  Executed how = execute(m->r, m->start_text, take_initial, take_initial_failure, &in);
  if (how == EXECUTED_INCOMPLETE)
    b_trouble_report(sink, m, TROUBLE_INCOMPLETE, LABEL_INITIALISATION);
}

void b_initialise(BMachine *m, Sink *sink)
{
  begin_initialisation(m);
  if (m->vm && m->start_routine) b_code_run(m, m->start_routine, NULL, LABEL_INITIALISATION, sink);
  else b_initialise_by_reference(m, sink);
}
