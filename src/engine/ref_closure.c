#include "engine/ref_impl.h"

/* Expressions with bound names: {x|P}, %x.(P|E), SIGMA, UNION … .  Finite ones are
 * written out; the others are closures: the expression and the values of the
 * names it needs, looked at when a member or an image is asked for. */

static Symbol *symbol_at(const Node *names, uint32_t i)
{
  return node_bare(names->kids[i])->symbol;
}

/* The tuple of the values that the names have now: x, (x|->y), ((x|->y)|->z) … */
static Value tuple_of(Reference *r, const Node *names)
{
  Value tuple = VALUE_UNDEFINED;
  for (uint32_t i = 0; i < names->count; i++) {
    Value v = VALUE_UNDEFINED;
    find_binding(r, symbol_at(names, i), &v);
    tuple = i == 0 ? v : value_pair(r->s, tuple, v);
  }
  return tuple;
}

/* ------------------------------------------------------- walking solutions */

typedef struct {
  const Node *node;
  Values out;   /* elements of the set, in any order */
  Value result; /* of sums and products              */
  Value failed; /* VALUE_TRUE, or what went wrong    */
  Fault fault;
} Collect;

static bool fail(Collect *c, Reference *r, Value none)
{
  c->failed = none;
  c->fault = r->e->fault;
  return false;
}

/* One solution: what it contributes. */
static bool contribute(void *context, Reference *r)
{
  Collect *c = context;
  const Node *names = c->node->kids[0];
  NodeKind kind = c->node->kind;
  if (kind == NODE_COMPREHENSION) {
    vec_push(&c->out, tuple_of(r, names));
    return c->out.len <= r->e->expansion_limit ||
           fail(c, r, engine_unknown(r->e, "a set that is too large"));
  }
  Value v = eval(r, c->node->kids[2]);
  if (value_is_none(v)) return fail(c, r, v);
  bool real = shape_of_node(r, c->node)->kind == SHAPE_REAL;
  switch (kind) {
  case NODE_LAMBDA: v = value_pair(r->s, tuple_of(r, names), v); /* fall through */
  case NODE_IMAGE_SET: vec_push(&c->out, v); break;
  case NODE_SIGMA:
    c->result = real ? value_real(r->s, value_real_of(r->s, c->result) + value_real_of(r->s, v))
                     : int_add(r->s, c->result, v);
    break;
  case NODE_PRODUCT:
    c->result = real ? value_real(r->s, value_real_of(r->s, c->result) * value_real_of(r->s, v))
                     : int_multiply(r->s, c->result, v);
    break;
  default: vec_push(&c->out, v); break; /* UNION, INTER: the sets */
  }
  return c->out.len <= r->e->expansion_limit ||
         fail(c, r, engine_unknown(r->e, "a set that is too large"));
}

static Solved walk_solutions(Reference *r, Collect *c, Windows windows)
{
  const Node *names = c->node->kids[0];
  Symbol **symbols = bound_names(r, names);
  c->failed = VALUE_TRUE;
  if (windows == WINDOWS_NONE && solutions_are_too_many(r, symbols, names->count, c->node->kids[1]))
    return SOLVED_INFINITE;
  Solved solved =
      reference_solve(r, symbols, names->count, c->node->kids[1], windows, contribute, c);
  if (value_is_none(c->failed)) {
    r->e->fault = c->fault;
    vec_free(&c->out);
  }
  return solved;
}

static Value sum_or_product(Reference *r, const Node *node)
{
  bool real = shape_of_node(r, node)->kind == SHAPE_REAL;
  int64_t neutral = node->kind == NODE_SIGMA ? 0 : 1;
  Collect c = {.node = node,
               .result = real ? value_real(r->s, (double) neutral) : value_small(neutral)};
  Solved solved = walk_solutions(r, &c, WINDOWS_WIDE);
  vec_free(&c.out);
  if (value_is_none(c.failed)) return c.failed;
  return solved == SOLVED_ALL ? c.result : VALUE_UNKNOWN;
}

static Value quantified_sets(Reference *r, const Node *node)
{
  const Shape *set = shape_of_node(r, node), *element = shape_element(set);
  Collect c = {.node = node};
  Solved solved = walk_solutions(r, &c, WINDOWS_NONE);
  if (value_is_none(c.failed)) return c.failed;
  if (solved != SOLVED_ALL) {
    vec_free(&c.out);
    if (node->kind == NODE_QUANT_UNION) return closure_of(r, node);
    return solved == SOLVED_INFINITE
               ? engine_unknown(r->e, "an intersection over infinitely many values")
               : VALUE_UNKNOWN;
  }
  if (c.out.len == 0 && node->kind == NODE_QUANT_INTER)
    return engine_fault(r->e, node->span, "the intersection of no sets at all");
  Value result = c.out.len ? c.out.data[0] : VALUE_EMPTY_SET;
  for (uint32_t i = 1; i < c.out.len && !value_is_none(result); i++) {
    if (node->kind == NODE_QUANT_UNION) {
      result = union_of(r, element, result, c.out.data[i]);
      continue;
    }
    Values kept = {0}, all = {0};
    Value none;
    bool first_finite = !is_lazy(result);
    Value walked = first_finite ? result : c.out.data[i],
          other = first_finite ? c.out.data[i] : result;
    if (!elements_of(r, element, walked, node->span, &all, &none)) {
      result = none;
      break;
    }
    Truth t = TRUTH_TRUE;
    for (uint32_t j = 0; j < all.len && (t == TRUTH_TRUE || t == TRUTH_FALSE); j++) {
      t = reference_member(r, element, all.data[j], other);
      if (t == TRUTH_TRUE) vec_push(&kept, all.data[j]);
    }
    vec_free(&all);
    result = build(r, element, &kept);
    if (t != TRUTH_TRUE && t != TRUTH_FALSE) result = none_of_truth(t);
  }
  vec_free(&c.out);
  return result;
}

/* The set, written out; VALUE_UNKNOWN if that is not possible. */
static Value written_out(Reference *r, const Node *node)
{
  Collect c = {.node = node};
  Solved solved = walk_solutions(r, &c, WINDOWS_NONE);
  if (value_is_none(c.failed)) return c.failed;
  if (solved == SOLVED_ALL) return build(r, element_of_node(r, node), &c.out);
  vec_free(&c.out);
  return engine_unknown(r->e, solved == SOLVED_INFINITE ? "an infinite set cannot be written out"
                                                        : "a set that could not be written out");
}

bool mentions_symbol(const Node *node, const Symbol *symbol)
{
  if (node->symbol == symbol) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (mentions_symbol(node->kids[i], symbol)) return true;
  return false;
}

bool bounds_other_name(const Node *c, const Symbol *name)
{
  if (c->kind != NODE_MEMBER) return false;
  const Node *other = node_bare(c->kids[0]), *interval = node_bare(c->kids[1]);
  return other->kind == NODE_IDENT && other->symbol != name && interval->kind == NODE_INTERVAL &&
         mentions_symbol(interval, name);
}

Value eval_binder(Reference *r, const Node *node)
{
  Value v;
  return compiled_binder(r, node, &v) ? v : walk_binder(r, node);
}

Value walk_binder(Reference *r, const Node *node)
{
  switch ((NodeKind) node->kind) {
  case NODE_SIGMA:
  case NODE_PRODUCT: return sum_or_product(r, node);
  case NODE_QUANT_UNION:
  case NODE_QUANT_INTER: return quantified_sets(r, node);
  case NODE_COMPREHENSION: { /* {x | x : S} is S */
    const Node *body = node_bare(node->kids[1]);
    bool plain = node->kids[0]->count == 1 && body->kind == NODE_MEMBER &&
                 node_bare(body->kids[0])->symbol == symbol_at(node->kids[0], 0) &&
                 node_bare(body->kids[0])->kind == NODE_IDENT;
    if (plain && !mentions_symbol(body->kids[1], symbol_at(node->kids[0], 0)))
      return eval(r, body->kids[1]);
    break;
  }
  default: break;
  }
  Value all = written_out(r, node);
  return value_same(all, VALUE_UNKNOWN) ? closure_of(r, node) : all;
}

/* ---------------------------------------------------------------- closures */

typedef VEC(Symbol *) Captures;

/* The names in the tree that have a value now and may have another one later. */
static void find_captures(const Reference *r, const Node *node, Captures *captures)
{
  Value ignored;
  Symbol *symbol = node->symbol;
  bool captured = node->kind == NODE_IDENT && symbol &&
                  (symbol->kind == SYMBOL_VARIABLE || find_binding(r, symbol, &ignored));
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
  uint32_t number = closure_number(r, lambda, &(Captures){0});
  return value_lazy(r->s, LAZY_CLOSURE + number, NULL, 0);
}

Value closure_of_operator(Reference *r, const Node *node, const Value *operands)
{
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

/* The operands of a closure that is an operator. */
static bool operands_of(Reference *r, const Closure *c, Value closure, Value *v, Value *none)
{
  if (c->captured) return eval_kids(r, c->node, v, c->node->count, none);
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
  bool comparison = c->kind >= NODE_LESS && c->kind <= NODE_GREATER_EQUAL;
  if (!comparison && c->kind != NODE_MEMBER) return false;
  const Node *left = node_bare(c->kids[0]), *right = node_bare(c->kids[1]);
  bool mine = left->kind == NODE_IDENT && left->symbol == x;
  bool turned = !mine && comparison && right->kind == NODE_IDENT && right->symbol == x;
  const Node *other = mine ? right : left;
  if ((!mine && !turned) || mentions_symbol(other, x)) return false;
  Value v = eval(r, other), l = VALUE_UNDEFINED, h = VALUE_UNDEFINED, one = value_small(1);
  if (value_is_none(v)) return false;
  bool below = c->kind == NODE_LESS || c->kind == NODE_LESS_EQUAL;
  bool strict = c->kind == NODE_LESS || c->kind == NODE_GREATER;
  if (!comparison) {
    bool interval =
        is_lazy(v) ? lazy_what(r->s, v) <= LAZY_UPTO : value_is_node(v, NODE_KIND_INTERVAL);
    if (!interval || !integer_bounds(r, v, &l, &h)) return false;
  } else if (below != turned) h = strict ? int_subtract(r->s, v, one) : v;
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
      element_of_node(r, node)->kind != SHAPE_INTEGER)
    return false;
  Fault fault = r->e->fault;
  bool only = take_ends(r, node->kids[1], symbol_at(node->kids[0], 0), &low, &high);
  r->e->fault = fault;
  if (only) *set = integers(r, low, high);
  return only;
}

/* What the names have as values now; false: a variable has none, which is *none. */
static bool captured_values(Reference *r, const Captures *captures, Span span, Values *values,
                            Value *none)
{
  for (uint32_t i = 0; i < captures->len; i++) {
    const Symbol *name = captures->data[i];
    Value v = VALUE_UNDEFINED;
    bool state = !find_binding(r, name, &v) && name->kind == SYMBOL_VARIABLE && !name->dropped;
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
  node = bind_old_values(r, node, &bound);
  find_captures(r, node, &captures);
  if (captured_values(r, &captures, node->span, &values, &closure))
    closure = value_lazy(r->s, LAZY_CLOSURE + closure_number(r, node, &captures), values.data,
                         values.len);
  reference_unbind(r, bound);
  vec_free(&captures);
  vec_free(&values);
  return closure;
}

const Node *closure_node(const Reference *r, Value closure)
{
  return r->e->closures.data[lazy_what(r->s, closure) - LAZY_CLOSURE]->node;
}

const Closure *enter_closure(Reference *r, Value closure)
{
  const Closure *c = r->e->closures.data[lazy_what(r->s, closure) - LAZY_CLOSURE];
  for (uint32_t i = 0; i < c->captured_count; i++)
    reference_bind(r, c->captured[i], lazy_part(r->s, closure, i));
  return c;
}

void leave_closure(Reference *r, const Closure *c) { reference_unbind(r, c->captured_count); }

/* Binds the first names to the parts of a left-nested tuple. */
static uint32_t bind_tuple(Reference *r, const Node *names, uint32_t count, Value tuple)
{
  for (uint32_t i = count; i-- > 0;) {
    reference_bind(r, symbol_at(names, i), i ? pair_second(r->s, tuple) : tuple);
    if (i) tuple = pair_first(r->s, tuple);
  }
  return count;
}

/* Does the predicate of the binder hold for the values that its names have now?  Where it is
 * not well-defined they are no solution, which is worth a warning. */
static Truth is_solution(Reference *r, const Node *node)
{
  Truth t = truth(r, node->kids[1]);
  if (t != TRUTH_FAULT) return t;
  const Node *names = node->kids[0];
  Text text = {0};
  for (uint32_t i = 0; i < names->count; i++) {
    const Symbol *name = symbol_at(names, i);
    Value v = VALUE_UNDEFINED;
    find_binding(r, name, &v);
    text_printf(&text, "%s%s = %s", i ? " & " : "", name->name->text,
                engine_text(r->e, engine_shape(r->e, name->type), v));
  }
  engine_warn(r->e, text_string(&text));
  text_free(&text);
  return TRUTH_FALSE;
}

static Truth lambda_member(Reference *r, const Node *node, Value x)
{
  uint32_t bound = bind_tuple(r, node->kids[0], node->kids[0]->count, pair_first(r->s, x));
  Truth t = is_solution(r, node);
  if (t == TRUTH_TRUE) {
    Value v = eval(r, node->kids[2]);
    t = value_is_none(v)
            ? truth_of_none(v)
            : reference_equal(r, shape_of_node(r, node->kids[2]), v, pair_second(r->s, x));
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
  Value v = eval(r, s->value);
  Truth t = value_is_none(v) ? truth_of_none(v)
            : s->set         ? reference_member(r, element_of_node(r, s->value), s->wanted, v)
                             : reference_equal(r, shape_of_node(r, s->value), v, s->wanted);
  if (t == TRUTH_FAULT && s->result == TRUTH_FALSE) s->fault = r->e->fault;
  bool better = t == TRUTH_FAULT ? s->result == TRUTH_FALSE : t != TRUTH_FALSE;
  if (better) s->result = t;
  return t != TRUTH_TRUE;
}

static Truth search_member(Reference *r, const Node *node, Value x, bool set)
{
  Search s = {node->kids[2], x, set, TRUTH_FALSE, {.span = SPAN_NONE}};
  Solved solved = reference_solve(r, bound_names(r, node->kids[0]), node->kids[0]->count,
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
    if (!operands_of(r, c, closure, v, &none)) return truth_of_none(none);
    const Shape *pair = element_of_node(r, node->kids[0]);
    bool range = node->kind == NODE_RAN;
    const Shape *from = pair->args[range], *to = pair->args[!range];
    Value relation = range ? lazy(r, LAZY_INVERSE, v[0], VALUE_UNDEFINED) : v[0];
    const Shape *shape = shape_set(r->e->shapes, shape_pair(r->e->shapes, from, to));
    Value images = image_of(r, shape, relation, x, node->span);
    if (value_is_none(images)) return truth_of_none(images);
    return truth_not(set_is_empty(r, to, images));
  }
  Value images = image_of(r, shape_of_node(r, node), closure, pair_first(r->s, x), node->span);
  if (value_is_none(images)) return truth_of_none(images);
  return reference_member(r, element_of_node(r, node)->args[1], pair_second(r->s, x), images);
}

static Truth walked_member(Reference *r, Value x, Value closure)
{
  const Closure *c = enter_closure(r, closure);
  const Node *node = c->node;
  Truth t;
  switch ((NodeKind) node->kind) {
  case NODE_COMPREHENSION: {
    uint32_t bound = bind_tuple(r, node->kids[0], node->kids[0]->count, x);
    t = is_solution(r, node);
    reference_unbind(r, bound);
    break;
  }
  case NODE_LAMBDA: t = lambda_member(r, node, x); break;
  case NODE_IMAGE_SET: t = search_member(r, node, x, false); break;
  case NODE_QUANT_UNION: t = search_member(r, node, x, true); break;
  default: t = operator_member(r, c, closure, x); break;
  }
  leave_closure(r, c);
  return t;
}

Truth closure_member(Reference *r, const Shape *element, Value x, Value closure)
{
  (void) element;
  Truth t;
  if (r->depth >= DEPTH_LIMIT) {
    engine_unknown(r->e, "a recursion that is too deep");
    return TRUTH_UNKNOWN;
  }
  r->depth++;
  if (!compiled_member(r, x, closure, &t)) t = walked_member(r, x, closure);
  r->depth--;
  return t;
}

/* ------------------------------------------------------------------ images */

typedef struct {
  const Node *names;
  uint32_t known; /* names bound already */
  Values out;
} Images;

static bool add_image(void *context, Reference *r)
{
  Images *images = context;
  Value v = VALUE_UNDEFINED;
  find_binding(r, symbol_at(images->names, images->names->count - 1), &v);
  vec_push(&images->out, v);
  return images->out.len <= r->e->expansion_limit;
}

/* {x,…,y | P} as a relation from (x,…) to y. */
static Value comprehension_image(Reference *r, const Node *node, const Shape *to, Value x)
{
  const Node *names = node->kids[0];
  if (names->count < 2) { /* {p | P}: p is the pair */
    Value all = written_out(r, node);
    return value_is_none(all) ? all : image_of(r, shape_of_node(r, node), all, x, node->span);
  }
  uint32_t last = bind_tuple(r, names, names->count - 1, x);
  Images images = {.names = names};
  Symbol *symbols[] = {symbol_at(names, last)};
  Solved solved = reference_solve(r, symbols, 1, node->kids[1], WINDOWS_WIDE, add_image, &images);
  reference_unbind(r, last);
  if (solved == SOLVED_ALL) return build(r, to, &images.out);
  vec_free(&images.out);
  return VALUE_UNKNOWN;
}

static Value lambda_image(Reference *r, const Node *node, const Shape *to, Value x)
{
  uint32_t bound = bind_tuple(r, node->kids[0], node->kids[0]->count, x);
  Truth t = is_solution(r, node);
  Value result = t == TRUTH_FALSE ? VALUE_EMPTY_SET : none_of_truth(t);
  if (t == TRUTH_TRUE) {
    Value v = eval(r, node->kids[2]);
    result = value_is_none(v) ? v : singleton(r, to, v);
  }
  reference_unbind(r, bound);
  return result;
}

static Value image_through(Reference *r, const Closure *c, Value closure, Value x, Span span)
{
  Value v[2], none;
  if (!operands_of(r, c, closure, v, &none)) return none;
  bool turned = c->node->kind == NODE_CIRC;
  Value a = v[turned], b = v[!turned];
  const Shape *ra = shape_of_node(r, c->node->kids[turned]);
  const Shape *rb = shape_of_node(r, c->node->kids[!turned]);
  Value middle = image_of(r, ra, a, x, span), result = VALUE_EMPTY_SET;
  Values all = {0};
  if (value_is_none(middle)) return middle;
  if (!elements_of(r, ra->args[0]->args[1], middle, span, &all, &none)) return none;
  for (uint32_t i = 0; i < all.len && !value_is_none(result); i++) {
    Value next = image_of(r, rb, b, all.data[i], span);
    result = value_is_none(next) ? next : union_of(r, rb->args[0]->args[1], result, next);
  }
  vec_free(&all);
  return result;
}

/* (r || s) and r >< s: the pairs of the images. */
static Value paired_images(Reference *r, const Closure *c, Value closure, const Shape *to, Value x)
{
  const Node *node = c->node;
  bool direct = node->kind == NODE_DIRECT_PRODUCT;
  Value v[2], none;
  if (!operands_of(r, c, closure, v, &none)) return none;
  Value ia = image_of(r, shape_of_node(r, node->kids[0]), v[0], direct ? x : pair_first(r->s, x),
                      node->span);
  if (value_is_none(ia)) return ia;
  Value ib = image_of(r, shape_of_node(r, node->kids[1]), v[1], direct ? x : pair_second(r->s, x),
                      node->span);
  if (value_is_none(ib)) return ib;
  return reference_expand(r, to, lazy(r, LAZY_PRODUCT, ia, ib), node->span);
}

typedef struct {
  const Node *value;
  const Shape *relation;
  Value x, result;
} UnionImage;

static bool add_member(void *context, Reference *r)
{
  UnionImage *u = context;
  Value set = eval(r, u->value);
  Value images = value_is_none(set) ? set : image_of(r, u->relation, set, u->x, u->value->span);
  u->result = value_is_none(images) ? images
                                    : union_of(r, u->relation->args[0]->args[1], u->result, images);
  return !value_is_none(u->result);
}

static Value union_image(Reference *r, const Node *node, const Shape *relation, Value x)
{
  UnionImage u = {node->kids[2], relation, x, VALUE_EMPTY_SET};
  Solved solved = reference_solve(r, bound_names(r, node->kids[0]), node->kids[0]->count,
                                  node->kids[1], WINDOWS_WIDE, add_member, &u);
  if (value_is_none(u.result) || solved == SOLVED_ALL) return u.result;
  return VALUE_UNKNOWN;
}

/* iterate(r,n): n times through r */
static Value iterated_image(Reference *r, const Closure *c, Value closure, Value x, Span span)
{
  const Shape *relation = shape_of_node(r, c->node), *element = relation->args[0]->args[0];
  Value v[2], undefined;
  int64_t n;
  if (!operands_of(r, c, closure, v, &undefined)) return undefined;
  if (!int_fits(r->s, v[1], &n) || n > 1000000)
    return engine_unknown(r->e, "iterate: too many times");
  Value reached = singleton(r, element, x);
  for (int64_t i = 0; i < n && !value_is_none(reached) && !value_is_empty_set(reached); i++) {
    Values all = {0};
    Value none, next = VALUE_EMPTY_SET;
    if (!spend(r)) return VALUE_UNKNOWN;
    if (!elements_of(r, element, reached, span, &all, &none)) return none;
    for (uint32_t j = 0; j < all.len && !value_is_none(next); j++) {
      Value images = image_of(r, relation, v[0], all.data[j], span);
      next = value_is_none(images) ? images : union_of(r, element, next, images);
    }
    vec_free(&all);
    reached = next;
  }
  return reached;
}

static Value walked_image(Reference *r, const Shape *relation, Value closure, Value x, Span span)
{
  const Shape *to = relation->args[0]->args[1];
  const Closure *c = enter_closure(r, closure);
  const Node *node = c->node;
  Value result;
  switch ((NodeKind) node->kind) {
  case NODE_COMPREHENSION: result = comprehension_image(r, node, to, x); break;
  case NODE_LAMBDA: result = lambda_image(r, node, to, x); break;
  case NODE_COMPOSE:
  case NODE_CIRC: result = image_through(r, c, closure, x, span); break;
  case NODE_PARALLEL:
  case NODE_DIRECT_PRODUCT: result = paired_images(r, c, closure, to, x); break;
  case NODE_QUANT_UNION: result = union_image(r, node, relation, x); break;
  case NODE_ITERATE: result = iterated_image(r, c, closure, x, span); break;
  case NODE_UNION: { /* not evaluated: a function may be defined by itself */
    result = image_of(r, relation, closure_of(r, node_bare(node->kids[0])), x, span);
    Value right = value_is_none(result)
                      ? result
                      : image_of(r, relation, closure_of(r, node_bare(node->kids[1])), x, span);
    result = value_is_none(right) ? right : union_of(r, to, result, right);
    break;
  }
  default: result = engine_unknown(r->e, "the image under a set that cannot be written out"); break;
  }
  leave_closure(r, c);
  return result;
}

Value closure_image(Reference *r, const Shape *relation, Value closure, Value x, Span span)
{
  Value result;
  if (r->depth >= DEPTH_LIMIT) return engine_unknown(r->e, "a recursion that is too deep");
  r->depth++;
  if (!compiled_image(r, relation->args[0]->args[1], closure, x, &result))
    result = walked_image(r, relation, closure, x, span);
  r->depth--;
  return result;
}

static Value walked_value(Reference *r, Value closure, Value x, Truth *defined)
{
  const Closure *c = enter_closure(r, closure);
  const Node *names = c->node->kids[0];
  uint32_t bound = bind_tuple(r, names, names->count, x);
  *defined = is_solution(r, c->node);
  Value v = *defined == TRUTH_TRUE ? eval(r, c->node->kids[2]) : none_of_truth(*defined);
  reference_unbind(r, bound);
  leave_closure(r, c);
  return v;
}

bool closure_value(Reference *r, Value closure, Value x, Value *value)
{
  Truth defined;
  if (closure_node(r, closure)->kind != NODE_LAMBDA || r->depth >= DEPTH_LIMIT) return false;
  r->depth++;
  if (!compiled_value(r, closure, x, &defined, value))
    *value = walked_value(r, closure, x, &defined);
  r->depth--;
  if (defined == TRUTH_UNKNOWN) *value = VALUE_UNKNOWN;
  return defined != TRUTH_FALSE;
}

/* P & E = value, for a lambda %x.(P|E). */
void closure_make_equation(Reference *r, Closure *c)
{
  if (c->equation) return;
  Arena *arena = r->e->arena;
  const Node *node = c->node;
  Symbol *value = arena_alloc(arena, sizeof *value);
  *value = (Symbol){.kind = SYMBOL_LOCAL, .name = symbol_at(node->kids[0], 0)->name};
  Node *name = node_leaf(arena, NODE_IDENT, node->kids[2]->span, value->name);
  name->symbol = value;
  name->type = node->kids[2]->type;
  Node *equal = node_binary(arena, NODE_EQUAL, node->kids[2]->span, node->kids[2], name);
  c->equation = node_binary(arena, NODE_AND, node->span, node->kids[1], equal);
  c->value = value;
}

static bool add_origin(void *context, Reference *r)
{
  Images *images = context;
  Value tuple = VALUE_UNDEFINED;
  for (uint32_t i = 0; i < images->known; i++) {
    Value v = VALUE_UNDEFINED;
    find_binding(r, symbol_at(images->names, i), &v);
    tuple = i == 0 ? v : value_pair(r->s, tuple, v);
  }
  vec_push(&images->out, tuple);
  return images->out.len <= r->e->expansion_limit;
}

static Value walked_origins(Reference *r, const Shape *from, Value closure, Value y)
{
  Closure *c = r->e->closures.data[lazy_what(r->s, closure) - LAZY_CLOSURE];
  const Node *names = c->node->kids[0];
  bool lambda = c->node->kind == NODE_LAMBDA;
  if (lambda) closure_make_equation(r, c);
  enter_closure(r, closure);
  Images images = {.names = names, .known = lambda ? names->count : names->count - 1};
  reference_bind(r, lambda ? c->value : symbol_at(names, images.known), y);
  Solved solved =
      reference_solve(r, bound_names(r, names), images.known,
                      lambda ? c->equation : c->node->kids[1], WINDOWS_WIDE, add_origin, &images);
  reference_unbind(r, 1);
  leave_closure(r, c);
  if (solved == SOLVED_ALL) return build(r, from, &images.out);
  vec_free(&images.out);
  return VALUE_UNKNOWN;
}

Value closure_inverse_image(Reference *r, const Shape *relation, Value closure, Value y, Span span)
{
  const Shape *pair = relation->args[0],
              *forward = shape_pair(r->e->shapes, pair->args[1], pair->args[0]);
  Closure *c = r->e->closures.data[lazy_what(r->s, closure) - LAZY_CLOSURE];
  const Node *names = c->node->kids[0];
  bool lambda = c->node->kind == NODE_LAMBDA;
  if ((!lambda && c->node->kind != NODE_COMPREHENSION) || (!lambda && names->count < 2)) {
    Value all = reference_expand(r, forward, closure, span);
    if (value_is_none(all)) return all;
    Value turned = expand_inverse(r, pair, all, span);
    return value_is_none(turned) ? turned : image_of(r, relation, turned, y, span);
  }
  if (r->depth >= DEPTH_LIMIT) return engine_unknown(r->e, "a recursion that is too deep");
  Value origins;
  r->depth++;
  if (!compiled_origins(r, pair->args[1], closure, y, &origins))
    origins = walked_origins(r, pair->args[1], closure, y);
  r->depth--;
  return origins;
}

/* The parts of a union are not evaluated: a function may be defined by itself. */
static Value united_elements(Reference *r, const Node *node)
{
  const Shape *element = element_of_node(r, node);
  Value a = reference_expand(r, element, closure_of(r, node_bare(node->kids[0])), node->span);
  if (value_is_none(a)) return a;
  Value b = reference_expand(r, element, closure_of(r, node_bare(node->kids[1])), node->span);
  return value_is_none(b) ? b : union_of(r, element, a, b);
}

static Value walked_elements(Reference *r, Value closure)
{
  const Closure *c = enter_closure(r, closure);
  NodeKind kind = c->node->kind;
  Value result = VALUE_UNKNOWN;
  if (kind == NODE_COMPREHENSION || kind == NODE_LAMBDA || kind == NODE_IMAGE_SET)
    result = written_out(r, c->node);
  else if (kind == NODE_UNION) result = united_elements(r, c->node);
  else engine_unknown(r->e, "a set that cannot be written out");
  leave_closure(r, c);
  return result;
}

Value closure_expand(Reference *r, Value closure, Span span)
{
  (void) span;
  Value result;
  if (r->depth >= DEPTH_LIMIT) return engine_unknown(r->e, "a recursion that is too deep");
  r->depth++;
  if (!compiled_elements(r, closure, &result)) result = walked_elements(r, closure);
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
  Value v = kind == NODE_COMPREHENSION ? VALUE_UNDEFINED : eval(r, w->node->kids[2]);
  if (kind != NODE_COMPREHENSION && value_is_none(v)) return w->doubtful = true, false;
  w->found = value_is_empty_set(w->set);
  if (w->found) return false;
  if (kind == NODE_COMPREHENSION) v = tuple_of(r, w->node->kids[0]);
  if (kind == NODE_LAMBDA) v = value_pair(r->s, tuple_of(r, w->node->kids[0]), v);
  Truth t = reference_member(r, w->element, v, w->set);
  w->found = t == TRUTH_FALSE;
  w->doubtful |= t != TRUTH_FALSE && t != TRUTH_TRUE;
  return !w->found && w->tries-- > 0;
}

Truth closure_within(Reference *r, const Shape *element, Value closure, Value set)
{
  enum { MOST_TRIES = 1000 };
  const Closure *c = enter_closure(r, closure);
  const Node *node = c->node;
  Witness w = {.node = node, .element = element, .set = set, .tries = MOST_TRIES};
  Truth t = TRUTH_UNKNOWN;
  if (node->kind == NODE_COMPREHENSION || node->kind == NODE_LAMBDA ||
      node->kind == NODE_IMAGE_SET) {
    const Node *names = node->kids[0];
    Fault fault = r->e->fault;
    Solved solved = reference_solve(r, bound_names(r, names), names->count, node->kids[1],
                                    WINDOWS_WIDE, is_witness, &w);
    r->e->fault = fault;
    if (w.found) t = TRUTH_FALSE;
    else if (solved == SOLVED_ALL && !w.doubtful) t = TRUTH_TRUE;
  }
  leave_closure(r, c);
  return t;
}
