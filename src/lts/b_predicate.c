#include <assert.h>
#include <string.h>

#include "engine/reference/execute/why.h"
#include "lts/b_machine_impl.h"
#include "model/model_print.h"

/* The numbered predicates of a machine: invariants, assertions, GOAL, and SCOPE. */

static void add_predicate(BMachine *m, const Node *node, PredicateKind kind)
{
  MachinePredicate p = {{.kind = kind, .span = node->span}, node, NULL, {NULL, false}};
  p.reads.variables = arena_new_array(m->e->arena, uint8_t, m->variables + 1);
  reads_collect(node, &p.reads);
  while (node->kind == NODE_EXPANSION || node->kind == NODE_DESCRIBED) node = node->kids[0];
  if (node->kind == NODE_LABELLED) p.about.label = node->name->text;
  Text text = {0};
  if (p.about.label) text_printf(&text, "%s: ", p.about.label);
  model_print_formula(&text, m->model, node, false);
  p.about.text = arena_copy(m->e->arena, text_string(&text), text.len);
  text_free(&text);
  vec_push(&m->predicates, p);
  m->lts.predicate_count = m->predicates.len;
  assert(p.about.text);
}

static void add_predicates(BMachine *m, const Clause *clauses, uint32_t count, PredicateKind kind)
{
  for (uint32_t i = 0; i < count; i++)
    if (clause_is_invariant(&clauses[i])) add_predicate(m, clauses[i].node, kind);
}

/* A definition with a meaning, if it is a predicate over the state; or NULL. */
static const Node *defined_predicate(const BMachine *m, const char *text)
{
  const Name *name = names_find(m->e->names, text, strlen(text));
  const Node *node = name ? map_get(&m->model->settings, name) : NULL;
  return node && !node->type && !model_mentions_dropped(node) ? node : NULL;
}

static void add_goal(BMachine *m)
{
  const Node *goal = defined_predicate(m, "GOAL");
  if (goal) add_predicate(m, goal, PREDICATE_GOAL);
}

Truth b_machine_truth(BMachine *m, const Node *node, const Value *state, Symbol *const *names,
                      const Value *values, uint32_t count, Trouble *why)
{
  engine_forget(m->e);
  b_state_enter(m, state);
  for (uint32_t i = 0; i < count; i++) reference_bind(m->r, names[i], values[i]);
  Truth t = reference_truth(m->r, node);
  reference_unbind(m->r, count);
  return b_trouble_explain(m, t, why);
}

static Truth truth_of(BMachine *m, MachinePredicate *p, const Value *state, Trouble *why)
{
  if (!m->vm) return b_machine_truth(m, p->node, state, NULL, NULL, 0, why);
  engine_forget(m->e);
  b_state_enter(m, state);
  if (!p->code) p->code = vm_predicate(m->vm, p->node);
  return b_trouble_explain(m, vm_truth(m->vm, p->code), why);
}

static Truth holds(Lts *lts, uint32_t predicate, const Value *state, Trouble *why)
{
  assert(predicate < lts->predicate_count && !b_state_is_setup(lts, state));
  return truth_of(machine(lts), &machine(lts)->predicates.data[predicate], state, why);
}

static Truth holds_within(Lts *lts, uint32_t predicate, const Value *state, double seconds,
                          bool *late, Trouble *why)
{
  BMachine *m = machine(lts);
  Patience patience = patience_begin(m->e, seconds);
  Truth t = holds(lts, predicate, state, why);
  *late = patience_end(m, patience) && t == TRUTH_UNKNOWN;
  return t;
}

static Truth is_outside(Lts *lts, const Value *state, Trouble *why)
{
  Truth t = truth_of(machine(lts), &machine(lts)->scope, state, why);
  return t == TRUTH_TRUE ? TRUTH_FALSE : t == TRUTH_FALSE ? TRUTH_TRUE : t;
}

static void add_scope(BMachine *m)
{
  m->scope.node = defined_predicate(m, "SCOPE");
  if (m->scope.node) m->lts.is_outside = is_outside;
}

void b_machine_set_scope(BMachine *m, const Node *node)
{
  m->scope.node = node;
  m->scope.code = NULL;
  m->lts.is_outside = is_outside;
}

const Why *b_machine_why(BMachine *m, Arena *arena, uint32_t predicate, const Value *state,
                         FormatStyle style)
{
  assert(predicate < m->predicates.len);
  engine_forget(m->e);
  b_state_enter(m, state);
  return why_tree(m->r, arena, m->predicates.data[predicate].node, style);
}

static void explain(Lts *lts, uint32_t predicate, const Value *state, Text *text, unsigned margin)
{
  Arena *arena = arena_new();
  why_print(text, b_machine_why(machine(lts), arena, predicate, state, lts->style), margin);
  arena_free(arena);
}

void b_machine_add(BMachine *m, const Node *node, PredicateKind kind)
{
  add_predicate(m, node, kind);
  m->predicates.data[m->predicates.len - 1].about.asked = true;
}

void b_predicate_install(BMachine *m)
{
  const Model *model = m->model;
  m->lts.holds = holds;
  m->lts.holds_within = holds_within;
  m->lts.explain = explain;
  add_predicates(m, model->invariants.data, model->invariants.len, PREDICATE_INVARIANT);
  add_predicates(m, model->assertions.data, model->assertions.len, PREDICATE_ASSERTION);
  add_goal(m);
  add_scope(m);
}
