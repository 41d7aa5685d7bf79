#include "prove/classical/generate_impl.h"

#include "prove/rules/formula.h"

/* What is given a value satisfies what is said of it: VALUES of an implementation, arguments of
 * included machines. */

static bool is_level(const Generator *g, const Machine *machine)
{
  for (const Machine *m = g->model->main; m; m = m->refines)
    if (m == machine) return true;
  return false;
}

static bool is_stated(const Clause *c)
{
  return scope_is_written_in(c, NODE_CL_PROPERTIES) || scope_is_written_in(c, NODE_CL_CONSTRAINTS);
}

typedef bool IsGoal(const Generator *, const Clause *, const Machine *);

/* The clauses of one kind follow from all the others. */
static void generate(Generator *g, IsGoal *is_goal, const Machine *machine, const char *name,
                     const char *kind)
{
  Sketch d;
  Node *goal = build_truth(&g->build, true);
  sketch_open(&d, &g->build, g->model);
  for (uint32_t i = 0; i < g->model->properties.len; i++) {
    const Clause *c = &g->model->properties.data[i];
    if (!is_goal(g, c, machine)) sketch_assume(&d, c->node, false);
    else if (!formula_is_trivial(c->node)) goal = build_both(&g->build, goal, build_bare(c->node));
  }
  if (!build_is_true(goal)) generator_add(g, &d, name, kind, goal);
  sketch_close(&d);
}

static bool is_valued(const Generator *g, const Clause *c, const Machine *machine)
{
  (void) machine;
  return is_level(g, c->machine) && is_stated(c);
}

/* What follows from the constraints of the machine is not assumed either. */
static bool is_constraint(const Generator *g, const Clause *c, const Machine *machine)
{
  (void) g;
  return c->machine == machine && scope_is_written_in(c, NODE_CL_CONSTRAINTS);
}

void generate_values(Generator *g)
{
  const Machine *main = g->model->main;
  if (unit_clause(main->unit, NODE_CL_VALUES)) generate(g, is_valued, NULL, "VALUES/PROP", "PROP");
  for (uint32_t i = 0; i < main->included.len; i++) {
    const Machine *part = main->included.data[i];
    const char *dot = part->prefix ? "." : "", *prefix = part->prefix ? part->prefix->text : "";
    generate(g, is_constraint, part, generator_name(g, "%s%s%s/CST", prefix, dot, part->name->text),
             "CST");
  }
}
