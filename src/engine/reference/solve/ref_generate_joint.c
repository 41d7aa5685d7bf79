#include "engine/reference/solve/ref_solve_impl.h"
#include "value/sequence.h"

/* Candidates from several conjuncts that speak of parts of one name: its domain and its range, its
 * first element and the others. */

/* The value of E in a conjunct op(x) = E, or <: E with `within`; VALUE_UNDEFINED: there is none. */
static Value part_of(Solver *s, NodeKind op, const Symbol *name, bool within)
{
  for (uint32_t i = 0; i < s->conjuncts.len; i++) {
    const Node *c = s->conjuncts.data[i];
    bool equal = c->kind == NODE_EQUAL, subset = within && c->kind == NODE_SUBSET;
    if (s->done[i] || (!equal && !subset)) continue;
    for (uint32_t side = 0; side < (equal ? 2u : 1u); side++) {
      const Node *part = node_bare(c->kids[side]), *value = c->kids[1 - side];
      const Node *whole = part->kind == op ? node_bare(part->kids[0]) : NULL;
      if (!whole || whole->kind != NODE_IDENT || whole->symbol != name || solver_is_open(s, value))
        continue;
      Fault fault = s->r->e->fault;
      Value v = ref_eval(s->r, value);
      s->r->e->fault = fault;
      if (!value_is_none(v)) return v;
    }
  }
  return VALUE_UNDEFINED;
}

/* A set that has all elements of one side of the relation. */
static Value side_of(Solver *s, NodeKind op, const Symbol *name, const Shape *shape)
{
  Value v = part_of(s, op, name, true);
  return value_is_none(v) && shape_is_indexed(shape) ? ref_whole_type(s->r, shape) : v;
}

static void offer_product(Solver *s, uint32_t name, const Shape *shape, Generator *best)
{
  const Shape *pair = shape->args[0];
  Value domain = side_of(s, NODE_DOM, s->names[name], pair->args[0]);
  Value range =
      value_is_none(domain) ? domain : side_of(s, NODE_RAN, s->names[name], pair->args[1]);
  if (value_is_none(range)) return;
  Value all = ref_lazy(s->r, LAZY_PRODUCT, domain, range);
  Generator g = {.source = FROM_SUBSETS, .conjunct = NO_CONJUNCT, .name = name, .shape = shape};
  g.set = ref_lazy(s->r, LAZY_POW, all, VALUE_UNDEFINED);
  g.cost = solver_cost(s, shape, g.set);
  if (g.cost < COST_SOLUTIONS && g.cost < best->cost) *best = g;
}

/* first(x) = E & tail(x) = T; last(x) = E & front(x) = T: all others are FALSE or not defined */
static void offer_sequence(Solver *s, uint32_t name, bool front, const Shape *shape,
                           Generator *best)
{
  Value rest = part_of(s, front ? NODE_TAIL : NODE_FRONT, s->names[name], false);
  Value item = value_is_none(rest)
                   ? rest
                   : part_of(s, front ? NODE_FIRST : NODE_LAST, s->names[name], false);
  if (value_is_none(item) || value_holds_lazy(s->r->s, item) || value_holds_lazy(s->r->s, rest))
    return;
  Generator g = {.source = FROM_VALUE, .conjunct = NO_CONJUNCT, .name = name, .cost = 1};
  g.shape = shape;
  if (!seq_is(rest)) g = (Generator){.source = FROM_NOTHING, .conjunct = NO_CONJUNCT};
  else g.set = front ? seq_prepend(s->r->s, item, rest) : seq_append(s->r->s, rest, item);
  if (g.cost < best->cost) *best = g;
}

void solver_offer_joint(Solver *s, uint32_t name, Generator *best)
{
  const Shape *shape = engine_shape(s->r->e, s->names[name]->type);
  if (!shape_is_relation(shape)) return;
  if (shape->args[0]->args[0]->kind == SHAPE_INTEGER) {
    offer_sequence(s, name, true, shape, best);
    offer_sequence(s, name, false, shape, best);
  }
  if (best->cost > 1) offer_product(s, name, shape, best);
}
