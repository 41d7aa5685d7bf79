#include <assert.h>

#include "engine/reference/closure/ref_closure_impl.h"

/* Sets, sums and products over all solutions of a predicate. */

typedef struct {
  const Node *node;
  Values out;   /* elements of the set, in any order */
  Value result; /* of sums and products              */
  Value failed; /* VALUE_TRUE, or what went wrong    */
  Fault fault;
} Collect;

static bool fail(Collect *c, Reference *r, Value none)
{
  assert(value_is_none(none));
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
    vec_push(&c->out, ref_tuple(r, names));
    return c->out.len <= r->e->options.expansion_limit ||
           fail(c, r, engine_unknown(r->e, "a set is too large"));
  }
  Value v = ref_eval(r, c->node->kids[2]);
  if (value_is_none(v)) return fail(c, r, v);
  bool real = ref_shape(r, c->node)->kind == SHAPE_REAL;
  switch (kind) {
  case NODE_LAMBDA: v = value_pair(r->s, ref_tuple(r, names), v); /* fall through */
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
  return c->out.len <= r->e->options.expansion_limit ||
         fail(c, r, engine_unknown(r->e, "a set is too large"));
}

static Solved walk_solutions(Reference *r, Collect *c, Windows windows)
{
  const Node *names = c->node->kids[0];
  Symbol **symbols = ref_bound_names(r, names);
  c->failed = VALUE_TRUE;
  if (windows == WINDOWS_NONE && r->walk->has_too_many(r, symbols, names->count, c->node->kids[1]))
    return SOLVED_INFINITE;
  Solved solved =
      reference_solve(r, symbols, names->count, c->node->kids[1], windows, contribute, c);
  if (value_is_none(c->failed)) {
    r->e->fault = c->fault;
    vec_free(&c->out);
  }
  return solved;
}

Value ref_sum_or_product(Reference *r, const Node *node)
{
  assert(node->kind == NODE_SIGMA || node->kind == NODE_PRODUCT);
  bool real = ref_shape(r, node)->kind == SHAPE_REAL;
  int64_t neutral = node->kind == NODE_SIGMA ? 0 : 1;
  Collect c = {.node = node,
               .result = real ? value_real(r->s, (double) neutral) : value_small(neutral)};
  Solved solved = walk_solutions(r, &c, WINDOWS_WIDE);
  vec_free(&c.out);
  if (value_is_none(c.failed)) return c.failed;
  return solved == SOLVED_ALL ? c.result : VALUE_UNKNOWN;
}

Value ref_quantified_sets(Reference *r, const Node *node)
{
  const Shape *set = ref_shape(r, node), *element = shape_element(set);
  Collect c = {.node = node};
  Solved solved = walk_solutions(r, &c, WINDOWS_NONE);
  if (value_is_none(c.failed)) return c.failed;
  if (solved != SOLVED_ALL) {
    vec_free(&c.out);
    if (node->kind == NODE_QUANT_UNION) return closure_of(r, node);
    return solved == SOLVED_INFINITE
               ? engine_unknown(r->e,
                                "an intersection over infinitely many values cannot be computed")
               : VALUE_UNKNOWN;
  }
  if (c.out.len == 0 && node->kind == NODE_QUANT_INTER)
    return engine_fault(r->e, node->span, "the intersection of an empty collection of sets");
  Value result = c.out.len ? c.out.data[0] : VALUE_EMPTY_SET;
  for (uint32_t i = 1; i < c.out.len && !value_is_none(result); i++) {
    if (node->kind == NODE_QUANT_UNION) {
      result = ref_union(r, element, result, c.out.data[i]);
      continue;
    }
    Values kept = {0}, all = {0};
    Value none;
    bool first_finite = !is_lazy(result);
    Value walked = first_finite ? result : c.out.data[i],
          other = first_finite ? c.out.data[i] : result;
    if (!ref_elements(r, element, walked, node->span, &all, &none)) {
      result = none;
      break;
    }
    Truth t = TRUTH_TRUE;
    for (uint32_t j = 0; j < all.len && (t == TRUTH_TRUE || t == TRUTH_FALSE); j++) {
      t = reference_member(r, element, all.data[j], other);
      if (t == TRUTH_TRUE) vec_push(&kept, all.data[j]);
    }
    vec_free(&all);
    result = ref_build(r, element, &kept);
    if (t != TRUTH_TRUE && t != TRUTH_FALSE) result = none_of_truth(t);
  }
  vec_free(&c.out);
  return result;
}

Value ref_binder_written_out(Reference *r, const Node *node)
{
  Collect c = {.node = node};
  Solved solved = walk_solutions(r, &c, WINDOWS_NONE);
  if (value_is_none(c.failed)) return c.failed;
  if (solved == SOLVED_ALL) return ref_build(r, ref_element_shape(r, node), &c.out);
  vec_free(&c.out);
  return engine_unknown(r->e, solved == SOLVED_INFINITE ? "an infinite set cannot be enumerated"
                                                        : "a set could not be enumerated");
}
