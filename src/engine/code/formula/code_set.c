#include "engine/code/formula/formula_code.h"
#include "value/relation.h"

/* Operators on sets: on explicit sets here, on lazy ones by the reference
 * interpreter. */

#define SET_OPERATOR(name, operation) \
  static Value name(const Code *c, Vm *vm) \
  { \
    Value a, b; \
    if (!run_operands(c, vm, &a, &b)) return a; \
    if (!are_explicit(vm, a, b) || is_huge(vm, a) || is_huge(vm, b)) \
      return slow_operator(c, vm, a, b); \
    return operation(vm->s, c->element, a, b); \
  }

SET_OPERATOR(run_union, fast_union)
SET_OPERATOR(run_intersection, fast_intersection)
SET_OPERATOR(run_difference, fast_difference)

/* S \/ {x} and S - {x}; a is S, b is x */
static Value run_with(const Code *c, Vm *vm)
{
  Value set, x;
  if (!run_operands(c, vm, &set, &x)) return set;
  if (are_explicit(vm, set, x) && !is_huge(vm, set)) return fast_add(vm->s, c->element, set, x);
  return slow_operator(c, vm, set, set_singleton(vm->s, c->element, x));
}

static Value run_without(const Code *c, Vm *vm)
{
  Value set, x;
  if (!run_operands(c, vm, &set, &x)) return set;
  if (are_explicit(vm, set, x) && !is_huge(vm, set)) return set_remove(vm->s, c->element, set, x);
  return slow_operator(c, vm, set, set_singleton(vm->s, c->element, x));
}

/* The one element of {x}, where equal values are equal words; or NULL. */
static const Node *one_element(const Code *c, const Node *node)
{
  node = node_bare(node);
  bool flat = c->element->kind != SHAPE_SET && c->element->kind != SHAPE_FREE &&
              c->element->kind != SHAPE_PAIR && c->element->kind != SHAPE_RECORD;
  return flat && node->kind == NODE_SET_EXT && node->count == 1 ? node->kids[0] : NULL;
}

static bool code_of_one(Vm *vm, Code *c, const Node *node)
{
  const Node *x = node->count == 2 && c->element ? one_element(c, node->kids[1]) : NULL;
  if (!x || (node->kind != NODE_UNION && node->kind != NODE_SET_MINUS)) return false;
  c->run.value = node->kind == NODE_UNION ? run_with : run_without;
  c->a = code_of_operand(vm, c, node->kids[0]);
  c->b = code_of_operand(vm, c, x);
  return true;
}

static Value run_product_set(const Code *c, Vm *vm)
{
  Value a, b;
  if (!run_operands(c, vm, &a, &b)) return a;
  if (are_explicit(vm, a, b)) {
    uint64_t m = set_card(vm->s, a), n = set_card(vm->s, b);
    if (m == 0 || n == 0) return VALUE_EMPTY_SET;
    if (m <= vm->e->options.lazy_limit && n <= vm->e->options.lazy_limit / m)
      return set_product(vm->s, c->element, a, b, vm->e->options.lazy_limit);
  }
  return slow_operator(c, vm, a, b);
}

static Value run_maplet(const Code *c, Vm *vm)
{
  Value a, b;
  if (!run_operands(c, vm, &a, &b)) return a;
  return fast_pair(vm->s, a, b);
}

static Value run_interval(const Code *c, Vm *vm)
{
  Value a, b;
  if (!run_operands(c, vm, &a, &b)) return a;
  return set_interval(vm->s, a, b);
}

static Value run_card(const Code *c, Vm *vm)
{
  Value a = run_value(c->a, vm);
  if (value_is_none(a)) return a;
  if (value_tag(a) == TAG_LAZY) return slow_operator(c, vm, a, VALUE_UNDEFINED);
  uint64_t n = set_card(vm->s, a);
  return n < UINT32_MAX ? value_small((int64_t) n) : set_card_value(vm->s, a);
}

/* union(U), inter(U) of explicit sets of explicit sets. */
static Value run_general(const Code *c, Vm *vm)
{
  Value sets = run_value(c->a, vm);
  if (value_is_none(sets)) return sets;
  bool unite = c->node->kind == NODE_GEN_UNION, plain = is_explicit(vm, sets);
  if (plain && value_is_empty_set(sets)) plain = unite;
  if (plain && value_tag(sets) != TAG_BITS) {
    SetIter it = set_iter(vm->s, c->shape, sets);
    for (Value v; plain && set_next(&it, &v);) plain = !is_huge(vm, v);
  }
  if (!plain) return slow_operator(c, vm, sets, VALUE_UNDEFINED);
  return unite ? set_union_of(vm->s, c->element, c->shape, sets)
               : set_intersection_of(vm->s, c->element, c->shape, sets);
}

static Value run_slow(const Code *c, Vm *vm)
{
  Value a = run_value(c->a, vm), b = VALUE_UNDEFINED;
  if (value_is_none(a)) return a;
  if (c->b) b = run_value(c->b, vm);
  return c->b && value_is_none(b) ? b : slow_operator(c, vm, a, b);
}

bool code_of_set(Vm *vm, Code *c, const Node *node)
{
  uint64_t reads = 0;
  switch ((NodeKind) node->kind) {
  case NODE_UNION: c->run.value = run_union; break;
  case NODE_INTERSECTION: c->run.value = run_intersection; break;
  case NODE_SET_MINUS: c->run.value = run_difference; break;
  case NODE_CARTESIAN: c->run.value = run_product_set; break;
  case NODE_MAPLET: c->run.value = run_maplet; break;
  case NODE_INTERVAL: c->run.value = run_interval; break;
  case NODE_CARD: c->run.value = run_card; break;
  case NODE_GEN_UNION:
  case NODE_GEN_INTER: c->run.value = run_general; break;
  case NODE_POW:
  case NODE_POW1:
  case NODE_FIN:
  case NODE_FIN1: c->run.value = run_slow; break;
  default: return false;
  }
  if (node->kind != NODE_CARD && node->kind != NODE_MAPLET)
    c->element = engine_element_shape(vm->e, node->type);
  c->slow = c->run.value == run_slow;
  if (c->run.value == run_general) c->shape = engine_element_shape(vm->e, node->kids[0]->type);
  c->captures = captures_of(vm, node, &reads);
  if (code_of_one(vm, c, node)) return true;
  c->a = code_of_operand(vm, c, node->kids[0]);
  if (node->count > 1) c->b = code_of_operand(vm, c, node->kids[1]);
  return true;
}
