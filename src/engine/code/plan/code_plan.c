#include <assert.h>

#include "engine/code/plan/plan.h"

#include "model/typing.h"
#include "syntax/inspect.h"

/* How the names of a binder get their values, decided once: conjuncts become
 * generators (x = E, x : S, x|->y : r, f(x) = E, bounds of integers, a finite
 * type), each at the point where the names that it needs are known; the others
 * are tested as soon as their names are known.  A name for which there is no
 * generator, or one whose set turns out to be lazy, is left to reference_solve. */

static Value run_shifted(const Code *c, Vm *vm)
{
  Value v = run_value(c->a, vm);
  return value_is_none(v) ? v : fast_int_add(vm->s, v, c->literal);
}

static void bind_name(Planner *p, uint32_t name, uint32_t *slot, uint32_t *level)
{
  Vm *vm = p->vm;
  assert(name < p->count && !p->bound[name]);
  if (vm->unit.depth + 2 < LEVEL_COUNT) vm->unit.depth++;
  else vm->unit.too_large = true;
  p->bound[name] = true;
  *slot = p->plan->slots[name];
  *level = vm->unit.depth;
  code_place_add(vm, p->names[name], *slot, UINT64_C(1) << vm->unit.depth);
}

static const Code *kept_inside(Planner *p, const Code *c, uint32_t level)
{
  p->plan->reads |= c->reads;
  return code_inside(p->vm, c, level);
}

static const Code *planned(Planner *p, const Node *node, bool predicate, uint32_t level)
{
  Code *c = predicate ? code_of_predicate(p->vm, node) : code_of_expression(p->vm, node);
  return kept_inside(p, c, level);
}

static const Code *planned_set(Planner *p, const Node *set, uint32_t level)
{
  Code *c = space_is(set) ? code_of_space(p->vm, set) : code_of_expression(p->vm, set);
  return kept_inside(p, c, level);
}

static const Pattern *make_pattern(Planner *p, const Node *node, uint32_t level)
{
  node = node_bare(node);
  Pattern *pattern = arena_alloc(p->vm->arena, sizeof *pattern);
  pattern->shape = engine_shape(p->vm->e, node->type);
  if (plan_is_open_name(p, node)) {
    pattern->kind = PATTERN_NAME;
    bind_name(p, plan_open_index(p, node->symbol), &pattern->slot, &pattern->level);
  } else if (node->kind == NODE_MAPLET && plan_is_open(p, node)) {
    pattern->kind = PATTERN_PAIR;
    pattern->first = make_pattern(p, node->kids[0], level);
    pattern->second = make_pattern(p, node->kids[1], level);
  } else {
    pattern->kind = PATTERN_VALUE;
    pattern->value = planned(p, node, false, level);
  }
  return pattern;
}

/* 0 … for NATURAL: the low end as a literal. */
static const Code *end_of(Planner *p, const Node *set, bool high, uint32_t level)
{
  if (set->kind == NODE_INTERVAL) return planned(p, set->kids[high], false, level);
  assert(!high || set->kind == NODE_INT || set->kind == NODE_NAT || set->kind == NODE_NAT1);
  Code *c = code_new(p->vm, set);
  NodeKind kind = set->kind;
  bool one = kind == NODE_NAT1 || kind == NODE_NATURAL1;
  c->literal = high ? p->vm->e->maxint : kind == NODE_INT ? p->vm->e->minint : value_small(one);
  c->run.value = code_run_literal;
  c->leaf = true;
  return c;
}

/* x > E gives the end E+1; the integers are whole. */
static const Code *comparison_end(Planner *p, const Node *other, int64_t shift, uint32_t level)
{
  const Code *code = planned(p, other, false, level);
  if (shift == 0) return code;
  Code *c = code_new(p->vm, other);
  c->a = code;
  c->literal = value_small(shift);
  c->run.value = run_shifted;
  code_reads(c, code->reads);
  return code_settled(p->vm, c);
}

/* What the conjunct says of a sum with the name.  Where that is not exact the conjunct is tested,
 * too, and then the bound itself may be among the candidates. */
static bool add_bounds(Planner *p, Step *step, const Node *node, unsigned sides, uint32_t level)
{
  bool member = node->kind == NODE_MEMBER;
  uint32_t side = !member && plan_is_open(p, node->kids[1]);
  const Node *sum = node->kids[side], *other = node_bare(node->kids[1 - side]);
  Isolation how;
  if (!plan_isolates(p, sum, &how)) assert(false);
  bool strict = !member && how.exact && kind_is_strict(node->kind);
  for (uint32_t high = 0; high < 2; high++) {
    if (!(sides & (high ? 2 : 1))) continue;
    const Node *target = member ? other->kids[high != how.negative] : other;
    const Code *end = comparison_end(p, plan_isolated(p, sum, target),
                                     high ? -(int64_t) strict : (int64_t) strict, level);
    if (high) step->high[step->high_count++] = end;
    else step->low[step->low_count++] = end;
  }
  return how.exact;
}

static void make_range(Planner *p, Step *step, uint32_t name, uint32_t level)
{
  Vm *vm = p->vm;
  step->low = arena_new_array(vm->arena, const Code *, p->conjuncts.len + 1);
  step->high = arena_new_array(vm->arena, const Code *, p->conjuncts.len + 1);
  for (uint32_t i = 0; i < p->conjuncts.len; i++) {
    const Node *node = p->conjuncts.data[i];
    unsigned sides = p->done[i] ? 0 : plan_bound(p, node, p->names[name]);
    if (!sides) continue;
    p->done[i] = true;
    if (node->kind == NODE_MEMBER && node_is_name(node->kids[0], p->names[name])) {
      const Node *set = node_bare(node->kids[1]);
      step->low[step->low_count++] = end_of(p, set, false, level);
      if (sides & 2) step->high[step->high_count++] = end_of(p, set, true, level);
    } else p->done[i] = add_bounds(p, step, node, sides, level);
  }
  assert(step->low_count > 0 && step->high_count > 0);
  bind_name(p, name, &step->slot, &step->level);
}

/* x = E, or E = x, with a closed E; or NULL. */
static const Node *value_for(const Planner *p, const Node *node, const Symbol *name)
{
  if (node->kind != NODE_EQUAL) return NULL;
  for (uint32_t side = 0; side < 2; side++) {
    const Node *other = node->kids[1 - side];
    if (node_is_name(node->kids[side], name) && !plan_is_open(p, other)) return other;
  }
  return NULL;
}

static void add_conditionals(Planner *p, Step *step, const Node *when, const Node *node,
                             const Symbol *name, uint32_t level)
{
  node = node_bare(node);
  for (uint32_t i = 0; node->kind == NODE_AND && i < node->count; i++)
    add_conditionals(p, step, when, node->kids[i], name, level);
  const Node *value = value_for(p, node, name);
  if (!value) return;
  Conditional *c = arena_alloc(p->vm->arena, sizeof *c);
  c->when = planned(p, when, true, level);
  c->value = planned(p, value, false, level);
  c->next = step->conditionals;
  step->conditionals = c;
}

static void make_type(Planner *p, Step *step, uint32_t name, uint32_t level)
{
  for (uint32_t i = 0; i < p->conjuncts.len; i++) {
    const Node *node = p->conjuncts.data[i];
    if (p->done[i] || node->kind != NODE_IMPLIES || plan_is_open(p, node->kids[0])) continue;
    add_conditionals(p, step, node->kids[0], node->kids[1], p->names[name], level);
  }
  step->shape = engine_shape(p->vm->e, p->names[name]->type);
  bind_name(p, name, &step->slot, &step->level);
}

static void note_open(Planner *p, Step *step)
{
  Arena *arena = p->vm->arena;
  step->open = arena_new_array(arena, Symbol *, p->count + 1);
  step->open_slots = arena_new_array(arena, uint32_t, p->count + 1);
  step->open_level = p->vm->unit.depth + 1;
  for (uint32_t i = 0; i < p->count; i++) {
    if (p->bound[i]) continue;
    step->open[step->open_count] = p->names[i];
    step->open_slots[step->open_count++] = p->plan->slots[i];
  }
  uint64_t reads = 0;
  step->captures = captures_of(p->vm, p->plan->predicate, &reads);
  p->plan->reads |= reads;
}

/* x : T with all values of the type of x: it is true. */
static bool is_typing(const Planner *p, const Node *node)
{
  if (node->kind != NODE_MEMBER || !typing_is_type(node->kids[1])) return false;
  const Node *x = node_bare(node->kids[0]);
  for (uint32_t i = 0; x->kind == NODE_IDENT && i < p->count; i++)
    if (p->names[i] == x->symbol) return true;
  return false;
}

static void add_tests(Planner *p, const Code ***tests, uint32_t *count)
{
  *tests = arena_new_array(p->vm->arena, const Code *, p->conjuncts.len + 1);
  for (uint32_t i = 0; i < p->conjuncts.len; i++) {
    if (p->done[i] || plan_is_open(p, p->conjuncts.data[i])) continue;
    p->done[i] = true;
    if (is_typing(p, p->conjuncts.data[i])) continue;
    (*tests)[(*count)++] = planned(p, p->conjuncts.data[i], true, p->vm->unit.depth);
  }
}

static void make_search(Planner *p, Step *step)
{
  bool few = step->open_count <= MOST_OPEN;
  step->how = few && cases_make(p, step) ? GENERATE_CASES : GENERATE_SEARCH;
  for (uint32_t i = 0; i < p->count; i++)
    if (!p->bound[i]) {
      uint32_t slot, level;
      bind_name(p, i, &slot, &level);
    }
  for (uint32_t i = 0; i < p->conjuncts.len; i++) p->done[i] = true;
}

static void add_step(Planner *p)
{
  Vm *vm = p->vm;
  assert(p->plan->step_count < p->count);
  Step *step = &p->plan->steps[p->plan->step_count++];
  Choice best;
  uint32_t level = vm->unit.depth;
  bool chosen = plan_choose(p, &best);
  note_open(p, step);
  if (!chosen) {
    make_search(p, step);
    return;
  }
  step->how = best.how;
  if (best.conjunct != UINT32_MAX && best.decides) p->done[best.conjunct] = true;
  switch (best.how) {
  case GENERATE_RANGE: make_range(p, step, best.name, level); break;
  case GENERATE_TYPE: make_type(p, step, best.name, level); break;
  default:
    step->expression = best.how == GENERATE_MEMBERS ? planned_set(p, best.expression, level)
                                                    : planned(p, best.expression, false, level);
    if (best.wanted) step->wanted = planned(p, best.wanted, false, level);
    step->shape = best.how == GENERATE_VALUE ? engine_shape(vm->e, best.expression->type)
                                             : engine_element_shape(vm->e, best.expression->type);
    step->pattern = make_pattern(p, best.pattern, level);
    break;
  }
  add_tests(p, &step->tests, &step->test_count);
  step->sieve = sieve_of(vm, step, level);
  if (step->how == GENERATE_RANGE) step->join = join_of(vm, step, p->names[best.name]);
  else if (step->how == GENERATE_MEMBERS)
    step->join = join_of(vm, step, node_bare(best.pattern)->symbol);
}

Plan *plan_new(Vm *vm, Symbol *const *names, uint32_t count, const Node *predicate)
{
  uint32_t outer = vm->unit.depth;
  assert(outer >= LEVEL_STATE);
  Plan *plan = arena_alloc(vm->arena, sizeof *plan);
  plan->predicate = predicate;
  plan->count = count;
  plan->names = names;
  plan->slots = arena_new_array(vm->arena, uint32_t, count + 1);
  plan->steps = arena_new_array(vm->arena, Step, count + 1);
  plan->declined = arena_new_array(vm->arena, bool, 1);
  plan->reads = UINT64_C(1) << LEVEL_CONSTANTS;
  for (uint32_t i = 0; i < count; i++) plan->slots[i] = code_new_slot(vm);
  Planner p = {.vm = vm, .plan = plan, .names = names, .count = count};
  conjuncts_add(&p.conjuncts, predicate);
  p.bound = arena_new_array(vm->arena, bool, count + 1);
  p.done = arena_new_array(vm->arena, bool, p.conjuncts.len + 1);
  add_tests(&p, &plan->tests, &plan->test_count);
  for (;;) {
    uint32_t open = 0;
    while (open < count && p.bound[open]) open++;
    if (open == count) break;
    add_step(&p);
  }
  vec_free(&p.conjuncts);
  for (uint32_t i = 0; i < plan->step_count; i++) {
    Generation how = plan->steps[i].how;
    plan->loops += how == GENERATE_RANGE || how == GENERATE_MEMBERS || how == GENERATE_TYPE;
  }
  if (!vm->unit.too_large) plan_check(plan, outer); /* else nobody runs it */
  return plan;
}

uint64_t plan_reads(const Plan *plan) { return plan->reads; }
