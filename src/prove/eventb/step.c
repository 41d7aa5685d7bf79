#include "prove/eventb/generate_impl.h"

#include "prove/rules/formula.h"

/* An event with the first abstract event that it refines: what becomes of variables, and of what
 * the abstract event has and it does not. */

const Action *step_action_of(const Event *event, const Symbol *variable)
{
  for (uint32_t i = 0; i < event->action_count; i++)
    for (uint32_t k = 0; k < event->actions[i].count; k++)
      if (event->actions[i].targets[k] == variable) return &event->actions[i];
  return NULL;
}

static bool same_action(const Action *a, const Action *b)
{
  if (a->kind != b->kind || a->count != b->count) return false;
  for (uint32_t i = 0; i < a->count; i++)
    if (a->targets[i] != b->targets[i]) return false;
  return formula_same(a->relation, b->relation);
}

bool step_has_action(const Event *event, const Action *action)
{
  for (uint32_t i = 0; i < event->action_count; i++)
    if (same_action(&event->actions[i], action)) return true;
  return false;
}

/* What it is assigned deterministically, or NULL. */
static Node *value_of(const Event *event, const Symbol *variable)
{
  const Action *action = step_action_of(event, variable);
  for (uint32_t i = 0; action && i < action->count; i++)
    if (action->targets[i] == variable)
      return action->kind == ACTION_VALUE ? action->values[i] : NULL;
  return NULL;
}

const Witness *step_witness_of(const Step *step, const Symbol *symbol)
{
  for (uint32_t i = 0; i < step->witnesses.count; i++)
    if (step->witnesses.data[i].symbol == symbol) return &step->witnesses.data[i];
  return NULL;
}

bool step_assigns(const Symbols *frame, const Symbol *variable)
{
  for (uint32_t i = 0; i < frame->len; i++)
    if (frame->data[i] == variable) return true;
  return false;
}

static void collect_frame(const Event *event, Symbols *frame)
{
  for (uint32_t i = 0; i < event->action_count; i++)
    for (uint32_t k = 0; k < event->actions[i].count; k++)
      vec_push(frame, event->actions[i].targets[k]);
}

/* ---- witnesses */

static const Statement *written_witness(const Step *step, const Name *label)
{
  for (uint32_t i = 0; i < step->own.witnesses.count; i++)
    if (step->own.witnesses.data[i].label == label) return &step->own.witnesses.data[i];
  return NULL;
}

static void add_witness(Step *step, Symbol *symbol, Symbol *variable)
{
  if (step_witness_of(step, symbol)) return;
  Witness *witness = &step->witnesses.data[step->witnesses.count++];
  const Statement *written = written_witness(step, symbol->name);
  *witness = (Witness){.symbol = symbol, .primed = variable != NULL, .variable = variable};
  if (!written) return;
  witness->predicate = written->formula;
  witness->span = written->span;
  const Node *p = node_bare(written->formula);
  bool gives = p->kind == NODE_EQUAL && node_bare(p->kids[0])->symbol == symbol &&
               !formula_mentions(p->kids[1], symbol);
  if (gives) witness->value = p->kids[1];
}

static bool has_parameter(const Event *event, const Symbol *parameter)
{
  for (uint32_t i = 0; i < event->parameter_count; i++)
    if (event->parameters[i] == parameter) return true;
  return false;
}

/* Of parameters that the event does not have, and of variables that the machine does not have and
 * the abstract event chooses. */
static void find_witnesses(const Generator *g, Step *step)
{
  uint32_t room = step->abstract_frame.len;
  for (uint32_t i = 0; i < step->abstract_count; i++) room += step->abstract[i].parameter_count;
  step->witnesses.data = arena_new_array(g->arena, Witness, room);
  for (uint32_t i = 0; i < step->abstract_count; i++)
    for (uint32_t k = 0; k < step->abstract[i].parameter_count; k++)
      if (!has_parameter(&step->own, step->abstract[i].parameters[k]))
        add_witness(step, step->abstract[i].parameters[k], NULL);
  for (uint32_t i = 0; i < step->abstract_frame.len; i++) {
    Symbol *variable = step->abstract_frame.data[i];
    if (!typed_is_variable_of(g->component, variable) && !value_of(&step->abstract[0], variable))
      add_witness(step, typed_after(g, variable), variable);
  }
}

/* ---- replacements */

static void find_values_after(const Generator *g, Step *step)
{
  const EventbNames *variables = &g->component->variables;
  for (uint32_t i = 0; i < variables->len; i++) {
    Symbol *variable = typed_variable(g, variables->data[i].name);
    Node *value = value_of(&step->own, variable);
    if (!value && step_assigns(&step->frame, variable)) continue;
    if (!value) value = build_name(&g->build, variable);
    vec_push(&step->values_after, ((Replacement){typed_after(g, variable), false, value}));
  }
}

void step_prepare(const Generator *g, Step *step)
{
  collect_frame(&step->own, &step->frame);
  if (step->abstract_count) collect_frame(&step->abstract[0], &step->abstract_frame);
  find_witnesses(g, step);
  find_values_after(g, step);
  for (uint32_t i = 0; i < step->witnesses.count; i++) {
    const Witness *witness = &step->witnesses.data[i];
    if (witness->value && !witness->primed)
      vec_push(&step->parameters, ((Replacement){witness->symbol, false, witness->value}));
  }
}

Node *step_after(const Generator *g, const Step *step, Node *formula)
{
  return substitute(&g->build, formula, step->values_after.data, step->values_after.len);
}

Node *step_abstract_after(const Generator *g, const Step *step, Node *formula)
{
  Replacements given = {0};
  for (uint32_t i = 0; i < step->witnesses.count; i++)
    if (step->witnesses.data[i].value)
      vec_push(&given, ((Replacement){step->witnesses.data[i].symbol, false,
                                      step->witnesses.data[i].value}));
  formula = substitute(&g->build, formula, given.data, given.len);
  vec_free(&given);
  return step_after(g, step, formula);
}

Node *step_invariant_after(const Generator *g, const Step *step, Node *invariant)
{
  Replacements first = {0};
  for (uint32_t i = 0; i < step->frame.len; i++) {
    Symbol *variable = step->frame.data[i];
    vec_push(&first,
             ((Replacement){variable, false, build_name(&g->build, typed_after(g, variable))}));
  }
  for (uint32_t i = 0; i < step->abstract_frame.len; i++) {
    Symbol *variable = step->abstract_frame.data[i];
    if (typed_is_variable_of(g->component, variable)) continue;
    const Witness *witness = step_witness_of(step, typed_after(g, variable));
    Node *value = witness ? witness->value : value_of(&step->abstract[0], variable);
    if (!value) value = build_name(&g->build, typed_after(g, variable));
    vec_push(&first, ((Replacement){variable, false, value}));
  }
  Node *formula = substitute(&g->build, invariant, first.data, first.len);
  vec_free(&first);
  formula = substitute(&g->build, formula, step->parameters.data, step->parameters.len);
  return step_after(g, step, formula);
}
