#include "prove/eventb/generate_impl.h"

#include "prove/rules/formula.h"
#include "prove/rules/well_defined.h"

/* What is to be proved of an event by itself: guards, actions, invariants. */

/* ---- guards */

static uint32_t place_of(const Statements *list, const Node *formula)
{
  for (uint32_t i = 0; i < list->count; i++)
    if (formula_same(list->data[i].formula, formula)) return i;
  return UINT32_MAX;
}

/* Is it known from an abstract event, which has the guard, too, behind no others than those that
 * are in front of it here? */
static bool is_known_from(const Event *abstract, const Step *step, uint32_t guard, bool theorem)
{
  const Statement *own = &step->own.guards.data[guard];
  for (uint32_t i = 0; i < abstract->guards.count; i++) {
    const Statement *other = &abstract->guards.data[i];
    if (formula_same(other->formula, own->formula) && (!theorem || other->theorem)) return true;
    if (place_of(&step->own.guards, other->formula) >= guard) return false;
  }
  return false;
}

static bool is_known(const Step *step, uint32_t guard, bool theorem)
{
  for (uint32_t i = 0; i < step->abstract_count; i++)
    if (is_known_from(&step->abstract[i], step, guard, theorem)) return true;
  return false;
}

void oblige_guards(Generator *g, const Step *step)
{
  const char *event = step->own.source->name->text;
  for (uint32_t i = 0; i < step->own.guards.count; i++) {
    const Statement *guard = &step->own.guards.data[i];
    for (int theorem = 0; theorem <= guard->theorem; theorem++) {
      if (is_known(step, i, theorem)) continue;
      Claim d = {.g = g};
      claim_event(&d, step, i);
      const char *kind = theorem ? "THM" : "WD";
      const char *nature = theorem          ? "Theorem"
                           : guard->theorem ? "Well-definedness of Theorem"
                                            : "Well-definedness of Guard";
      Node *goal =
          theorem ? guard->formula : well_defined(&g->build, guard->formula, NOTATION_EVENTB);
      claim_finish(&d, g, obligation_name(g, event, guard->label, kind), kind, nature, guard->span,
                   goal, NULL);
    }
  }
}

/* ---- actions */

/* The formula with other symbols for the values after, which are bound by what comes around. */
static Node *bound_after(const Generator *g, const Action *action, Node *formula, Symbol **bound)
{
  Replacements list = {0};
  for (uint32_t i = 0; i < action->count; i++) {
    bound[i] = build_local(&g->build, action->after[i]->name, action->after[i]->type);
    vec_push(&list, ((Replacement){action->after[i], false, build_name(&g->build, bound[i])}));
  }
  formula = substitute(&g->build, formula, list.data, list.len);
  vec_free(&list);
  return formula;
}

static uint32_t keep_used(const Node *formula, Symbol **names, uint32_t count)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++)
    if (formula_mentions(formula, names[i])) names[kept++] = names[i];
  return kept;
}

static Node *action_condition(const Generator *g, const Action *action)
{
  const Build *b = &g->build;
  if (action->kind == ACTION_IN) return well_defined(b, action->choice, NOTATION_EVENTB);
  if (action->kind == ACTION_SUCH) {
    Symbol **bound = arena_new_array(g->arena, Symbol *, action->count);
    Node *formula = bound_after(g, action, action->choice, bound);
    formula = well_defined(b, formula, NOTATION_EVENTB);
    uint32_t used = keep_used(formula, bound, action->count);
    return build_is_true(formula) ? formula : build_forall(b, bound, used, formula);
  }
  Node **parts = arena_new_array(g->arena, Node *, action->count);
  for (uint32_t i = 0; i < action->count; i++)
    parts[i] = well_defined(b, action->values[i], NOTATION_EVENTB);
  return well_defined_improved(b, build_and(b, parts, action->count), NULL, 0);
}

/* That it has an outcome. */
static Node *action_feasible(const Generator *g, const Action *action)
{
  const Build *b = &g->build;
  if (action->kind == ACTION_IN) return build_not_empty(b, action->choice);
  if (action->kind == ACTION_VALUE || build_is_true(action->choice)) return build_truth(b, true);
  Symbol **bound = arena_new_array(g->arena, Symbol *, action->count);
  Node *formula = bound_after(g, action, action->choice, bound);
  return build_exists(b, bound, keep_used(formula, bound, action->count), formula);
}

static bool mentions_values_after(const Generator *g, const Node *formula)
{
  for (uint32_t i = 0; i < g->after.len; i++)
    if (formula_mentions(formula, g->after.data[i])) return true;
  return false;
}

/* What the abstract event is known to choose: its outcome exists, so that an outcome of this event
 * may be looked for with it. */
static void add_abstract_choices(Claim *d, const Step *step)
{
  for (uint32_t i = 0; i < step->witnesses.count; i++) {
    const Witness *w = &step->witnesses.data[i];
    if (!w->primed && w->predicate && mentions_values_after(d->g, w->predicate)) return;
  }
  if (step->abstract_count == 0) return;
  for (uint32_t i = 0; i < step->abstract[0].action_count; i++) {
    const Action *action = &step->abstract[0].actions[i];
    if (action->kind != ACTION_VALUE) claim_add(d, action->label, action->relation, true);
  }
  for (uint32_t i = 0; i < step->witnesses.count; i++) {
    const Witness *w = &step->witnesses.data[i];
    if (!w->primed && w->predicate && !w->value) claim_add(d, w->symbol->name, w->predicate, true);
  }
}

void oblige_actions(Generator *g, const Step *step)
{
  const char *event = step->own.source->name->text;
  for (uint32_t i = 0; i < step->own.action_count; i++) {
    const Action *action = &step->own.actions[i];
    bool repeated = step->abstract_count > 0 && step_has_action(&step->abstract[0], action);
    for (int feasible = 0; feasible < 2; feasible++) {
      Claim d = {.g = g};
      claim_event(&d, step, step->own.guards.count);
      uint32_t before = d.hypotheses.len;
      add_abstract_choices(&d, step);
      if (repeated && (!feasible || d.hypotheses.len > before)) {
        vec_free(&d.hypotheses);
        continue;
      }
      const char *kind = feasible ? "FIS" : "WD";
      Node *goal = feasible ? action_feasible(g, action) : action_condition(g, action);
      claim_finish(&d, g, obligation_name(g, event, action->label, kind), kind,
                   feasible ? "Feasibility of action" : "Well-definedness of action", action->span,
                   goal, NULL);
    }
  }
}

/* ---- invariants */

static bool mentions_frame(const Node *formula, const Symbols *frame)
{
  for (uint32_t i = 0; i < frame->len; i++)
    if (formula_mentions(formula, frame->data[i])) return true;
  return false;
}

void oblige_preserved(Generator *g, const Step *step)
{
  const char *event = step->own.source->name->text;
  const char *nature = step->initial ? "Invariant  establishment" : "Invariant  preservation";
  uint32_t others = g->invariants.count - g->own_invariants;
  for (uint32_t i = others; i < g->invariants.count; i++) {
    const Statement *invariant = &g->invariants.data[i];
    if (invariant->theorem || formula_is_trivial(invariant->formula)) continue;
    if (!step->initial && !mentions_frame(invariant->formula, &step->frame) &&
        !mentions_frame(invariant->formula, &step->abstract_frame))
      continue;
    Claim d = {.g = g};
    Node *goal = step_invariant_after(g, step, invariant->formula);
    claim_event(&d, step, step->own.guards.count);
    claim_choices(&d, step, goal);
    claim_select(&d, invariant->formula);
    claim_finish(&d, g, obligation_name(g, event, invariant->label, "INV"), "INV", nature,
                 invariant->span, goal, step);
  }
}
