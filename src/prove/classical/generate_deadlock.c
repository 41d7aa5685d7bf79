#include "prove/classical/calculus_impl.h"
#include "prove/classical/generate_impl.h"

/* Some operation is enabled: its precondition holds, and there is a way through it, be it one that
 * fails. */

static Node *enabled(Generator *g, Sketch *d, const Operation *op, const char **unsupported)
{
  Calculus c = {.build = &g->build, .sketch = d, .mode = MODE_SOMEHOW, .depth = 1};
  Symbol **fresh = arena_new_array(g->build.arena, Symbol *, op->parameter_count + 1);
  const Env *env = NULL;
  c.joining = calculus_paths(op->body) > PATHS_MANY;
  for (uint32_t i = 0; i < op->parameter_count; i++) {
    fresh[i] = sketch_fresh(d, op->parameters[i]->name, op->parameters[i]->type);
    env = env_put(&c, env, op->parameters[i], build_name(&g->build, fresh[i]));
  }
  Node *way = calculus_run_body(&c, op->body, env, &calculus_end);
  calculus_finish(&c);
  if (c.unsupported) *unsupported = c.unsupported;
  return calculus_exists(&c, fresh, op->parameter_count, way);
}

/* What an operation of a chain does itself. */
static const Operation *own_part(const Generator *g, const Operation *op)
{
  const ChainView *refinement = &g->model->parts[CHAIN_REFINEMENT];
  for (uint32_t i = 0; g->model->chain && i < refinement->operations.len; i++)
    if (refinement->operations.data[i]->symbol == op->symbol) return refinement->operations.data[i];
  return op;
}

void generate_deadlock(Generator *g)
{
  const Model *model = g->model;
  Sketch d;
  Calculus c = {.build = &g->build, .sketch = &d};
  Node **ways = arena_new_array(g->build.arena, Node *, model->operations.len + 1);
  uint32_t count = 0;
  sketch_open(&d, &g->build, model);
  d.origin = model->main->unit->root->span;
  scope_properties(g, &d, NULL);
  scope_invariants(g, &d, NULL);
  scope_assertions(g, &d, NULL);
  for (uint32_t i = 0; i < model->operations.len; i++) {
    const Operation *op = model->operations.data[i];
    if (op->top_level && op->machine->level != LEVEL_SHARED)
      ways[count++] = enabled(g, &d, own_part(g, op), &c.unsupported);
  }
  Node *some = build_or(&g->build, ways, count);
  for (uint32_t i = 0; i < count; i++)
    if (build_is_true(ways[i])) some = ways[i];
  if (count) generator_add_result(g, &c, "DLF", "DLF", some);
  sketch_close(&d);
}
