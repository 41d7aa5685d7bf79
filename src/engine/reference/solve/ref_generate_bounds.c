#include "engine/reference/solve/ref_solve_impl.h"

#include <stdlib.h>

#include "base/memory.h"

/* What single conjuncts say of the ends of a name, or of its size. */

void solver_raise(Solver *s, Value *low, Value v)
{
  assert(!value_is_none(v));
  if (value_is_none(*low) || int_compare(s->r->s, v, *low) > 0) *low = v;
}

void solver_lower(Solver *s, Value *high, Value v)
{
  assert(!value_is_none(v));
  if (value_is_none(*high) || int_compare(s->r->s, v, *high) < 0) *high = v;
}

/* name OP limit, or limit OP name turned round */
static void take_bound(Solver *s, NodeKind op, Value limit, Value *low, Value *high)
{
  Store *st = s->r->s;
  switch (op) {
  case NODE_LESS: solver_lower(s, high, int_subtract(st, limit, value_small(1))); break;
  case NODE_LESS_EQUAL: solver_lower(s, high, limit); break;
  case NODE_GREATER: solver_raise(s, low, int_add(st, limit, value_small(1))); break;
  case NODE_GREATER_EQUAL: solver_raise(s, low, limit); break;
  case NODE_EQUAL:
    solver_raise(s, low, limit);
    solver_lower(s, high, limit);
    break;
  default: break;
  }
}

static bool is_size_of(const Node *node, const Symbol *name)
{
  node = node_bare(node);
  return (node->kind == NODE_SIZE || node->kind == NODE_CARD) && node_is_name(node->kids[0], name);
}

bool solver_bounds_from(Solver *s, const Node *node, const Symbol *name, bool size, Value *low,
                        Value *high)
{
  NodeKind kind = node->kind;
  bool comparison = kind_is_order(kind) || kind == NODE_EQUAL;
  if (!comparison && kind != NODE_MEMBER) return true;
  for (uint32_t side = 0; side < (comparison ? 2u : 1u); side++) {
    const Node *mine = node->kids[side], *other = node->kids[1 - side];
    if (!(size ? is_size_of(mine, name) : node_is_name(mine, name)) || solver_is_open(s, other))
      continue;
    Value v = ref_eval(s->r, other), l, h;
    if (value_same(v, VALUE_FAULT)) return false;
    if (value_is_none(v)) continue;
    if (comparison) take_bound(s, side == 0 ? kind : kind_turned(kind), v, low, high);
    else if (ref_integer_bounds(s->r, v, &l, &h)) {
      if (!value_is_none(l)) solver_raise(s, low, l);
      if (!value_is_none(h)) solver_lower(s, high, h);
    }
  }
  return true;
}

/* The names without a value that are a side of the conjunct: so many, each once. */
static uint32_t compared_names(const Solver *s, const Node *node, uint32_t names[2])
{
  uint32_t found = 0;
  bool both = kind_is_order(node->kind) || node->kind == NODE_EQUAL;
  for (uint32_t side = 0; side < (both ? 2u : node->kind == NODE_MEMBER); side++) {
    const Node *mine = node_bare(node->kids[side]);
    uint32_t i = solver_is_unbound(s, mine) ? solver_unbound_index(s, mine->symbol) : s->count;
    if (i < s->count && (found == 0 || names[0] != i)) names[found++] = i;
  }
  return found;
}

Compared solver_compared(const Solver *s, uint32_t count)
{
  Compared c = {memory_zeroed(s->count + 2, sizeof *c.first),
                memory_zeroed(2 * (size_t) count + 1, sizeof *c.conjuncts)};
  uint32_t names[2];
  assert(count <= s->conjuncts.len);
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = s->done[i] ? 0 : compared_names(s, s->conjuncts.data[i], names); k-- > 0;)
      c.first[names[k] + 2]++;
  for (uint32_t i = 0; i < s->count; i++) c.first[i + 2] += c.first[i + 1];
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = s->done[i] ? 0 : compared_names(s, s->conjuncts.data[i], names); k-- > 0;)
      c.conjuncts[c.first[names[k] + 1]++] = i;
  return c;
}

void solver_compared_free(Compared *c)
{
  free(c->first);
  free(c->conjuncts);
}

bool solver_size_bounds(Solver *s, const Symbol *name, Value *low, Value *high)
{
  for (uint32_t i = 0; i < s->conjuncts.len; i++)
    if (!s->done[i] && !solver_bounds_from(s, s->conjuncts.data[i], name, true, low, high))
      return false;
  return true;
}
