#include "lts/b_machine.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "engine/fork.h"
#include "lts/b_machine_impl.h"
#include "model/model_print.h"

/* Functions of the tool may print or read files: that is done in one thread, in order. */
static bool has_externals(const BMachine *m)
{
  for (uint32_t i = 0; i < m->operations.len; i++)
    if (m->operation_reads.data[i].external) return true;
  for (uint32_t i = 0; i < m->predicates.len; i++)
    if (m->predicates.data[i].reads.external) return true;
  return false;
}

static Lts *fork(Lts *lts)
{
  const BMachine *m = machine(lts);
  if (has_externals(m)) return NULL;
  assert(!m->part); /* whose engine others use */
  BMachine *f = b_machine_new(engine_fork(m->e));
  f->owns_engine = true;
  for (uint32_t i = f->predicates.len; i < m->predicates.len; i++)
    b_machine_add(f, m->predicates.data[i].node, m->predicates.data[i].about.kind);
  if (m->scope.node && m->scope.node != f->scope.node) b_machine_set_scope(f, m->scope.node);
  return &f->lts;
}

static bool release(Lts *lts, StoreMark *mark)
{
  BMachine *m = machine(lts);
  b_code_forget(m);
  store_release(m->e->store, m->start, VALUE_UNDEFINED);
  setup_clear_variables(m->e);
  *mark = m->start;
  return true;
}

void b_machine_free_lts(Lts *lts)
{
  BMachine *m = machine(lts);
  vm_free(m->vm);
  reference_free(m->r);
  vec_free(&m->operations);
  vec_free(&m->operation_reads);
  vec_free(&m->operation_writes);
  vec_free(&m->routines);
  vec_free(&m->predicates);
  setup_problem_free(&m->setup);
  vec_free(&m->symmetry);
  free(m->row);
  if (m->owns_engine) engine_free(m->e);
  free(m);
}

/* The most arguments and results of an operation. */
static uint32_t widest_label(const BMachine *m)
{
  uint32_t widest = 0;
  for (uint32_t i = 0; i < m->operations.len; i++) {
    const Operation *op = m->operations.data[i];
    if (op->parameter_count + op->result_count > widest)
      widest = op->parameter_count + op->result_count;
  }
  return widest;
}

static BMachine *new_machine(Engine *e, const ChainView *part)
{
  BMachine *m = memory_zeroed(1, sizeof *m);
  m->e = e;
  m->part = part;
  m->start_text = part ? part->initialisation : NULL;
  m->r = reference_new(e);
  if (!e->options.strict_wd && !e->options.reference_only) m->vm = vm_new(m->r);
  m->model = e->model;
  m->constants = e->model->constants.len;
  m->variables = e->model->variables.len;
  b_operation_add_all(m);
  uint32_t width = m->constants + m->variables + 1;
  m->row = memory_zeroed(width, sizeof *m->row);
  m->lts = (Lts){.width = width,
                 .label_count = LABEL_OPERATION + m->operations.len,
                 .label_width = widest_label(m),
                 .first_operation = LABEL_OPERATION,
                 .events = model_is_eventb(e->model),
                 .unconditional = m->constants == 0 && e->model->properties.len == 0,
                 .store = e->store,
                 .constants = m->constants,
                 .fork = fork,
                 .release = release,
                 .free = b_machine_free_lts};
  assert(m->operations.len == m->operation_reads.len);
  b_setup_install(m);
  b_step_install(m);
  b_claim_install(m);
  b_about_install(m);
  b_predicate_install(m);
  return m;
}

BMachine *b_machine_new(Engine *e) { return new_machine(e, NULL); }

BMachine *b_machine_part(Engine *e, ChainPart part)
{
  return new_machine(e, &e->model->parts[part]);
}

Lts *b_machine_lts(BMachine *m) { return &m->lts; }

Engine *b_machine_engine(const BMachine *m) { return m->e; }

BMachine *b_machine_of(Lts *lts) { return lts->free == b_machine_free_lts ? machine(lts) : NULL; }
