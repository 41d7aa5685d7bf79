#include <assert.h>

#include "engine/reference/set/sets.h"
#include "value/relation.h"

/* What a relation gives for an argument; relations with a few pairs changed; transitive closures.
 */

static Value first(Reference *r, Value pair) { return pair_first(r->s, pair); }

static Value second(Reference *r, Value pair) { return pair_second(r->s, pair); }

/* So many pairs are left to the operators of the store, if these come to an end soon. */
enum { MANY = 1000 };

/* The most pairs that an operator makes: more than what is written out to begin with. */
static uint64_t most_pairs(const Reference *r)
{
  return 4 * (uint64_t) r->e->options.expansion_limit;
}

static const Shape *from_shape(const Shape *relation) { return relation->args[0]->args[0]; }

static const Shape *to_shape(const Shape *relation) { return relation->args[0]->args[1]; }

/* The other components of the pairs whose first (or else second) component is x. */
static Value partners(Reference *r, const Shape *pair, SetIter it, Value x, bool by_first)
{
  Values found = {0};
  for (Value v; set_next(&it, &v);) {
    Value mine = by_first ? first(r, v) : second(r, v);
    Truth t = reference_equal(r, pair->args[by_first ? 0 : 1], mine, x);
    if (t == TRUTH_TRUE) vec_push(&found, by_first ? second(r, v) : first(r, v));
    else if (t != TRUTH_FALSE) {
      vec_free(&found);
      return none_of_truth(t);
    }
  }
  return ref_build(r, pair->args[by_first ? 1 : 0], &found);
}

/* The y with x|->y in the explicit relation. */
static Value explicit_image(Reference *r, const Shape *relation, Value f, Value x)
{
  return partners(r, relation->args[0], set_iter(r->s, relation->args[0], f), x, true);
}

static Value integer_step(Reference *r, Value x, int step)
{
  Value y = int_add(r->s, x, value_small(step));
  return ref_singleton(r, shape_integer(r->e->shapes), y);
}

/* Images under relations made of others. */
static Value composed_image(Reference *r, const Shape *relation, Value f, Value x, Span span)
{
  Value a = lazy_part(r->s, f, 0), b = lazy_count(r->s, f) > 1 ? lazy_part(r->s, f, 1) : a;
  const Shape *to = to_shape(relation);
  Truth t;
  switch ((LazyKind) lazy_what(r->s, f)) {
  case LAZY_UNION: {
    Value left = ref_image(r, relation, a, x, span);
    Value right = value_is_none(left) ? left : ref_image(r, relation, b, x, span);
    return value_is_none(right) ? right : ref_union(r, to, left, right);
  }
  case LAZY_OVERRIDE: {
    Value right = ref_image(r, relation, b, x, span);
    if (value_is_none(right) || !value_is_empty_set(right)) return right;
    return ref_image(r, relation, a, x, span);
  }
  case LAZY_DOM_RESTRICT:
  case LAZY_DOM_SUBTRACT:
    t = reference_member(r, from_shape(relation), x, a);
    if (t != TRUTH_TRUE && t != TRUTH_FALSE) return none_of_truth(t);
    if ((t == TRUTH_TRUE) != (lazy_what(r->s, f) == LAZY_DOM_RESTRICT)) return VALUE_EMPTY_SET;
    return ref_image(r, relation, b, x, span);
  default: break;
  }
  /* The rest: the elements of a's image that the whole relation relates to x. */
  Value candidates = ref_image(r, relation, a, x, span);
  Values all = {0}, kept = {0};
  Value none;
  if (value_is_none(candidates) || !ref_elements(r, to, candidates, span, &all, &none))
    return value_is_none(candidates) ? candidates : none;
  for (uint32_t i = 0; i < all.len; i++) {
    t = reference_member(r, relation->args[0], value_pair(r->s, x, all.data[i]), f);
    if (t == TRUTH_TRUE) vec_push(&kept, all.data[i]);
    else if (t != TRUTH_FALSE) {
      vec_free(&all);
      vec_free(&kept);
      return none_of_truth(t);
    }
  }
  vec_free(&all);
  return ref_build(r, to, &kept);
}

/* What closure1(a) reaches from x. */
static Value reach(Reference *r, const Shape *relation, Value a, Value x, Span span)
{
  const Shape *to = to_shape(relation);
  Value reached = ref_image(r, relation, a, x, span), frontier = reached;
  while (!value_is_none(frontier) && !value_is_empty_set(frontier)) {
    Values all = {0};
    Value none, next = VALUE_EMPTY_SET;
    if (!ref_elements(r, to, frontier, span, &all, &none)) return none;
    for (uint32_t i = 0; i < all.len && !value_is_none(next); i++) {
      Value step = ref_image(r, relation, a, all.data[i], span);
      next = value_is_none(step) ? step : ref_union(r, to, next, step);
    }
    vec_free(&all);
    if (value_is_none(next)) return next;
    if (!ref_spend(r)) return VALUE_UNKNOWN;
    Value all_reached = ref_union(r, to, reached, next);
    if (value_same(all_reached, reached) || ref_is_whole_type(r, to, all_reached))
      return all_reached;
    if (is_lazy(all_reached) || is_lazy(next) ||
        set_card(r->s, all_reached) > r->e->options.lazy_limit)
      return engine_unknown(r->e, "a closure is too large");
    frontier = set_difference(r->s, to, next, reached);
    reached = all_reached;
  }
  return value_is_none(frontier) ? frontier : reached;
}

static Value lazy_image(Reference *r, const Shape *relation, Value f, Value x, Span span)
{
  uint32_t what = lazy_what(r->s, f);
  if (what >= LAZY_CLOSURE) return r->walk->closure_image(r, relation, f, x, span);
  Value part = lazy_count(r->s, f) > 0 ? lazy_part(r->s, f, 0) : VALUE_EMPTY_SET;
  const Shape *to = to_shape(relation);
  Truth t;
  switch ((LazyKind) what) {
  case LAZY_SUCC: return integer_step(r, x, 1);
  case LAZY_PRED: return integer_step(r, x, -1);
  case LAZY_PRJ1:
  case LAZY_PRJ2: {
    t = reference_member(r, from_shape(relation), x,
                         ref_lazy(r, LAZY_PRODUCT, part, lazy_part(r->s, f, 1)));
    if (t != TRUTH_TRUE) return t == TRUTH_FALSE ? VALUE_EMPTY_SET : none_of_truth(t);
    return ref_singleton(r, to, what == LAZY_PRJ1 ? first(r, x) : second(r, x));
  }
  case LAZY_ID:
    t = reference_member(r, to, x, part);
    if (t != TRUTH_TRUE) return t == TRUTH_FALSE ? VALUE_EMPTY_SET : none_of_truth(t);
    return ref_singleton(r, to, x);
  case LAZY_CONSTRUCTOR:
    t = reference_member(r, from_shape(relation), x, lazy_part(r->s, f, 1));
    if (t != TRUTH_TRUE) return t == TRUTH_FALSE ? VALUE_EMPTY_SET : none_of_truth(t);
    return ref_singleton(r, to, value_free(r->s, (uint32_t) value_small_int(part), x));
  case LAZY_PRODUCT:
    t = reference_member(r, from_shape(relation), x, part);
    if (t != TRUTH_TRUE) return t == TRUTH_FALSE ? VALUE_EMPTY_SET : none_of_truth(t);
    return lazy_part(r->s, f, 1);
  case LAZY_CLOSURE1: return reach(r, relation, part, x, span);
  case LAZY_UNION:
  case LAZY_OVERRIDE:
  case LAZY_DOM_RESTRICT:
  case LAZY_DOM_SUBTRACT:
  case LAZY_INTERSECTION:
  case LAZY_DIFFERENCE:
  case LAZY_RAN_RESTRICT:
  case LAZY_RAN_SUBTRACT: return composed_image(r, relation, f, x, span);
  default: break;
  }
  Value all = reference_expand(r, relation->args[0], f, span);
  return value_is_none(all) ? all : explicit_image(r, relation, all, x);
}

/* r~[{x}] for constructors and simple functions; others must be expanded. */
static Value inverse_image(Reference *r, const Shape *relation, Value f, Value x, Span span)
{
  Value inner = lazy_part(r->s, f, 0);
  const Shape *to = to_shape(relation);
  if (is_lazy(inner)) {
    uint32_t what = lazy_what(r->s, inner);
    if (what >= LAZY_CLOSURE) return r->walk->closure_inverse_image(r, relation, inner, x, span);
    if (what == LAZY_SUCC) return integer_step(r, x, -1);
    if (what == LAZY_PRED) return integer_step(r, x, 1);
    if (what == LAZY_ID) return lazy_image(r, relation, inner, x, span);
    if (what == LAZY_INVERSE) return ref_image(r, relation, lazy_part(r->s, inner, 0), x, span);
    if (what == LAZY_CONSTRUCTOR) {
      bool built =
          (int64_t) free_constructor(r->s, x) == value_small_int(lazy_part(r->s, inner, 0));
      return built ? ref_singleton(r, to, free_argument(r->s, x)) : VALUE_EMPTY_SET;
    }
  }
  const Shape *forward = shape_pair(r->e->shapes, to_shape(relation), from_shape(relation));
  Value all = reference_expand(r, forward, inner, span);
  return value_is_none(all) ? all : partners(r, forward, set_iter(r->s, forward, all), x, false);
}

Value ref_image(Reference *r, const Shape *relation, Value f, Value x, Span span)
{
  assert(shape_is_relation(relation) && !value_is_none(f) && !value_is_none(x));
  if (!is_lazy(f)) return explicit_image(r, relation, f, x);
  if (lazy_what(r->s, f) == LAZY_INVERSE) return inverse_image(r, relation, f, x, span);
  return lazy_image(r, relation, f, x, span);
}

Value ref_apply_function(Reference *r, const Shape *relation, Value f, Value x, Span span)
{
  Value direct;
  bool closure = is_lazy(f) && lazy_what(r->s, f) >= LAZY_CLOSURE;
  if (closure && r->walk->closure_value(r, f, x, &direct)) return direct;
  Value found = ref_image(r, relation, f, x, span);
  if (value_is_none(found)) return found;
  const Shape *to = to_shape(relation);
  Values all = {0};
  Value none;
  if (!ref_elements(r, to, found, span, &all, &none)) return none;
  Value result = all.len == 1 ? all.data[0] : VALUE_FAULT;
  if (all.len == 0)
    engine_fault(r->e, span, "%s is not in the domain of the function",
                 engine_text(r->e, from_shape(relation), x));
  else if (all.len > 1)
    engine_fault(r->e, span, "the relation is not a function at %s: it has the values %s and %s",
                 engine_text(r->e, from_shape(relation), x), engine_text(r->e, to, all.data[0]),
                 engine_text(r->e, to, all.data[1]));
  vec_free(&all);
  return result;
}

/* The pairs of the explicit function b that say something else than a. */
static Value news(Reference *r, const Shape *relation, Value a, Value b)
{
  Values kept = {0};
  SetIter it = set_iter(r->s, relation->args[0], b);
  Fault fault = r->e->fault;
  for (Value p; set_next(&it, &p);) {
    Value images = ref_image(r, relation, a, first(r, p), SPAN_NONE);
    bool same = !value_is_none(images) && !is_lazy(images) && set_card(r->s, images) == 1 &&
                reference_member(r, to_shape(relation), second(r, p), images) == TRUTH_TRUE;
    if (!same) vec_push(&kept, p);
  }
  r->e->fault = fault;
  return ref_build(r, relation->args[0], &kept);
}

/* A lazy a: what is changed of it is one function, with nothing that is no change. */
Value ref_overridden(Reference *r, const Shape *relation, Value a, Value b)
{
  const Shape *pair = relation->args[0];
  assert(is_lazy(a) && !value_is_none(b));
  if (value_is_empty_set(b)) return a;
  if (is_lazy(b) || value_holds_lazy(r->s, b) || set_card(r->s, b) > MANY ||
      !rel_is_function(r->s, pair, b))
    return ref_lazy(r, LAZY_OVERRIDE, a, b);
  if (lazy_what(r->s, a) == LAZY_OVERRIDE) {
    Value before = lazy_part(r->s, a, 1);
    bool plain = !is_lazy(before) && !value_holds_lazy(r->s, before);
    if (plain) b = rel_override(r->s, pair, before, b);
    if (plain) a = lazy_part(r->s, a, 0);
  }
  Value changes = is_lazy(a) ? news(r, relation, a, b) : b;
  if (value_is_none(changes)) changes = b;
  return value_is_empty_set(changes) ? a : ref_lazy(r, LAZY_OVERRIDE, a, changes);
}

Value ref_closure1(Reference *r, const Shape *relation, Value a, Span span)
{
  const Shape *pair = relation->args[0];
  Values pairs = {0};
  Value none, result = a;
  if (value_holds_lazy(r->s, a) && !is_lazy(a))
    return engine_unknown(r->e,
                          "the closure of a relation between symbolic sets cannot be computed");
  if (!is_lazy(a) && set_card(r->s, a) > MANY) { /* what follows would not come to an end */
    Value all = rel_closure1(r->s, pair, a, most_pairs(r));
    return value_is_none(all) ? engine_unknown(r->e, "a closure is too large") : all;
  }
  if (!ref_elements(r, pair, a, span, &pairs, &none)) return none;
  for (;;) { /* add x|->z for x|->y in the result and y|->z in a, until nothing is new */
    Values more = {0};
    SetIter it = set_iter(r->s, pair, result);
    for (Value v; set_next(&it, &v);) {
      vec_push(&more, v);
      for (uint32_t i = 0; i < pairs.len; i++)
        if (value_same(second(r, v), first(r, pairs.data[i])))
          vec_push(&more, value_pair(r->s, first(r, v), second(r, pairs.data[i])));
      if (!ref_spend(r)) {
        vec_free(&more);
        vec_free(&pairs);
        return VALUE_UNKNOWN;
      }
    }
    Value next = ref_build(r, pair, &more);
    bool done = value_same(next, result);
    result = next;
    if (done) break;
  }
  vec_free(&pairs);
  return result;
}

Value ref_updated_function(Reference *r, const Shape *pair, Value f, Value x, Value y)
{
  Values kept = {0};
  if (is_lazy(f)) {
    Value change = ref_singleton(r, pair, value_pair(r->s, x, y));
    return value_is_none(change) ? change
                                 : ref_overridden(r, shape_set(r->e->shapes, pair), f, change);
  }
  SetIter it = set_iter(r->s, pair, f);
  for (Value p; set_next(&it, &p);) {
    Truth t = reference_equal(r, pair->args[0], pair_first(r->s, p), x);
    if (t == TRUTH_FALSE) vec_push(&kept, p);
    else if (t != TRUTH_TRUE) {
      vec_free(&kept);
      return none_of_truth(t);
    }
  }
  vec_push(&kept, value_pair(r->s, x, y));
  return ref_build(r, pair, &kept);
}
