#include "prove/rewrite/inputs.h"
#include "prove/term/make.h"
#include "prove/term/tuple.h"

/* Conditions under which terms have a value, read from left to right.  They are implied by those of
 * the formula as it was written: what simplification left out only leaves out conditions. */
typedef VEC(Term) Terms;

static Term defined(Bank *, Term);

static Term all_defined(Bank *b, Term t)
{
  Term result = b->yes;
  for (uint32_t i = 0; i < term_count(b, t); i++)
    result = make_and2(b, result, defined(b, term_kid(b, t, i)));
  return result;
}

/* P & Q & …: each where those before it hold */
static Term conjunction_defined(Bank *b, Term t)
{
  Term result = b->yes;
  for (uint32_t i = term_count(b, t); i-- > 0;) {
    Term p = term_kid(b, t, i);
    Term first = defined(b, p);
    result = result == b->yes ? first : make_and2(b, first, make_implies(b, p, result));
  }
  return result;
}

/* A name of that sort whose leaves are bound from number `which` (of the outermost) on inwards. */
static Term bound_tuple(Bank *b, Sort sort, uint32_t which)
{
  Sorts sorts = {0};
  Terms leaves = {0};
  tuple_sorts(b, sort, &sorts);
  for (uint32_t i = 0; i < sorts.len; i++)
    vec_push(&leaves, make_bound(b, sorts.data[i], which - i));
  uint32_t next = 0;
  Term t = tuple_make(b, sort, leaves.data, &next);
  vec_free(&sorts);
  vec_free(&leaves);
  return t;
}

/* !u,v,w.(u|->v : f & u|->w : f => v = w) */
static Term functional(Bank *b, Term f)
{
  SortData pair = *sort_of(b, sort_element(b, term_sort(b, f)));
  Sorts sorts = {0};
  tuple_sorts(b, pair.a, &sorts);
  uint32_t first = sorts.len;
  tuple_sorts(b, pair.b, &sorts);
  uint32_t second = sorts.len - first;
  tuple_sorts(b, pair.b, &sorts);
  uint32_t all = sorts.len;
  Term u = bound_tuple(b, pair.a, all - 1), v = bound_tuple(b, pair.b, 2 * second - 1);
  Term w = bound_tuple(b, pair.b, second - 1), g = make_lift(b, f, all);
  Term both =
      make_and2(b, make_member(b, make_pair(b, u, v), g), make_member(b, make_pair(b, u, w), g));
  Term t = make_forall(b, sorts.data, all, make_implies(b, both, make_equal(b, v, w)));
  vec_free(&sorts);
  return t;
}

static Term in_domain(Bank *b, Term f, Term x)
{
  Sort set = sort_make(b, SORT_POW, term_sort(b, x), 0, NULL);
  return make_member(b, x, make_term(b, NODE_DOM, set, 0, &f, 1));
}

static Term not_empty(Bank *b, Term set)
{
  Term empty = term_make(b, NODE_EMPTY_SET, term_sort(b, set), 0, NULL, 0);
  return make_not(b, make_equal(b, set, empty));
}

/* #b.!x.(x : set => b <= x), or x <= b */
static Term bounded(Bank *b, Term set, bool below)
{
  Sort integer = sort_element(b, term_sort(b, set));
  Term bound = make_bound(b, integer, 1), x = make_bound(b, integer, 0);
  Term order = below ? make_at_most(b, bound, x) : make_at_most(b, x, bound);
  Term in = make_member(b, x, make_lift(b, set, 2));
  Term all = make_forall(b, &integer, 1, make_implies(b, in, order));
  return make_exists(b, &integer, 1, all);
}

/* What the operator asks of its operands. */
static Term own_condition(Bank *b, Term t)
{
  Term x = term_count(b, t) ? term_kid(b, t, 0) : 0;
  switch (term_op(b, t)) {
  case NODE_APPLY: return make_and2(b, in_domain(b, x, term_kid(b, t, 1)), functional(b, x));
  case NODE_CARD: return make_term(b, NODE_FINITE, 0, 0, &x, 1);
  case NODE_MIN:
  case NODE_MAX: return make_and2(b, not_empty(b, x), bounded(b, x, term_op(b, t) == NODE_MIN));
  case NODE_GEN_INTER: return not_empty(b, x);
  case NODE_DIVIDE: return make_not(b, make_equal(b, term_kid(b, t, 1), make_number(b, 0)));
  default: return b->yes;
  }
}

static Term binder_defined(Bank *b, Term t)
{
  uint32_t count = (uint32_t) term_payload(b, t);
  Term p = term_kid(b, t, count), condition = defined(b, p);
  if (term_op(b, t) != NODE_FORALL) {
    Term e = defined(b, term_kid(b, t, count + 1));
    condition = make_and2(b, condition, make_implies(b, p, e));
  }
  Sorts sorts = {0};
  for (uint32_t i = 0; i < count; i++) vec_push(&sorts, make_binder_sort(b, t, i));
  Term result = make_forall(b, sorts.data, count, condition);
  vec_free(&sorts);
  return result;
}

static Term defined(Bank *b, Term t)
{
  if (term_is_binder(b, t)) return binder_defined(b, t);
  switch (term_op(b, t)) {
  case NODE_AND: return conjunction_defined(b, t);
  case NODE_IF_EXPR: return defined(b, term_kid(b, t, 0));
  default: return make_and2(b, all_defined(b, t), own_condition(b, t));
  }
}

Term inputs_defined(Bank *b, Term formula) { return defined(b, formula); }
