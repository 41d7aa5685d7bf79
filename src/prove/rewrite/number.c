#include "prove/rewrite/number.h"

#include "prove/term/linear.h"
#include "prove/term/make.h"

typedef VEC(Term) Terms;

/* ------------------------------------------------------------------- products */

enum { MOST_FACTORS = 8 };

static void add_factors(const Bank *b, Term t, Terms *list)
{
  if (term_op(b, t) == NODE_TIMES) {
    add_factors(b, term_kid(b, t, 0), list);
    add_factors(b, term_kid(b, t, 1), list);
    return;
  }
  uint32_t i = list->len;
  vec_push(list, t);
  for (; i > 0 && term_before(b, t, list->data[i - 1]); i--) list->data[i] = list->data[i - 1];
  list->data[i] = t;
}

/* The product of two terms that are no sums: its factors in their order; 0: there are too many. */
static Term monomial(Bank *b, Term x, Term y)
{
  Terms list = {0};
  add_factors(b, x, &list);
  add_factors(b, y, &list);
  Term t = list.data[0];
  for (uint32_t i = 1; i < list.len; i++)
    t = make_term(b, NODE_TIMES, term_sort(b, x), 0, (Term[]){t, list.data[i]}, 2);
  if (list.len > MOST_FACTORS) t = 0;
  vec_free(&list);
  return t;
}

static void multiply_number(Bank *b, Linear *sum, int64_t factor, const Linear *x)
{
  Linear scaled = *x;
  linear_scale(&scaled, factor);
  sum->too_large |= scaled.too_large;
  if (factor == 0 || sum->too_large) return;
  linear_add_number(sum, scaled.constant);
  for (uint32_t i = 0; i < scaled.count; i++)
    linear_add(b, sum, scaled.list[i].factor, scaled.list[i].term);
}

/* sum += x * y; false: it is too large. */
static bool multiply(Bank *b, Linear *sum, const Linear *x, const Linear *y)
{
  multiply_number(b, sum, x->constant, y);
  Linear rest = *x;
  rest.constant = 0;
  multiply_number(b, sum, y->constant, &rest);
  for (uint32_t i = 0; i < x->count; i++)
    for (uint32_t k = 0; k < y->count && !sum->too_large; k++) {
      Term t = monomial(b, x->list[i].term, y->list[k].term);
      Linear part = {.count = 1, .list = {{t, x->list[i].factor}}};
      if (!t) return false;
      multiply_number(b, sum, y->list[k].factor, &part);
    }
  return !sum->too_large;
}

/* The form of a product is one of its monomials, of which this law says nothing more: each has its
 * factors in order, and factors that are sums are no monomials. */
Term number_product(Bank *b, Term t)
{
  enum { MOST = 12 };
  Linear x = {0}, y = {0}, sum = {0};
  linear_add(b, &x, 1, term_kid(b, t, 0));
  linear_add(b, &y, 1, term_kid(b, t, 1));
  if (x.too_large || y.too_large || x.count * y.count > MOST) return 0;
  if (!multiply(b, &sum, &x, &y)) return 0;
  Term form = linear_term(b, &sum);
  return form == t ? 0 : make_equal(b, t, form);
}

/* --------------------------------------------------------------------- powers */

Term number_power(Bank *b, Term t)
{
  enum { MOST = 6 };
  Term x = term_kid(b, t, 0), n = term_kid(b, t, 1);
  if (term_op(b, n) != NODE_INTEGER_LIT || term_payload(b, n) < 0 || term_payload(b, n) > MOST)
    return 0;
  Term product = make_number(b, 1);
  for (int64_t i = 0; i < term_payload(b, n); i++)
    product = make_term(b, NODE_TIMES, term_sort(b, t), 0, (Term[]){product, x}, 2);
  return make_equal(b, t, product);
}

/* ---------------------------------------------------------------------- lists */

Term number_of_elements(Bank *b, Term t)
{
  enum { MOST = 12 };
  Term set = term_kid(b, t, 0);
  uint32_t count = term_count(b, set);
  if (term_op(b, set) != NODE_SET_EXT || count > MOST) return 0;
  Terms differ = {0};
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = i + 1; k < count; k++)
      vec_push(&differ, make_not(b, make_equal(b, term_kid(b, set, i), term_kid(b, set, k))));
  Term all = make_number(b, count);
  Term exact = make_implies(b, make_and(b, differ.data, differ.len), make_equal(b, t, all));
  vec_free(&differ);
  Term parts[3] = {make_at_most(b, make_number(b, 1), t), make_at_most(b, t, all), exact};
  return make_and(b, parts, 3);
}
