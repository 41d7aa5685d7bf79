#include "prove/classical/generate_impl.h"

#include <string.h>

#include "model/effects.h"
#include "prove/rules/formula.h"
#include "syntax/inspect.h"

/* A machine: the initialisation establishes the invariant, and operations preserve it. */

typedef struct {
  Then then;
  const Node *invariant;
} Goal;

static Node *go_goal(Calculus *c, const Env *env, const Then *self)
{
  const Goal *goal = (const Goal *) self;
  calculus_note_end(c, env);
  return env_formula(c, env, env, build_bare((Node *) (uintptr_t) goal->invariant));
}

static void preserve(Generator *g, const Subject *s, const Clause *clause, uint32_t number)
{
  Sketch d;
  Calculus c;
  const Goal goal = {{go_goal}, clause->node};
  subject_open(g, s, &d, &c, (Claims){.assertions = true, .loops = true});
  d.origin = clause->node->span;
  for (uint32_t i = 0; i < d.hypotheses.len; i++)
    if (d.hypotheses.data[i].predicate == build_bare(clause->node))
      d.hypotheses.data[i].selected = true;
  Node *made = calculus_run_body(&c, s->body, NULL, &goal.then);
  calculus_finish(&c);
  generator_add_result(g, &c, generator_name(g, "%s/inv%u/INV", s->name, number), "INV", made);
  sketch_close(&d);
}

/* For each invariant that has a name of these, NULL: all of them. */
static void preserve_all(Generator *g, const Subject *s, const Operation *op)
{
  uint32_t number = 0, made = 0;
  for (uint32_t i = 0; i < g->model->invariants.len; i++) {
    const Clause *clause = &g->model->invariants.data[i];
    if (!scope_is_own(g, clause)) continue;
    number++;
    if (formula_is_trivial(clause->node)) continue;
    if (op && !node_mentions_one_of(clause->node, op->writes, op->write_count)) continue;
    preserve(g, s, clause, number);
    made++;
  }
  if (!made) subject_assertions(g, s);
}

static bool is_offered(const Machine *machine, const Operation *op)
{
  for (uint32_t i = 0; i < machine->offered.capacity; i++)
    if (machine->offered.keys[i] && ((Symbol *) machine->offered.values[i])->operation == op)
      return true;
  return false;
}

/* The initialisations of included machines come before its own. */
static Node *initialisation(Generator *g)
{
  Model *model = g->model;
  Node *all = node_new(g->build.arena, NODE_SEQUENCE, SPAN_NONE, NULL, model->initialisations.len);
  uint32_t count = 0;
  for (uint32_t i = 0; i < model->initialisations.len; i++)
    if (model->initialisations.data[i].machine->level != LEVEL_SHARED)
      node_set(all, count++, model->initialisations.data[i].node);
  all->count = count;
  return count == 1 ? all->kids[0] : all;
}

void generate_machine(Generator *g)
{
  Model *model = g->model;
  Subject start = {.name = "INITIALISATION", .body = initialisation(g), .initial = true};
  bool has_state = start.body->kind != NODE_SEQUENCE || start.body->count > 0;
  if (has_state) {
    subject_obligations(g, &start);
    preserve_all(g, &start, NULL);
  }
  for (uint32_t i = 0; i < model->operations.len; i++) {
    const Operation *op = model->operations.data[i];
    if (!is_offered(model->main, op)) continue;
    const Subject s = {.name = op->symbol->name->text,
                       .body = op->body,
                       .parameters = op->parameters,
                       .parameter_count = op->parameter_count};
    if (op->machine == model->main) subject_obligations(g, &s);
    preserve_all(g, &s, op);
  }
}
