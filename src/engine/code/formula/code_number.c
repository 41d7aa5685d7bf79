#include <assert.h>

#include "engine/code/formula/formula_code.h"

/* Arithmetic, and comparisons of numbers and of values in general. */

#define BINARY(name, expression) \
  static Value name(const Code *c, Vm *vm) \
  { \
    Value a, b; \
    if (!run_operands(c, vm, &a, &b)) return a; \
    return expression; \
  }

BINARY(run_add, fast_int_add(vm->s, a, b))
BINARY(run_subtract, fast_int_subtract(vm->s, a, b))
BINARY(run_multiply, fast_int_multiply(vm->s, a, b))

static bool are_small(Value a, Value b) { return value_is_small(a) && value_is_small(b); }

/* Towards zero; small words suffice unless the divisor is -1. */
BINARY(run_divide, are_small(a, b) && value_small_int(b) > 0
                       ? value_small(value_small_int(a) / value_small_int(b))
                       : slow_operator(c, vm, a, b))
BINARY(run_modulo, are_small(a, b) && value_small_int(b) > 0 && value_small_int(a) >= 0
                       ? value_small(value_small_int(a) % value_small_int(b))
                       : slow_operator(c, vm, a, b))
BINARY(run_binary, slow_operator(c, vm, a, b))

static Value run_unary(const Code *c, Vm *vm)
{
  Value a = run_value(c->a, vm);
  return value_is_none(a) ? a : slow_operator(c, vm, a, VALUE_UNDEFINED);
}

static Value run_negate(const Code *c, Vm *vm)
{
  Value a = run_value(c->a, vm);
  return value_is_none(a) ? a : fast_int_subtract(vm->s, value_small(0), a);
}

static Value run_extreme(const Code *c, Vm *vm)
{
  Value a = run_value(c->a, vm);
  if (value_is_none(a)) return a;
  if (value_tag(a) == TAG_LAZY || value_is_empty_set(a) || c->element->kind != SHAPE_INTEGER)
    return slow_operator(c, vm, a, VALUE_UNDEFINED);
  return c->node->kind == NODE_MAX ? set_greatest(vm->s, c->element, a)
                                   : set_least(vm->s, c->element, a);
}

bool code_of_number(Vm *vm, Code *c, const Node *node)
{
  bool integer = engine_shape(vm->e, node->type)->kind == SHAPE_INTEGER;
  switch ((NodeKind) node->kind) {
  case NODE_ADD: c->run.value = integer ? run_add : run_binary; break;
  case NODE_MINUS: c->run.value = integer ? run_subtract : run_binary; break;
  case NODE_TIMES: c->run.value = integer ? run_multiply : run_binary; break;
  case NODE_DIVIDE: c->run.value = integer ? run_divide : run_binary; break;
  case NODE_MODULO: c->run.value = run_modulo; break;
  case NODE_POWER: c->run.value = run_binary; break;
  case NODE_NEGATE: c->run.value = integer ? run_negate : run_unary; break;
  case NODE_FLOOR:
  case NODE_CEILING:
  case NODE_REAL_OF: c->run.value = run_unary; break;
  case NODE_MAX:
  case NODE_MIN:
    c->element = engine_element_shape(vm->e, node->kids[0]->type);
    c->run.value = run_extreme;
    break;
  default: return false;
  }
  assert(node->count == 1 || node->count == 2);
  c->slow = c->run.value == run_binary || c->run.value == run_unary;
  c->a = code_of_operand(vm, c, node->kids[0]);
  if (node->count > 1) c->b = code_of_operand(vm, c, node->kids[1]);
  return true;
}

/* ------------------------------------------------------------- comparisons */

#define COMPARISON(name, expression) \
  static Truth name(const Code *c, Vm *vm) \
  { \
    Value a, b; \
    if (!run_operands(c, vm, &a, &b)) return truth_of_none(a); \
    return truth_of(expression); \
  }

COMPARISON(run_less, fast_int_compare(vm->s, a, b) < 0)
COMPARISON(run_less_equal, fast_int_compare(vm->s, a, b) <= 0)
COMPARISON(run_greater, fast_int_compare(vm->s, a, b) > 0)
COMPARISON(run_greater_equal, fast_int_compare(vm->s, a, b) >= 0)
/* Values without sets in them: equal values are equal words. */
COMPARISON(run_same, value_same(a, b))
COMPARISON(run_not_same, !value_same(a, b))

/* Sets of values without sets: a lazy set is one word that says so. */
static Truth run_equal_sets(const Code *c, Vm *vm)
{
  Value a, b;
  if (!run_operands(c, vm, &a, &b)) return truth_of_none(a);
  Truth t = value_same(a, b)         ? TRUTH_TRUE
            : are_explicit(vm, a, b) ? TRUTH_FALSE
                                     : reference_equal(vm->r, c->shape, a, b);
  return c->node->kind == NODE_EQUAL ? t : truth_not(t);
}

static Truth run_equal(const Code *c, Vm *vm)
{
  Value a, b;
  if (!run_operands(c, vm, &a, &b)) return truth_of_none(a);
  Truth t = reference_equal(vm->r, c->shape, a, b);
  return c->node->kind == NODE_EQUAL ? t : truth_not(t);
}

static Truth run_subset(const Code *c, Vm *vm)
{
  Value a, b;
  if (!run_operands(c, vm, &a, &b)) return truth_of_none(a);
  Truth t = are_explicit(vm, a, b) ? truth_of(fast_subset(vm->s, c->element, a, b))
                                   : ref_included(vm->r, c->element, a, b);
  return c->node->kind == NODE_SUBSET ? t : truth_not(t);
}

static Truth run_strict_subset(const Code *c, Vm *vm)
{
  Value a, b;
  if (!run_operands(c, vm, &a, &b)) return truth_of_none(a);
  Truth t = are_explicit(vm, a, b)
                ? truth_of(!value_same(a, b) && fast_subset(vm->s, c->element, a, b))
                : ref_strictly_included(vm->r, c->shape, a, b);
  return c->node->kind == NODE_STRICT_SUBSET ? t : truth_not(t);
}

/* How deep sets are nested in a value of the shape: 0, 1, or 2 and more. */
static uint32_t nesting(const Shape *shape)
{
  uint32_t most = 0;
  if (shape->kind == SHAPE_FREE) return 2;
  if (shape->kind == SHAPE_SET) return nesting(shape->args[0]) == 0 ? 1 : 2;
  for (uint32_t i = 0; shape->kind >= SHAPE_SET && i < shape->count; i++) {
    uint32_t n = nesting(shape->args[i]) == 0 ? 0 : 2;
    if (n > most) most = n;
  }
  return most;
}

static TruthRun *comparison_of(NodeKind kind)
{
  switch (kind) {
  case NODE_LESS: return run_less;
  case NODE_LESS_EQUAL: return run_less_equal;
  case NODE_GREATER: return run_greater;
  default: assert(kind == NODE_GREATER_EQUAL); return run_greater_equal;
  }
}

bool code_of_comparison(Vm *vm, Code *c, const Node *node)
{
  const Shape *shape = engine_shape(vm->e, node->kids[0]->type);
  c->shape = shape;
  if (shape->kind == SHAPE_SET) c->element = shape_element(shape);
  switch ((NodeKind) node->kind) {
  case NODE_EQUAL:
  case NODE_NOT_EQUAL: {
    uint32_t depth = nesting(shape);
    bool equal = node->kind == NODE_EQUAL;
    c->run.truth = depth > 1 ? run_equal : depth ? run_equal_sets : equal ? run_same : run_not_same;
    break;
  }
  case NODE_SUBSET:
  case NODE_NOT_SUBSET: c->run.truth = run_subset; break;
  case NODE_STRICT_SUBSET:
  case NODE_NOT_STRICT_SUBSET: c->run.truth = run_strict_subset; break;
  default:
    if (shape->kind != SHAPE_INTEGER) return false;
    c->run.truth = comparison_of((NodeKind) node->kind);
    break;
  }
  c->a = code_of_operand(vm, c, node->kids[0]);
  c->b = code_of_operand(vm, c, node->kids[1]);
  return true;
}
