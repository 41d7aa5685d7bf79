#include "prove/eventb/generate_impl.h"

#include "prove/rules/formula.h"
#include "prove/rules/well_defined.h"

/* What is to be proved of an event about those that it refines: guards, actions, variables. */

/* ---- guards */

static bool has_guard(const Event *event, const Node *formula)
{
  for (uint32_t i = 0; i < event->guards.count; i++)
    if (formula_same(event->guards.data[i].formula, formula)) return true;
  return false;
}

static void finish(Generator *g, const Step *step, Node *goal, const Name *part, const char *kind,
                   const char *nature, Span span)
{
  Claim d = {.g = g};
  claim_event(&d, step, step->own.guards.count);
  claim_choices(&d, step, goal);
  claim_finish(&d, g, obligation_name(g, step->own.source->name->text, part, kind), kind, nature,
               span, goal, step);
}

static void one_abstract_event(Generator *g, const Step *step)
{
  const Statements *guards = &step->abstract[0].guards;
  for (uint32_t i = 0; i < guards->count; i++) {
    const Statement *guard = &guards->data[i];
    if (guard->theorem || formula_is_trivial(guard->formula)) continue;
    if (has_guard(&step->own, guard->formula)) continue;
    finish(g, step, step_abstract_after(g, step, guard->formula), guard->label, "GRD",
           "Guard strengthening (split)", guard->span);
  }
}

/* The guards of one of them hold. */
static void several_abstract_events(Generator *g, const Step *step)
{
  Node **branches = arena_new_array(g->arena, Node *, step->abstract_count);
  for (uint32_t k = 0; k < step->abstract_count; k++) {
    const Statements *guards = &step->abstract[k].guards;
    Node **parts = arena_new_array(g->arena, Node *, guards->count);
    uint32_t count = 0;
    for (uint32_t i = 0; i < guards->count; i++) {
      const Statement *guard = &guards->data[i];
      if (guard->theorem || formula_is_trivial(guard->formula)) continue;
      if (!has_guard(&step->own, guard->formula)) parts[count++] = guard->formula;
    }
    if (count == 0) return;
    branches[k] = build_and(&g->build, parts, count);
  }
  Node *goal = build_or(&g->build, branches, step->abstract_count);
  finish(g, step, step_abstract_after(g, step, goal), NULL, "MRG", "Guard strengthening (merge)",
         step->own.source->span);
}

/* ---- actions */

/* What the abstract action says of variables that the machine has. */
static Node *claimed(const Generator *g, const Action *action)
{
  if (action->kind != ACTION_VALUE) return action->relation;
  Node **parts = arena_new_array(g->arena, Node *, action->count);
  uint32_t count = 0;
  for (uint32_t i = 0; i < action->count; i++) {
    if (!typed_is_variable_of(g->component, action->targets[i])) continue;
    Node *after = build_name(&g->build, action->after[i]);
    parts[count++] = build_equal(&g->build, after, action->values[i]);
  }
  return build_and(&g->build, parts, count);
}

/* An action that is repeated is simulated by itself.  Rodin counts those that say something of the
 * machine's variables, but looks up by this count whether an action is repeated among all of them:
 * so it asks for some that are.  They are true, and here to be those of Rodin; none is left out. */
static void simulated(Generator *g, const Step *step)
{
  const Event *abstract = &step->abstract[0];
  uint32_t counted = 0;
  for (uint32_t i = 0; i < abstract->action_count; i++) {
    const Action *action = &abstract->actions[i];
    Node *relation = claimed(g, action);
    if (build_is_true(relation)) continue;
    bool repeated = step_has_action(&step->own, action) &&
                    step_has_action(&step->own, &abstract->actions[counted]);
    counted++;
    if (repeated || formula_is_trivial(relation)) continue;
    finish(g, step, step_abstract_after(g, step, relation), action->label, "SIM",
           "Action simulation", action->span);
  }
}

/* ---- variables that only this event assigns */

static void finish_equal(Generator *g, const Step *step, const Action *action, Symbol *variable)
{
  const Build *b = &g->build;
  Node *after = build_name(b, typed_after(g, variable));
  Node *goal = step_after(g, step, build_equal(b, after, build_name(b, variable)));
  Claim d = {.g = g};
  claim_event(&d, step, step->own.guards.count);
  if (action->kind != ACTION_VALUE) claim_add(&d, action->label, action->relation, true);
  claim_finish(&d, g, obligation_name(g, step->own.source->name->text, variable->name, "EQL"),
               "EQL", "Equality of common variables", action->span, goal, step);
}

static void equal(Generator *g, const Step *step)
{
  const EventbComponent *abstract = g->stated.machines.data[1];
  for (uint32_t i = 0; i < step->own.action_count; i++) {
    const Action *action = &step->own.actions[i];
    for (uint32_t k = 0; k < action->count; k++)
      if (typed_is_variable_of(abstract, action->targets[k]) &&
          !step_assigns(&step->abstract_frame, action->targets[k]))
        finish_equal(g, step, action, action->targets[k]);
  }
}

void oblige_refined(Generator *g, const Step *step)
{
  if (g->stated.machines.len < 2) return;
  if (step->abstract_count == 1) one_abstract_event(g, step);
  if (step->abstract_count > 1) several_abstract_events(g, step);
  if (step->abstract_count) simulated(g, step);
  equal(g, step);
}

/* ---- witnesses */

static Node *exists_witness(const Generator *g, const Witness *witness, Node *predicate)
{
  const Build *b = &g->build;
  if (!formula_mentions(predicate, witness->symbol)) return predicate;
  Symbol *bound = build_local(b, witness->symbol->name, witness->symbol->type);
  const Replacement one = {witness->symbol, false, build_name(b, bound)};
  return build_exists(b, &bound, 1, substitute(b, predicate, &one, 1));
}

/* A witness is not known while it is asked whether it is one. */
static void finish_witness(Generator *g, const Step *step, const Witness *witness, Node *goal,
                           const char *kind, const char *nature)
{
  Claim d = {.g = g};
  claim_event(&d, step, step->own.guards.count);
  claim_outcomes(&d, step, goal);
  const char *event = step->own.source->name->text;
  claim_finish(&d, g, obligation_name(g, event, witness->symbol->name, kind), kind, nature,
               witness->span, goal, step);
}

void oblige_witnesses(Generator *g, const Step *step)
{
  for (uint32_t i = 0; i < step->witnesses.count; i++) {
    const Witness *witness = &step->witnesses.data[i];
    if (!witness->predicate) continue;
    Node *condition = well_defined(&g->build, witness->predicate, NOTATION_EVENTB);
    condition = step_after(g, step, condition);
    finish_witness(g, step, witness, condition, "WWD", "Well-definedness of witness");
    if (witness->value || formula_is_trivial(witness->predicate)) continue;
    Node *predicate = step_after(g, step, witness->predicate);
    finish_witness(g, step, witness, exists_witness(g, witness, predicate), "WFIS",
                   "Feasibility of witness");
  }
}
