#include "prove/eventb/generate_impl.h"

#include "prove/rules/formula.h"

typedef VEC(Node *) NodeVec;

/* False: there are mistakes in the event. */
static bool generate_step(Generator *g, const EventbEvent *event, NodeVec *enabled)
{
  Step step;
  bool good = typed_event(g, event, &step);
  if (good) {
    oblige_guards(g, &step);
    oblige_actions(g, &step);
    oblige_witnesses(g, &step);
    oblige_refined(g, &step);
    oblige_preserved(g, &step);
    oblige_converging(g, &step);
    if (!step.initial) vec_push(enabled, oblige_enabled(g, &step));
  }
  typed_step_free(&step);
  return good;
}

static bool generate_machine(Generator *g, bool deadlock)
{
  bool good = true;
  NodeVec enabled = {0};
  const EventbComponent *machine = g->stated.machines.data[0];
  oblige_invariants(g);
  oblige_variants(g);
  for (uint32_t i = 0; i < machine->events.len; i++)
    good &= generate_step(g, machine->events.data[i], &enabled);
  if (good && deadlock) oblige_deadlock(g, enabled.data, enabled.len);
  vec_free(&enabled);
  return good;
}

static bool generate(Generator *g, bool deadlock)
{
  g->build = (Build){g->arena, g->model->types, g->context->names};
  if (!typed_component(g)) return false;
  oblige_stated(g);
  if (!g->component->is_context) return generate_machine(g, deadlock);
  oblige_axioms(g);
  return true;
}

Obligations *eventb_obligations(ParseContext *context, const EventbProject *project,
                                const EventbComponent *component, bool deadlock, Model **model)
{
  uint32_t errors = diags_errors(context->diags);
  Generator g = {.context = context, .arena = context->arena, .component = component};
  *model = NULL;
  eventb_state(context, project, component, &g.stated);
  if (diags_errors(context->diags) != errors) {
    unit_free(g.stated.unit);
    eventb_statement_free(&g.stated);
    return NULL;
  }
  *model = g.model = model_load_unit(context, g.stated.unit);
  g.made = arena_alloc(context->arena, sizeof *g.made);
  *g.made = (Obligations){.arena = context->arena, .model = g.model, .eventb = true};
  bool good = diags_errors(context->diags) == errors && generate(&g, deadlock);
  eventb_statement_free(&g.stated);
  vec_free(&g.after);
  if (good) return g.made;
  vec_free(&g.made->list);
  return NULL;
}
