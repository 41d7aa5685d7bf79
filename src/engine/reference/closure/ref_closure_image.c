#include <assert.h>

#include "engine/reference/closure/ref_closure_impl.h"

/* Images and inverse images of closures that are relations: the pairs with one component. */

typedef struct {
  const Node *names;
  uint32_t known; /* names bound already */
  Values out;
} Images;

static bool add_image(void *context, Reference *r)
{
  Images *images = context;
  Value v = VALUE_UNDEFINED;
  reference_lookup(r, symbol_at(images->names, images->names->count - 1), &v);
  vec_push(&images->out, v);
  return images->out.len <= r->e->options.expansion_limit;
}

/* {x,…,y | P} as a relation from (x,…) to y. */
static Value comprehension_image(Reference *r, const Node *node, const Shape *to, Value x)
{
  const Node *names = node->kids[0];
  if (names->count < 2) { /* {p | P}: p is the pair */
    Value all = ref_binder_written_out(r, node);
    return value_is_none(all) ? all : ref_image(r, ref_shape(r, node), all, x, node->span);
  }
  uint32_t last = closure_bind_tuple(r, names, names->count - 1, x);
  Images images = {.names = names};
  Symbol *symbols[] = {symbol_at(names, last)};
  Solved solved = reference_solve(r, symbols, 1, node->kids[1], WINDOWS_WIDE, add_image, &images);
  reference_unbind(r, last);
  if (solved == SOLVED_ALL) return ref_build(r, to, &images.out);
  vec_free(&images.out);
  return VALUE_UNKNOWN;
}

static Value lambda_image(Reference *r, const Node *node, const Shape *to, Value x)
{
  uint32_t bound = closure_bind_tuple(r, node->kids[0], node->kids[0]->count, x);
  Truth t = closure_is_solution(r, node);
  Value result = t == TRUTH_FALSE ? VALUE_EMPTY_SET : none_of_truth(t);
  if (t == TRUTH_TRUE) {
    Value v = ref_eval(r, node->kids[2]);
    result = value_is_none(v) ? v : ref_singleton(r, to, v);
  }
  reference_unbind(r, bound);
  return result;
}

static Value image_through(Reference *r, const Closure *c, Value closure, Value x, Span span)
{
  Value v[2], none;
  if (!closure_operands(r, c, closure, v, &none)) return none;
  bool turned = c->node->kind == NODE_CIRC;
  Value a = v[turned], b = v[!turned];
  const Shape *ra = ref_shape(r, c->node->kids[turned]);
  const Shape *rb = ref_shape(r, c->node->kids[!turned]);
  Value middle = ref_image(r, ra, a, x, span), result = VALUE_EMPTY_SET;
  Values all = {0};
  if (value_is_none(middle)) return middle;
  if (!ref_elements(r, ra->args[0]->args[1], middle, span, &all, &none)) return none;
  for (uint32_t i = 0; i < all.len && !value_is_none(result); i++) {
    Value next = ref_image(r, rb, b, all.data[i], span);
    result = value_is_none(next) ? next : ref_union(r, rb->args[0]->args[1], result, next);
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
  if (!closure_operands(r, c, closure, v, &none)) return none;
  Value ia =
      ref_image(r, ref_shape(r, node->kids[0]), v[0], direct ? x : pair_first(r->s, x), node->span);
  if (value_is_none(ia)) return ia;
  Value ib = ref_image(r, ref_shape(r, node->kids[1]), v[1], direct ? x : pair_second(r->s, x),
                       node->span);
  if (value_is_none(ib)) return ib;
  return reference_expand(r, to, ref_lazy(r, LAZY_PRODUCT, ia, ib), node->span);
}

typedef struct {
  const Node *value;
  const Shape *relation;
  Value x, result;
} UnionImage;

static bool add_member(void *context, Reference *r)
{
  UnionImage *u = context;
  Value set = ref_eval(r, u->value);
  Value images = value_is_none(set) ? set : ref_image(r, u->relation, set, u->x, u->value->span);
  u->result = value_is_none(images)
                  ? images
                  : ref_union(r, u->relation->args[0]->args[1], u->result, images);
  return !value_is_none(u->result);
}

static Value union_image(Reference *r, const Node *node, const Shape *relation, Value x)
{
  UnionImage u = {node->kids[2], relation, x, VALUE_EMPTY_SET};
  Solved solved = reference_solve(r, ref_bound_names(r, node->kids[0]), node->kids[0]->count,
                                  node->kids[1], WINDOWS_WIDE, add_member, &u);
  if (value_is_none(u.result) || solved == SOLVED_ALL) return u.result;
  return VALUE_UNKNOWN;
}

/* iterate(r,n): n times through r */
static Value iterated_image(Reference *r, const Closure *c, Value closure, Value x, Span span)
{
  const Shape *relation = ref_shape(r, c->node), *element = relation->args[0]->args[0];
  Value v[2], undefined;
  int64_t n;
  if (!closure_operands(r, c, closure, v, &undefined)) return undefined;
  if (!int_fits(r->s, v[1], &n) || n > 1000000)
    return engine_unknown(r->e, "iterate: too many iterations");
  Value reached = ref_singleton(r, element, x);
  for (int64_t i = 0; i < n && !value_is_none(reached) && !value_is_empty_set(reached); i++) {
    Values all = {0};
    Value none, next = VALUE_EMPTY_SET;
    if (!ref_spend(r)) return VALUE_UNKNOWN;
    if (!ref_elements(r, element, reached, span, &all, &none)) return none;
    for (uint32_t j = 0; j < all.len && !value_is_none(next); j++) {
      Value images = ref_image(r, relation, v[0], all.data[j], span);
      next = value_is_none(images) ? images : ref_union(r, element, next, images);
    }
    vec_free(&all);
    reached = next;
  }
  return reached;
}

/* Part by part. */
static Value united_images(Reference *r, const Node *node, const Shape *relation, Value x,
                           Span span)
{
  Value all = VALUE_EMPTY_SET;
  for (uint32_t i = 0; i < 2 && !value_is_none(all); i++) {
    Value part = closure_part_of_union(r, node, i);
    Value images = value_is_none(part) ? part : ref_image(r, relation, part, x, span);
    all = value_is_none(images) ? images : ref_union(r, relation->args[0]->args[1], all, images);
  }
  return all;
}

static Value walked_image(Reference *r, const Shape *relation, Value closure, Value x, Span span)
{
  const Shape *to = relation->args[0]->args[1];
  const Closure *c = closure_enter(r, closure);
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
  case NODE_UNION: result = united_images(r, node, relation, x, span); break;
  default: result = engine_unknown(r->e, "the image under a set that cannot be enumerated"); break;
  }
  closure_leave(r, c);
  return result;
}

Value closure_image(Reference *r, const Shape *relation, Value closure, Value x, Span span)
{
  Value result;
  if (r->depth >= DEPTH_LIMIT) return engine_unknown(r->e, "a recursion is too deep");
  r->depth++;
  if (!r->fast || !r->fast->image(r, relation->args[0]->args[1], closure, x, &result))
    result = walked_image(r, relation, closure, x, span);
  r->depth--;
  return result;
}

static Value walked_value(Reference *r, Value closure, Value x, Truth *defined)
{
  const Closure *c = closure_enter(r, closure);
  const Node *names = c->node->kids[0];
  uint32_t bound = closure_bind_tuple(r, names, names->count, x);
  *defined = closure_is_solution(r, c->node);
  Value v = *defined == TRUTH_TRUE ? ref_eval(r, c->node->kids[2]) : none_of_truth(*defined);
  reference_unbind(r, bound);
  closure_leave(r, c);
  return v;
}

bool closure_value(Reference *r, Value closure, Value x, Value *value)
{
  Truth defined;
  assert(!value_is_none(x));
  if (closure_node(r, closure)->kind != NODE_LAMBDA || r->depth >= DEPTH_LIMIT) return false;
  r->depth++;
  if (!r->fast || !r->fast->value(r, closure, x, &defined, value))
    *value = walked_value(r, closure, x, &defined);
  r->depth--;
  if (defined == TRUTH_UNKNOWN) *value = VALUE_UNKNOWN;
  return defined != TRUTH_FALSE;
}

/* P & E = value, for a lambda %x.(P|E). */
void closure_make_equation(Reference *r, Closure *c)
{
  assert(c->node->kind == NODE_LAMBDA && (c->equation == NULL) == (c->value == NULL));
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
    reference_lookup(r, symbol_at(images->names, i), &v);
    tuple = i == 0 ? v : value_pair(r->s, tuple, v);
  }
  assert(images->known > 0 && !value_is_none(tuple));
  vec_push(&images->out, tuple);
  return images->out.len <= r->e->options.expansion_limit;
}

static Value walked_origins(Reference *r, const Shape *from, Value closure, Value y)
{
  Closure *c = r->e->closures.data[lazy_what(r->s, closure) - LAZY_CLOSURE];
  const Node *names = c->node->kids[0];
  bool lambda = c->node->kind == NODE_LAMBDA;
  if (lambda) closure_make_equation(r, c);
  closure_enter(r, closure);
  Images images = {.names = names, .known = lambda ? names->count : names->count - 1};
  reference_bind(r, lambda ? c->value : symbol_at(names, images.known), y);
  Solved solved =
      reference_solve(r, ref_bound_names(r, names), images.known,
                      lambda ? c->equation : c->node->kids[1], WINDOWS_WIDE, add_origin, &images);
  reference_unbind(r, 1);
  closure_leave(r, c);
  if (solved == SOLVED_ALL) return ref_build(r, from, &images.out);
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
    Value turned = ref_expand_inverse(r, pair, all, span);
    return value_is_none(turned) ? turned : ref_image(r, relation, turned, y, span);
  }
  if (r->depth >= DEPTH_LIMIT) return engine_unknown(r->e, "a recursion is too deep");
  Value origins;
  r->depth++;
  if (!r->fast || !r->fast->origins(r, pair->args[1], closure, y, &origins))
    origins = walked_origins(r, pair->args[1], closure, y);
  r->depth--;
  return origins;
}
