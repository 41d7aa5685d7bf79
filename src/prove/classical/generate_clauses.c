#include "prove/classical/generate_impl.h"

#include "prove/rules/formula.h"
#include "prove/rules/well_defined.h"

/* Obligations of predicates that a machine states: they have values, theorems follow. */

/* The formula has a value where the hypotheses hold, which are there already. */
static void add_value(Generator *g, Sketch *d, Node *condition, const char *name)
{
  Node **known = arena_new_array(g->build.arena, Node *, d->hypotheses.len + 1);
  for (uint32_t i = 0; i < d->hypotheses.len; i++) known[i] = d->hypotheses.data[i].predicate;
  Node *goal = well_defined_improved(&g->build, condition, known, d->hypotheses.len);
  if (!formula_is_trivial(goal)) generator_add(g, d, name, "WD", goal);
}

static void generate_property(Generator *g, const Clause *clause, uint32_t number)
{
  Node *condition = well_defined(&g->build, clause->node, NOTATION_B);
  if (build_is_true(condition)) return;
  Sketch d;
  sketch_open(&d, &g->build, g->model);
  d.origin = clause->node->span;
  scope_properties(g, &d, clause);
  add_value(g, &d, condition, generator_name(g, "prop%u/WD", number));
  sketch_close(&d);
}

static void generate_invariant(Generator *g, const Clause *clause, uint32_t number)
{
  Node *condition = well_defined(&g->build, clause->node, NOTATION_B);
  if (build_is_true(condition)) return;
  Sketch d;
  sketch_open(&d, &g->build, g->model);
  d.origin = clause->node->span;
  scope_properties(g, &d, NULL);
  scope_other_assertions(g, &d);
  scope_invariants(g, &d, clause);
  add_value(g, &d, condition, generator_name(g, "inv%u/WD", number));
  sketch_close(&d);
}

static void generate_predicates(Generator *g)
{
  uint32_t properties = 0, invariants = 0;
  for (uint32_t i = 0; i < g->model->properties.len; i++) {
    const Clause *clause = &g->model->properties.data[i];
    if (scope_is_own(g, clause) && scope_is_written_in(clause, NODE_CL_PROPERTIES))
      generate_property(g, clause, ++properties);
  }
  for (uint32_t i = 0; i < g->model->invariants.len; i++) {
    const Clause *clause = &g->model->invariants.data[i];
    if (scope_is_own(g, clause)) generate_invariant(g, clause, ++invariants);
  }
}

/* The first clause that an assertion of the text became, and all together. */
static const Clause *clauses_of(Generator *g, const Node *text, Node **all)
{
  const Clause *first = NULL;
  *all = build_truth(&g->build, true);
  for (uint32_t i = 0; i < g->model->assertions.len; i++) {
    const Clause *clause = &g->model->assertions.data[i];
    Span span = clause->node->span;
    if (!scope_is_own(g, clause) || span.begin < text->span.begin || span.end > text->span.end)
      continue;
    if (!first) first = clause;
    *all = build_both(&g->build, *all, build_bare(clause->node));
  }
  return first;
}

static void open_assertion(Generator *g, Sketch *d, const Clause *first, Span origin)
{
  sketch_open(d, &g->build, g->model);
  d->origin = origin;
  scope_properties(g, d, NULL);
  scope_invariants(g, d, NULL);
  scope_assertions(g, d, first);
}

static void generate_assertion(Generator *g, const Node *text, uint32_t number)
{
  Sketch d;
  Node *assertion;
  const Clause *first = clauses_of(g, text, &assertion);
  if (!first) return;
  Node *condition = well_defined(&g->build, assertion, NOTATION_B);
  if (!build_is_true(condition)) {
    open_assertion(g, &d, first, text->span);
    add_value(g, &d, condition, generator_name(g, "assert%u/WD", number));
    sketch_close(&d);
  }
  if (formula_is_trivial(assertion)) return;
  open_assertion(g, &d, first, text->span);
  generator_add(g, &d, generator_name(g, "assert%u/THM", number), "THM", assertion);
  sketch_close(&d);
}

void generate_clauses(Generator *g)
{
  const Node *assertions = unit_clause(g->model->main->unit, NODE_CL_ASSERTIONS);
  generate_predicates(g);
  for (uint32_t i = 0; assertions && i < assertions->count; i++)
    generate_assertion(g, assertions->kids[i], i + 1);
}
