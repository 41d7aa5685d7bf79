#include <assert.h>
#include <math.h>

#include "engine/reference/solve/ref_solve_impl.h"
#include "engine/reference/solve/ref_solve_sequence.h"
#include "value/relation.h"
#include "value/sequence.h"

/* Trees with names that have no value yet: which are open, which are patterns that a value can be
 * matched with, and equations that can be solved for one name. */

/* The index of an unbound name, or count. */
uint32_t solver_unbound_index(const Solver *s, const Symbol *symbol)
{
  assert(s->index.names == s->names && s->index.count == s->count);
  uint32_t i = name_index_find(&s->index, symbol);
  return i < s->count && s->bound[i] ? s->count : i;
}

/* x$0 is not x. */
bool solver_is_unbound(const Solver *s, const Node *node)
{
  return node->symbol && node->kind != NODE_OLD_VALUE &&
         solver_unbound_index(s, node->symbol) < s->count;
}

uint32_t solver_occurrences(const Solver *s, const Node *node)
{
  uint32_t found = solver_is_unbound(s, node);
  for (uint32_t i = 0; i < node->count; i++) found += solver_occurrences(s, node->kids[i]);
  return found;
}

bool solver_is_open(const Solver *s, const Node *node)
{
  if (solver_is_unbound(s, node)) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (solver_is_open(s, node->kids[i])) return true;
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

/* One of its two parts is a pattern, the other one is closed. */
static bool is_half_open(const Solver *s, const Node *node)
{
  bool left = solver_is_open(s, node->kids[0]), right = solver_is_open(s, node->kids[1]);
  return left != right && solver_is_pattern(s, node->kids[right]);
}

/* An unbound name, pairs of patterns and of closed expressions, a constructor with such
 * arguments, such sequences and integers with operators that can be inverted. */
bool solver_is_pattern(const Solver *s, const Node *node)
{
  node = untyped(node);
  bool set = node->type && node->type->kind == TYPE_POW;
  bool sequences =
      set && !s->r->e->options.strict_wd; /* these operators are not defined everywhere */
  switch ((NodeKind) node->kind) {
  case NODE_IDENT: return true;
  case NODE_CONCAT: return set && is_half_open(s, node);
  case NODE_REV: return sequences && solver_is_pattern(s, node->kids[0]);
  case NODE_INVERSE: return solver_is_pattern(s, node->kids[0]);
  case NODE_SET_EXT: return node->count == 1 && solver_is_pattern(s, node->kids[0]);
  case NODE_INSERT_FRONT:
  case NODE_INSERT_TAIL:
  case NODE_SEQ_EXT:
    if (!sequences) return false;
    break;
  case NODE_NEGATE: return node->type->kind == TYPE_INTEGER && solver_is_pattern(s, node->kids[0]);
  case NODE_ADD:
  case NODE_MINUS: return node->type->kind == TYPE_INTEGER && is_half_open(s, node);
  default:
    if (node->kind != NODE_MAPLET && !applied_constructor(node)) return false;
  }
  for (uint32_t i = node->kind == NODE_APPLY; i < node->count; i++)
    if (!solver_is_pattern(s, node->kids[i]) && solver_is_open(s, node->kids[i])) return false;
  return true;
}

/* A ^ B, where one of them is known. */
static Truth match_concat(Solver *s, const Node *pattern, Value v, uint32_t *bindings)
{
  bool left = solver_is_open(s, pattern->kids[0]);
  Value known = ref_eval(s->r, pattern->kids[left]), rest;
  if (value_is_none(known)) return truth_of_none(known);
  Truth t = solve_sequence_rest(s->r, v, known, !left, &rest);
  return t == TRUTH_TRUE ? solver_match(s, pattern->kids[!left], rest, bindings) : t;
}

static bool is_plain(const Solver *s, Value v)
{
  return value_tag(v) < TAG_NODE || !value_holds_lazy(s->r->s, v);
}

/* rev(A), e -> A, A <- e, [a,b,c] */
static Truth match_sequence(Solver *s, const Node *pattern, Value v, uint32_t *bindings)
{
  Store *st = s->r->s;
  if (!is_plain(s, v)) return TRUTH_UNKNOWN;
  if (!seq_is(v)) return TRUTH_FALSE;
  uint64_t size = seq_size(st, v);
  if (pattern->kind == NODE_REV)
    return solver_match(s, pattern->kids[0], seq_reverse(st, v), bindings);
  if (pattern->kind == NODE_SEQ_EXT) {
    Truth t = truth_of(size == pattern->count);
    for (uint32_t i = 0; i < pattern->count && t == TRUTH_TRUE; i++)
      t = solver_match(s, pattern->kids[i], seq_item(st, v, i), bindings);
    return t;
  }
  if (size == 0) return TRUTH_FALSE;
  bool front = pattern->kind == NODE_INSERT_FRONT;
  Value item = front ? seq_first(st, v) : seq_last(st, v);
  Value rest = front ? seq_tail(st, v) : seq_front(st, v);
  Truth t = solver_match(s, pattern->kids[0], front ? item : rest, bindings);
  return t == TRUTH_TRUE ? solver_match(s, pattern->kids[1], front ? rest : item, bindings) : t;
}

static Truth match_inverse(Solver *s, const Node *pattern, Value v, uint32_t *bindings)
{
  const Shape *relation = ref_shape(s->r, pattern), *inner = ref_shape(s->r, pattern->kids[0]);
  if (!is_plain(s, v)) return TRUTH_UNKNOWN;
  Value turned = rel_inverse(s->r->s, shape_element(relation), shape_element(inner), v);
  return solver_match(s, pattern->kids[0], turned, bindings);
}

/* {A} */
static Truth match_singleton(Solver *s, const Node *pattern, Value v, uint32_t *bindings)
{
  if (!is_plain(s, v)) return TRUTH_UNKNOWN;
  if (set_card(s->r->s, v) != 1) return TRUTH_FALSE;
  Value item = set_least(s->r->s, ref_element_shape(s->r, pattern), v);
  return solver_match(s, pattern->kids[0], item, bindings);
}

/* -A, E + A, A - E … */
static Truth match_sum(Solver *s, const Node *pattern, Value v, uint32_t *bindings)
{
  Store *st = s->r->s;
  if (pattern->kind == NODE_NEGATE)
    return solver_match(s, pattern->kids[0], int_negate(st, v), bindings);
  bool left = solver_is_open(s, pattern->kids[0]);
  Value known = ref_eval(s->r, pattern->kids[left]);
  if (value_is_none(known)) return truth_of_none(known);
  if (pattern->kind == NODE_ADD) v = int_subtract(st, v, known);
  else v = left ? int_add(st, v, known) : int_subtract(st, known, v);
  return solver_match(s, pattern->kids[!left], v, bindings);
}

static Truth match_operator(Solver *s, const Node *pattern, Value v, uint32_t *bindings)
{
  switch ((NodeKind) pattern->kind) {
  case NODE_CONCAT: return match_concat(s, pattern, v, bindings);
  case NODE_REV:
  case NODE_INSERT_FRONT:
  case NODE_INSERT_TAIL:
  case NODE_SEQ_EXT: return match_sequence(s, pattern, v, bindings);
  case NODE_INVERSE: return match_inverse(s, pattern, v, bindings);
  case NODE_SET_EXT: return match_singleton(s, pattern, v, bindings);
  default: return match_sum(s, pattern, v, bindings);
  }
}

/* c(x,y,z): was it made by c?  Then its arguments are matched. */
static Truth match_constructor(Solver *s, const Node *pattern, Value v, uint32_t *bindings)
{
  const Symbol *constructor = applied_constructor(pattern);
  uint32_t number = free_constructor(s->r->s, v);
  assert(number < constructor->owner->element_count);
  if (constructor->owner->elements[number] != constructor) return TRUTH_FALSE;
  Truth t = TRUTH_TRUE;
  v = free_argument(s->r->s, v);
  for (uint32_t i = pattern->count - 1; i > 0 && t == TRUTH_TRUE; i--) {
    t = solver_match(s, pattern->kids[i], i > 1 ? pair_second(s->r->s, v) : v, bindings);
    if (i > 1) v = pair_first(s->r->s, v);
  }
  return t;
}

/* Binds the names of the pattern; *bindings counts them.  FALSE: no match. */
Truth solver_match(Solver *s, const Node *pattern, Value v, uint32_t *bindings)
{
  pattern = untyped(pattern);
  assert(!value_is_none(v));
  if (applied_constructor(pattern) && solver_is_open(s, pattern))
    return match_constructor(s, pattern, v, bindings);
  if (pattern->kind == NODE_IDENT) {
    uint32_t i = solver_unbound_index(s, pattern->symbol);
    if (i < s->count) {
      reference_bind(s->r, s->names[i], v);
      s->bound[i] = true;
      ++*bindings;
      return TRUTH_TRUE;
    }
  } else if (pattern->kind == NODE_MAPLET && solver_is_open(s, pattern)) {
    Truth t = solver_match(s, pattern->kids[0], pair_first(s->r->s, v), bindings);
    return t == TRUTH_TRUE ? solver_match(s, pattern->kids[1], pair_second(s->r->s, v), bindings)
                           : t;
  } else if (solver_is_open(s, pattern)) return match_operator(s, pattern, v, bindings);
  Value value = ref_eval(s->r, pattern);
  if (value_is_none(value)) return truth_of_none(value);
  return reference_equal(s->r, ref_shape(s->r, pattern), value, v);
}

void solver_unbind(Solver *s, uint32_t bindings)
{
  for (uint32_t b = 0; b < bindings; b++) {
    assert(s->r->bindings.len > 0);
    const Symbol *symbol = s->r->bindings.data[s->r->bindings.len - 1].symbol;
    for (uint32_t i = 0; i < s->count; i++)
      if (s->names[i] == symbol) s->bound[i] = false;
    reference_unbind(s->r, 1);
  }
}

/* ------------------------------------------------------- solving equations */

/* The value of the one unbound name in `node` that gives it the value `target`.
 * VALUE_UNDEFINED: not found out this way; *none: there is no such value. */
Value solver_inverted(Solver *s, const Node *node, Value target, const Node **pattern, bool *none,
                      bool *rounded)
{
  node = node_bare(node);
  Store *st = s->r->s;
  if (solver_is_pattern(s, node)) return *pattern = node, target;
  bool real = ref_shape(s->r, node)->kind == SHAPE_REAL;
  if (node->kind == NODE_NEGATE && !real)
    return solver_inverted(s, node->kids[0], int_negate(st, target), pattern, none, rounded);
  if (node->kind != NODE_ADD && node->kind != NODE_MINUS && node->kind != NODE_TIMES)
    return VALUE_UNDEFINED;
  bool left = solver_is_open(s, node->kids[0]);
  Value known = ref_eval(s->r, node->kids[left ? 1 : 0]);
  if (value_is_none(known)) return VALUE_UNDEFINED;
  const Node *open = node->kids[left ? 0 : 1];
  if (real) { /* rounded: the equation is tested, and others may satisfy it as well */
    double t = value_real_of(st, target), k = value_real_of(st, known);
    if (node->kind == NODE_TIMES) return VALUE_UNDEFINED;
    double x = node->kind == NODE_ADD ? t - k : left ? t + k : k - t;
    *rounded = true;
    return isinf(x) ? VALUE_UNDEFINED
                    : solver_inverted(s, open, value_real(st, x), pattern, none, rounded);
  }
  if (node->kind == NODE_ADD)
    return solver_inverted(s, open, int_subtract(st, target, known), pattern, none, rounded);
  if (node->kind == NODE_MINUS)
    return solver_inverted(s, open,
                           left ? int_add(st, target, known) : int_subtract(st, known, target),
                           pattern, none, rounded);
  if (int_sign(st, known) == 0) return VALUE_UNDEFINED;
  Value quotient = int_divide(st, target, known);
  *none = !value_same(int_multiply(st, quotient, known), target);
  return *none ? VALUE_UNDEFINED : solver_inverted(s, open, quotient, pattern, none, rounded);
}
