#include <assert.h>

#include "engine/code/formula/formula_code.h"

#include "syntax/inspect.h"

/* Quantifiers, comprehensions, lambdas, sums and unions: a plan for the names, and
 * what is made of each solution. */

/* ------------------------------------------------------------- quantifiers */

static bool stop_at_first(void *context, Vm *vm)
{
  (void) vm;
  *(bool *) context = true;
  return false;
}

/* What a plan leaves open may be decided in another order of the conjuncts, or by refutation. */
static Truth quantifier_by_reference(const Code *c, Vm *vm)
{
  captures_enter(vm, c->captures);
  Truth t = ref_walk_quantifier(vm->r, c->node);
  captures_leave(vm, c->captures);
  return t;
}

static Truth run_exists(const Code *c, Vm *vm)
{
  bool found = false;
  Truth known = c->images ? images_ask(vm, c->images) : TRUTH_UNKNOWN;
  if (known != TRUTH_UNKNOWN) return known;
  uint64_t start = vm->e->steps;
  Solved solved = plan_run(vm, c->plan, WINDOWS_WIDE, stop_at_first, &found);
  if (c->images) images_spent(c->images, vm->e->steps - start);
  if (found) return TRUTH_TRUE;
  return solved == SOLVED_ALL ? TRUTH_FALSE : quantifier_by_reference(c, vm);
}

typedef struct {
  const Code *conclusion;
  Truth result;
  Fault fault;
} Universal;

static bool check_instance(void *context, Vm *vm)
{
  Universal *u = context;
  Truth t = run_truth(u->conclusion, vm);
  if (t == TRUTH_TRUE) return true;
  if (t == TRUTH_FAULT && u->result == TRUTH_TRUE) u->result = t, u->fault = vm->e->fault;
  else if (t != TRUTH_FAULT) u->result = t;
  return t != TRUTH_FALSE;
}

static Truth run_forall(const Code *c, Vm *vm)
{
  Universal u = {c->a, TRUTH_TRUE, {.span = SPAN_NONE}};
  Solved solved = plan_run(vm, c->plan, WINDOWS_WIDE, check_instance, &u);
  if (u.result == TRUTH_FALSE) return TRUTH_FALSE;
  if (solved == SOLVED_INCOMPLETE || solved == SOLVED_INFINITE)
    return quantifier_by_reference(c, vm);
  if (u.result == TRUTH_FAULT) vm->e->fault = u.fault;
  return u.result;
}

/* The body of a universal quantifier whose conclusion is one too: both are one. */
bool code_of_quantifier(Vm *vm, Code *c, const Node *node)
{
  uint64_t reads = 0;
  c->captures = captures_of(vm, node, &reads);
  if (node->kind == NODE_EXISTS) {
    c->run.truth = run_exists;
    if (!code_of_solutions(vm, c, node->kids[0], node->kids[1], NULL, true)) return false;
    c->images = images_of(vm, node);
    return c->plan && !vm->unit.too_large;
  }
  Node *premise, *conclusion;
  node = ref_merged_universal(vm->e->arena, node);
  if (!ref_universal_parts(vm->e->arena, node, &premise, &conclusion)) return false;
  c->run.truth = run_forall;
  return code_of_solutions(vm, c, node->kids[0], premise, conclusion, true);
}

/* ------------------------------------------------------------------- sets */

typedef struct {
  const Code *c;
  Values out;
  Value result; /* of small sets, sums and products */
  Value failed; /* VALUE_TRUE, or what went wrong   */
  Fault fault;
  Solved solved;
} Collect;

static bool fail(Collect *c, Vm *vm, Value none)
{
  assert(value_is_none(none));
  c->failed = none;
  c->fault = vm->e->fault;
  return false;
}

static bool add_element(Collect *c, Vm *vm, Value v)
{
  vec_push(&c->out, v);
  return c->out.len <= vm->e->options.expansion_limit ||
         fail(c, vm, engine_unknown(vm->e, "a set is too large"));
}

static bool collect_tuple(void *context, Vm *vm)
{
  Collect *c = context;
  return add_element(c, vm, plan_tuple(vm, c->c->plan));
}

static bool collect_value(void *context, Vm *vm)
{
  Collect *c = context;
  Value v = run_value(c->c->a, vm);
  if (value_is_none(v)) return fail(c, vm, v);
  return add_element(c, vm, v);
}

static bool collect_maplet(void *context, Vm *vm)
{
  Collect *c = context;
  Value v = run_value(c->c->a, vm);
  if (value_is_none(v)) return fail(c, vm, v);
  return add_element(c, vm, fast_pair(vm->s, plan_tuple(vm, c->c->plan), v));
}

static bool collect_sum(void *context, Vm *vm)
{
  Collect *c = context;
  Value v = run_value(c->c->a, vm);
  if (value_is_none(v)) return fail(c, vm, v);
  c->result = fast_int_add(vm->s, c->result, v);
  return true;
}

static bool collect_product(void *context, Vm *vm)
{
  Collect *c = context;
  Value v = run_value(c->c->a, vm);
  if (value_is_none(v)) return fail(c, vm, v);
  c->result = fast_int_multiply(vm->s, c->result, v);
  return true;
}

static Value by_reference(const Code *c, Vm *vm, Value (*evaluate)(Reference *, const Node *))
{
  captures_enter(vm, c->captures);
  Value v = evaluate(vm->r, c->node);
  captures_leave(vm, c->captures);
  return v;
}

/* The elements; false: *none is a fault, or the set was not written out. */
static bool collect(const Code *c, Vm *vm, Collect *all, PlanFound *found, Value *none)
{
  all->c = c;
  all->failed = VALUE_TRUE;
  all->solved = plan_run(vm, c->plan, WINDOWS_NONE, found, all);
  *none = value_is_none(all->failed) ? all->failed : VALUE_UNKNOWN;
  if (!value_is_none(all->failed) && all->solved == SOLVED_ALL) return true;
  if (value_same(*none, VALUE_FAULT)) vm->e->fault = all->fault;
  vec_free(&all->out);
  return false;
}

static Value run_set(const Code *c, Vm *vm, PlanFound *found)
{
  Collect all = {0};
  Value none;
  if (!collect(c, vm, &all, found, &none))
    return value_same(none, VALUE_FAULT) ? none : by_reference(c, vm, closure_of);
  Values elements = {all.out.data, all.out.len, all.out.cap};
  Value set = ref_build(vm->r, c->element, &elements); /* unknown: which lazy elements are equal */
  return value_same(set, VALUE_UNKNOWN) ? by_reference(c, vm, closure_of) : set;
}

Value code_written_out(const Code *c, Vm *vm)
{
  Collect all = {0};
  Value none;
  NodeKind kind = c->node->kind;
  assert(c->plan && !c->memo);
  PlanFound *found = kind == NODE_COMPREHENSION ? collect_tuple
                     : kind == NODE_LAMBDA      ? collect_maplet
                                                : collect_value;
  if (!collect(c, vm, &all, found, &none)) {
    if (value_is_none(all.failed)) return none;
    bool infinite = all.solved == SOLVED_INFINITE;
    return engine_unknown(vm->e, infinite ? "an infinite set cannot be enumerated"
                                          : "a set could not be enumerated");
  }
  Values elements = {all.out.data, all.out.len, all.out.cap};
  return ref_build(vm->r, c->element, &elements);
}

static Value run_comprehension(const Code *c, Vm *vm) { return run_set(c, vm, collect_tuple); }
static Value run_image_set(const Code *c, Vm *vm) { return run_set(c, vm, collect_value); }
static Value run_lambda(const Code *c, Vm *vm) { return run_set(c, vm, collect_maplet); }

static Value run_total(const Code *c, Vm *vm, PlanFound *found, int64_t neutral)
{
  Collect all = {.c = c, .result = value_small(neutral), .failed = VALUE_TRUE};
  Solved solved = plan_run(vm, c->plan, WINDOWS_WIDE, found, &all);
  if (value_same(all.failed, VALUE_FAULT)) vm->e->fault = all.fault;
  if (value_is_none(all.failed)) return all.failed;
  return solved == SOLVED_ALL ? all.result : by_reference(c, vm, ref_walk_binder);
}

static Value run_sum(const Code *c, Vm *vm) { return run_total(c, vm, collect_sum, 0); }
static Value run_product(const Code *c, Vm *vm) { return run_total(c, vm, collect_product, 1); }

/* UNION and INTER of explicit sets; anything else is the reference interpreter's. */
static Value run_joined(const Code *c, Vm *vm)
{
  Collect all = {0};
  Value none;
  bool unite = c->node->kind == NODE_QUANT_UNION;
  if (!collect(c, vm, &all, collect_value, &none))
    return value_same(none, VALUE_FAULT) ? none : by_reference(c, vm, ref_walk_binder);
  bool plain = all.out.len > 0;
  for (uint32_t i = 0; i < all.out.len && plain; i++)
    plain = is_explicit(vm, all.out.data[i]) && !is_huge(vm, all.out.data[i]);
  Value result = plain ? all.out.data[0] : VALUE_EMPTY_SET;
  if (plain && unite) result = set_union_all(vm->s, c->element, all.out.data, all.out.len);
  for (uint32_t i = 1; i < all.out.len && plain && !unite; i++)
    result = fast_intersection(vm->s, c->element, result, all.out.data[i]);
  bool nothing = all.out.len == 0 && unite;
  vec_free(&all.out);
  return plain || nothing ? result : by_reference(c, vm, ref_walk_binder);
}

/* {x | x : S} is S. */
static const Node *plain_set(const Node *node)
{
  const Node *body = node_bare(node->kids[1]);
  if (node->kind != NODE_COMPREHENSION || node->kids[0]->count != 1 || body->kind != NODE_MEMBER)
    return NULL;
  const Symbol *name = node_bare(node->kids[0]->kids[0])->symbol;
  bool plain = node_is_name(body->kids[0], name) && !node_mentions(body->kids[1], name);
  return plain ? body->kids[1] : NULL;
}

static Value run_operand(const Code *c, Vm *vm) { return run_value(c->a, vm); }

bool code_of_binder(Vm *vm, Code *c, const Node *node)
{
  const Node *plain = plain_set(node), *body = NULL;
  if (plain) {
    c->a = code_of_operand(vm, c, plain);
    c->run.value = run_operand;
    return true;
  }
  uint64_t reads = 0;
  bool real = engine_shape(vm->e, node->type)->kind == SHAPE_REAL;
  if (node->kind != NODE_SIGMA && node->kind != NODE_PRODUCT)
    c->element = engine_element_shape(vm->e, node->type);
  if (node->count > 2) body = node->kids[2];
  switch ((NodeKind) node->kind) {
  case NODE_COMPREHENSION: c->run.value = run_comprehension; break;
  case NODE_IMAGE_SET: c->run.value = run_image_set; break;
  case NODE_LAMBDA: c->run.value = run_lambda; break;
  case NODE_SIGMA: c->run.value = run_sum; break;
  case NODE_PRODUCT: c->run.value = run_product; break;
  default:
    assert(node->kind == NODE_QUANT_UNION || node->kind == NODE_QUANT_INTER);
    c->run.value = run_joined;
    break;
  }
  if (real) return false;
  c->captures = captures_of(vm, node, &reads);
  return code_of_solutions(vm, c, node->kids[0], node->kids[1], body, false);
}
