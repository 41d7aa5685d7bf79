#include "prove/rewrite/unbounded.h"

#include "prove/term/linear.h"
#include "prove/term/make.h"

/* The body of a quantifier about one integer; 0: it is none. */
static Term about_integer(const Bank *b, Term t)
{
  if (term_op(b, t) != NODE_FORALL || term_payload(b, t) != 1) return 0;
  return sort_of(b, make_binder_sort(b, t, 0))->kind == SORT_INTEGER ? term_kid(b, t, 1) : 0;
}

static bool is_name(const Bank *b, Term t, int64_t which)
{
  return term_op(b, t) == OP_BOUND && term_payload(b, t) == which;
}

/* Does it say that the inner name is beyond the outer one, but for a constant? */
static bool compares(const Bank *b, Term t)
{
  Linear sum;
  bool negated = term_op(b, t) == NODE_NOT;
  Term atom = negated ? term_kid(b, t, 0) : t;
  if (term_op(b, atom) != NODE_LESS_EQUAL || !linear_of_atom(b, atom, negated, &sum)) return false;
  if (sum.count != 2 || sum.list[0].factor + sum.list[1].factor != 0) return false;
  Term x = sum.list[0].term, y = sum.list[1].term;
  return (is_name(b, x, 0) && is_name(b, y, 1)) || (is_name(b, x, 1) && is_name(b, y, 0));
}

Term unbounded_set(Bank *b, Term t)
{
  Term outer = about_integer(b, t), set = 0;
  Term inner = outer && term_op(b, outer) == NODE_NOT ? about_integer(b, term_kid(b, outer, 0)) : 0;
  Term all = inner && term_op(b, inner) == NODE_NOT ? term_kid(b, inner, 0) : 0;
  if (!all || term_op(b, all) != NODE_AND) return 0;
  bool compared = false;
  for (uint32_t i = 0; i < term_count(b, all); i++) {
    Term k = term_kid(b, all, i);
    compared |= compares(b, k);
    if (term_op(b, k) == NODE_MEMBER && is_name(b, term_kid(b, k, 0), 0) &&
        term_is_closed(b, term_kid(b, k, 1)))
      set = term_kid(b, k, 1);
  }
  if (!set || !compared) return 0;
  return make_implies(b, t, make_not(b, make_term(b, NODE_FINITE, 0, 0, &set, 1)));
}
