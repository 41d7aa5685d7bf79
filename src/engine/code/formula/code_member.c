#include <assert.h>

#include "engine/code/formula/formula_code.h"
#include "value/relation.h"
#include "value/sequence.h"

/* x : E without making E where its form says what to look at: intervals, products,
 * powersets, arrows, sequences, domains.  Lazy values are the reference
 * interpreter's. */

static Truth finish(const Code *c, Truth t)
{
  assert(c->node->kind == NODE_MEMBER || c->node->kind == NODE_NOT_MEMBER);
  return c->node->kind == NODE_MEMBER ? t : truth_not(t);
}

static Truth no_member(Value none) { return truth_of_none(none); }

/* Numbers, elements and pairs of these hold nothing lazy: their words decide. */
static bool is_plain(Value x)
{
  return value_tag(x) == TAG_ATOM || value_tag(x) == TAG_INT || value_tag(x) == TAG_PAIR;
}

static Truth member(Vm *vm, const Shape *element, Value x, Value set)
{
  if (is_plain(x) && value_tag(set) != TAG_LAZY)
    return truth_of(fast_member(vm->s, element, x, set));
  if (value_is_small(x) && lazy_what(vm->s, set) == LAZY_FROM)
    return truth_of(fast_int_compare(vm->s, x, lazy_part(vm->s, set, 0)) >= 0);
  return reference_member(vm->r, element, x, set);
}

static Truth both(Truth a, Truth b)
{
  if (a == TRUTH_FALSE || b == TRUTH_FALSE) return TRUTH_FALSE;
  if (a == TRUTH_UNKNOWN || b == TRUTH_UNKNOWN) return TRUTH_UNKNOWN;
  return a == TRUTH_FAULT ? a : b;
}

static Truth run_member(const Code *c, Vm *vm)
{
  Value x, set;
  if (!run_operands(c, vm, &x, &set)) return no_member(x);
  if (are_explicit(vm, x, set) && c->slot)
    return finish(c, truth_of(fast_member(vm->s, c->element, x, set)));
  return finish(c, member(vm, c->element, x, set));
}

/* kids: x, low, high */
static Truth run_in_interval(const Code *c, Vm *vm)
{
  Value v[3];
  for (uint32_t i = 0; i < 3; i++) {
    v[i] = run_value(c->kids[i], vm);
    if (value_is_none(v[i])) return no_member(v[i]);
  }
  return finish(c, truth_of(fast_int_compare(vm->s, v[0], v[1]) >= 0 &&
                            fast_int_compare(vm->s, v[0], v[2]) <= 0));
}

/* NATURAL, NATURAL1, INTEGER and other sets with one end */
static Truth run_from(const Code *c, Vm *vm)
{
  Value x = run_value(c->a, vm);
  if (value_is_none(x)) return no_member(x);
  return finish(c, truth_of(fast_int_compare(vm->s, x, c->literal) >= 0));
}

static Truth run_always(const Code *c, Vm *vm)
{
  Value x = run_value(c->a, vm);
  if (value_is_none(x)) return no_member(x);
  return finish(c, TRUTH_TRUE);
}

/* The right side, whose operands have values, without writing it out. */
static Value right_side(const Code *c, Vm *vm, Value a, Value b)
{
  NodeKind kind = node_bare(c->node->kids[1])->kind;
  return ref_lazy(vm->r, lazy_of_operator(kind), a, b);
}

/* kids: x, S.  x : POW(S) */
static Truth run_in_power(const Code *c, Vm *vm)
{
  Value x, set;
  if (!run_operands(c, vm, &x, &set)) return no_member(x);
  if (are_explicit(vm, x, set)) {
    bool empty = value_is_empty_set(x), some = c->slot;
    return finish(c, truth_of(!(empty && some) && fast_subset(vm->s, c->element, x, set)));
  }
  return finish(c, reference_member(vm->r, c->shape, x, right_side(c, vm, set, VALUE_UNDEFINED)));
}

/* x : dom(r), x : ran(r) */
static Truth run_in_domain(const Code *c, Vm *vm)
{
  Value x, r;
  if (!run_operands(c, vm, &x, &r)) return no_member(x);
  if (is_plain(x) && value_tag(r) != TAG_LAZY) {
    RelIter it = rel_iter_from(vm->s, c->shape, r, x);
    Value ignored, y;
    return finish(c, truth_of(rel_next(&it, &ignored, &y)));
  }
  return finish(c, reference_member(vm->r, c->element, x, run_value(c->kids[0], vm)));
}

/* Do the first (or second) components of the explicit relation lie in the lazy set? */
static Truth side_within(Vm *vm, const Shape *pair, Value r, bool first, Value set)
{
  assert(pair->kind == SHAPE_PAIR && is_explicit(vm, r));
  const Shape *side = pair->args[!first];
  if (ref_is_whole_type(vm->r, side, set)) return TRUTH_TRUE;
  RelIter it = rel_iter(vm->s, pair, r);
  Truth t = TRUTH_TRUE;
  for (Value x, y; t != TRUTH_FALSE && rel_next(&it, &x, &y);)
    t = both(t, member(vm, side, first ? x : y, set));
  return t;
}

/* kids: x, A, B */
static Truth run_in_arrow(const Code *c, Vm *vm)
{
  Value v[3];
  for (uint32_t i = 0; i < 3; i++) {
    v[i] = run_value(c->kids[i], vm);
    if (value_is_none(v[i])) return no_member(v[i]);
  }
  assert(lazy_is_arrow(c->slot));
  Demands d = ref_arrow_demands((LazyKind) c->slot);
  bool lazy_from = !is_explicit(vm, v[1]), lazy_to = !is_explicit(vm, v[2]);
  if (!is_explicit(vm, v[0]) || (lazy_from && d.total) || (lazy_to && d.surjective))
    return finish(c, reference_member(vm->r, c->element, v[0], right_side(c, vm, v[1], v[2])));
  RelDemands demands = {d.functional, d.injective, d.total, d.surjective};
  Truth t = truth_of(rel_obeys(vm->s, c->shape, v[0], lazy_from ? VALUE_UNDEFINED : v[1],
                               lazy_to ? VALUE_UNDEFINED : v[2], demands));
  if (t == TRUTH_TRUE && lazy_from) t = side_within(vm, c->shape, v[0], true, v[1]);
  if (t != TRUTH_FALSE && lazy_to) t = both(t, side_within(vm, c->shape, v[0], false, v[2]));
  if (t == TRUTH_UNKNOWN) /* perhaps by numbers of elements */
    t = reference_member(vm->r, c->element, v[0], right_side(c, vm, v[1], v[2]));
  return finish(c, t);
}

static Truth run_in_sequences(const Code *c, Vm *vm)
{
  Value x, set;
  if (!run_operands(c, vm, &x, &set)) return no_member(x);
  NodeKind kind = (NodeKind) c->slot;
  bool lazy = !is_explicit(vm, set);
  if (!is_explicit(vm, x) || (lazy && kind == NODE_PERM))
    return finish(c,
                  reference_member(vm->r, c->element, x, right_side(c, vm, set, VALUE_UNDEFINED)));
  bool empty = value_is_empty_set(x), some = kind == NODE_SEQ1 || kind == NODE_ISEQ1;
  bool fine = seq_is(x) && !(empty && some) && (lazy || seq_within(vm->s, c->shape, x, set));
  if (fine && kind == NODE_PERM) fine = seq_is_permutation(vm->s, c->shape, x, set);
  if (fine && (kind == NODE_ISEQ || kind == NODE_ISEQ1))
    fine = seq_is_injective(vm->s, c->shape, x);
  const Shape *pair = shape_element(c->element);
  Truth t = fine && lazy ? side_within(vm, pair, x, false, set) : truth_of(fine);
  if (t == TRUTH_UNKNOWN)
    t = reference_member(vm->r, c->element, x, right_side(c, vm, set, VALUE_UNDEFINED));
  return finish(c, t);
}

/* kids: x, A, B: x : A*B is prj1(x) : A & prj2(x) : B */
static Truth run_in_product(const Code *c, Vm *vm)
{
  Value v[3];
  for (uint32_t i = 0; i < 3; i++) {
    v[i] = run_value(c->kids[i], vm);
    if (value_is_none(v[i])) return no_member(v[i]);
  }
  Truth t = member(vm, c->element->args[0], fast_first(vm->s, v[0]), v[1]);
  if (t != TRUTH_FALSE)
    t = both(t, member(vm, c->element->args[1], fast_second(vm->s, v[0]), v[2]));
  return finish(c, t);
}

/* ---------------------------------------------------------------- compiling */

static void compile_three(Vm *vm, Code *c, const Node *x, const Node *a, const Node *b)
{
  const Code **kids = arena_new_array(vm->arena, const Code *, 3);
  kids[0] = code_of_operand(vm, c, x);
  kids[1] = code_of_operand(vm, c, a);
  kids[2] = code_of_operand(vm, c, b);
  c->kids = kids;
  c->count = 3;
}

/* The whole right side, for values that are lazy. */
static void compile_whole(Vm *vm, Code *c, const Node *set)
{
  const Code **kids = arena_new_array(vm->arena, const Code *, 1);
  kids[0] = code_of_operand(vm, c, set);
  c->kids = kids;
  c->count = 1;
}

/* The words of equal values are equal: nothing lazy inside. */
static bool is_flat(const Shape *shape)
{
  if (shape->kind == SHAPE_SET || shape->kind == SHAPE_FREE) return false;
  for (uint32_t i = 0;
       (shape->kind == SHAPE_PAIR || shape->kind == SHAPE_RECORD) && i < shape->count; i++)
    if (!is_flat(shape->args[i])) return false;
  return true;
}

bool code_of_membership(Vm *vm, Code *c, const Node *node)
{
  const Node *x = node->kids[0], *set = node_bare(node->kids[1]);
  NodeKind kind = set->kind;
  c->element = engine_element_shape(vm->e, set->type);
  assert(c->predicate && node->count == 2);
  if (code_of_reaching(vm, c, node)) return true;
  if (kind_is_arrow(kind)) {
    c->shape = shape_element(c->element);
    c->slot = lazy_of_operator(kind);
    compile_three(vm, c, x, set->kids[0], set->kids[1]);
    c->run.truth = run_in_arrow;
    return true;
  }
  switch (kind) {
  case NODE_INTERVAL:
    compile_three(vm, c, x, set->kids[0], set->kids[1]);
    c->run.truth = run_in_interval;
    return true;
  case NODE_CARTESIAN:
    compile_three(vm, c, x, set->kids[0], set->kids[1]);
    c->run.truth = run_in_product;
    return true;
  case NODE_NATURAL:
  case NODE_NATURAL1:
    c->literal = value_small(kind == NODE_NATURAL1);
    c->a = code_of_operand(vm, c, x);
    c->run.truth = run_from;
    return true;
  case NODE_INTEGER:
  case NODE_STRING:
    c->a = code_of_operand(vm, c, x);
    c->run.truth = run_always;
    return true;
  case NODE_POW:
  case NODE_POW1:
  case NODE_FIN:
  case NODE_FIN1:
    c->a = code_of_operand(vm, c, x);
    c->b = code_of_operand(vm, c, set->kids[0]);
    c->shape = c->element;
    c->element = shape_element(c->shape);
    c->slot = kind == NODE_POW1 || kind == NODE_FIN1;
    c->run.truth = run_in_power;
    return true;
  case NODE_SEQ:
  case NODE_SEQ1:
  case NODE_ISEQ:
  case NODE_ISEQ1:
  case NODE_PERM:
    c->a = code_of_operand(vm, c, x);
    c->b = code_of_operand(vm, c, set->kids[0]);
    c->shape = shape_element(c->element)->args[1];
    c->slot = kind;
    c->run.truth = run_in_sequences;
    return true;
  case NODE_DOM:
    c->a = code_of_operand(vm, c, x);
    c->b = code_of_operand(vm, c, set->kids[0]);
    c->shape = engine_element_shape(vm->e, set->kids[0]->type);
    compile_whole(vm, c, set);
    c->run.truth = run_in_domain;
    return true;
  default:
    c->a = code_of_operand(vm, c, x);
    c->b = code_of_operand(vm, c, set);
    c->slot = is_flat(c->element);
    c->run.truth = run_member;
    return true;
  }
}
