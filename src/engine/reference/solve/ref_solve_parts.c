#include "engine/reference/solve/ref_solve_impl.h"

/* A disjunction, or an existential quantifier, gives names their values: each part is solved by
 * itself, and what was found is tried once. */

typedef struct {
  Solver *outer;
  Symbol **names;
  uint32_t count;
  Values tuples;
} Tuples;

static bool add_tuple(void *context, Reference *r)
{
  Tuples *t = context;
  Value tuple = VALUE_UNDEFINED;
  for (uint32_t i = 0; i < t->count; i++) {
    Value v = VALUE_UNDEFINED;
    reference_lookup(r, t->names[i], &v);
    tuple = i == 0 ? v : value_pair(r->s, tuple, v);
  }
  vec_push(&t->tuples, tuple);
  return t->tuples.len < r->e->options.expansion_limit;
}

static void mentioned(const Solver *s, const Node *node, Tuples *t)
{
  bool fresh = solver_is_unbound(s, node);
  uint32_t i = fresh ? solver_unbound_index(s, node->symbol) : 0;
  for (uint32_t j = 0; fresh && j < t->count; j++) fresh = t->names[j] != s->names[i];
  if (fresh) t->names[t->count++] = s->names[i];
  for (uint32_t k = 0; k < node->count; k++) mentioned(s, node->kids[k], t);
}

static const Shape *tuple_shape(Solver *s, const Tuples *t)
{
  assert(t->count > 0 && t->count <= s->count);
  const Shape *shape = engine_shape(s->r->e, t->names[0]->type);
  for (uint32_t i = 1; i < t->count; i++)
    shape = shape_pair(s->r->e->shapes, shape, engine_shape(s->r->e, t->names[i]->type));
  return shape;
}

/* Solves one disjunct, or the body of an existential, for the names. */
static Solved solve_part(Solver *s, const Node *part, Tuples *t)
{
  part = node_bare(part);
  if (part->kind != NODE_EXISTS)
    return reference_solve(s->r, t->names, t->count, part, s->windows, add_tuple, t);
  const Node *inner = part->kids[0];
  Symbol **names = arena_new_array(s->r->e->scratch, Symbol *, t->count + inner->count);
  for (uint32_t i = 0; i < t->count; i++) names[i] = t->names[i];
  for (uint32_t i = 0; i < inner->count; i++)
    names[t->count + i] = node_bare(inner->kids[i])->symbol;
  return reference_solve(s->r, names, t->count + inner->count, part->kids[1], s->windows, add_tuple,
                         t);
}

static bool bind_tuple(Solver *s, const Tuples *t, Value tuple, uint32_t *bindings)
{
  for (uint32_t i = t->count; i-- > 0;) {
    Value v = i == 0 ? tuple : pair_second(s->r->s, tuple);
    uint32_t index = solver_unbound_index(s, t->names[i]);
    assert(index < s->count);
    reference_bind(s->r, t->names[i], v);
    s->bound[index] = true;
    ++*bindings;
    if (i > 0) tuple = pair_first(s->r->s, tuple);
  }
  return true;
}

void solver_try_parts(Solver *s, const Generator *g)
{
  const Node *node = s->conjuncts.data[g->conjunct];
  Tuples t = {.outer = s, .names = arena_new_array(s->r->e->scratch, Symbol *, s->count)};
  mentioned(s, node, &t);
  bool either = node->kind == NODE_OR;
  Solved solved = SOLVED_ALL;
  for (uint32_t i = 0; i < (either ? node->count : 1) && solved != SOLVED_INFINITE; i++) {
    Solved part = solve_part(s, either ? node->kids[i] : node, &t);
    if (part != SOLVED_ALL) solved = part;
  }
  if (solved == SOLVED_INFINITE) s->infinite = true;
  else if (solved != SOLVED_ALL) s->incomplete = true;
  const Shape *shape = tuple_shape(s, &t);
  Value set = ref_build(s->r, shape, &t.tuples); /* each once */
  if (value_is_none(set)) {
    s->incomplete = true;
    return;
  }
  SetIter it = set_iter(s->r->s, shape, set);
  for (Value v; !solver_is_over(s) && set_next(&it, &v);) {
    uint32_t bindings = 0;
    bind_tuple(s, &t, v, &bindings);
    solver_step(s);
    solver_unbind(s, bindings);
  }
}
