#include <assert.h>

#include "engine/code/formula/formula_code.h"
#include "model/typing.h"
#include "value/relation.h"
#include "value/sequence.h"

/* Operators on relations and sequences: on explicit ones here, on lazy ones, and
 * where the result is not well-defined, by the reference interpreter, which knows
 * what to say about it. */

/* ------------------------------------------------------------- application */

/* Tables are asked for the same few tuples again and again, and to find one takes many
 * comparisons. */
static Applied *new_applied(Vm *vm, const Shape *argument)
{
  if (argument->kind != SHAPE_PAIR && argument->kind != SHAPE_SET) return NULL;
  Applied *all = arena_new_array(vm->arena, Applied, 1 << APPLIED_BITS);
  for (uint32_t i = 0; i < 1 << APPLIED_BITS; i++) all[i].f = VALUE_UNDEFINED;
  vec_push(&vm->applied, all);
  return all;
}

static bool apply_explicit(const Code *c, Vm *vm, Value f, Value x, Value *y)
{
  Applied *kept = c->applied;
  if (kept) kept += x.word * UINT64_C(0x9E3779B97F4A7C15) >> (64 - APPLIED_BITS);
  if (kept && value_same(kept->f, f) && value_same(kept->x, x)) return *y = kept->y, true;
  if (!are_explicit(vm, f, x) || fast_apply(vm->s, c->element, f, x, y) != APPLY_FOUND)
    return false;
  if (kept) *kept = (Applied){f, x, *y};
  return true;
}

static Value apply(const Code *c, Vm *vm, Value f, Value x)
{
  Value y;
  if (apply_explicit(c, vm, f, x, &y)) return y;
  bool closure = is_lazy(f) && lazy_what(vm->s, f) >= LAZY_CLOSURE;
  if (closure && closure_value(vm->r, f, x, &y)) return y;
  captures_enter(vm, c->captures);
  y = ref_apply_function(vm->r, c->shape, f, x, c->node->span);
  captures_leave(vm, c->captures);
  return y;
}

static Value run_apply(const Code *c, Vm *vm)
{
  Value f, x;
  return run_operands(c, vm, &f, &x) ? apply(c, vm, f, x) : f;
}

/* f(x,y,…): the arguments are one tuple. */
static Value run_apply_many(const Code *c, Vm *vm)
{
  Value f = run_value(c->kids[0], vm);
  if (value_is_none(f)) return f;
  Value x = run_value(c->kids[1], vm);
  for (uint32_t i = 2; i < c->count && !value_is_none(x); i++) {
    Value next = run_value(c->kids[i], vm);
    x = value_is_none(next) ? next : fast_pair(vm->s, x, next);
  }
  return value_is_none(x) ? x : apply(c, vm, f, x);
}

/* prj1(A,B)(x) and succ(x) need no set. */
static Value run_step_up(const Code *c, Vm *vm)
{
  Value x = run_value(c->a, vm);
  return value_is_none(x) ? x : fast_int_add(vm->s, x, c->literal);
}

/* kids: x, and the values for FALSE and TRUE */
static Value run_choice(const Code *c, Vm *vm)
{
  Value x = run_value(c->kids[0], vm);
  assert(value_is_none(x) || value_tag(x) == TAG_ATOM);
  return value_is_none(x) ? x : run_value(c->kids[1 + value_same(x, VALUE_TRUE)], vm);
}

static bool compile_choice(Vm *vm, Code *c, const Node *node)
{
  const Code **kids = arena_new_array(vm->arena, const Code *, 3);
  kids[0] = code_of_operand(vm, c, node->kids[1]);
  kids[1] = code_of_operand(vm, c, ref_choice(node, false));
  kids[2] = code_of_operand(vm, c, ref_choice(node, true));
  c->kids = kids;
  c->count = 3;
  c->run.value = run_choice;
  return true;
}

static bool compile_apply(Vm *vm, Code *c, const Node *node)
{
  const Node *f = node_bare(node->kids[0]);
  uint64_t reads = 0;
  if (typing_is_free_type(node)) return false;
  if (ref_choice(node, true)) return compile_choice(vm, c, node);
  if (node->count == 2 && (f->kind == NODE_SUCC || f->kind == NODE_PRED)) {
    c->literal = value_small(f->kind == NODE_SUCC ? 1 : -1);
    c->a = code_of_operand(vm, c, node->kids[1]);
    c->run.value = run_step_up;
    return true;
  }
  c->shape = engine_shape(vm->e, node->kids[0]->type);
  assert(shape_is_relation(c->shape));
  c->element = shape_element(c->shape);
  c->captures = captures_of(vm, node, &reads);
  c->applied = new_applied(vm, c->element->args[0]);
  if (node->count == 2) {
    c->a = code_of_operand(vm, c, node->kids[0]);
    c->b = code_of_operand(vm, c, node->kids[1]);
    c->run.value = run_apply;
    return true;
  }
  const Code **kids = arena_new_array(vm->arena, const Code *, node->count);
  for (uint32_t i = 0; i < node->count; i++) kids[i] = code_of_operand(vm, c, node->kids[i]);
  c->kids = kids;
  c->count = node->count;
  c->run.value = run_apply_many;
  return true;
}

/* --------------------------------------------------------------- operators */

/* What the operator makes of explicit operands; VALUE_UNDEFINED: ask the reference
 * interpreter.  `pair` is the shape of the pairs of the relation among the operands. */
typedef Value Explicit(const Code *, Vm *, Value a, Value b);

static Value run_explicit(const Code *c, Vm *vm)
{
  Value a = run_value(c->a, vm), b = VALUE_UNDEFINED;
  if (value_is_none(a)) return a;
  if (c->b) {
    b = run_value(c->b, vm);
    if (value_is_none(b)) return b;
  }
  assert(c->operation);
  Value v = are_explicit(vm, a, b) ? c->operation(c, vm, a, b) : VALUE_UNDEFINED;
  return value_is_none(v) ? slow_operator(c, vm, a, b) : v;
}

#define EXPLICIT(name, expression) \
  static Value name(const Code *c, Vm *vm, Value a, Value b) \
  { \
    Store *s = vm->s; \
    const Shape *pair = c->shape, *result = c->element; \
    (void) s, (void) pair, (void) result, (void) a, (void) b; \
    return expression; \
  }

EXPLICIT(domain, rel_domain(s, pair, a))
EXPLICIT(range, rel_range(s, pair, a))
EXPLICIT(inverse, rel_inverse(s, pair, result, a))
EXPLICIT(image, rel_image(s, pair, a, b))
EXPLICIT(domain_restrict, rel_domain_restrict(s, c->other, a, b))
EXPLICIT(domain_subtract, rel_domain_subtract(s, c->other, a, b))
EXPLICIT(range_restrict, rel_range_restrict(s, pair, a, b))
EXPLICIT(range_subtract, rel_range_subtract(s, pair, a, b))
EXPLICIT(override, rel_override(s, pair, a, b))
EXPLICIT(compose, rel_compose(s, pair, c->other, result, a, b, vm->e->options.expansion_limit))
EXPLICIT(circ, rel_compose(s, c->other, pair, result, b, a, vm->e->options.expansion_limit))
EXPLICIT(parallel, rel_parallel(s, pair, c->other, result, a, b, vm->e->options.expansion_limit))
EXPLICIT(direct_product,
         rel_direct_product(s, pair, c->other, result, a, b, vm->e->options.expansion_limit))
EXPLICIT(closure1, rel_closure1(s, pair, a, vm->e->options.expansion_limit))
EXPLICIT(to_sets, rel_to_sets(s, pair, result, a))
EXPLICIT(identity, set_card(s, a) <= vm->e->options.lazy_limit
                       ? rel_identity(s, result, a, vm->e->options.lazy_limit)
                       : VALUE_UNDEFINED)
EXPLICIT(size, seq_is(a) ? value_small((int64_t) seq_size(s, a)) : VALUE_UNDEFINED)
EXPLICIT(reverse, seq_is(a) ? seq_reverse(s, a) : VALUE_UNDEFINED)
EXPLICIT(concat, seq_is(a) && seq_is(b) ? seq_concat(s, a, b) : VALUE_UNDEFINED)
EXPLICIT(prepend, seq_is(b) ? seq_prepend(s, a, b) : VALUE_UNDEFINED)
EXPLICIT(append, seq_is(a) ? seq_append(s, a, b) : VALUE_UNDEFINED)

static bool is_list(Value v) { return seq_is(v) && !value_is_empty_set(v); }
EXPLICIT(first_item, is_list(a) ? seq_first(s, a) : VALUE_UNDEFINED)
EXPLICIT(last_item, is_list(a) ? seq_last(s, a) : VALUE_UNDEFINED)
EXPLICIT(front, is_list(a) ? seq_front(s, a) : VALUE_UNDEFINED)
EXPLICIT(tail, is_list(a) ? seq_tail(s, a) : VALUE_UNDEFINED)

static bool fits_size(Store *s, Value a, Value b)
{
  return seq_is(a) && value_is_small(b) && value_small_int(b) >= 0 &&
         (uint64_t) value_small_int(b) <= seq_size(s, a);
}
EXPLICIT(take, fits_size(s, a, b) ? seq_take(s, a, (uint64_t) value_small_int(b)) : VALUE_UNDEFINED)
EXPLICIT(drop, fits_size(s, a, b) ? seq_drop(s, a, (uint64_t) value_small_int(b)) : VALUE_UNDEFINED)

static Explicit *operation_of(NodeKind kind)
{
  switch (kind) {
  case NODE_DOM: return domain;
  case NODE_RAN: return range;
  case NODE_INVERSE: return inverse;
  case NODE_IMAGE: return image;
  case NODE_DOM_RESTRICT: return domain_restrict;
  case NODE_DOM_SUBTRACT: return domain_subtract;
  case NODE_RAN_RESTRICT: return range_restrict;
  case NODE_RAN_SUBTRACT: return range_subtract;
  case NODE_OVERRIDE: return override;
  case NODE_COMPOSE: return compose;
  case NODE_CIRC: return circ;
  case NODE_PARALLEL: return parallel;
  case NODE_DIRECT_PRODUCT: return direct_product;
  case NODE_CLOSURE1: return closure1;
  case NODE_FNC: return to_sets;
  case NODE_ID: return identity;
  case NODE_SIZE: return size;
  case NODE_REV: return reverse;
  case NODE_CONCAT: return concat;
  case NODE_INSERT_FRONT: return prepend;
  case NODE_INSERT_TAIL: return append;
  case NODE_FIRST: return first_item;
  case NODE_LAST: return last_item;
  case NODE_FRONT: return front;
  case NODE_TAIL: return tail;
  case NODE_RESTRICT_FRONT: return take;
  case NODE_RESTRICT_TAIL: return drop;
  default: return NULL;
  }
}

static Value no_operation(const Code *c, Vm *vm, Value a, Value b)
{
  (void) c, (void) vm, (void) a, (void) b;
  return VALUE_UNDEFINED;
}

/* The shape of the elements of a set-valued operand, or NULL. */
static const Shape *elements_of_operand(Vm *vm, const Node *node)
{
  const Shape *shape = engine_shape(vm->e, node->type);
  return shape->kind == SHAPE_SET ? shape_element(shape) : NULL;
}

/* ---- f <+ {x|->y} */

static Value run_update(const Code *c, Vm *vm)
{
  Value f = run_value(c->kids[0], vm);
  Value x = value_is_none(f) ? f : run_value(c->kids[1], vm);
  Value y = value_is_none(x) ? x : run_value(c->kids[2], vm);
  if (value_is_none(y)) return y;
  if (are_explicit(vm, f, x) && is_explicit(vm, y)) return rel_update(vm->s, c->shape, f, x, y);
  Value right = ref_singleton(vm->r, c->shape, fast_pair(vm->s, x, y));
  return value_is_none(right) ? right : slow_operator(c, vm, f, right);
}

/* The one pair of {x|->y}, or NULL. */
static const Node *one_maplet(const Node *node)
{
  node = node_bare(node);
  if (node->kind != NODE_SET_EXT || node->count != 1) return NULL;
  node = node_bare(node->kids[0]);
  return node->kind == NODE_MAPLET ? node : NULL;
}

static bool compile_update(Vm *vm, Code *c, const Node *node, const Node *maplet)
{
  const Code **kids = arena_new_array(vm->arena, const Code *, 3);
  kids[0] = code_of_operand(vm, c, node->kids[0]);
  kids[1] = code_of_operand(vm, c, maplet->kids[0]);
  kids[2] = code_of_operand(vm, c, maplet->kids[1]);
  c->kids = kids;
  c->count = 3;
  c->run.value = run_update;
  return true;
}

/* ---- ran(%x.(P|E)): the values without the pairs */

static Value run_values(const Code *c, Vm *vm)
{
  Value v = code_written_out(c->kids[0], vm);
  return value_same(v, VALUE_UNKNOWN) ? run_explicit(c, vm) : v;
}

/* For the code c of ran(f): the same as {E | P} if f is a lambda. */
static void compile_values(Vm *vm, Code *c, const Node *node)
{
  const Node *lambda = node_bare(node->kids[0]);
  if (node->kind != NODE_RAN || lambda->kind != NODE_LAMBDA) return;
  Node *values = node_new(vm->arena, NODE_IMAGE_SET, lambda->span, NULL, 3);
  for (uint32_t i = 0; i < 3; i++) node_set(values, i, lambda->kids[i]);
  values->type = node->type;
  const Code **kids = arena_new_array(vm->arena, const Code *, 1);
  kids[0] = code_of_operand(vm, c, values);
  if (!kids[0]->plan) return;
  c->kids = kids; /* as it is, without a memo: c has one */
  c->run.value = run_values;
}

bool code_of_relation(Vm *vm, Code *c, const Node *node)
{
  if (node->kind == NODE_APPLY) return compile_apply(vm, c, node);
  if (code_of_reach(vm, c, node)) return true;
  if (node->count < 1 || node->count > 2) return false;
  const Shape *shape = engine_shape(vm->e, node->type);
  uint64_t reads = 0;
  c->operation = operation_of((NodeKind) node->kind);
  if (engine_shape(vm->e, node->kids[0]->type)->kind == SHAPE_STRING &&
      node->kind != NODE_INSERT_FRONT)
    c->operation = NULL;
  c->slow = !c->operation;
  if (c->slow) c->operation = no_operation;
  if (shape->kind == SHAPE_SET) c->element = shape_element(shape);
  c->shape = elements_of_operand(vm, node->kids[0]);
  if (node->count == 2) c->other = elements_of_operand(vm, node->kids[1]);
  c->captures = captures_of(vm, node, &reads);
  if (node->kind == NODE_OVERRIDE && one_maplet(node->kids[1]))
    return compile_update(vm, c, node, one_maplet(node->kids[1]));
  c->a = code_of_operand(vm, c, node->kids[0]);
  if (node->count > 1) c->b = code_of_operand(vm, c, node->kids[1]);
  c->run.value = run_explicit;
  compile_values(vm, c, node);
  return true;
}
