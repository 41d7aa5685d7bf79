#include <assert.h>

#include "engine/reference/closure/ref_closure_impl.h"

#include "syntax/inspect.h"

/* Closures: an expression that denotes a set, and the values of the names it needs, looked at when
 * a member or an image (ref_closure_image.c) is asked for. */

typedef VEC(Symbol *) Captures;

/* The names in the tree that have a value now and may have another one later. */
static void find_captures(const Reference *r, const Node *node, Captures *captures)
{
  Value ignored;
  Symbol *symbol = node->symbol;
  bool captured = node->kind == NODE_IDENT && symbol &&
                  (symbol->kind == SYMBOL_VARIABLE || reference_lookup(r, symbol, &ignored));
  for (uint32_t i = 0; captured && i < captures->len; i++)
    if (captures->data[i] == symbol) captured = false;
  if (captured) vec_push(captures, symbol);
  for (uint32_t i = 0; i < node->count; i++) find_captures(r, node->kids[i], captures);
}

static uint32_t closure_number(Reference *r, const Node *node, const Captures *captures)
{
  for (uint32_t i = 0; i < r->e->closures.len; i++) {
    const Closure *c = r->e->closures.data[i];
    bool same = c->node == node && c->captured && c->captured_count == captures->len;
    for (uint32_t j = 0; same && j < captures->len; j++) same = c->captured[j] == captures->data[j];
    if (same) return i;
  }
  Closure *c = arena_alloc(r->e->arena, sizeof *c);
  c->node = node;
  c->captured_count = captures->len;
  c->captured = arena_new_array(r->e->arena, Symbol *, captures->len + 1);
  for (uint32_t j = 0; j < captures->len; j++) c->captured[j] = captures->data[j];
  vec_push(&r->e->closures, c);
  return r->e->closures.len - 1;
}

Value closure_of_function(Reference *r, const Node *lambda)
{
  assert(lambda->kind == NODE_LAMBDA);
  uint32_t number = closure_number(r, lambda, &(Captures){0});
  return value_lazy(r->s, LAZY_CLOSURE + number, NULL, 0);
}

Value closure_of_operator(Reference *r, const Node *node, const Value *operands)
{
  assert(node_is_operator(node) && node->count >= 1 && node->count <= 2);
  uint32_t i = 0;
  while (i < r->e->closures.len &&
         (r->e->closures.data[i]->node != node || r->e->closures.data[i]->captured))
    i++;
  if (i == r->e->closures.len) {
    Closure *c = arena_alloc(r->e->arena, sizeof *c);
    *c = (Closure){.node = node};
    vec_push(&r->e->closures, c);
  }
  return value_lazy(r->s, LAZY_CLOSURE + i, operands, node->count);
}

bool closure_operands(Reference *r, const Closure *c, Value closure, Value *v, Value *none)
{
  assert(c->node->count <= 2); /* the room that callers have */
  if (c->captured) return ref_eval_kids(r, c->node, v, c->node->count, none);
  for (uint32_t i = 0; i < c->node->count; i++) v[i] = lazy_part(r->s, closure, i);
  return true;
}

/* Takes what one conjunct says of the ends of x; false if it says something else. */
static bool take_ends(Reference *r, const Node *c, const Symbol *x, Value *low, Value *high)
{
  c = node_bare(c);
  if (c->kind == NODE_AND) {
    for (uint32_t i = 0; i < c->count; i++)
      if (!take_ends(r, c->kids[i], x, low, high)) return false;
    return true;
  }
  bool comparison = kind_is_order(c->kind);
  if (!comparison && c->kind != NODE_MEMBER) return false;
  const Node *left = node_bare(c->kids[0]), *right = node_bare(c->kids[1]);
  bool mine = node_is_name(left, x), turned = !mine && comparison && node_is_name(right, x);
  const Node *other = mine ? right : left;
  if ((!mine && !turned) || node_mentions(other, x)) return false;
  Value v = ref_eval(r, other), l = VALUE_UNDEFINED, h = VALUE_UNDEFINED, one = value_small(1);
  if (value_is_none(v)) return false;
  bool strict = kind_is_strict(c->kind);
  if (!comparison) {
    bool interval =
        is_lazy(v) ? lazy_what(r->s, v) <= LAZY_UPTO : value_is_node(v, NODE_KIND_INTERVAL);
    if (!interval || !ref_integer_bounds(r, v, &l, &h)) return false;
  } else if (kind_bounds_above(c->kind, turned)) h = strict ? int_subtract(r->s, v, one) : v;
  else l = strict ? int_add(r->s, v, one) : v;
  if (!value_is_none(l) && (value_is_none(*low) || int_compare(r->s, l, *low) > 0)) *low = l;
  if (!value_is_none(h) && (value_is_none(*high) || int_compare(r->s, h, *high) < 0)) *high = h;
  return true;
}

/* {x | x > 3 & x : NATURAL …}: an interval, if nothing but ends is said of x. */
static bool is_interval(Reference *r, const Node *node, Value *set)
{
  Value low = VALUE_UNDEFINED, high = VALUE_UNDEFINED;
  if (node->kind != NODE_COMPREHENSION || node->kids[0]->count != 1 ||
      ref_element_shape(r, node)->kind != SHAPE_INTEGER)
    return false;
  Fault fault = r->e->fault;
  bool only = take_ends(r, node->kids[1], symbol_at(node->kids[0], 0), &low, &high);
  r->e->fault = fault;
  if (only) *set = ref_interval(r, low, high);
  return only;
}

/* What the names have as values now; false: a variable has none, which is *none. */
static bool captured_values(Reference *r, const Captures *captures, Span span, Values *values,
                            Value *none)
{
  for (uint32_t i = 0; i < captures->len; i++) {
    const Symbol *name = captures->data[i];
    Value v = VALUE_UNDEFINED;
    bool state = !reference_lookup(r, name, &v) && name->kind == SYMBOL_VARIABLE && !name->dropped;
    if (state) v = r->e->variables[name->index];
    if (state && value_is_none(v)) {
      *none = engine_fault(r->e, span, "%s has no value", name->name->text);
      return false;
    }
    vec_push(values, value_is_none(v) ? VALUE_FALSE : v);
  }
  return true;
}

Value closure_of(Reference *r, const Node *node)
{
  Value closure;
  uint32_t bound;
  if (is_interval(r, node, &closure)) return closure;
  Captures captures = {0};
  Values values = {0};
  node = ref_bind_old(r, node, &bound);
  find_captures(r, node, &captures);
  if (captured_values(r, &captures, node->span, &values, &closure))
    closure = value_lazy(r->s, LAZY_CLOSURE + closure_number(r, node, &captures), values.data,
                         values.len);
  reference_unbind(r, bound);
  vec_free(&captures);
  vec_free(&values);
  return closure;
}

#ifndef NDEBUG
/* A value that denotes a closure of the engine has a part for each name that it has captured. */
static bool is_closure(const Reference *r, Value v)
{
  if (!is_lazy(v) || lazy_what(r->s, v) < LAZY_CLOSURE) return false;
  uint32_t number = lazy_what(r->s, v) - LAZY_CLOSURE;
  if (number >= r->e->closures.len) return false;
  const Closure *c = r->e->closures.data[number];
  return lazy_count(r->s, v) == (c->captured ? c->captured_count : c->node->count);
}
#endif

const Node *closure_node(const Reference *r, Value closure)
{
  assert(is_closure(r, closure));
  return r->e->closures.data[lazy_what(r->s, closure) - LAZY_CLOSURE]->node;
}

const Closure *closure_enter(Reference *r, Value closure)
{
  assert(is_closure(r, closure));
  const Closure *c = r->e->closures.data[lazy_what(r->s, closure) - LAZY_CLOSURE];
  for (uint32_t i = 0; i < c->captured_count; i++)
    reference_bind(r, c->captured[i], lazy_part(r->s, closure, i));
  return c;
}

void closure_leave(Reference *r, const Closure *c)
{
  assert(c->captured_count == 0 ||
         r->bindings.data[r->bindings.len - 1].symbol == c->captured[c->captured_count - 1]);
  reference_unbind(r, c->captured_count);
}

uint32_t closure_bind_tuple(Reference *r, const Node *names, uint32_t count, Value tuple)
{
  assert(count > 0 && count <= names->count && !value_is_none(tuple));
  for (uint32_t i = count; i-- > 0;) {
    reference_bind(r, symbol_at(names, i), i ? pair_second(r->s, tuple) : tuple);
    if (i) tuple = pair_first(r->s, tuple);
  }
  return count;
}

Truth closure_is_solution(Reference *r, const Node *node)
{
  Truth t = ref_truth(r, node->kids[1]);
  if (t != TRUTH_FAULT) return t;
  const Node *names = node->kids[0];
  Text text = {0};
  for (uint32_t i = 0; i < names->count; i++) {
    const Symbol *name = symbol_at(names, i);
    Value v = VALUE_UNDEFINED;
    reference_lookup(r, name, &v);
    text_printf(&text, "%s%s = %s", i ? " & " : "", name->name->text,
                engine_text(r->e, engine_shape(r->e, name->type), v));
  }
  engine_warn(r->e, text_string(&text));
  text_free(&text);
  return TRUTH_FALSE;
}

static Truth lambda_member(Reference *r, const Node *node, Value x)
{
  uint32_t bound = closure_bind_tuple(r, node->kids[0], node->kids[0]->count, pair_first(r->s, x));
  Truth t = closure_is_solution(r, node);
  if (t == TRUTH_TRUE) {
    Value v = ref_eval(r, node->kids[2]);
    t = value_is_none(v) ? truth_of_none(v)
                         : reference_equal(r, ref_shape(r, node->kids[2]), v, pair_second(r->s, x));
  }
  reference_unbind(r, bound);
  return t;
}

typedef struct {
  const Node *value; /* E of an image set; or a set for UNION */
  Value wanted;
  bool set;
  Truth result; /* so far: one TRUE decides; unknown outweighs a fault */
  Fault fault;
} Search;

static bool matches(void *context, Reference *r)
{
  Search *s = context;
  Value v = ref_eval(r, s->value);
  Truth t = value_is_none(v) ? truth_of_none(v)
            : s->set         ? reference_member(r, ref_element_shape(r, s->value), s->wanted, v)
                             : reference_equal(r, ref_shape(r, s->value), v, s->wanted);
  if (t == TRUTH_FAULT && s->result == TRUTH_FALSE) s->fault = r->e->fault;
  bool better = t == TRUTH_FAULT ? s->result == TRUTH_FALSE : t != TRUTH_FALSE;
  if (better) s->result = t;
  return t != TRUTH_TRUE;
}

static Truth search_member(Reference *r, const Node *node, Value x, bool set)
{
  Search s = {node->kids[2], x, set, TRUTH_FALSE, {.span = SPAN_NONE}};
  Solved solved = reference_solve(r, ref_bound_names(r, node->kids[0]), node->kids[0]->count,
                                  node->kids[1], WINDOWS_WIDE, matches, &s);
  if (s.result == TRUTH_TRUE || solved == SOLVED_ALL) {
    if (s.result == TRUTH_FAULT) r->e->fault = s.fault;
    return s.result;
  }
  return TRUTH_UNKNOWN;
}

/* Operators that were left unevaluated: domains and compositions. */
static Truth operator_member(Reference *r, const Closure *c, Value closure, Value x)
{
  const Node *node = c->node;
  if (node->kind == NODE_DOM || node->kind == NODE_RAN) {
    Value v[2], none;
    if (!closure_operands(r, c, closure, v, &none)) return truth_of_none(none);
    const Shape *pair = ref_element_shape(r, node->kids[0]);
    bool range = node->kind == NODE_RAN;
    const Shape *from = pair->args[range], *to = pair->args[!range];
    Value relation = range ? ref_lazy(r, LAZY_INVERSE, v[0], VALUE_UNDEFINED) : v[0];
    const Shape *shape = shape_set(r->e->shapes, shape_pair(r->e->shapes, from, to));
    Value images = ref_image(r, shape, relation, x, node->span);
    if (value_is_none(images)) return truth_of_none(images);
    return truth_not(ref_is_empty(r, to, images));
  }
  Value images = ref_image(r, ref_shape(r, node), closure, pair_first(r->s, x), node->span);
  if (value_is_none(images)) return truth_of_none(images);
  return reference_member(r, ref_element_shape(r, node)->args[1], pair_second(r->s, x), images);
}

static Truth walked_member(Reference *r, Value x, Value closure)
{
  const Closure *c = closure_enter(r, closure);
  const Node *node = c->node;
  Truth t;
  switch ((NodeKind) node->kind) {
  case NODE_COMPREHENSION: {
    uint32_t bound = closure_bind_tuple(r, node->kids[0], node->kids[0]->count, x);
    t = closure_is_solution(r, node);
    reference_unbind(r, bound);
    break;
  }
  case NODE_LAMBDA: t = lambda_member(r, node, x); break;
  case NODE_IMAGE_SET: t = search_member(r, node, x, false); break;
  case NODE_QUANT_UNION: t = search_member(r, node, x, true); break;
  default: t = operator_member(r, c, closure, x); break;
  }
  closure_leave(r, c);
  return t;
}

Truth closure_member(Reference *r, const Shape *element, Value x, Value closure)
{
  (void) element;
  Truth t;
  if (r->depth >= DEPTH_LIMIT) {
    engine_unknown(r->e, "a recursion is too deep");
    return TRUTH_UNKNOWN;
  }
  r->depth++;
  if (!r->fast || !r->fast->member(r, x, closure, &t)) t = walked_member(r, x, closure);
  r->depth--;
  return t;
}

Value closure_part_of_union(Reference *r, const Node *node, uint32_t i)
{
  const Node *kid = node_bare(node->kids[i]);
  bool binder = kid->kind == NODE_COMPREHENSION || kid->kind == NODE_LAMBDA ||
                kid->kind == NODE_IMAGE_SET || kid->kind == NODE_QUANT_UNION;
  return binder || kid->kind == NODE_UNION ? closure_of(r, kid) : ref_eval(r, kid);
}

static Value united_elements(Reference *r, const Node *node)
{
  const Shape *element = ref_element_shape(r, node);
  Value a = closure_part_of_union(r, node, 0);
  if (!value_is_none(a)) a = reference_expand(r, element, a, node->span);
  if (value_is_none(a)) return a;
  Value b = closure_part_of_union(r, node, 1);
  if (!value_is_none(b)) b = reference_expand(r, element, b, node->span);
  return value_is_none(b) ? b : ref_union(r, element, a, b);
}

static Value walked_elements(Reference *r, Value closure)
{
  const Closure *c = closure_enter(r, closure);
  NodeKind kind = c->node->kind;
  Value result = VALUE_UNKNOWN;
  if (kind == NODE_COMPREHENSION || kind == NODE_LAMBDA || kind == NODE_IMAGE_SET)
    result = ref_binder_written_out(r, c->node);
  else if (kind == NODE_UNION) result = united_elements(r, c->node);
  else engine_unknown(r->e, "a set cannot be enumerated");
  closure_leave(r, c);
  return result;
}

Value closure_expand(Reference *r, Value closure, Span span)
{
  (void) span;
  Value result;
  if (r->depth >= DEPTH_LIMIT) return engine_unknown(r->e, "a recursion is too deep");
  r->depth++;
  if (!r->fast || !r->fast->elements(r, closure, &result)) result = walked_elements(r, closure);
  r->depth--;
  return result;
}

/* Looking for an element of a closure that is not in the set. */
typedef struct {
  const Node *node;
  const Shape *element;
  Value set;
  uint32_t tries;
  bool found, doubtful;
} Witness;

static bool is_witness(void *context, Reference *r)
{
  Witness *w = context;
  NodeKind kind = w->node->kind;
  Value v = kind == NODE_COMPREHENSION ? VALUE_UNDEFINED : ref_eval(r, w->node->kids[2]);
  if (kind != NODE_COMPREHENSION && value_is_none(v)) return w->doubtful = true, false;
  w->found = value_is_empty_set(w->set);
  if (w->found) return false;
  if (kind == NODE_COMPREHENSION) v = ref_tuple(r, w->node->kids[0]);
  if (kind == NODE_LAMBDA) v = value_pair(r->s, ref_tuple(r, w->node->kids[0]), v);
  Truth t = reference_member(r, w->element, v, w->set);
  w->found = t == TRUTH_FALSE;
  w->doubtful |= t != TRUTH_FALSE && t != TRUTH_TRUE;
  return !w->found && w->tries-- > 0;
}

Truth closure_within(Reference *r, const Shape *element, Value closure, Value set)
{
  enum { MOST_TRIES = 1000 };
  const Closure *c = closure_enter(r, closure);
  const Node *node = c->node;
  Witness w = {.node = node, .element = element, .set = set, .tries = MOST_TRIES};
  Truth t = TRUTH_UNKNOWN;
  if (node->kind == NODE_COMPREHENSION || node->kind == NODE_LAMBDA ||
      node->kind == NODE_IMAGE_SET) {
    const Node *names = node->kids[0];
    Fault fault = r->e->fault;
    Solved solved = reference_solve(r, ref_bound_names(r, names), names->count, node->kids[1],
                                    WINDOWS_WIDE, is_witness, &w);
    r->e->fault = fault;
    if (w.found) t = TRUTH_FALSE;
    else if (solved == SOLVED_ALL && !w.doubtful) t = TRUTH_TRUE;
  }
  closure_leave(r, c);
  return t;
}
