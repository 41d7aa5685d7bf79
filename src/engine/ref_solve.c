#include <math.h>
#include <stdlib.h>

#include "engine/ref_bounds.h"
#include "base/memory.h"
#include "engine/ref_impl.h"
#include "engine/ref_solve_sequence.h"
#include "engine/solve_hook.h"

/* Finding the values of names that satisfy a predicate.  At each step the
 * conjuncts whose names all have values are tested; then the conjunct that leaves
 * the fewest candidates for some name gives it its values, one after the other:
 * x = E, x : S, x <: S, bounds of integers, the values of a finite type. */

typedef enum {
  FROM_NOTHING,
  FROM_VALUE,
  FROM_SET,
  FROM_SUBSETS,
  FROM_RANGE,
  FROM_TYPE,
  FROM_SOLUTIONS,
  FROM_WINDOW
} Origin;

typedef struct {
  Origin source;
  uint32_t conjunct;   /* that is satisfied by it; UINT32_MAX: none */
  const Node *pattern; /* what the candidates are matched with; NULL: name `name` */
  uint32_t name;
  Value set;          /* candidates, or the one value */
  const Shape *shape; /* of a candidate */
  Value low, high;    /* FROM_RANGE, FROM_WINDOW */
  uint64_t cost;
  bool rounded; /* of several values perhaps */
} Generator;

typedef struct {
  Reference *r;
  Symbol *const *names;
  uint32_t count;
  bool *bound;
  VEC(const Node *) conjuncts;
  bool *done;
  bool windows;
  Found *found;
  void *context;
  bool stopped, incomplete, infinite;
  uint32_t lets; /* bindings of LETs around conjuncts */
  bool declined; /* the solver of the engine cannot help */
} Solver;

#define NO_CONJUNCT UINT32_MAX
#define MOST_TRIED 16 /* for each element that a set may have: else it stays lazy */
#define COST_SOLUTIONS (UINT64_C(1) << 32)
#define COST_WINDOW (UINT64_C(1) << 50)

/* LET a BE a = E IN P: a gets its value at once if it needs none of the names. */
static bool bind_closed_let(Solver *s, const Node *node)
{
  for (uint32_t i = 0; i < s->count; i++)
    if (mentions_symbol(node->kids[1], s->names[i])) return false;
  Value none;
  uint32_t bound = bind_let(s->r, node, &none);
  if (value_is_none(none)) return reference_unbind(s->r, bound), false;
  s->lets += bound;
  return true;
}

static void add_conjuncts(Solver *s, const Node *node)
{
  node = node_bare(node);
  if (node->kind == NODE_LET_PRED && bind_closed_let(s, node)) node = node_bare(node->kids[2]);
  if (node->kind != NODE_AND) {
    vec_push(&s->conjuncts, node);
    return;
  }
  for (uint32_t i = 0; i < node->count; i++) add_conjuncts(s, node->kids[i]);
}

/* The index of an unbound name, or count. */
static uint32_t unbound_index(const Solver *s, const Symbol *symbol)
{
  uint32_t i = 0;
  while (i < s->count && (s->names[i] != symbol || s->bound[i])) i++;
  return i;
}

/* x$0 is not x. */
static bool is_unbound(const Solver *s, const Node *node)
{
  return node->symbol && node->kind != NODE_OLD_VALUE && unbound_index(s, node->symbol) < s->count;
}

static uint32_t occurrences(const Solver *s, const Node *node)
{
  uint32_t found = is_unbound(s, node);
  for (uint32_t i = 0; i < node->count; i++) found += occurrences(s, node->kids[i]);
  return found;
}

static bool is_open(const Solver *s, const Node *node)
{
  if (is_unbound(s, node)) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (is_open(s, node->kids[i])) return true;
  return false;
}

/* ---------------------------------------------------------------- patterns */

/* Without what only says of which type it is. */
static const Node *untyped(const Node *node)
{
  node = node_bare(node);
  return node->kind == NODE_TYPED ? untyped(node->kids[0]) : node;
}

/* The constructor of a free type that makes the value, or NULL. */
static const Symbol *applied_constructor(const Node *node)
{
  const Node *function = node->kind == NODE_APPLY ? untyped(node->kids[0]) : NULL;
  const Symbol *symbol = function ? function->symbol : NULL;
  return symbol && symbol->kind == SYMBOL_CONSTRUCTOR ? symbol : NULL;
}

/* An unbound name, pairs of patterns and of closed expressions, a constructor with such
 * arguments, or such sequences ^ each other. */
static bool is_pattern(const Solver *s, const Node *node)
{
  node = untyped(node);
  if (node->kind == NODE_IDENT) return true;
  if (node->kind == NODE_CONCAT && node->type->kind == TYPE_POW) {
    bool left = is_open(s, node->kids[0]), right = is_open(s, node->kids[1]);
    return left != right && is_pattern(s, node->kids[right]);
  }
  if (node->kind != NODE_MAPLET && !applied_constructor(node)) return false;
  for (uint32_t i = node->kind == NODE_APPLY; i < node->count; i++)
    if (!is_pattern(s, node->kids[i]) && is_open(s, node->kids[i])) return false;
  return true;
}

static Truth match(Solver *s, const Node *pattern, Value v, uint32_t *bindings);

/* A ^ B, where one of them is known. */
static Truth match_concat(Solver *s, const Node *pattern, Value v, uint32_t *bindings)
{
  bool left = is_open(s, pattern->kids[0]);
  Value known = eval(s->r, pattern->kids[left]), rest;
  if (value_is_none(known)) return truth_of_none(known);
  Truth t = sequence_rest(s->r, v, known, !left, &rest);
  return t == TRUTH_TRUE ? match(s, pattern->kids[!left], rest, bindings) : t;
}

/* c(x,y,z): was it made by c?  Then its arguments are matched. */
static Truth match_constructor(Solver *s, const Node *pattern, Value v, uint32_t *bindings)
{
  const Symbol *constructor = applied_constructor(pattern);
  uint32_t number = free_constructor(s->r->s, v);
  if (constructor->owner->elements[number] != constructor) return TRUTH_FALSE;
  Truth t = TRUTH_TRUE;
  v = free_argument(s->r->s, v);
  for (uint32_t i = pattern->count - 1; i > 0 && t == TRUTH_TRUE; i--) {
    t = match(s, pattern->kids[i], i > 1 ? pair_second(s->r->s, v) : v, bindings);
    if (i > 1) v = pair_first(s->r->s, v);
  }
  return t;
}

/* Binds the names of the pattern; *bindings counts them.  FALSE: no match. */
static Truth match(Solver *s, const Node *pattern, Value v, uint32_t *bindings)
{
  pattern = untyped(pattern);
  if (applied_constructor(pattern) && is_open(s, pattern))
    return match_constructor(s, pattern, v, bindings);
  if (pattern->kind == NODE_IDENT) {
    uint32_t i = unbound_index(s, pattern->symbol);
    if (i < s->count) {
      reference_bind(s->r, s->names[i], v);
      s->bound[i] = true;
      ++*bindings;
      return TRUTH_TRUE;
    }
  } else if (pattern->kind == NODE_MAPLET && is_open(s, pattern)) {
    Truth t = match(s, pattern->kids[0], pair_first(s->r->s, v), bindings);
    return t == TRUTH_TRUE ? match(s, pattern->kids[1], pair_second(s->r->s, v), bindings) : t;
  } else if (pattern->kind == NODE_CONCAT && is_open(s, pattern))
    return match_concat(s, pattern, v, bindings);
  Value value = eval(s->r, pattern);
  if (value_is_none(value)) return truth_of_none(value);
  return reference_equal(s->r, shape_of_node(s->r, pattern), value, v);
}

static void unbind(Solver *s, uint32_t bindings)
{
  for (uint32_t b = 0; b < bindings; b++) {
    const Symbol *symbol = s->r->bindings.data[s->r->bindings.len - 1].symbol;
    for (uint32_t i = 0; i < s->count; i++)
      if (s->names[i] == symbol) s->bound[i] = false;
    reference_unbind(s->r, 1);
  }
}

/* ------------------------------------------------------- solving equations */

/* The value of the one unbound name in `node` that gives it the value `target`.
 * VALUE_UNDEFINED: not found out this way; *none: there is no such value. */
static Value inverted(Solver *s, const Node *node, Value target, const Node **pattern, bool *none,
                      bool *rounded)
{
  node = node_bare(node);
  Store *st = s->r->s;
  if (is_pattern(s, node)) return *pattern = node, target;
  bool real = shape_of_node(s->r, node)->kind == SHAPE_REAL;
  if (node->kind == NODE_NEGATE && !real)
    return inverted(s, node->kids[0], int_negate(st, target), pattern, none, rounded);
  if (node->kind != NODE_ADD && node->kind != NODE_MINUS && node->kind != NODE_TIMES)
    return VALUE_UNDEFINED;
  bool left = is_open(s, node->kids[0]);
  Value known = eval(s->r, node->kids[left ? 1 : 0]);
  if (value_is_none(known)) return VALUE_UNDEFINED;
  const Node *open = node->kids[left ? 0 : 1];
  if (real) { /* rounded: the equation is tested, and others may satisfy it as well */
    double t = value_real_of(st, target), k = value_real_of(st, known);
    if (node->kind == NODE_TIMES) return VALUE_UNDEFINED;
    double x = node->kind == NODE_ADD ? t - k : left ? t + k : k - t;
    *rounded = true;
    return isinf(x) ? VALUE_UNDEFINED
                    : inverted(s, open, value_real(st, x), pattern, none, rounded);
  }
  if (node->kind == NODE_ADD)
    return inverted(s, open, int_subtract(st, target, known), pattern, none, rounded);
  if (node->kind == NODE_MINUS)
    return inverted(s, open, left ? int_add(st, target, known) : int_subtract(st, known, target),
                    pattern, none, rounded);
  if (int_sign(st, known) == 0) return VALUE_UNDEFINED;
  Value quotient = int_divide(st, target, known);
  *none = !value_same(int_multiply(st, quotient, known), target);
  return *none ? VALUE_UNDEFINED : inverted(s, open, quotient, pattern, none, rounded);
}

/* --------------------------------------------------------------- generators */

static void offer(Generator *best, Generator candidate)
{
  if (candidate.cost < best->cost) *best = candidate;
}

/* The conjunct is not well-defined whatever the open names are: no candidate. */
static bool gives_nothing(Solver *s, Value none, Generator *best)
{
  if (!value_same(none, VALUE_FAULT) || s->r->e->strict_wd) return false;
  engine_warn(s->r->e, "");
  *best = (Generator){.source = FROM_NOTHING, .conjunct = NO_CONJUNCT, .cost = 0};
  return true;
}

static uint64_t cost_of(Reference *r, const Shape *element, Value set)
{
  if (!is_lazy(set)) return set_card(r->s, set);
  Fault fault = r->e->fault;
  Value card = set_cardinality(r, element, set, SPAN_NONE);
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

/* f = %x.(P|E) where E applies f, or where functions are to stay as they are: a closure,
 * which finds f when it is applied. */
static bool offer_closure(Solver *s, uint32_t index, const Node *open, const Node *closed,
                          Generator *best)
{
  const Node *name = node_bare(open), *value = node_bare(closed);
  bool set = value->kind == NODE_LAMBDA || value->kind == NODE_COMPREHENSION;
  bool symbolic = set && (s->r->e->symbolic || is_symbolic(name));
  bool function = set || value->kind == NODE_UNION;
  if (name->kind != NODE_IDENT || name->symbol->kind != SYMBOL_CONSTANT || !function) return false;
  uint32_t i = unbound_index(s, name->symbol);
  if (i == s->count || (!symbolic && !is_open(s, closed))) return false;
  s->bound[i] = true; /* only f itself may be open */
  bool others = is_open(s, closed);
  s->bound[i] = false;
  if (others) return false;
  Generator g = {.source = FROM_VALUE, .conjunct = index, .pattern = open, .cost = 1};
  g.set = closure_of(s->r, value);
  g.shape = shape_of_node(s->r, open);
  offer(best, g);
  return true;
}

static bool size_bounds(Solver *s, const Symbol *name, Value *low, Value *high);

/* A ^ B ^ C = target where several are unknown: the first name is a beginning of what follows the
 * parts that are known, or the last one an end of what is before them. */
static void offer_parts(Solver *s, const Node *open, Value target, Generator *best)
{
  open = node_bare(open);
  for (uint32_t side = 0; open->kind == NODE_CONCAT && side < 2; side++) {
    const Node *outer = open->kids[side], *other = open->kids[1 - side];
    if (is_open(s, outer)) continue;
    Value known = eval(s->r, outer), rest;
    if (value_is_none(known)) return;
    Truth t = sequence_rest(s->r, target, known, side == 0, &rest);
    if (t == TRUTH_FALSE) *best = (Generator){.source = FROM_NOTHING, .conjunct = NO_CONJUNCT};
    if (t == TRUTH_TRUE) offer_parts(s, other, rest, best);
    return;
  }
  for (uint32_t side = 0; open->kind == NODE_CONCAT && side < 2; side++) {
    const Node *end = node_bare(open->kids[side]);
    while (end->kind == NODE_CONCAT) end = node_bare(end->kids[side]);
    if (!is_unbound(s, end) || end->kind != NODE_IDENT) continue;
    const Shape *shape = shape_of_node(s->r, open);
    Value low = value_small(0), high = VALUE_UNDEFINED;
    int64_t l = 0, h = INT64_MAX;
    if (!size_bounds(s, end->symbol, &low, &high) || !int_fits(s->r->s, low, &l) ||
        (!value_is_none(high) && !int_fits(s->r->s, high, &h)))
      return;
    Value parts = sequence_parts(s->r, shape, target, side == 0, l, h);
    if (value_is_none(parts)) return;
    Generator g = {.source = FROM_SET, .conjunct = NO_CONJUNCT, .pattern = end, .set = parts};
    g.shape = shape;
    g.cost = set_card(s->r->s, parts);
    if (g.cost == 0) g.source = FROM_NOTHING;
    offer(best, g);
    return;
  }
}

static void offer_equation(Solver *s, uint32_t index, const Node *open, const Node *closed,
                           Generator *best)
{
  if (offer_closure(s, index, open, closed, best)) return;
  Generator g = {.source = FROM_VALUE, .conjunct = index, .pattern = open, .cost = 1};
  if (is_open(s, closed) || !is_open(s, open) || best->cost <= 1) return;
  const Node *inner = node_bare(open);
  bool applied = inner->kind == NODE_APPLY && inner->count == 2 && is_pattern(s, inner->kids[1]) &&
                 !is_open(s, inner->kids[0]);
  bool once = is_pattern(s, open) || occurrences(s, open) == 1;
  if (!once && inner->kind != NODE_CONCAT) return;
  Value target = eval(s->r, closed);
  if (value_is_none(target)) {
    gives_nothing(s, target, best);
    return;
  }
  if (!once) return offer_parts(s, open, target, best);
  g.shape = shape_of_node(s->r, open);
  if (applied && best->cost < COST_SOLUTIONS) return;
  if (applied) { /* f(x) = v: x is among f~[{v}] */
    Value f = eval(s->r, inner->kids[0]);
    if (value_is_none(f)) return;
    const Shape *relation = shape_of_node(s->r, inner->kids[0]), *pair = relation->args[0];
    ShapeTable *shapes = s->r->e->shapes;
    const Shape *turned = shape_set(shapes, shape_pair(shapes, pair->args[1], pair->args[0]));
    Value inverse = lazy(s->r, LAZY_INVERSE, f, VALUE_UNDEFINED);
    Fault fault = s->r->e->fault;
    g.set = image_of(s->r, turned, inverse, target, SPAN_NONE);
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
  g.set = inverted(s, open, target, &g.pattern, &none, &rounded);
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
  bool back = is_open(s, pattern->kids[0]);
  if (back && is_open(s, pattern->kids[1])) return false;
  Value from = eval(s->r, pattern->kids[back]);
  if (value_is_none(from)) return gives_nothing(s, from, best);
  const Shape *relation = shape_of_node(s->r, set), *pair = relation->args[0];
  ShapeTable *shapes = s->r->e->shapes;
  if (back) relation = shape_set(shapes, shape_pair(shapes, pair->args[1], pair->args[0]));
  if (back) r = lazy(s->r, LAZY_INVERSE, r, VALUE_UNDEFINED);
  Fault fault = s->r->e->fault;
  Value image = image_of(s->r, relation, r, from, set->span);
  s->r->e->fault = fault;
  if (value_is_none(image)) return false;
  Generator g = {.source = FROM_SET, .conjunct = index, .pattern = pattern->kids[!back]};
  g.set = image;
  g.shape = pair->args[!back];
  g.cost = cost_of(s->r, g.shape, image);
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
  if (pattern->kind != NODE_IDENT || !size_bounds(s, pattern->symbol, &low, &high) ||
      value_is_none(high) || !int_fits(s->r->s, low, &l) || !int_fits(s->r->s, high, &h))
    return;
  const Shape *shape = element_of_node(s->r, set);
  uint64_t each = cost_of(s->r, shape_element(shape)->args[1], from), total = 0, power = 1;
  for (int64_t n = 0; n <= h && total < COST_SOLUTIONS; n++) {
    if (n >= l) total += power;
    if (each > 0 && power > COST_SOLUTIONS / each) power = COST_SOLUTIONS;
    else power *= each;
  }
  if (total >= COST_SOLUTIONS || (each == 1 && h > 100000)) return;
  Generator g = {.source = FROM_SET, .conjunct = index, .pattern = pattern, .cost = total};
  g.shape = shape;
  g.set = sequences_within(s->r, from, l, h);
  offer(best, g);
}

static void offer_members(Solver *s, uint32_t index, const Node *pattern, const Node *set,
                          bool subsets, Generator *best)
{
  if (!is_pattern(s, pattern) || !is_open(s, pattern) || is_open(s, set)) return;
  Value v = eval_unexpanded(s->r, set);
  if (value_is_none(v)) {
    gives_nothing(s, v, best);
    return;
  }
  if (!subsets && offer_image(s, index, pattern, set, v, best)) return;
  if (!subsets) offer_sequences(s, index, pattern, set, v, best);
  const Shape *element = element_of_node(s->r, set);
  Generator g = {
      .source = FROM_SET, .conjunct = index, .pattern = pattern, .set = v, .shape = element};
  if (subsets) {
    g.source = FROM_SUBSETS;
    g.shape = shape_of_node(s->r, set);
    g.set = lazy(s->r, LAZY_POW, v, VALUE_UNDEFINED);
  }
  g.cost = cost_of(s->r, g.shape, g.set);
  if (g.cost == 0) g.source = FROM_NOTHING; /* more elements than values: no injection */
  if (g.cost < COST_SOLUTIONS) offer(best, g);
}

static void offer_required(Solver *s, const Node *node, uint32_t index, Generator *best);

/* P => Q with a P that is known to hold says what Q says. */
static void offer_conclusion(Solver *s, const Node *node, uint32_t index, Generator *best)
{
  if (is_open(s, node->kids[0])) return;
  Fault fault = s->r->e->fault;
  if (truth(s->r, node->kids[0]) == TRUTH_TRUE)
    offer_required(s, node_bare(node->kids[1]), index, best);
  else s->r->e->fault = fault;
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

static void offer_conjunct(Solver *s, uint32_t index, Generator *best)
{
  const Node *node = s->conjuncts.data[index];
  if (node->kind == NODE_OR || node->kind == NODE_EXISTS) /* its solutions by itself */
    offer(best, (Generator){.source = FROM_SOLUTIONS, .conjunct = index, .cost = COST_SOLUTIONS});
  else offer_required(s, node, index, best);
}

/* ------------------------------------------------------------------ bounds */

static void raise(Solver *s, Value *low, Value v)
{
  if (value_is_none(*low) || int_compare(s->r->s, v, *low) > 0) *low = v;
}

static void lower(Solver *s, Value *high, Value v)
{
  if (value_is_none(*high) || int_compare(s->r->s, v, *high) < 0) *high = v;
}

/* name OP limit, or limit OP name turned round */
static void take_bound(Solver *s, NodeKind op, Value limit, Value *low, Value *high)
{
  Store *st = s->r->s;
  switch (op) {
  case NODE_LESS: lower(s, high, int_subtract(st, limit, value_small(1))); break;
  case NODE_LESS_EQUAL: lower(s, high, limit); break;
  case NODE_GREATER: raise(s, low, int_add(st, limit, value_small(1))); break;
  case NODE_GREATER_EQUAL: raise(s, low, limit); break;
  case NODE_EQUAL:
    raise(s, low, limit);
    lower(s, high, limit);
    break;
  default: break;
  }
}

static NodeKind turned(NodeKind op)
{
  switch (op) {
  case NODE_LESS: return NODE_GREATER;
  case NODE_LESS_EQUAL: return NODE_GREATER_EQUAL;
  case NODE_GREATER: return NODE_LESS;
  case NODE_GREATER_EQUAL: return NODE_LESS_EQUAL;
  default: return op;
  }
}

static bool is_name(const Node *node, const Symbol *name)
{
  node = node_bare(node);
  return node->kind == NODE_IDENT && node->symbol == name;
}

static bool is_size_of(const Node *node, const Symbol *name)
{
  node = node_bare(node);
  return (node->kind == NODE_SIZE || node->kind == NODE_CARD) && is_name(node->kids[0], name);
}

/* What a comparison with the name (or with its size) says of it.  False: the bound is not
 * well-defined, so there is no candidate. */
static bool bounds_from(Solver *s, const Node *node, const Symbol *name, bool size, Value *low,
                        Value *high)
{
  NodeKind kind = node->kind;
  bool comparison = (kind >= NODE_LESS && kind <= NODE_GREATER_EQUAL) || kind == NODE_EQUAL;
  if (!comparison && kind != NODE_MEMBER) return true;
  for (uint32_t side = 0; side < (comparison ? 2u : 1u); side++) {
    const Node *mine = node->kids[side], *other = node->kids[1 - side];
    if (!(size ? is_size_of(mine, name) : is_name(mine, name)) || is_open(s, other)) continue;
    Value v = eval(s->r, other), l, h;
    if (value_same(v, VALUE_FAULT)) return false;
    if (value_is_none(v)) continue;
    if (comparison) take_bound(s, side == 0 ? kind : turned(kind), v, low, high);
    else if (integer_bounds(s->r, v, &l, &h)) {
      if (!value_is_none(l)) raise(s, low, l);
      if (!value_is_none(h)) lower(s, high, h);
    }
  }
  return true;
}

static bool size_bounds(Solver *s, const Symbol *name, Value *low, Value *high)
{
  for (uint32_t i = 0; i < s->conjuncts.len; i++)
    if (!s->done[i] && !bounds_from(s, s->conjuncts.data[i], name, true, low, high)) return false;
  return true;
}

static void offer_range(Solver *s, uint32_t name, Bounds known, Generator *best)
{
  Value low = VALUE_UNDEFINED, high = VALUE_UNDEFINED;
  Store *st = s->r->s;
  for (uint32_t i = 0; i < s->conjuncts.len; i++)
    if (!s->done[i] && !bounds_from(s, s->conjuncts.data[i], s->names[name], false, &low, &high)) {
      gives_nothing(s, VALUE_FAULT, best);
      return;
    }
  if (known.low != BOUND_BELOW) raise(s, &low, value_small(known.low));
  if (known.high != BOUND_ABOVE) lower(s, &high, value_small(known.high));
  Generator g = {.source = FROM_RANGE, .conjunct = NO_CONJUNCT, .name = name};
  if (value_is_none(low) || value_is_none(high)) {
    g.source = FROM_WINDOW;
    g.low = value_is_none(low) ? s->r->e->minint : low;
    g.high = value_is_none(high) ? s->r->e->maxint : high;
    Value few = value_small(s->r->e->window);
    bool nothing = int_compare(st, g.low, g.high) > 0 || s->r->e->wide_windows;
    if (nothing && !value_is_none(low)) g.high = int_add(st, low, few);
    else if (nothing && !value_is_none(high)) g.low = int_subtract(st, high, few);
    g.cost = COST_WINDOW + (value_is_none(low) && value_is_none(high));
  } else {
    g.low = low;
    g.high = high;
    int64_t n;
    Value size = int_add(st, int_subtract(st, high, low), value_small(1));
    g.cost = int_sign(st, size) <= 0 ? 0 : int_fits(st, size, &n) ? (uint64_t) n : COST_WINDOW - 1;
  }
  offer(best, g);
}

static void offer_type(Solver *s, uint32_t name, Bounds known, Generator *best)
{
  const Shape *shape = engine_shape(s->r->e, s->names[name]->type);
  if (shape->kind == SHAPE_INTEGER) {
    offer_range(s, name, known, best);
    return;
  }
  if (shape->kind == SHAPE_REAL || shape->kind == SHAPE_STRING) { /* try one value */
    Generator one = {.source = FROM_WINDOW, .conjunct = NO_CONJUNCT, .name = name, .shape = shape};
    one.cost = COST_WINDOW + 2;
    offer(best, one);
  }
  Generator g = {.source = FROM_TYPE, .conjunct = NO_CONJUNCT, .name = name, .shape = shape};
  g.cost = shape->size;
  if (shape_is_indexed(shape) && shape->size < s->r->e->expansion_limit) offer(best, g);
}

/* What the pending conjuncts say together of the integers among the names. */
static bool find_bounds(Solver *s, Bounds *bounds)
{
  VEC(const Node *) pending = {0};
  for (uint32_t i = 0; i < s->conjuncts.len; i++)
    if (!s->done[i]) vec_push(&pending, s->conjuncts.data[i]);
  bool possible = bounds_narrow(
      &(BoundsProblem){s->r, s->names, s->bound, s->count, pending.data, pending.len, bounds});
  vec_free(&pending);
  return possible;
}

static Generator choose(Solver *s)
{
  Generator best = {
      .source = FROM_WINDOW, .conjunct = NO_CONJUNCT, .name = UINT32_MAX, .cost = UINT64_MAX};
  for (uint32_t i = 0; i < s->conjuncts.len; i++)
    if (!s->done[i]) offer_conjunct(s, i, &best);
  if (best.cost <= 1) return best;
  Bounds *bounds = calloc(s->count, sizeof *bounds);
  if (!bounds) memory_exhausted();
  if (!find_bounds(s, bounds)) best = (Generator){.source = FROM_NOTHING, .conjunct = NO_CONJUNCT};
  for (uint32_t i = 0; i < s->count && best.source != FROM_NOTHING; i++)
    if (!s->bound[i]) offer_type(s, i, bounds[i], &best);
  free(bounds);
  return best;
}

/* --------------------------------------------------------------- the search */

static void step(Solver *s);

static void try_candidate(Solver *s, const Generator *g, Value v)
{
  uint32_t bindings = 0;
  Truth t = TRUTH_TRUE;
  if (g->pattern) t = match(s, g->pattern, v, &bindings);
  else {
    reference_bind(s->r, s->names[g->name], v);
    s->bound[g->name] = true;
    bindings = 1;
  }
  if (t == TRUTH_TRUE) step(s);
  else if (t == TRUTH_UNKNOWN) s->incomplete = true;
  else if (t == TRUTH_FAULT) engine_warn(s->r->e, engine_text(s->r->e, g->shape, v));
  unbind(s, bindings);
}

static bool over(const Solver *s) { return s->stopped || s->infinite; }

static void try_range(Solver *s, const Generator *g)
{
  Store *st = s->r->s;
  for (Value v = g->low; int_compare(st, v, g->high) <= 0 && !over(s);
       v = int_add(st, v, value_small(1))) {
    if (!spend(s->r)) {
      s->incomplete = true;
      return;
    }
    try_candidate(s, g, v);
  }
}

static void try_set(Solver *s, const Generator *g)
{
  Values all = {0};
  Value none;
  if (!elements_of(s->r, g->shape, g->set, SPAN_NONE, &all, &none)) {
    s->incomplete = true;
    return;
  }
  for (uint32_t i = 0; i < all.len && !over(s); i++) try_candidate(s, g, all.data[i]);
  vec_free(&all);
}

static void try_type(Solver *s, const Generator *g)
{
  for (uint64_t i = 0; i < g->shape->size && !over(s); i++)
    try_candidate(s, g, value_at(s->r->s, g->shape, i));
}

typedef struct {
  Solver *outer;
  Symbol **names;
  uint32_t count;
  Values tuples;
} Tuples;

static bool add_tuple(void *context, Reference *r)
{
  Tuples *t = context;
  Value tuple = VALUE_UNDEFINED;
  for (uint32_t i = 0; i < t->count; i++) {
    Value v = VALUE_UNDEFINED;
    find_binding(r, t->names[i], &v);
    tuple = i == 0 ? v : value_pair(r->s, tuple, v);
  }
  vec_push(&t->tuples, tuple);
  return t->tuples.len < r->e->expansion_limit;
}

static void mentioned(const Solver *s, const Node *node, Tuples *t)
{
  bool fresh = is_unbound(s, node);
  uint32_t i = fresh ? unbound_index(s, node->symbol) : 0;
  for (uint32_t j = 0; fresh && j < t->count; j++) fresh = t->names[j] != s->names[i];
  if (fresh) t->names[t->count++] = s->names[i];
  for (uint32_t k = 0; k < node->count; k++) mentioned(s, node->kids[k], t);
}

static const Shape *tuple_shape(Solver *s, const Tuples *t)
{
  const Shape *shape = engine_shape(s->r->e, t->names[0]->type);
  for (uint32_t i = 1; i < t->count; i++)
    shape = shape_pair(s->r->e->shapes, shape, engine_shape(s->r->e, t->names[i]->type));
  return shape;
}

/* Solves one disjunct, or the body of an existential, for the names. */
static Solved solve_part(Solver *s, const Node *part, Tuples *t)
{
  part = node_bare(part);
  if (part->kind != NODE_EXISTS)
    return reference_solve(s->r, t->names, t->count, part, s->windows, add_tuple, t);
  const Node *inner = part->kids[0];
  Symbol **names = arena_new_array(s->r->e->scratch, Symbol *, t->count + inner->count);
  for (uint32_t i = 0; i < t->count; i++) names[i] = t->names[i];
  for (uint32_t i = 0; i < inner->count; i++)
    names[t->count + i] = node_bare(inner->kids[i])->symbol;
  return reference_solve(s->r, names, t->count + inner->count, part->kids[1], s->windows, add_tuple,
                         t);
}

static bool bind_tuple(Solver *s, const Tuples *t, Value tuple, uint32_t *bindings)
{
  for (uint32_t i = t->count; i-- > 0;) {
    Value v = i == 0 ? tuple : pair_second(s->r->s, tuple);
    uint32_t index = unbound_index(s, t->names[i]);
    reference_bind(s->r, t->names[i], v);
    s->bound[index] = true;
    ++*bindings;
    if (i > 0) tuple = pair_first(s->r->s, tuple);
  }
  return true;
}

static void try_solutions(Solver *s, const Generator *g)
{
  const Node *node = s->conjuncts.data[g->conjunct];
  Tuples t = {.outer = s, .names = arena_new_array(s->r->e->scratch, Symbol *, s->count)};
  mentioned(s, node, &t);
  bool either = node->kind == NODE_OR;
  Solved solved = SOLVED_ALL;
  for (uint32_t i = 0; i < (either ? node->count : 1) && solved != SOLVED_INFINITE; i++) {
    Solved part = solve_part(s, either ? node->kids[i] : node, &t);
    if (part != SOLVED_ALL) solved = part;
  }
  if (solved == SOLVED_INFINITE) s->infinite = true;
  else if (solved != SOLVED_ALL) s->incomplete = true;
  const Shape *shape = tuple_shape(s, &t);
  Value set = build(s->r, shape, &t.tuples); /* each once */
  if (value_is_none(set)) {
    s->incomplete = true;
    return;
  }
  SetIter it = set_iter(s->r->s, shape, set);
  for (Value v; !over(s) && set_next(&it, &v);) {
    uint32_t bindings = 0;
    bind_tuple(s, &t, v, &bindings);
    step(s);
    unbind(s, bindings);
  }
}

static void try_window(Solver *s, const Generator *g)
{
  if (!s->windows) {
    s->infinite = true;
    return;
  }
  s->incomplete = true;
  const Symbol *name = g->name == UINT32_MAX ? NULL : s->names[g->name];
  engine_unknown(s->r->e, name ? "%s has no bounds" : "a name%s has no bounds",
                 name ? name->name->text : "");
  if (!name) return;
  if (g->shape && g->shape->kind == SHAPE_REAL) try_candidate(s, g, value_real(s->r->s, 0.0));
  else if (g->shape) try_candidate(s, g, value_string(s->r->s, "", 0));
  else try_range(s, g);
  engine_unknown(s->r->e, "%s has no bounds: only some values were tried", name->name->text);
}

static void try_value(Solver *s, const Generator *g)
{
  try_candidate(s, g, g->set);
  if (!g->rounded) return;
  s->incomplete = true;
  engine_unknown(s->r->e, "other real numbers may satisfy an equation as well");
}

/* ------------------------------------------------------- the solver's turn */

/* x : S, x < E for a scalar name and nothing else: every candidate is a solution. */
static bool is_plain(const Solver *s)
{
  for (uint32_t i = 0; i < s->conjuncts.len; i++) {
    const Node *c = s->conjuncts.data[i];
    if (s->done[i]) continue;
    bool compared = c->kind >= NODE_LESS && c->kind <= NODE_GREATER_EQUAL;
    if (!compared && c->kind != NODE_MEMBER) return false;
    bool left = is_unbound(s, node_bare(c->kids[0])), right = is_unbound(s, node_bare(c->kids[1]));
    if (left == right || is_open(s, c->kids[left ? 1 : 0])) return false;
    ShapeKind kind = shape_of_node(s->r, c->kids[left ? 0 : 1])->kind;
    if (kind == SHAPE_SET || kind == SHAPE_PAIR || kind == SHAPE_RECORD) return false;
  }
  return true;
}

/* Would trying all candidates one after the other be long? */
static bool is_large(const Solver *s, const Generator *g)
{
  uint64_t total = 1, many = s->r->e->solver_from;
  if (g->cost <= 1) return false;
  if (g->cost > many) return true;
  for (uint32_t i = 0; i < s->count && total <= many; i++)
    if (!s->bound[i]) total *= g->cost;
  return total > many;
}

/* A candidate of the solver: tested like any other. */
static bool test_candidate(void *context)
{
  Solver *s = context;
  bool *bound = malloc((s->count + 1) * sizeof *bound);
  if (!bound) memory_exhausted();
  for (uint32_t i = 0; i < s->count; i++) bound[i] = s->bound[i], s->bound[i] = true;
  step(s);
  for (uint32_t i = 0; i < s->count; i++) s->bound[i] = bound[i];
  free(bound);
  return !over(s);
}

/* Lets the solver find the rest; false if it cannot. */
static bool ask_solver(Solver *s, bool bounded)
{
  const SolveHook *hook = s->r->e->solver;
  if (!hook || s->declined || s->r->e->strict_wd || is_plain(s)) return false;
  VEC(Symbol *) names = {0};
  VEC(const Node *) pending = {0};
  for (uint32_t i = 0; i < s->count; i++)
    if (!s->bound[i]) vec_push(&names, s->names[i]);
  for (uint32_t i = 0; i < s->conjuncts.len; i++)
    if (!s->done[i]) vec_push(&pending, s->conjuncts.data[i]);
  SolveRequest request = {s->r,    names.data,     names.len, pending.data, pending.len, s->windows,
                          bounded, test_candidate, s};
  SolveResult result = hook->solve(&request);
  vec_free(&names);
  vec_free(&pending);
  if (result == SOLVE_DECLINED) s->declined = true;
  if (result == SOLVE_INCOMPLETE) s->incomplete = true;
  if (result == SOLVE_INFINITE) s->infinite = true;
  return result != SOLVE_DECLINED;
}

static void try_generator(Solver *s, const Generator *g)
{
  switch (g->source) {
  case FROM_NOTHING: break;
  case FROM_VALUE: try_value(s, g); break;
  case FROM_SET:
  case FROM_SUBSETS: try_set(s, g); break;
  case FROM_RANGE:
    if (!s->windows && g->cost > MOST_TRIED * s->r->e->expansion_limit) s->infinite = true;
    else try_range(s, g);
    break;
  case FROM_TYPE: try_type(s, g); break;
  case FROM_SOLUTIONS: try_solutions(s, g); break;
  case FROM_WINDOW: try_window(s, g); break;
  }
}

/* A solver that has declined is asked again before and in a window: it may do with fewer
 * names what it could not do before. */
static void generate(Solver *s)
{
  Generator g = choose(s);
  bool declined = s->declined, window = g.source == FROM_WINDOW;
  if (window) s->declined = false;
  if (!is_large(s, &g) || !ask_solver(s, !window)) {
    if (window) s->declined = false;
    if (g.conjunct != NO_CONJUNCT) s->done[g.conjunct] = true;
    try_generator(s, &g);
    if (g.conjunct != NO_CONJUNCT) s->done[g.conjunct] = false;
  }
  if (window) s->declined = declined;
}

/* card({x,y,z}) = 3: two equal values refute it before the rest is known. */
static bool is_refuted(const Solver *s, const Node *node)
{
  if (node->kind != NODE_EQUAL) return false;
  const Node *card = node_bare(node->kids[0]), *number = node_bare(node->kids[1]);
  if (card->kind != NODE_CARD || number->kind != NODE_INTEGER_LIT) return false;
  const Node *set = node_bare(card->kids[0]);
  if (set->kind != NODE_SET_EXT || strtoul(number->name->text, NULL, 10) != set->count)
    return false;
  for (uint32_t i = 0; i < set->count; i++)
    for (uint32_t j = 0; j < i; j++) {
      Value a, b;
      const Symbol *x = set->kids[i]->symbol, *y = set->kids[j]->symbol;
      bool known = x && y && find_binding(s->r, x, &a) && find_binding(s->r, y, &b);
      if (known && value_same(a, b) && !is_lazy(a)) return true;
    }
  return false;
}

/* Tests what can be tested.  TRUE: go on. */
static Truth test_ready(Solver *s, Values *tested)
{
  Truth result = TRUTH_TRUE;
  Fault fault = {.span = SPAN_NONE};
  bool waiting = false;
  for (uint32_t i = 0; i < s->conjuncts.len; i++) {
    if (s->done[i]) continue;
    if (is_open(s, s->conjuncts.data[i])) {
      if (is_refuted(s, s->conjuncts.data[i])) return TRUTH_FALSE;
      waiting = true;
      continue;
    }
    Truth t = truth(s->r, s->conjuncts.data[i]);
    if (t == TRUTH_FALSE) return t;
    if (t == TRUTH_FAULT && s->r->e->strict_wd) { /* matters if all before it hold */
      if (!waiting) return t;
      continue;
    }
    if (t == TRUTH_FAULT && !fault.message) fault = s->r->e->fault;
    if (t == TRUTH_UNKNOWN || (t == TRUTH_FAULT && result == TRUTH_TRUE)) result = t;
    s->done[i] = true;
    vec_push(tested, value_small(i));
  }
  if (result == TRUTH_FAULT) s->r->e->fault = fault;
  return result;
}

static const char *current_candidate(Solver *s)
{
  Text text = {0};
  for (uint32_t i = 0; i < s->count; i++) {
    Value v;
    if (!s->bound[i] || !find_binding(s->r, s->names[i], &v)) continue;
    text_printf(&text, "%s%s = %s", text.len ? " & " : "", s->names[i]->name->text,
                engine_text(s->r->e, engine_shape(s->r->e, s->names[i]->type), v));
  }
  const char *kept = arena_copy(s->r->e->scratch, text_string(&text), text.len);
  text_free(&text);
  return kept;
}

static void step(Solver *s)
{
  Values tested = {0};
  if (!spend(s->r)) {
    s->incomplete = true;
    return;
  }
  Truth t = test_ready(s, &tested);
  bool all_bound = true;
  for (uint32_t i = 0; i < s->count; i++) all_bound &= s->bound[i];
  if (t == TRUTH_UNKNOWN) s->incomplete = true;
  if (t == TRUTH_UNKNOWN && s->r->accept_unknown) t = TRUTH_TRUE;
  if (t == TRUTH_FAULT) engine_warn(s->r->e, current_candidate(s));
  else if (t == TRUTH_TRUE && all_bound) s->stopped = !s->found(s->context, s->r);
  else if (t == TRUTH_TRUE) generate(s);
  for (uint32_t i = 0; i < tested.len; i++) s->done[value_small_int(tested.data[i])] = false;
  vec_free(&tested);
}

Solved reference_solve(Reference *r, Symbol *const *names, uint32_t count, const Node *predicate,
                       bool windows, Found *found, void *context)
{
  if (r->depth >= DEPTH_LIMIT)
    return engine_unknown(r->e, "a recursion that is too deep"), SOLVED_INCOMPLETE;
  Solver s = {.r = r,
              .names = names,
              .count = count,
              .windows = windows,
              .found = found,
              .context = context};
  add_conjuncts(&s, predicate);
  s.bound = calloc(count + 1, sizeof *s.bound);
  s.done = calloc(s.conjuncts.len + 1, sizeof *s.done);
  if (!s.bound || !s.done) memory_exhausted();
  r->depth++;
  step(&s);
  r->depth--;
  free(s.bound);
  free(s.done);
  vec_free(&s.conjuncts);
  reference_unbind(r, s.lets);
  if (s.infinite) return SOLVED_INFINITE;
  if (s.stopped) return SOLVED_STOPPED;
  return s.incomplete ? SOLVED_INCOMPLETE : SOLVED_ALL;
}
