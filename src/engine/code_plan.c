#include <string.h>

#include "engine/code.h"

/* How the names of a binder get their values, decided once: conjuncts become
 * generators (x = E, x : S, x|->y : r, f(x) = E, bounds of integers, a finite
 * type), each at the point where the names that it needs are known; the others
 * are tested as soon as their names are known.  A name for which there is no
 * generator, or one whose set turns out to be lazy, is left to reference_solve. */

typedef enum {
  GENERATE_VALUE,     /* the pattern is `expression`                              */
  GENERATE_MEMBERS,   /* of the set `expression`                                  */
  GENERATE_ARGUMENTS, /* where the function `expression` has the value `wanted`  */
  GENERATE_RANGE,     /* of integers                                              */
  GENERATE_TYPE,      /* all values of the shape                                  */
  GENERATE_SEARCH     /* reference_solve, for all names that are left             */
} Generation;

/* What candidates are matched with. */
typedef struct Pattern Pattern;
struct Pattern {
  enum { PATTERN_NAME, PATTERN_VALUE, PATTERN_PAIR } kind;
  uint32_t slot, level;          /* PATTERN_NAME  */
  const Code *value;             /* PATTERN_VALUE */
  const Pattern *first, *second; /* PATTERN_PAIR  */
  const Shape *shape;
};

/* From a conjunct C => x = E: the value of x where C is TRUE. */
typedef struct Conditional Conditional;
struct Conditional {
  const Code *when, *value;
  const Conditional *next;
};

typedef struct {
  Generation how;
  const Code *expression, *wanted;
  const Pattern *pattern;
  const Code **low, **high; /* GENERATE_RANGE: the candidates are above and below these */
  uint32_t low_count, high_count;
  uint32_t slot, level;            /* GENERATE_RANGE, GENERATE_TYPE */
  const Conditional *conditionals; /* GENERATE_TYPE */
  const Shape *shape;              /* of a candidate; GENERATE_ARGUMENTS: of a pair */
  const Code **tests;              /* that can be made then */
  uint32_t test_count;
  /* For reference_solve: the names that have no value before this step. */
  Symbol **open;
  uint32_t *open_slots;
  uint32_t open_count, open_level; /* the level of the first one that is bound */
  const Captures *captures;        /* of the predicate, without the open names */
} Step;

struct Plan {
  const Node *predicate;
  uint32_t count; /* of names */
  Symbol *const *names;
  uint32_t *slots;
  const Code **tests; /* before the first step */
  uint32_t test_count;
  Step *steps;
  uint32_t step_count;
  uint64_t reads;
};

/* ---------------------------------------------------------------- planning */

typedef struct {
  Vm *vm;
  Plan *plan;
  Symbol *const *names;
  uint32_t count;
  bool *bound;
  VEC(const Node *) conjuncts;
  bool *done;
} Planner;

static void add_conjuncts(Planner *p, const Node *node)
{
  node = node_bare(node);
  if (node->kind != NODE_AND) {
    vec_push(&p->conjuncts, node);
    return;
  }
  for (uint32_t i = 0; i < node->count; i++) add_conjuncts(p, node->kids[i]);
}

static uint32_t open_index(const Planner *p, const Symbol *symbol)
{
  uint32_t i = 0;
  while (i < p->count && (p->names[i] != symbol || p->bound[i])) i++;
  return i;
}

static bool is_open_name(const Planner *p, const Node *node)
{
  return node->symbol && node->kind == NODE_IDENT && open_index(p, node->symbol) < p->count;
}

static bool is_open(const Planner *p, const Node *node)
{
  if (is_open_name(p, node)) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (is_open(p, node->kids[i])) return true;
  return false;
}

static uint32_t open_occurrences(const Planner *p, const Node *node)
{
  uint32_t n = is_open_name(p, node);
  for (uint32_t i = 0; i < node->count; i++) n += open_occurrences(p, node->kids[i]);
  return n;
}

/* Open names, pairs of patterns and of closed expressions; no name twice. */
static bool is_pattern(const Planner *p, const Node *node)
{
  node = node_bare(node);
  if (is_open_name(p, node)) return true;
  if (node->kind != NODE_MAPLET) return false;
  for (uint32_t i = 0; i < 2; i++)
    if (is_open(p, node->kids[i]) && !is_pattern(p, node->kids[i])) return false;
  return true;
}

static uint32_t distinct_names(const Planner *p, const Node *node, const Symbol **seen,
                               uint32_t count)
{
  if (is_open_name(p, node)) {
    for (uint32_t i = 0; i < count; i++)
      if (seen[i] == node->symbol) return count;
    seen[count++] = node->symbol;
    return count;
  }
  for (uint32_t i = 0; i < node->count; i++) count = distinct_names(p, node->kids[i], seen, count);
  return count;
}

static bool is_linear(const Planner *p, const Node *node)
{
  const Symbol *seen[64];
  uint32_t n = open_occurrences(p, node);
  return n > 0 && n <= 64 && distinct_names(p, node, seen, 0) == n && is_pattern(p, node);
}

/* ------------------------------------------------------------------- costs */

enum {
  COST_VALUE = 1,
  COST_FEW = 2,
  COST_IMAGE = 4,
  COST_SET = 16,
  COST_RANGE = 24,
  COST_TYPE = 32,
  COST_ARGUMENTS = (1 << 20) - 1, /* says nothing of x outside of the domain: a last resort */
  COST_POWER = 1 << 20,
  COST_NONE = 1 << 30,
  TYPE_LIMIT = 1024,      /* a finite type with that many values is walked through  */
  RANGE_LIMIT = 100000000 /* an interval with more elements is left to other ways   */
};

/* Of that many candidates, where the number is known beforehand.  Numbers that do not differ
 * much cost the same: then the order of the text counts. */
static uint32_t cost_of_size(uint64_t size)
{
  uint32_t cost = COST_SET + 1;
  for (; size > 3; size /= 4) cost += 2;
  return cost;
}

/* Of the numbers between two expressions; NULL: the end is not known. */
static uint32_t cost_of_interval(const Planner *p, const Node *low, const Node *high)
{
  int64_t from, to;
  bool known = low && high && engine_literal(p->vm->e, low, &from) &&
               engine_literal(p->vm->e, high, &to) && from >= INT32_MIN && to <= INT32_MAX;
  if (!known) return COST_RANGE;
  return cost_of_size(from <= to ? (uint64_t) (to - from) + 1 : 0);
}

static uint32_t cost_of_set(Planner *p, const Node *set)
{
  set = node_bare(set);
  switch ((NodeKind) set->kind) {
  case NODE_EMPTY_SET: return COST_VALUE;
  case NODE_SET_EXT: return COST_FEW + set->count;
  case NODE_IMAGE: return COST_IMAGE;
  case NODE_APPLY: return COST_SET - 2;
  case NODE_INTERVAL: return cost_of_interval(p, set->kids[0], set->kids[1]);
  case NODE_IDENT: {
    const Shape *element = engine_element_shape(p->vm->e, set->type);
    if (set->symbol->kind != SYMBOL_SET) return COST_SET;
    return cost_of_size(element->size);
  }
  case NODE_INTERSECTION:
  case NODE_SET_MINUS:
  case NODE_MINUS: {
    uint32_t a = cost_of_set(p, set->kids[0]);
    uint32_t b = set->kind == NODE_INTERSECTION ? cost_of_set(p, set->kids[1]) : a;
    return (a < b ? a : b) - 1;
  }
  case NODE_INTEGER:
  case NODE_NATURAL:
  case NODE_NATURAL1:
  case NODE_STRING:
  case NODE_REAL:
  case NODE_FLOAT:
  case NODE_STRUCT:
  case NODE_SYMBOLIC:
  case NODE_PRED:
  case NODE_SUCC: return COST_NONE;
  case NODE_COMPREHENSION:
  case NODE_IMAGE_SET:
  case NODE_LAMBDA:
  case NODE_QUANT_UNION: return COST_SET + 4;
  case NODE_POW:
  case NODE_POW1:
  case NODE_FIN:
  case NODE_FIN1: return COST_POWER;
  case NODE_SEQ:
  case NODE_SEQ1:
  case NODE_ISEQ:
  case NODE_ISEQ1:
  case NODE_PERM: return COST_NONE;
  case NODE_CARTESIAN:
  case NODE_TIMES: {
    uint32_t a = cost_of_set(p, set->kids[0]), b = cost_of_set(p, set->kids[1]);
    return a >= COST_POWER || b >= COST_POWER ? COST_NONE : a * b / 16 + COST_SET;
  }
  case NODE_INT:
  case NODE_NAT:
  case NODE_NAT1: return COST_RANGE;
  default:
    if (set->kind >= NODE_RELATION && set->kind <= NODE_TOTAL_SURJ_REL) return COST_NONE;
    return COST_SET;
  }
}

/* ---------------------------------------------------------- building steps */

typedef struct {
  uint32_t cost, conjunct;
  bool decides; /* the conjunct is true of every candidate */
  Generation how;
  const Node *pattern, *expression, *wanted;
  uint32_t name;
} Choice;

/* Is the conjunct a bound of the name with a closed expression?  1: low, 2: high, 3: both. */
static unsigned bound_of(const Planner *p, const Node *node, const Symbol *name)
{
  NodeKind kind = node->kind;
  if (kind == NODE_MEMBER) {
    const Node *x = node_bare(node->kids[0]), *set = node_bare(node->kids[1]);
    if (x->kind != NODE_IDENT || x->symbol != name || is_open(p, set)) return 0;
    switch ((NodeKind) set->kind) {
    case NODE_INTERVAL:
    case NODE_INT:
    case NODE_NAT:
    case NODE_NAT1: return 3;
    case NODE_NATURAL:
    case NODE_NATURAL1: return 1;
    default: return 0;
    }
  }
  if (kind < NODE_LESS || kind > NODE_GREATER_EQUAL) return 0;
  for (uint32_t side = 0; side < 2; side++) {
    const Node *x = node_bare(node->kids[side]);
    if (x->kind != NODE_IDENT || x->symbol != name || is_open(p, node->kids[1 - side])) continue;
    bool below = kind == NODE_LESS || kind == NODE_LESS_EQUAL; /* left below right */
    return below == (side == 0) ? 2 : 1;
  }
  return 0;
}

static bool mentions(const Node *node, const Symbol *name)
{
  if (node->kind == NODE_IDENT && node->symbol == name) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (mentions(node->kids[i], name)) return true;
  return false;
}

static bool leads_from(const Planner *p, const Symbol *name, const Node *from, const Node *to)
{
  return mentions(from, name) && !mentions(to, name) && is_linear(p, to);
}

/* Does a value of the name give others theirs, by a conjunct that waits for it? */
static bool leads(Planner *p, const Symbol *name)
{
  for (uint32_t i = 0; i < p->conjuncts.len; i++) {
    const Node *node = p->conjuncts.data[i];
    if (p->done[i] || (node->kind != NODE_MEMBER && node->kind != NODE_EQUAL)) continue;
    const Node *left = node->kids[0], *right = node->kids[1];
    bool forth = leads_from(p, name, right, left);
    if (node->kind == NODE_EQUAL ? forth || leads_from(p, name, left, right)
                                 : forth && cost_of_set(p, right) < COST_POWER)
      return true;
  }
  return false;
}

/* Is there a conjunct about this name alone, other than bounds and the one with that number? */
static bool is_tested(const Planner *p, const Symbol *name, uint32_t but)
{
  const Symbol *seen[64];
  for (uint32_t i = 0; i < p->conjuncts.len; i++) {
    const Node *node = p->conjuncts.data[i];
    if (i == but || p->done[i] || bound_of(p, node, name) || !mentions(node, name)) continue;
    if (open_occurrences(p, node) <= 64 && distinct_names(p, node, seen, 0) == 1) return true;
  }
  return false;
}

/* A name that leads comes before what is only small; of names with as many candidates the one
 * comes first of which some will be dropped at once. */
static uint32_t cost_of_name(Planner *p, const Symbol *name, uint32_t but, uint32_t cost)
{
  if (cost < COST_SET || cost >= COST_POWER) return cost;
  if (cost > COST_SET && leads(p, name)) cost = COST_SET;
  return cost - is_tested(p, name, but);
}

static void offer(Choice *best, Choice c)
{
  if (c.cost < best->cost) *best = c;
}

static void offer_equation(Planner *p, uint32_t i, const Node *open, const Node *closed,
                           Choice *best)
{
  if (is_open(p, closed)) return;
  if (is_linear(p, open)) {
    offer(best, (Choice){COST_VALUE, i, true, GENERATE_VALUE, open, closed, NULL, 0});
    return;
  }
  const Node *apply = node_bare(open);
  if (apply->kind == NODE_APPLY && apply->count == 2 && is_linear(p, apply->kids[1]) &&
      !is_open(p, apply->kids[0]))
    offer(best, (Choice){COST_ARGUMENTS, i, false, GENERATE_ARGUMENTS, apply->kids[1],
                         apply->kids[0], closed, 0});
}

static void offer_conjunct(Planner *p, uint32_t i, Choice *best)
{
  const Node *node = p->conjuncts.data[i];
  if (node->kind == NODE_EQUAL) {
    offer_equation(p, i, node->kids[0], node->kids[1], best);
    offer_equation(p, i, node->kids[1], node->kids[0], best);
  }
  if (node->kind != NODE_MEMBER || is_open(p, node->kids[1]) || !is_linear(p, node->kids[0]))
    return;
  uint32_t cost = cost_of_set(p, node->kids[1]);
  const Node *pattern = node_bare(node->kids[0]);
  if (pattern->kind == NODE_MAPLET && !is_open(p, pattern->kids[0]) && cost < COST_POWER)
    cost = COST_IMAGE; /* the pairs with one first component */
  if (pattern->kind == NODE_IDENT) cost = cost_of_name(p, pattern->symbol, i, cost);
  offer(best, (Choice){cost, i, true, GENERATE_MEMBERS, node->kids[0], node->kids[1], NULL, 0});
}

/* Of the range that the bounds of a name make, by the intervals among them. */
static uint32_t cost_of_range(Planner *p, const Symbol *name)
{
  uint32_t least = COST_NONE;
  for (uint32_t i = 0; i < p->conjuncts.len; i++) {
    const Node *node = p->conjuncts.data[i];
    bool both = bound_of(p, node, name) == 3;
    uint32_t cost = both ? cost_of_set(p, node->kids[1]) : COST_NONE;
    if (cost < least) least = cost;
  }
  return (least < COST_NONE ? least : COST_RANGE) - 1;
}

static void offer_name(Planner *p, uint32_t name, Choice *best)
{
  const Shape *shape = engine_shape(p->vm->e, p->names[name]->type);
  unsigned sides = 0;
  Choice c = {.conjunct = UINT32_MAX, .name = name};
  if (shape->kind == SHAPE_INTEGER) {
    for (uint32_t i = 0; i < p->conjuncts.len; i++)
      sides |= bound_of(p, p->conjuncts.data[i], p->names[name]);
    c.how = GENERATE_RANGE;
    c.cost = cost_of_name(p, p->names[name], UINT32_MAX, cost_of_range(p, p->names[name]));
    if (sides == 3) offer(best, c);
  } else if (shape_is_indexed(shape) && shape->size <= TYPE_LIMIT) {
    c.how = GENERATE_TYPE;
    c.cost = cost_of_name(p, p->names[name], UINT32_MAX, COST_TYPE + 1 + (uint32_t) shape->size);
    offer(best, c);
  }
}

static Value run_shifted(const Code *c, Vm *vm)
{
  Value v = run_value(c->a, vm);
  return value_is_none(v) ? v : fast_int_add(vm->s, v, c->literal);
}

static void bind_name(Planner *p, uint32_t name, uint32_t *slot, uint32_t *level)
{
  Vm *vm = p->vm;
  if (vm->unit.depth + 2 < LEVEL_COUNT) vm->unit.depth++;
  else vm->unit.too_large = true;
  p->bound[name] = true;
  *slot = p->plan->slots[name];
  *level = vm->unit.depth;
  place_add(vm, p->names[name], *slot, UINT64_C(1) << vm->unit.depth);
}

static const Code *planned(Planner *p, const Node *node, bool predicate, uint32_t level)
{
  Code *c = predicate ? code_of_predicate(p->vm, node) : code_of_expression(p->vm, node);
  p->plan->reads |= c->reads;
  return code_inside(p->vm, c, level);
}

static const Pattern *make_pattern(Planner *p, const Node *node, uint32_t level)
{
  node = node_bare(node);
  Pattern *pattern = arena_alloc(p->vm->arena, sizeof *pattern);
  pattern->shape = engine_shape(p->vm->e, node->type);
  if (is_open_name(p, node)) {
    pattern->kind = PATTERN_NAME;
    bind_name(p, open_index(p, node->symbol), &pattern->slot, &pattern->level);
  } else if (node->kind == NODE_MAPLET && is_open(p, node)) {
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
  Code *c = code_new(p->vm, set);
  NodeKind kind = set->kind;
  bool one = kind == NODE_NAT1 || kind == NODE_NATURAL1;
  c->literal = high ? p->vm->e->maxint : kind == NODE_INT ? p->vm->e->minint : value_small(one);
  c->run.value = run_literal;
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
  return c;
}

static void make_range(Planner *p, Step *step, uint32_t name, uint32_t level)
{
  Vm *vm = p->vm;
  step->low = arena_new_array(vm->arena, const Code *, p->conjuncts.len + 1);
  step->high = arena_new_array(vm->arena, const Code *, p->conjuncts.len + 1);
  for (uint32_t i = 0; i < p->conjuncts.len; i++) {
    const Node *node = p->conjuncts.data[i];
    unsigned sides = p->done[i] ? 0 : bound_of(p, node, p->names[name]);
    if (!sides) continue;
    p->done[i] = true;
    if (node->kind == NODE_MEMBER) {
      const Node *set = node_bare(node->kids[1]);
      step->low[step->low_count++] = end_of(p, set, false, level);
      if (sides & 2) step->high[step->high_count++] = end_of(p, set, true, level);
      continue;
    }
    const Node *left = node_bare(node->kids[0]);
    bool mine = left->kind == NODE_IDENT && left->symbol == p->names[name];
    bool strict = node->kind == NODE_LESS || node->kind == NODE_GREATER;
    const Node *other = node->kids[mine];
    if (sides == 1) step->low[step->low_count++] = comparison_end(p, other, strict, level);
    else step->high[step->high_count++] = comparison_end(p, other, -(int64_t) strict, level);
  }
  bind_name(p, name, &step->slot, &step->level);
}

/* x = E, or E = x, with a closed E; or NULL. */
static const Node *value_for(const Planner *p, const Node *node, const Symbol *name)
{
  if (node->kind != NODE_EQUAL) return NULL;
  for (uint32_t side = 0; side < 2; side++) {
    const Node *x = node_bare(node->kids[side]), *other = node->kids[1 - side];
    if (x->kind == NODE_IDENT && x->symbol == name && !is_open(p, other)) return other;
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
    if (p->done[i] || node->kind != NODE_IMPLIES || is_open(p, node->kids[0])) continue;
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

static void add_tests(Planner *p, const Code ***tests, uint32_t *count)
{
  *tests = arena_new_array(p->vm->arena, const Code *, p->conjuncts.len + 1);
  for (uint32_t i = 0; i < p->conjuncts.len; i++) {
    if (p->done[i] || is_open(p, p->conjuncts.data[i])) continue;
    p->done[i] = true;
    (*tests)[(*count)++] = planned(p, p->conjuncts.data[i], true, p->vm->unit.depth);
  }
}

static void make_search(Planner *p, Step *step)
{
  step->how = GENERATE_SEARCH;
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
  Step *step = &p->plan->steps[p->plan->step_count++];
  Choice best = {.cost = COST_NONE};
  uint32_t level = vm->unit.depth;
  for (uint32_t i = 0; i < p->conjuncts.len; i++)
    if (!p->done[i]) offer_conjunct(p, i, &best);
  for (uint32_t i = 0; i < p->count; i++)
    if (!p->bound[i]) offer_name(p, i, &best);
  note_open(p, step);
  if (best.cost >= COST_POWER) {
    make_search(p, step);
    return;
  }
  step->how = best.how;
  if (best.conjunct != UINT32_MAX && best.decides) p->done[best.conjunct] = true;
  switch (best.how) {
  case GENERATE_RANGE: make_range(p, step, best.name, level); break;
  case GENERATE_TYPE: make_type(p, step, best.name, level); break;
  default:
    step->expression = planned(p, best.expression, false, level);
    if (best.wanted) step->wanted = planned(p, best.wanted, false, level);
    step->shape = best.how == GENERATE_VALUE ? engine_shape(vm->e, best.expression->type)
                                             : engine_element_shape(vm->e, best.expression->type);
    step->pattern = make_pattern(p, best.pattern, level);
    break;
  }
  add_tests(p, &step->tests, &step->test_count);
}

Plan *plan_new(Vm *vm, Symbol *const *names, uint32_t count, const Node *predicate)
{
  Plan *plan = arena_alloc(vm->arena, sizeof *plan);
  plan->predicate = predicate;
  plan->count = count;
  plan->names = names;
  plan->slots = arena_new_array(vm->arena, uint32_t, count + 1);
  plan->steps = arena_new_array(vm->arena, Step, count + 1);
  plan->reads = UINT64_C(1) << LEVEL_CONSTANTS;
  for (uint32_t i = 0; i < count; i++) plan->slots[i] = new_slot(vm);
  Planner p = {.vm = vm, .plan = plan, .names = names, .count = count};
  add_conjuncts(&p, predicate);
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
  return plan;
}

uint64_t plan_reads(const Plan *plan) { return plan->reads; }

Value plan_tuple(Vm *vm, const Plan *plan)
{
  Value tuple = vm->frame[plan->slots[0]];
  for (uint32_t i = 1; i < plan->count; i++)
    tuple = fast_pair(vm->s, tuple, vm->frame[plan->slots[i]]);
  return tuple;
}

Value plan_value(Vm *vm, const Plan *plan, uint32_t i) { return vm->frame[plan->slots[i]]; }

/* ----------------------------------------------------------------- running */

typedef struct {
  Vm *vm;
  const Plan *plan;
  Windows windows;
  PlanFound *found;
  void *context;
  bool stopped, incomplete, infinite;
} Run;

static bool over(const Run *run) { return run->stopped || run->infinite; }

static void run_step(Run *run, uint32_t index);

/* The values of the names so far, for a warning. */
static const char *candidate_text(const Run *run, uint32_t steps)
{
  Text text = {0};
  Vm *vm = run->vm;
  uint32_t open = steps < run->plan->step_count ? run->plan->steps[steps].open_count : 0;
  const Step *next = steps < run->plan->step_count ? &run->plan->steps[steps] : NULL;
  for (uint32_t i = 0; i < run->plan->count; i++) {
    const Symbol *name = run->plan->names[i];
    bool known = true;
    for (uint32_t j = 0; j < open; j++) known &= next->open[j] != name;
    if (!known) continue;
    text_printf(
        &text, "%s%s = %s", text.len ? " & " : "", name->name->text,
        engine_text(vm->e, engine_shape(vm->e, name->type), vm->frame[run->plan->slots[i]]));
  }
  const char *kept = arena_copy(vm->e->scratch, text_string(&text), text.len);
  text_free(&text);
  return kept;
}

/* Tests, then goes on with the next step. */
static void run_tests(Run *run, const Code *const *tests, uint32_t count, uint32_t next)
{
  Truth result = TRUTH_TRUE;
  Vm *vm = run->vm;
  Fault fault = {.span = SPAN_NONE};
  for (uint32_t i = 0; i < count; i++) {
    Truth t = run_truth(tests[i], vm);
    if (t == TRUTH_TRUE) continue;
    if (t == TRUTH_FALSE) return;
    if (t == TRUTH_FAULT && !fault.message) fault = vm->e->fault;
    if (t == TRUTH_FAULT || result == TRUTH_TRUE) result = t; /* no solution in any case */
  }
  if (result == TRUTH_UNKNOWN) run->incomplete = true;
  if (result == TRUTH_UNKNOWN && vm->r->accept_unknown) result = TRUTH_TRUE;
  if (result == TRUTH_FAULT) {
    vm->e->fault = fault;
    engine_warn(vm->e, candidate_text(run, next));
  }
  if (result != TRUTH_TRUE) return;
  if (next < run->plan->step_count) run_step(run, next);
  else run->stopped = !run->found(run->context, vm);
}

static Truth match(Run *run, const Pattern *pattern, Value v)
{
  Vm *vm = run->vm;
  switch (pattern->kind) {
  case PATTERN_NAME:
    vm->frame[pattern->slot] = v;
    vm_tick(vm, pattern->level);
    return TRUTH_TRUE;
  case PATTERN_PAIR: {
    Truth t = match(run, pattern->first, fast_first(vm->s, v));
    return t == TRUTH_TRUE ? match(run, pattern->second, fast_second(vm->s, v)) : t;
  }
  default: break;
  }
  Value known = run_value(pattern->value, vm);
  if (value_is_none(known)) return truth_of_none(known);
  return reference_equal(vm->r, pattern->shape, known, v);
}

static void try_candidate(Run *run, uint32_t index, Value v)
{
  const Step *step = &run->plan->steps[index];
  Vm *vm = run->vm;
  Truth t = TRUTH_TRUE;
  if (step->pattern) t = match(run, step->pattern, v);
  else {
    vm->frame[step->slot] = v;
    vm_tick(vm, step->level);
  }
  if (t == TRUTH_TRUE) run_tests(run, step->tests, step->test_count, index + 1);
  else if (t == TRUTH_UNKNOWN) run->incomplete = true;
  else if (t == TRUTH_FAULT) engine_warn(vm->e, engine_text(vm->e, step->shape, v));
}

/* ---- reference_solve in the place of the steps that are left */

typedef struct {
  Run *run;
  const Step *step;
} Search;

static bool take_found(void *context, Reference *r)
{
  const Search *search = context;
  const Step *step = search->step;
  Vm *vm = search->run->vm;
  for (uint32_t i = 0; i < step->open_count; i++)
    find_binding(r, step->open[i], &vm->frame[step->open_slots[i]]);
  for (uint32_t i = 0; i < step->open_count && step->open_level + i < LEVEL_COUNT; i++)
    vm_tick(vm, step->open_level + i);
  search->run->stopped = !search->run->found(search->run->context, vm);
  return !over(search->run);
}

static void run_search(Run *run, const Step *step)
{
  Vm *vm = run->vm;
  Search search = {run, step};
  const Node *predicate = run->plan->predicate;
  captures_enter(vm, step->captures);
  Solved solved = SOLVED_INFINITE;
  if (run->windows != WINDOWS_NONE ||
      !solutions_are_too_many(vm->r, step->open, step->open_count, predicate))
    solved = reference_solve(vm->r, step->open, step->open_count, predicate, run->windows,
                             take_found, &search);
  captures_leave(vm, step->captures);
  if (solved == SOLVED_INFINITE) run->infinite = true;
  if (solved == SOLVED_INCOMPLETE) run->incomplete = true;
}

/* ---- the generators */

/* What gives the candidates is not well-defined: there are none, with a warning; or
 * it is not known, or lazy: then all conjuncts together may do better. */
static void run_otherwise(Run *run, const Step *step, Value none)
{
  if (value_same(none, VALUE_FAULT)) engine_warn(run->vm->e, "");
  else run_search(run, step);
}

static bool is_usable(const Vm *vm, Value v) { return !value_is_none(v) && is_explicit(vm, v); }

static void try_all(Run *run, uint32_t index, SetIter it)
{
  for (Value v; !over(run) && set_next(&it, &v);) {
    if (!engine_spend(run->vm->e)) {
      run->incomplete = true;
      return;
    }
    try_candidate(run, index, v);
  }
}

/* E |-> x : r with a lazy r: the pairs with that first component. */
static Value pairs_from(Vm *vm, const Step *step, Value relation, Value first)
{
  const Shape *pair = step->shape;
  Fault fault = vm->e->fault;
  Value image = image_of(vm->r, shape_set(vm->e->shapes, pair), relation, first, SPAN_NONE);
  vm->e->fault = fault;
  if (!is_usable(vm, image)) return VALUE_UNKNOWN;
  Values pairs = {0};
  SetIter it = set_iter(vm->s, pair->args[1], image);
  for (Value y; set_next(&it, &y);) vec_push(&pairs, fast_pair(vm->s, first, y));
  return build(vm->r, pair, &pairs);
}

/* A closure of which all elements can be known. */
static Value elements_known(Vm *vm, const Step *step, Value set)
{
  if (!is_lazy(set) || lazy_what(vm->s, set) < LAZY_CLOSURE) return set;
  Fault fault = vm->e->fault;
  Value all = reference_expand(vm->r, step->shape, set, SPAN_NONE);
  vm->e->fault = fault;
  return value_is_none(all) ? VALUE_UNKNOWN : all;
}

static void run_members(Run *run, uint32_t index)
{
  const Step *step = &run->plan->steps[index];
  Vm *vm = run->vm;
  Value set = run_value(step->expression, vm), first = VALUE_UNDEFINED;
  const Pattern *pattern = step->pattern;
  bool from = pattern->kind == PATTERN_PAIR && pattern->first->kind == PATTERN_VALUE;
  if (from && !value_is_none(set)) {
    first = run_value(pattern->first->value, vm);
    if (!is_usable(vm, first)) return run_otherwise(run, step, first);
    if (is_lazy(set)) set = pairs_from(vm, step, set, first);
  } else if (!value_is_none(set)) set = elements_known(vm, step, set);
  if (!is_usable(vm, set) || is_huge(vm, set)) return run_otherwise(run, step, set);
  try_all(run, index,
          from ? set_iter_from(vm->s, step->shape, set, first) : set_iter(vm->s, step->shape, set));
}

/* f(x) = v: the first components of the pairs with second component v. */
static void run_arguments(Run *run, uint32_t index)
{
  const Step *step = &run->plan->steps[index];
  Vm *vm = run->vm;
  Value f = run_value(step->expression, vm);
  if (!is_usable(vm, f)) return run_otherwise(run, step, f);
  Value wanted = run_value(step->wanted, vm);
  if (!is_usable(vm, wanted)) return run_otherwise(run, step, wanted);
  SetIter it = set_iter(vm->s, step->shape, f);
  for (Value v; !over(run) && set_next(&it, &v);)
    if (value_same(fast_second(vm->s, v), wanted)) try_candidate(run, index, fast_first(vm->s, v));
}

/* The greatest of the low ends, or the least of the high ones; or what is no value. */
static Value run_end(Vm *vm, const Code *const *ends, uint32_t count, bool low)
{
  Value end = VALUE_UNDEFINED;
  for (uint32_t i = 0; i < count; i++) {
    Value v = run_value(ends[i], vm);
    if (value_is_none(v)) return v;
    int order = i == 0 ? 0 : fast_int_compare(vm->s, v, end);
    if (i == 0 || (low ? order > 0 : order < 0)) end = v;
  }
  return end;
}

static void run_range(Run *run, uint32_t index)
{
  const Step *step = &run->plan->steps[index];
  Vm *vm = run->vm;
  Value low = run_end(vm, step->low, step->low_count, true);
  if (value_is_none(low)) return run_otherwise(run, step, low);
  Value high = run_end(vm, step->high, step->high_count, false);
  if (value_is_none(high)) return run_otherwise(run, step, high);
  bool small = value_is_small(low) && value_is_small(high);
  int64_t from = small ? value_small_int(low) : 0, last = small ? value_small_int(high) : 0;
  if (!small || last - from > RANGE_LIMIT) return run_search(run, step);
  for (int64_t n = from; n <= last && !over(run); n++) {
    if (!engine_spend(vm->e)) {
      run->incomplete = true;
      return;
    }
    vm->frame[step->slot] = value_small(n);
    vm_tick(vm, step->level);
    run_tests(run, step->tests, step->test_count, index + 1);
  }
}

/* All other values would make an implication FALSE; VALUE_UNDEFINED: any may do. */
static Value conditional_value(Vm *vm, const Step *step)
{
  Value found = VALUE_UNDEFINED;
  Fault fault = vm->e->fault;
  for (const Conditional *c = step->conditionals; c && value_is_none(found); c = c->next) {
    Value v = run_truth(c->when, vm) == TRUTH_TRUE ? run_value(c->value, vm) : VALUE_UNDEFINED;
    if (is_usable(vm, v)) found = v;
  }
  vm->e->fault = fault;
  return found;
}

static void run_type(Run *run, uint32_t index)
{
  const Step *step = &run->plan->steps[index];
  Value only = conditional_value(run->vm, step);
  if (!value_is_none(only)) {
    try_candidate(run, index, only);
    return;
  }
  for (uint64_t i = 0; i < step->shape->size && !over(run); i++)
    try_candidate(run, index, value_at(run->vm->s, step->shape, i));
}

static void run_step(Run *run, uint32_t index)
{
  const Step *step = &run->plan->steps[index];
  Vm *vm = run->vm;
  switch (step->how) {
  case GENERATE_VALUE: {
    Value v = run_value(step->expression, vm);
    if (value_is_none(v)) run_otherwise(run, step, v);
    else try_candidate(run, index, v);
    break;
  }
  case GENERATE_MEMBERS: run_members(run, index); break;
  case GENERATE_ARGUMENTS: run_arguments(run, index); break;
  case GENERATE_RANGE: run_range(run, index); break;
  case GENERATE_TYPE: run_type(run, index); break;
  case GENERATE_SEARCH: run_search(run, step); break;
  }
}

Solved plan_run(Vm *vm, const Plan *plan, Windows windows, PlanFound *found, void *context)
{
  Run run = {.vm = vm, .plan = plan, .windows = windows, .found = found, .context = context};
  run_tests(&run, plan->tests, plan->test_count, 0);
  if (run.infinite) return SOLVED_INFINITE;
  if (run.stopped) return SOLVED_STOPPED;
  return run.incomplete ? SOLVED_INCOMPLETE : SOLVED_ALL;
}
