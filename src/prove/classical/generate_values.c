#include "prove/classical/generate_impl.h"

#include "prove/rules/formula.h"
#include "prove/rules/well_defined.h"

/* What is given a value has one that satisfies what is said of it: VALUES of an implementation,
 * arguments of included machines.  What PROPERTIES say is shown to have a value where they are;
 * CONSTRAINTS have one for these arguments. */

static bool is_stated(const Clause *c)
{
  return scope_is_written_in(c, NODE_CL_PROPERTIES) || scope_is_written_in(c, NODE_CL_CONSTRAINTS);
}

typedef bool IsGoal(const Generator *, const Clause *, const Machine *);

/* name = value, for a parameter of that machine; NULL: for what VALUES gives one */
static bool is_given(const Generator *g, const Clause *c, const Machine *machine)
{
  const Node *p = node_bare(c->node);
  if (c->machine != g->model->main || is_stated(c) || p->kind != NODE_EQUAL) return false;
  const Symbol *name = node_bare(p->kids[0])->symbol;
  return name && (machine ? name->parameter && name->machine == machine : !name->parameter);
}

static Node *defined(Generator *g, Node *predicate)
{
  return well_defined(&g->build, predicate, NOTATION_B);
}

/* A value that may be none is no hypothesis: all would follow from it.  That there is one must be
 * shown here, for each of them where those before it are known. */
static Node *where_given(Generator *g, const Clauses *doubtful, Node *goal)
{
  for (uint32_t i = doubtful->len; i-- > 0;) {
    Node *equation = doubtful->data[i].node;
    Node *rest = build_implies(&g->build, equation, goal);
    goal = build_both(&g->build, defined(g, equation), rest);
  }
  return goal;
}

/* The clauses of one kind follow from all the others; with `values` they also have values.
 * CONSTRAINTS of parts are no hypotheses: they may hold because the goal does. */
static void generate(Generator *g, IsGoal *is_goal, const Machine *machine, bool values,
                     const char *name, const char *kind)
{
  Sketch d;
  Clauses doubtful = {0};
  Node *goal = build_truth(&g->build, true);
  sketch_open(&d, &g->build, g->model);
  for (uint32_t i = 0; i < g->model->properties.len; i++) {
    const Clause *c = &g->model->properties.data[i];
    bool assumed = !is_goal(g, c, machine);
    if (assumed && scope_is_part_constraint(g, c)) continue;
    if (assumed && is_given(g, c, machine) && !build_is_true(defined(g, c->node)))
      vec_push(&doubtful, *c);
    else if (assumed) sketch_assume(&d, c->node, false);
    else if (!formula_is_trivial(c->node)) {
      if (!span_known(d.origin)) d.origin = c->node->span;
      goal = build_both(&g->build, goal, build_bare(c->node));
    }
  }
  if (values) goal = build_both(&g->build, defined(g, goal), goal);
  goal = where_given(g, &doubtful, goal);
  if (!build_is_true(goal)) generator_add(g, &d, name, kind, goal);
  vec_free(&doubtful);
  sketch_close(&d);
}

static bool is_valued(const Generator *g, const Clause *c, const Machine *machine)
{
  (void) machine;
  return scope_is_level(g, c->machine) && scope_is_written_in(c, NODE_CL_PROPERTIES);
}

static bool is_constraint(const Generator *g, const Clause *c, const Machine *machine)
{
  (void) g;
  return c->machine == machine && scope_is_written_in(c, NODE_CL_CONSTRAINTS);
}

void generate_values(Generator *g)
{
  const Machine *main = g->model->main;
  if (unit_clause(main->unit, NODE_CL_VALUES))
    generate(g, is_valued, NULL, false, "VALUES/PROP", "PROP");
  for (uint32_t i = 0; i < main->included.len; i++) {
    const Machine *part = main->included.data[i];
    const char *dot = part->prefix ? "." : "", *prefix = part->prefix ? part->prefix->text : "";
    generate(g, is_constraint, part, true,
             generator_name(g, "%s%s%s/CST", prefix, dot, part->name->text), "CST");
  }
}
