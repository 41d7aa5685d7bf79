#include <assert.h>

#include "engine/reference/closure/ref_closure_impl.h"
#include "engine/reference/closure/ref_mapping.h"
#include "value/relation.h"

/* Is a relation that is not written out one of A --> B and the like?  Its form tells, or else some
 * of its pairs refute it. */

/* ------------------------------------------------------------- some elements */

enum { SOME = 12 };

static void add_integers(Reference *r, Value low, Value high, Values *out)
{
  bool down = value_is_none(low) && !value_is_none(high);
  Value start = !value_is_none(low) ? low : down ? high : value_small(0);
  for (int i = 0; i < SOME; i++) {
    bool around = value_is_none(low) && !down;
    int step = around ? (i % 2 ? (i + 1) / 2 : -(i / 2)) : down ? -i : i;
    Value v = int_add(r->s, start, value_small(step));
    if (!value_is_none(high) && int_compare(r->s, v, high) > 0) break;
    vec_push(out, v);
  }
}

static void add_sets(Reference *r, const Shape *set, Value family, Values *out)
{
  uint32_t what = lazy_what(r->s, family);
  Values inner = {0};
  if (what == LAZY_POW || what == LAZY_FIN) vec_push(out, VALUE_EMPTY_SET);
  closure_some_elements(r, shape_element(set), lazy_part(r->s, family, 0), &inner);
  for (uint32_t i = 0; i < inner.len; i++) {
    Value one = ref_singleton(r, shape_element(set), inner.data[i]);
    if (!value_is_none(one)) vec_push(out, one);
  }
  vec_free(&inner);
}

static void add_pairs(Reference *r, const Shape *pair, Value product, Values *out)
{
  Values a = {0}, b = {0};
  closure_some_elements(r, pair->args[0], lazy_part(r->s, product, 0), &a);
  closure_some_elements(r, pair->args[1], lazy_part(r->s, product, 1), &b);
  for (uint32_t i = 0; i < a.len && i < SOME / 3; i++)
    for (uint32_t j = 0; j < b.len && j < SOME / 3; j++)
      vec_push(out, value_pair(r->s, a.data[i], b.data[j]));
  vec_free(&a);
  vec_free(&b);
}

typedef struct {
  const Node *node;
  uint32_t most;
  Values *out;
} Sample;

static bool add_solution(void *context, Reference *r)
{
  Sample *sample = context;
  const Node *node = sample->node;
  Value v = node->kind == NODE_COMPREHENSION ? VALUE_UNDEFINED : ref_eval(r, node->kids[2]);
  if (node->kind == NODE_COMPREHENSION) v = ref_tuple(r, node->kids[0]);
  else if (value_is_none(v)) return false;
  if (node->kind == NODE_LAMBDA) v = value_pair(r->s, ref_tuple(r, node->kids[0]), v);
  assert(!value_is_none(v));
  vec_push(sample->out, v);
  return sample->out->len < sample->most;
}

/* Solutions of the predicate of a closure, as elements of the set. */
static void add_solutions(Reference *r, Value closure, uint32_t most, Values *out)
{
  const Closure *c = closure_enter(r, closure);
  NodeKind kind = c->node->kind;
  Sample sample = {c->node, most, out};
  if (kind == NODE_COMPREHENSION || kind == NODE_LAMBDA || kind == NODE_IMAGE_SET)
    reference_solve(r, ref_bound_names(r, c->node->kids[0]), c->node->kids[0]->count,
                    c->node->kids[1], WINDOWS_WIDE, add_solution, &sample);
  closure_leave(r, c);
}

/* Those of a part that are surely members of the whole. */
static void add_members(Reference *r, const Shape *element, Value whole, uint32_t which,
                        Values *out)
{
  Values candidates = {0};
  closure_some_elements(r, element, lazy_part(r->s, whole, which), &candidates);
  for (uint32_t i = 0; i < candidates.len; i++)
    if (reference_member(r, element, candidates.data[i], whole) == TRUTH_TRUE)
      vec_push(out, candidates.data[i]);
  vec_free(&candidates);
}

void closure_some_elements(Reference *r, const Shape *element, Value set, Values *out)
{
  Value none = VALUE_UNDEFINED;
  if (!is_lazy(set)) {
    SetIter it = set_iter(r->s, element, set);
    for (Value v; out->len < SOME && set_next(&it, &v);) vec_push(out, v);
    return;
  }
  uint32_t what = lazy_what(r->s, set);
  switch ((LazyKind) what) {
  case LAZY_INTEGER: add_integers(r, none, none, out); break;
  case LAZY_FROM: add_integers(r, lazy_part(r->s, set, 0), none, out); break;
  case LAZY_UPTO: add_integers(r, none, lazy_part(r->s, set, 0), out); break;
  case LAZY_STRING:
    vec_push(out, value_string(r->s, "", 0));
    vec_push(out, value_string(r->s, "a", 1));
    break;
  case LAZY_POW:
  case LAZY_POW1:
  case LAZY_FIN:
  case LAZY_FIN1: add_sets(r, element, set, out); break;
  case LAZY_PRODUCT: add_pairs(r, element, set, out); break;
  case LAZY_UNION:
    closure_some_elements(r, element, lazy_part(r->s, set, 1), out);
    closure_some_elements(r, element, lazy_part(r->s, set, 0), out);
    break;
  case LAZY_OVERRIDE:
    closure_some_elements(r, element, lazy_part(r->s, set, 1), out);
    add_members(r, element, set, 0, out);
    break;
  case LAZY_INTERSECTION:
  case LAZY_DIFFERENCE:
  case LAZY_RAN_RESTRICT:
  case LAZY_RAN_SUBTRACT: add_members(r, element, set, 0, out); break;
  case LAZY_DOM_RESTRICT:
  case LAZY_DOM_SUBTRACT: add_members(r, element, set, 1, out); break;
  default:
    if (what >= LAZY_CLOSURE) add_solutions(r, set, SOME, out);
    break;
  }
}

/* ------------------------------------------------------------------ refutation */

/* Pairs that are not in from * to, or two of them that must not both be there. */
static bool is_refuted(Reference *r, const Shape *relation, Value x, Value from, Value to,
                       Demands d)
{
  enum { MANY = 1000 };
  const Shape *pair = relation->args[0];
  Values pairs = {0};
  if (is_lazy(x) && lazy_what(r->s, x) >= LAZY_CLOSURE) add_solutions(r, x, MANY, &pairs);
  else closure_some_elements(r, pair, x, &pairs);
  bool found = false;
  for (uint32_t i = 0; i < pairs.len && !found; i++)
    found =
        reference_member(r, pair->args[0], pair_first(r->s, pairs.data[i]), from) == TRUTH_FALSE ||
        reference_member(r, pair->args[1], pair_second(r->s, pairs.data[i]), to) == TRUTH_FALSE;
  bool several = !found && pairs.len > 1 && (d.functional || d.injective);
  Value some = several ? ref_build(r, pair, &pairs) : VALUE_UNKNOWN;
  if (!several) vec_free(&pairs);
  if (value_is_none(some) || value_holds_lazy(r->s, some)) return found;
  return (d.functional && !rel_is_function(r->s, pair, some)) ||
         (d.injective && !rel_is_injective(r->s, pair, some));
}

/* Is there surely an element of the set to which (or, if not `domain`, from which) the relation
 * does not lead? */
static bool leaves_out(Reference *r, const Shape *relation, Value x, Value set, bool domain)
{
  const Shape *pair = relation->args[0];
  Values some = {0};
  bool found = false;
  const Shape *way =
      domain ? relation
             : shape_set(r->e->shapes, shape_pair(r->e->shapes, pair->args[1], pair->args[0]));
  Value through = domain ? x : ref_lazy(r, LAZY_INVERSE, x, VALUE_UNDEFINED);
  closure_some_elements(r, pair->args[!domain], set, &some);
  for (uint32_t i = 0; i < some.len && !found; i++)
    found = value_is_empty_set(ref_image(r, way, through, some.data[i], SPAN_NONE));
  vec_free(&some);
  return found;
}

Truth closure_arrow_by_pairs(Reference *r, const Shape *relation, Value x, Value from, Value to,
                             Demands d)
{
  Fault fault = r->e->fault;
  bool refuted = is_refuted(r, relation, x, from, to, d) ||
                 (d.total && leaves_out(r, relation, x, from, true)) ||
                 (d.surjective && leaves_out(r, relation, x, to, false));
  r->e->fault = fault;
  if (refuted) return TRUTH_FALSE;
  engine_unknown(r->e, "cannot decide whether an infinite function is in a set of functions");
  return TRUTH_UNKNOWN;
}

/* The range, while it is assumed of recursive calls that their values are where all are to be. */
static Cover assumed_range(Reference *r, const Shape *relation, Value x, Value to)
{
  assert(!value_is_none(x) && !value_is_none(to));
  const Hypothesis *outer = r->hypothesis;
  r->hypothesis = &(Hypothesis){x, to};
  Cover range = cover_side(r, relation, x, false);
  r->hypothesis = outer;
  return range;
}

Truth closure_arrow_by_form(Reference *r, const Shape *relation, Value x, Value from, Value to,
                            Demands d)
{
  const Shape *a = relation->args[0]->args[0], *b = relation->args[0]->args[1];
  if (!cover_is_surely_defined(r, x)) return TRUTH_UNKNOWN;
  Fault fault = r->e->fault;
  Cover domain = cover_side(r, relation, x, true), range = assumed_range(r, relation, x, to);
  Truth t = cover_within(r, a, domain, from);
  if (t != TRUTH_FALSE) t = truth_and(t, cover_within(r, b, range, to));
  if (t != TRUTH_FALSE && d.functional) t = truth_and(t, cover_is_function(r, relation, x));
  if (t != TRUTH_FALSE && d.injective) t = truth_and(t, cover_is_injective(r, relation, x));
  if (t != TRUTH_FALSE && d.total) t = truth_and(t, cover_holds(r, a, domain, from));
  if (t != TRUTH_FALSE && d.surjective) t = truth_and(t, cover_holds(r, b, range, to));
  r->e->fault = fault;
  return t == TRUTH_TRUE || t == TRUTH_FALSE ? t : TRUTH_UNKNOWN;
}
