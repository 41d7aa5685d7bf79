#include "session/inside.h"

#include "engine/code/show/show.h"
#include "engine/scope.h"
#include "session/evaluation.h"
#include "session/system.h"
#include "solver/solver.h"

static void add_net_of_properties(const System *system, Text *out)
{
  const Model *model = system->model;
  if (model->constants.len == 0) {
    text_add(out, "the model has no constants\n");
    return;
  }
  Reference *r = reference_new(system->engine);
  Conjuncts all = scope_conjuncts(model);
  solver_show(out, r, model->constants.data, model->constants.len, all.data, all.len);
  vec_free(&all);
  reference_free(r);
}

bool inside_model(Session *session, const Source *source, InsideKind kind, Text *out)
{
  System system;
  if (!system_open(session, source, (SystemKind){.as = SYSTEM_WHOLE}, &system)) return false;
  if (kind == INSIDE_NET) add_net_of_properties(&system, out);
  else if (kind == INSIDE_PLAN) b_machine_show_plans(system.machine, out);
  else b_machine_show_code(system.machine, out);
  system_close(&system);
  return true;
}

static void add_net_of_formula(const Evaluation *ev, Text *out)
{
  const Formula *f = ev->formula;
  if (f->free.len == 0) {
    text_add(out, "the formula has no free names\n");
    return;
  }
  Conjuncts all = {0};
  conjuncts_add(&all, f->node);
  solver_show(out, ev->bench.reference, f->free.data, f->free.len, all.data, all.len);
  vec_free(&all);
}

/* A predicate with free names is shown as a routine that has them as parameters. */
static void add_code_of_formula(const Evaluation *ev, InsideKind kind, Text *out)
{
  static const Node nothing = {.kind = NODE_SKIP, .height = 1};
  const Formula *f = ev->formula;
  Vm *vm = ev->bench.vm;
  const Routine *routine = NULL;
  const Code *code = NULL;
  bool plan = kind == INSIDE_PLAN;
  if (vm && f->free.len > 0)
    routine = vm_routine(vm, (RoutineText){.parameters = f->free.data,
                                           .parameter_count = f->free.len,
                                           .guard = f->node,
                                           .body = &nothing});
  else if (vm) code = f->node->type ? vm_expression(vm, f->node) : vm_predicate(vm, f->node);
  if (routine) (plan ? show_routine_plans : show_routine_code)(out, routine, 0);
  else if (code) (plan ? show_plans : show_code)(out, code, 0);
  else text_add(out, "no code: the reference interpreter evaluates it\n");
  if (out->len == 0) text_add(out, "the formula has no bound names\n");
}

bool inside_formula(Session *session, const char *formula, InsideKind kind, Text *out)
{
  Evaluation ev;
  if (!evaluation_open(session, NULL, formula, &ev)) return false;
  if (kind == INSIDE_NET) add_net_of_formula(&ev, out);
  else add_code_of_formula(&ev, kind, out);
  evaluation_close(&ev);
  return true;
}
