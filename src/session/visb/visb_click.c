#include <string.h>

#include "session/visb/visb_impl.h"

/* Clicks on elements: steps of operations that satisfy a predicate.  In it the parameters and
 * results have the values of the step, a variable x its value after the step, and x$0 before. */

static const Operation *operation_of(const Visb *v, const VisbEvent *event)
{
  return v->scene->system.model ? b_machine_operation(v->scene->system.machine, event->label)
                                : NULL;
}

static const Formula *read_predicate(Visb *v, const VisbEvent *event, DisplayTroubles *troubles)
{
  const Operation *op = operation_of(v, event);
  Model *model = v->scene->model;
  Diags *diags = session_diags(v->scene->session);
  uint32_t mark = diags_mark(diags), known = model->known.len;
  for (uint32_t i = 0; i < v->names.len; i++) vec_push(&model->known, v->names.data[i].symbol);
  for (uint32_t i = 0; op && i < op->parameter_count; i++)
    vec_push(&model->known, op->parameters[i]);
  for (uint32_t i = 0; op && i < op->result_count; i++) vec_push(&model->known, op->results[i]);
  const Formula *f = bench_formula(&v->scene->bench, "<picture>", event->predicate, FORMULA_PRED);
  model->known.len = known;
  trouble_take(troubles, diags, mark,
               arena_printf(v->arena, "the event %s of '%s'", event->event, event->id));
  if (f && f->free.len) {
    trouble_add(troubles, SPAN_NONE, "the event %s of '%s': %s is not known", event->event,
                event->id, f->free.data[0]->name->text);
    return NULL;
  }
  return f;
}

/* The state before, as the values that x$0 has. */
static void bind_old(Visb *v)
{
  Reference *r = v->scene->bench.reference;
  const Model *model = v->scene->system.model;
  const Value *state = animator_state(v->scene->animator);
  for (uint32_t i = 0; i < model->variables.len; i++)
    reference_bind_old(r, model->variables.data[i], state[model->constants.len + i]);
}

static bool satisfies(Visb *v, const VisbEvent *event, const Formula *f, const Transition *t,
                      ClickSteps *steps)
{
  const Operation *op = operation_of(v, event);
  Reference *r = v->scene->bench.reference;
  uint32_t parameters = op ? op->parameter_count : 0;
  uint32_t count = op ? parameters + op->result_count : 0;
  b_machine_enter(v->scene->system.machine, t->state);
  for (uint32_t i = 0; i < count; i++)
    reference_bind(r, i < parameters ? op->parameters[i] : op->results[i - parameters],
                   t->arguments[i]);
  bind_old(v);
  Truth truth = reference_truth(r, f->node);
  reference_unbind_old(r, v->scene->system.model->variables.len);
  reference_unbind(r, count);
  if (truth == TRUTH_UNKNOWN) steps->incomplete = true;
  return truth == TRUTH_TRUE;
}

static void find_steps(Visb *v, const VisbEvent *event, ClickSteps *steps,
                       DisplayTroubles *troubles)
{
  const Animator *a = v->scene->animator;
  const Formula *f = NULL;
  if (event->predicate && !(f = read_predicate(v, event, troubles))) return;
  visb_bind(v, troubles);
  for (uint32_t i = 0; i < a->enabled.len; i++) {
    const Transition *t = &a->enabled.data[i];
    if (t->label != event->label || (f && !satisfies(v, event, f, t, steps))) continue;
    vec_push(&steps->steps, i);
  }
  visb_unbind(v);
  if (animator_is_incomplete(a)) steps->incomplete = true;
}

bool visb_is_clickable(const Visb *v, const char *id)
{
  for (uint32_t i = 0; i < v->events.len; i++)
    if (!strcmp(v->events.data[i].id, id)) return true;
  return false;
}

void visb_click(Visb *v, const char *id, ClickSteps *steps, DisplayTroubles *troubles)
{
  *steps = (ClickSteps){0};
  if (!animator_running(v->scene->animator)) return;
  for (uint32_t i = 0; i < v->events.len && !steps->steps.len; i++)
    if (!strcmp(v->events.data[i].id, id)) find_steps(v, &v->events.data[i], steps, troubles);
  engine_forget(v->scene->bench.engine);
}
