#include "prove/eventb/generate_impl.h"

#include <string.h>

#include "prove/rules/formula.h"

/* Sequents are made of claims: hypotheses that are collected, then a goal. */

void claim_add(Claim *d, const Name *label, Node *formula, bool selected)
{
  vec_push(&d->hypotheses, ((Hypothesis){formula, label, selected}));
}

void claim_statements(Claim *d, const Statements *list, uint32_t count, bool selected)
{
  for (uint32_t i = 0; i < count; i++)
    claim_add(d, list->data[i].label, list->data[i].formula, selected);
}

/* All that come from others, and so many own ones, which are near. */
static void add_own(Claim *d, const Statements *list, uint32_t all_own, uint32_t own)
{
  uint32_t others = list->count - all_own;
  claim_statements(d, list, others, false);
  for (uint32_t i = 0; i < own; i++)
    claim_add(d, list->data[others + i].label, list->data[others + i].formula, true);
}

void claim_axioms(Claim *d, uint32_t own) { add_own(d, &d->g->axioms, d->g->own_axioms, own); }

void claim_invariants(Claim *d)
{
  claim_statements(d, &d->g->invariants, d->g->invariants.count, false);
}

void claim_near_invariants(Claim *d, uint32_t own)
{
  add_own(d, &d->g->invariants, d->g->own_invariants, own);
}

void claim_event(Claim *d, const Step *step, uint32_t guards)
{
  claim_axioms(d, d->g->own_axioms);
  if (!step->initial) claim_invariants(d);
  claim_statements(d, &step->own.guards, guards, true);
  d->common = d->hypotheses.len;
}

void claim_select(Claim *d, const Node *formula)
{
  for (uint32_t i = 0; i < d->hypotheses.len; i++)
    if (d->hypotheses.data[i].predicate == formula) d->hypotheses.data[i].selected = true;
}

/* ---- choices */

static bool has_hypothesis(const Claim *d, const Node *formula)
{
  for (uint32_t i = 0; i < d->hypotheses.len; i++)
    if (d->hypotheses.data[i].predicate == formula) return true;
  return false;
}

/* In the goal, or in a hypothesis about values after? */
static bool occurs(const Claim *d, const Node *goal, const Symbol *symbol)
{
  if (formula_mentions(goal, symbol)) return true;
  for (uint32_t i = d->common; i < d->hypotheses.len; i++)
    if (formula_mentions(d->hypotheses.data[i].predicate, symbol)) return true;
  return false;
}

static void add_witnesses(Claim *d, const Step *step, const Node *goal)
{
  bool *done = arena_new_array(d->g->arena, bool, step->witnesses.count);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < step->witnesses.count; i++) {
      const Witness *witness = &step->witnesses.data[i];
      if (done[i] || witness->value || !witness->predicate) continue;
      if (!occurs(d, goal, witness->symbol)) continue;
      Node *predicate = step_abstract_after(d->g, step, witness->predicate);
      claim_add(d, witness->symbol->name, predicate, true);
      done[i] = more = true;
    }
  }
}

void claim_outcomes(Claim *d, const Step *step, const Node *goal)
{
  for (uint32_t i = 0; i < step->own.action_count; i++) {
    const Action *action = &step->own.actions[i];
    if (action->kind == ACTION_VALUE || has_hypothesis(d, action->relation)) continue;
    bool needed = false;
    for (uint32_t k = 0; k < action->count; k++)
      needed = needed || occurs(d, goal, action->after[k]);
    if (needed) claim_add(d, action->label, action->relation, true);
  }
}

void claim_choices(Claim *d, const Step *step, const Node *goal)
{
  add_witnesses(d, step, goal);
  claim_outcomes(d, step, goal);
}

/* ---- names */

static SequentRole role_of(const Generator *g, const Symbol *symbol)
{
  if (symbol->kind == SYMBOL_CONSTANT) return ROLE_CONSTANT;
  if (symbol->kind == SYMBOL_VARIABLE) return ROLE_BEFORE;
  for (uint32_t i = 0; i < g->after.len; i++)
    if (g->after.data[i] == symbol) return ROLE_AFTER;
  return ROLE_PARAMETER;
}

static void add_names(const Generator *g, Sequent *s)
{
  Symbols list = {0};
  for (uint32_t i = 0; i < s->hypothesis_count; i++)
    formula_free_names(s->hypotheses[i].predicate, &list);
  formula_free_names(s->goal, &list);
  for (uint32_t i = 0; i < s->after_count; i++) formula_free_names(s->after[i].value, &list);
  SequentName *names = arena_new_array(g->arena, SequentName, list.len);
  for (uint32_t i = 0; i < list.len; i++)
    names[i] = (SequentName){list.data[i], role_of(g, list.data[i])};
  s->names = names;
  s->name_count = list.len;
  vec_free(&list);
}

/* What the event assigns to variables of the machine that the hypotheses or the goal speak of. */
static void add_values_after(const Generator *g, Sequent *s, const Step *step)
{
  uint32_t room = 0;
  for (uint32_t i = 0; i < step->own.action_count; i++) room += step->own.actions[i].count;
  SequentAfter *after = arena_new_array(g->arena, SequentAfter, room);
  for (uint32_t i = 0; i < step->own.action_count; i++) {
    const Action *action = &step->own.actions[i];
    for (uint32_t k = 0; action->kind == ACTION_VALUE && k < action->count; k++)
      after[s->after_count++] = (SequentAfter){action->targets[k]->name, action->values[k]};
  }
  s->after = after;
}

/* ---- the sequent */

const char *obligation_name(const Generator *g, const char *event, const Name *part,
                            const char *kind)
{
  return arena_printf(g->arena, "%s%s%s%s%s", event ? event : "", event ? "/" : "",
                      part ? part->text : "", part ? "/" : "", kind);
}

Sequent *claim_sequent(Claim *d, const Generator *g, Node *goal, const Step *step)
{
  Sequent *s = arena_alloc(g->arena, sizeof *s);
  Hypothesis *hypotheses = arena_new_array(g->arena, Hypothesis, d->hypotheses.len);
  if (d->hypotheses.len)
    memcpy(hypotheses, d->hypotheses.data, d->hypotheses.len * sizeof *hypotheses);
  *s = (Sequent){.component = g->component->name->text,
                 .span = SPAN_NONE,
                 .hypotheses = hypotheses,
                 .hypothesis_count = d->hypotheses.len,
                 .goal = goal};
  if (step) add_values_after(g, s, step);
  add_names(g, s);
  vec_free(&d->hypotheses);
  return s;
}

void claim_finish(Claim *d, Generator *g, const char *name, const char *kind, const char *nature,
                  Span span, Node *goal, const Step *step)
{
  if (formula_is_trivial(goal)) {
    vec_free(&d->hypotheses);
    return;
  }
  Sequent *s = claim_sequent(d, g, goal, step);
  s->name = name;
  s->kind = kind;
  s->nature = nature;
  s->span = span;
  vec_push(&g->made->list, s);
}
