#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "engine/reference/solve/recursion.h"
#include "engine/reference/closure/ref_bounds.h"
#include "engine/reference/solve/ref_solve_impl.h"
#include "engine/reference/solve/ref_solve_sequence.h"
#include "syntax/inspect.h"

/* Where the candidates for a name come from: each conjunct may offer some, and the cheapest offer
 * is taken. */

/* --------------------------------------------------------------- generators */

static void offer(Generator *best, Generator candidate)
{
  if (candidate.cost < best->cost) *best = candidate;
}

/* Do the conjuncts before this one hold for some values of the open names?  They surely do if all
 * that is left of them is x : S, y : T … with sets that are not empty. */
static bool may_be_reached(Solver *s, uint32_t index)
{
  for (uint32_t i = 0; i < index; i++) {
    const Node *c = s->conjuncts.data[i];
    if (s->done[i]) continue;
    if (c->kind != NODE_MEMBER || !solver_is_unbound(s, node_bare(c->kids[0]))) return false;
    for (uint32_t j = 0; j < i; j++)
      if (!s->done[j] && node_mentions(s->conjuncts.data[j], node_bare(c->kids[0])->symbol))
        return false;
    if (solver_is_open(s, c->kids[1])) return false;
    Fault fault = s->r->e->fault;
    Value set = ref_eval_unexpanded(s->r, c->kids[1]);
    bool some = !value_is_none(set) &&
                ref_is_empty(s->r, ref_element_shape(s->r, c->kids[1]), set) == TRUTH_FALSE;
    s->r->e->fault = fault;
    if (!some) return false;
  }
  return true;
}

/* The conjunct is not well-defined whatever the open names are: no candidate.  Read from left to
 * right, that matters where those before it hold. */
static bool gives_nothing(Solver *s, Value none, uint32_t index, Generator *best)
{
  if (!value_same(none, VALUE_FAULT)) return false;
  if (s->r->e->options.strict_wd && !may_be_reached(s, index)) return false;
  engine_warn(s->r->e, "");
  *best = (Generator){.source = FROM_NOTHING, .conjunct = NO_CONJUNCT, .cost = 0};
  return true;
}

uint64_t solver_cost(const Solver *s, const Shape *element, Value set)
{
  Reference *r = s->r;
  if (!is_lazy(set)) return set_card(r->s, set);
  Fault fault = r->e->fault;
  Value card = ref_cardinality(r, element, set, SPAN_NONE);
  r->e->fault = fault;
  int64_t n;
  return value_is_none(card) || !int_fits(r->s, card, &n) ? UINT64_MAX : (uint64_t) n;
}

/* Event-B has no abstract constants: what is declared so is to stay as it is written. */
static bool is_symbolic(const Node *name)
{
  const Symbol *symbol = name->kind == NODE_IDENT ? name->symbol : NULL;
  return symbol && symbol->kind == SYMBOL_CONSTANT && !symbol->concrete && symbol->machine &&
         symbol->machine->unit->eventb;
}

static void offer_members(Solver *s, uint32_t index, const Node *pattern, const Node *set,
                          bool subsets, Generator *best);

/* Has the name few candidates by its type, or by one of the other conjuncts?  Then it is better
 * tried than left as an expression. */
static bool has_few_candidates(Solver *s, const Node *name)
{
  enum { FEW = 1000 };
  const Shape *shape = ref_shape(s->r, name);
  if (shape_is_indexed(shape) && shape->size <= FEW) return true;
  Generator best = {.cost = FEW + 1};
  for (uint32_t i = 0; i < s->conjuncts.len && best.cost > FEW; i++) {
    const Node *c = s->conjuncts.data[i];
    bool member = c->kind == NODE_MEMBER;
    if (s->done[i] || (!member && c->kind != NODE_SUBSET && c->kind != NODE_STRICT_SUBSET))
      continue;
    const Node *element = node_bare(c->kids[0]);
    if (element->kind == NODE_IDENT && element->symbol == name->symbol)
      offer_members(s, i, element, c->kids[1], !member, &best);
  }
  return best.cost <= FEW;
}

/* f = E where E uses f at smaller arguments, or where functions are to stay as they are: a closure,
 * which finds f when it is applied.  Where nothing says that unfolding E ends, other candidates
 * come first, and the closure is none that is known to be a solution. */
static bool offer_closure(Solver *s, uint32_t index, const Node *open, const Node *closed,
                          Generator *best)
{
  const Node *name = node_bare(open), *value = node_bare(closed);
  if (value->kind == NODE_SYMBOLIC) value = node_bare(value->kids[0]);
  bool set = value->kind == NODE_LAMBDA || value->kind == NODE_COMPREHENSION;
  bool symbolic = set && (s->r->e->options.symbolic || is_symbolic(name));
  bool function = set || value->kind == NODE_UNION;
  if (name->kind != NODE_IDENT || name->symbol->kind != SYMBOL_CONSTANT || !function) return false;
  uint32_t i = solver_unbound_index(s, name->symbol);
  bool recursive = i < s->count && solver_is_open(s, closed);
  if (i == s->count || (!symbolic && !recursive)) return false;
  s->bound[i] = true; /* only f itself may be open */
  bool others = solver_is_open(s, closed);
  s->bound[i] = false;
  if (others) return false;
  Recursion recursion = recursive ? recursion_of(s->r->e, name->symbol, value) : RECURSION_FOUNDED;
  if (recursion == RECURSION_NONE || (recursive && has_few_candidates(s, name))) return false;
  Generator g = {.source = FROM_VALUE, .conjunct = index, .pattern = open, .cost = 1};
  g.set = closure_of(s->r, value);
  g.unfounded = recursion == RECURSION_UNFOUNDED ||
                (recursive && recursion_leaves_domain(s->r, name->symbol, g.set, value));
  if (g.unfounded) g.cost = COST_WINDOW - 1;
  g.shape = ref_shape(s->r, open);
  offer(best, g);
  return !g.unfounded;
}

/* A ^ B ^ C = target where several are unknown: the first name is a beginning of what follows the
 * parts that are known, or the last one an end of what is before them. */
static void offer_parts(Solver *s, const Node *open, Value target, Generator *best)
{
  open = node_bare(open);
  for (uint32_t side = 0; open->kind == NODE_CONCAT && side < 2; side++) {
    const Node *outer = open->kids[side], *other = open->kids[1 - side];
    if (solver_is_open(s, outer)) continue;
    Value known = ref_eval(s->r, outer), rest;
    if (value_is_none(known)) return;
    Truth t = solve_sequence_rest(s->r, target, known, side == 0, &rest);
    if (t == TRUTH_FALSE) *best = (Generator){.source = FROM_NOTHING, .conjunct = NO_CONJUNCT};
    if (t == TRUTH_TRUE) offer_parts(s, other, rest, best);
    return;
  }
  for (uint32_t side = 0; open->kind == NODE_CONCAT && side < 2; side++) {
    const Node *end = node_bare(open->kids[side]);
    while (end->kind == NODE_CONCAT) end = node_bare(end->kids[side]);
    if (!solver_is_unbound(s, end) || end->kind != NODE_IDENT) continue;
    const Shape *shape = ref_shape(s->r, open);
    Value low = value_small(0), high = VALUE_UNDEFINED;
    int64_t l = 0, h = INT64_MAX;
    if (!solver_size_bounds(s, end->symbol, &low, &high) || !int_fits(s->r->s, low, &l) ||
        (!value_is_none(high) && !int_fits(s->r->s, high, &h)))
      return;
    Value parts = solve_sequence_parts(s->r, shape, target, side == 0, l, h);
    if (value_is_none(parts)) return;
    Generator g = {.source = FROM_SET, .conjunct = NO_CONJUNCT, .pattern = end, .set = parts};
    g.shape = shape;
    g.cost = set_card(s->r->s, parts);
    if (g.cost == 0) g.source = FROM_NOTHING;
    offer(best, g);
    return;
  }
}

/* Is the name the only one in the tree that has no value yet? */
static bool opens_alone(Solver *s, const Node *name, const Node *tree)
{
  if (!solver_is_unbound(s, name) || !solver_is_open(s, tree)) return false;
  uint32_t i = solver_unbound_index(s, name->symbol);
  s->bound[i] = true;
  bool others = solver_is_open(s, tree);
  s->bound[i] = false;
  return !others;
}

/* c = {x | P & Q} where only Q needs c, and nothing else: a subset of {x | P}. */
static void offer_parts_of(Solver *s, const Node *open, const Node *closed, Generator *best)
{
  Engine *e = s->r->e;
  const Node *value = node_bare(closed);
  const Node *all = value->kind == NODE_COMPREHENSION ? node_bare(value->kids[1]) : value;
  if (all->kind != NODE_AND || !opens_alone(s, node_bare(open), all)) return;
  Node *known = node_new(e->scratch, NODE_AND, all->span, NULL, all->count);
  uint32_t count = 0;
  for (uint32_t i = 0; i < all->count; i++)
    if (!solver_is_open(s, all->kids[i])) node_set(known, count++, all->kids[i]);
  known->count = count;
  if (count == 0) return;
  Node *set = node_binary(e->scratch, NODE_COMPREHENSION, value->span, value->kids[0], known);
  set->type = value->type;
  Fault fault = e->fault;
  uint32_t warnings = e->warnings.len;
  Value v = ref_eval(s->r, set);
  e->fault = fault;
  e->warnings.len = warnings;
  if (value_is_none(v)) return;
  Generator g = {.source = FROM_SUBSETS, .conjunct = NO_CONJUNCT, .pattern = open};
  g.shape = ref_shape(s->r, open);
  g.set = ref_lazy(s->r, LAZY_POW, v, VALUE_UNDEFINED);
  g.cost = solver_cost(s, g.shape, g.set);
  if (g.cost < COST_SOLUTIONS) offer(best, g);
}

static void offer_equation(Solver *s, uint32_t index, const Node *open, const Node *closed,
                           Generator *best)
{
  if (offer_closure(s, index, open, closed, best)) return;
  offer_parts_of(s, open, closed, best);
  Generator g = {.source = FROM_VALUE, .conjunct = index, .pattern = open, .cost = 1};
  if (solver_is_open(s, closed) || !solver_is_open(s, open) || best->cost <= 1) return;
  const Node *inner = node_bare(open);
  bool applied = inner->kind == NODE_APPLY && inner->count == 2 &&
                 solver_is_pattern(s, inner->kids[1]) && !solver_is_open(s, inner->kids[0]);
  bool once = solver_is_pattern(s, open) || solver_occurrences(s, open) == 1;
  if (!once && inner->kind != NODE_CONCAT) return;
  Value target = ref_eval(s->r, closed);
  if (value_is_none(target)) {
    gives_nothing(s, target, index, best);
    return;
  }
  if (!once) return offer_parts(s, open, target, best);
  g.shape = ref_shape(s->r, open);
  /* Read strictly, f(x) = v is not well-defined for the x outside of the domain. */
  if (applied && (best->cost < COST_SOLUTIONS || s->r->e->options.strict_wd)) return;
  if (applied) { /* f(x) = v: x is among f~[{v}] */
    Value f = ref_eval(s->r, inner->kids[0]);
    if (value_is_none(f)) return;
    const Shape *relation = ref_shape(s->r, inner->kids[0]), *pair = relation->args[0];
    ShapeTable *shapes = s->r->e->shapes;
    const Shape *turned = shape_set(shapes, shape_pair(shapes, pair->args[1], pair->args[0]));
    Value inverse = ref_lazy(s->r, LAZY_INVERSE, f, VALUE_UNDEFINED);
    Fault fault = s->r->e->fault;
    g.set = ref_image(s->r, turned, inverse, target, SPAN_NONE);
    s->r->e->fault = fault;
    if (value_is_none(g.set) || is_lazy(g.set)) return;
    g.shape = pair->args[0];
    g.source = FROM_SET;
    g.pattern = inner->kids[1];
    g.conjunct = NO_CONJUNCT;    /* f may have several values there: test it */
    g.cost = COST_SOLUTIONS - 1; /* says nothing of x outside of the domain: a last resort */
    offer(best, g);
    return;
  }
  bool none = false, rounded = false;
  g.set = solver_inverted(s, open, target, &g.pattern, &none, &rounded);
  if (none) g.source = FROM_NOTHING, g.cost = 0;
  else if (value_is_none(g.set)) return;
  if (rounded) g.conjunct = NO_CONJUNCT, g.rounded = true, g.cost = COST_WINDOW - 1;
  offer(best, g);
}

/* E |-> x : r, or x |-> E : r, where E is known and r is not written out: x is in the image of E.
 */
static bool offer_image(Solver *s, uint32_t index, const Node *pattern, const Node *set, Value r,
                        Generator *best)
{
  pattern = node_bare(pattern);
  if (!is_lazy(r) || pattern->kind != NODE_MAPLET) return false;
  bool back = solver_is_open(s, pattern->kids[0]);
  if (back && solver_is_open(s, pattern->kids[1])) return false;
  Value from = ref_eval(s->r, pattern->kids[back]);
  if (value_is_none(from)) return gives_nothing(s, from, index, best);
  const Shape *relation = ref_shape(s->r, set), *pair = relation->args[0];
  ShapeTable *shapes = s->r->e->shapes;
  if (back) relation = shape_set(shapes, shape_pair(shapes, pair->args[1], pair->args[0]));
  if (back) r = ref_lazy(s->r, LAZY_INVERSE, r, VALUE_UNDEFINED);
  Fault fault = s->r->e->fault;
  Value image = ref_image(s->r, relation, r, from, set->span);
  s->r->e->fault = fault;
  if (value_is_none(image)) return false;
  Generator g = {.source = FROM_SET, .conjunct = index, .pattern = pattern->kids[!back]};
  g.set = image;
  g.shape = pair->args[!back];
  g.cost = solver_cost(s, g.shape, image);
  if (g.cost == 0) g.source = FROM_NOTHING;
  if (g.cost < COST_SOLUTIONS) offer(best, g);
  return g.cost < COST_SOLUTIONS;
}

/* x : seq(S) where something else says how long x is at most. */
static void offer_sequences(Solver *s, uint32_t index, const Node *pattern, const Node *set,
                            Value v, Generator *best)
{
  pattern = node_bare(pattern);
  bool some = is_lazy(v) && lazy_what(s->r->s, v) == LAZY_SEQ1;
  if (!is_lazy(v) || (!some && lazy_what(s->r->s, v) != LAZY_SEQ)) return;
  Value low = value_small(some), high = VALUE_UNDEFINED, from = lazy_part(s->r->s, v, 0);
  int64_t l, h;
  if (pattern->kind != NODE_IDENT || !solver_size_bounds(s, pattern->symbol, &low, &high) ||
      value_is_none(high) || !int_fits(s->r->s, low, &l) || !int_fits(s->r->s, high, &h))
    return;
  const Shape *shape = ref_element_shape(s->r, set);
  uint64_t each = solver_cost(s, shape_element(shape)->args[1], from), total = 0, power = 1;
  for (int64_t n = 0; n <= h && total < COST_SOLUTIONS; n++) {
    if (n >= l) total += power;
    if (each > 0 && power > COST_SOLUTIONS / each) power = COST_SOLUTIONS;
    else power *= each;
  }
  if (total >= COST_SOLUTIONS || (each == 1 && h > 100000)) return;
  Generator g = {.source = FROM_SET, .conjunct = index, .pattern = pattern, .cost = total};
  g.shape = shape;
  g.set = solve_sequences_within(s->r, from, l, h);
  offer(best, g);
}

static void offer_members(Solver *s, uint32_t index, const Node *pattern, const Node *set,
                          bool subsets, Generator *best)
{
  if (!solver_is_pattern(s, pattern) || !solver_is_open(s, pattern) || solver_is_open(s, set))
    return;
  Value v = ref_eval_unexpanded(s->r, set);
  if (value_is_none(v)) {
    gives_nothing(s, v, index, best);
    return;
  }
  if (!subsets && offer_image(s, index, pattern, set, v, best)) return;
  if (!subsets) offer_sequences(s, index, pattern, set, v, best);
  const Shape *element = ref_element_shape(s->r, set);
  Generator g = {
      .source = FROM_SET, .conjunct = index, .pattern = pattern, .set = v, .shape = element};
  if (subsets) {
    g.source = FROM_SUBSETS;
    g.shape = ref_shape(s->r, set);
    g.set = ref_lazy(s->r, LAZY_POW, v, VALUE_UNDEFINED);
  } else if (value_is_node(v, NODE_KIND_INTERVAL)) { /* never written out */
    g.source = FROM_RANGE;
    g.low = set_least(s->r->s, element, v);
    g.high = set_greatest(s->r->s, element, v);
  }
  g.cost = solver_cost(s, g.shape, g.set);
  if (g.cost == 0) g.source = FROM_NOTHING; /* more elements than values: no injection */
  if (g.cost < COST_SOLUTIONS) offer(best, g);
}

static void offer_required(Solver *s, const Node *node, uint32_t index, Generator *best);

/* P => Q with a P that is known to hold, or is not defined, is true only where Q is. */
static void offer_conclusion(Solver *s, const Node *node, uint32_t index, Generator *best)
{
  if (solver_is_open(s, node->kids[0])) return;
  Fault fault = s->r->e->fault;
  Truth t = ref_truth(s->r, node->kids[0]);
  s->r->e->fault = fault;
  if (t == TRUTH_TRUE || (t == TRUTH_FAULT && !s->r->e->options.strict_wd))
    offer_required(s, node_bare(node->kids[1]), index, best);
}

/* The candidates that a part of the conjunct `index` leaves, if the conjunct is true only where
 * `node` is. */
static void offer_required(Solver *s, const Node *node, uint32_t index, Generator *best)
{
  switch ((NodeKind) node->kind) {
  case NODE_AND: /* one of them does not make the others true */
    for (uint32_t i = 0; i < node->count; i++)
      offer_required(s, node_bare(node->kids[i]), NO_CONJUNCT, best);
    break;
  case NODE_IMPLIES: offer_conclusion(s, node, index, best); break;
  case NODE_EQUAL:
    offer_equation(s, index, node->kids[0], node->kids[1], best);
    offer_equation(s, index, node->kids[1], node->kids[0], best);
    break;
  case NODE_MEMBER: offer_members(s, index, node->kids[0], node->kids[1], false, best); break;
  case NODE_SUBSET: offer_members(s, index, node->kids[0], node->kids[1], true, best); break;
  case NODE_STRICT_SUBSET:
    offer_members(s, NO_CONJUNCT, node->kids[0], node->kids[1], true, best);
    break;
  default: break;
  }
}

/* Does it say x = E with a known E, in each of its cases? */
static bool gives_value(const Solver *s, const Node *node)
{
  node = node_bare(node);
  if (node->kind == NODE_EQUAL)
    for (uint32_t side = 0; side < 2; side++)
      if (solver_is_unbound(s, node_bare(node->kids[side])) &&
          !solver_is_open(s, node->kids[1 - side]))
        return true;
  bool all = node->kind == NODE_OR, some = false;
  for (uint32_t i = 0; (all || node->kind == NODE_AND) && i < node->count; i++) {
    bool gives = gives_value(s, node->kids[i]);
    all &= gives;
    some |= gives;
  }
  return node->kind == NODE_OR ? all : some;
}

static void offer_conjunct(Solver *s, uint32_t index, Generator *best)
{
  const Node *node = s->conjuncts.data[index];
  bool cases = node->kind == NODE_OR && gives_value(s, node);
  if (node->kind == NODE_OR || node->kind == NODE_EXISTS) /* its solutions by itself */
    offer(best, (Generator){.source = FROM_SOLUTIONS,
                            .conjunct = index,
                            .cost = cases ? COST_CASES : COST_SOLUTIONS});
  else offer_required(s, node, index, best);
}

/* ------------------------------------------------------------------ bounds */

/* What only bounds another name is tried after it. */
static bool is_end_of_interval(const Solver *s, uint32_t name)
{
  for (uint32_t i = 0; i < s->conjuncts.len; i++)
    if (!s->done[i] && ref_bounds_other_name(s->conjuncts.data[i], s->names[name]) &&
        solver_is_unbound(s, node_bare(s->conjuncts.data[i]->kids[0])))
      return true;
  return false;
}

/* Read from left to right, what follows a conjunct that may be undefined does not say which values
 * this one sees. */
static uint32_t first_partial(const Solver *s)
{
  uint32_t i = 0;
  if (!s->r->e->options.strict_wd) return s->conjuncts.len;
  while (i < s->conjuncts.len &&
         (s->done[i] || ref_is_defined_for_all(NULL, NULL, s->conjuncts.data[i])))
    i++;
  return i;
}

static void offer_range(Solver *s, uint32_t name, Bounds known, const Compared *compared,
                        Generator *best)
{
  Value low = VALUE_UNDEFINED, high = VALUE_UNDEFINED;
  Store *st = s->r->s;
  for (uint32_t k = compared->first[name]; k < compared->first[name + 1]; k++) {
    uint32_t i = compared->conjuncts[k];
    if (solver_bounds_from(s, s->conjuncts.data[i], s->names[name], false, &low, &high)) continue;
    gives_nothing(s, VALUE_FAULT, i, best);
    return;
  }
  if (known.low != BOUND_BELOW) solver_raise(s, &low, value_small(known.low));
  if (known.high != BOUND_ABOVE) solver_lower(s, &high, value_small(known.high));
  Generator g = {.source = FROM_RANGE, .conjunct = NO_CONJUNCT, .name = name};
  if (value_is_none(low) || value_is_none(high)) {
    g.source = FROM_WINDOW;
    g.low = value_is_none(low) ? s->r->e->minint : low;
    g.high = value_is_none(high) ? s->r->e->maxint : high;
    g.low_is_bound = !value_is_none(low);
    g.high_is_bound = !value_is_none(high);
    Value few = value_small(window_beyond(s->r->e, s->windows));
    bool nothing = int_compare(st, g.low, g.high) > 0 || s->r->e->options.wide_windows;
    if (nothing && !value_is_none(low)) g.high = int_add(st, low, few);
    else if (nothing && !value_is_none(high)) g.low = int_subtract(st, high, few);
    g.cost = COST_WINDOW + (is_end_of_interval(s, name) ? 2 : 0) +
             (value_is_none(low) && value_is_none(high));
  } else {
    g.low = low;
    g.high = high;
    int64_t n;
    Value size = int_add(st, int_subtract(st, high, low), value_small(1));
    g.cost = int_sign(st, size) <= 0 ? 0 : int_fits(st, size, &n) ? (uint64_t) n : COST_WINDOW - 1;
  }
  offer(best, g);
}

static void offer_type(Solver *s, uint32_t name, Bounds known, const Compared *compared,
                       Generator *best)
{
  const Shape *shape = engine_shape(s->r->e, s->names[name]->type);
  if (shape->kind == SHAPE_INTEGER) {
    offer_range(s, name, known, compared, best);
    return;
  }
  if (shape->kind == SHAPE_REAL || shape->kind == SHAPE_STRING) { /* try one value */
    Generator one = {.source = FROM_WINDOW, .conjunct = NO_CONJUNCT, .name = name, .shape = shape};
    one.cost = COST_WINDOW + 4;
    offer(best, one);
  }
  Generator g = {.source = FROM_TYPE, .conjunct = NO_CONJUNCT, .name = name, .shape = shape};
  g.cost = shape->size;
  if (shape_is_indexed(shape) && shape->size < s->r->e->options.expansion_limit) offer(best, g);
}

static void offer_points(Solver *s, Generator *best)
{
  Generator g = {.source = FROM_VALUE, .conjunct = NO_CONJUNCT, .cost = 1};
  for (uint32_t i = 0; i < s->count && best->cost > 1 && !s->r->e->options.strict_wd; i++) {
    if (s->bound[i] || !solver_points(s, i, &g.set)) continue;
    g.name = i;
    offer(best, g);
  }
}

/* What the pending conjuncts say together of the integers among the names. */
static bool find_bounds(Solver *s, Bounds *bounds)
{
  VEC(const Node *) pending = {0};
  for (uint32_t i = 0, count = first_partial(s); i < count; i++)
    if (!s->done[i]) vec_push(&pending, s->conjuncts.data[i]);
  bool possible = bounds_narrow(&(BoundsProblem){.r = s->r,
                                                 .names = s->names,
                                                 .bound = s->bound,
                                                 .count = s->count,
                                                 .conjuncts = pending.data,
                                                 .conjunct_count = pending.len,
                                                 .bounds = bounds});
  vec_free(&pending);
  return possible;
}

static bool gives_value_by_itself(const Solver *s, const Node *node)
{
  if (node->kind == NODE_EXISTS) return gives_value(s, node->kids[1]);
  return node->kind == NODE_OR && gives_value(s, node);
}

/* Candidates that are too many to be written out are of no use; a disjunction or an existential
 * quantifier that gives the names their values may be. */
static void prefer_cases(Solver *s, Generator *best)
{
  bool all = best->source == FROM_SET || best->source == FROM_SUBSETS;
  if (!all || best->cost <= s->r->e->options.expansion_limit) return;
  for (uint32_t i = 0; i < s->conjuncts.len; i++)
    if (!s->done[i] && gives_value_by_itself(s, s->conjuncts.data[i])) {
      *best = (Generator){.source = FROM_SOLUTIONS, .conjunct = i, .cost = COST_CASES};
      return;
    }
}

Generator solver_choose(Solver *s)
{
  Generator best = {
      .source = FROM_WINDOW, .conjunct = NO_CONJUNCT, .name = UINT32_MAX, .cost = UINT64_MAX};
  for (uint32_t i = 0; i < s->conjuncts.len; i++)
    if (!s->done[i]) offer_conjunct(s, i, &best);
  if (best.cost <= 1) return best;
  Bounds *bounds = calloc(s->count, sizeof *bounds);
  if (!bounds) memory_exhausted();
  Compared compared = solver_compared(s, first_partial(s));
  if (!find_bounds(s, bounds)) best = (Generator){.source = FROM_NOTHING, .conjunct = NO_CONJUNCT};
  for (uint32_t i = 0; i < s->count && best.source != FROM_NOTHING; i++)
    if (!s->bound[i]) {
      solver_offer_joint(s, i, &best);
      offer_type(s, i, bounds[i], &compared, &best);
    }
  solver_compared_free(&compared);
  free(bounds);
  assert(best.pattern || best.source == FROM_NOTHING || best.source == FROM_SOLUTIONS ||
         best.name == UINT32_MAX || (best.name < s->count && !s->bound[best.name]));
  prefer_cases(s, &best);
  if (best.cost >= COST_SOLUTIONS) offer_points(s, &best);
  return best;
}
