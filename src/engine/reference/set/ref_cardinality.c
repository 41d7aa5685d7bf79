#include <assert.h>

#include "engine/reference/set/sets.h"

/* How many elements a set has. */

static Value part(Reference *r, Value v, uint32_t i) { return lazy_part(r->s, v, i); }

static Value add(Reference *r, Value a, Value b) { return int_add(r->s, a, b); }

static Value times(Reference *r, Value a, Value b) { return int_multiply(r->s, a, b); }

/* base ** n; unknown beyond what anybody wants to see */
static Value power(Reference *r, Value base, Value exponent)
{
  int64_t n;
  if (!int_fits(r->s, exponent, &n) || n > 1000000)
    return engine_unknown(r->e, "a number is too large");
  return int_power(r->s, base, (uint64_t) n);
}

static Value binomial(Reference *r, int64_t n, int64_t k)
{
  Value b = value_small(1);
  assert(0 <= k && k <= n);
  for (int64_t i = 1; i <= k; i++)
    b = int_divide(r->s, times(r, b, value_small(n - k + i)), value_small(i));
  return b;
}

/* n (n-1) … (n-k+1) */
static Value falling(Reference *r, int64_t n, int64_t k)
{
  Value f = value_small(1);
  for (int64_t i = 0; i < k; i++) f = times(r, f, value_small(n - i));
  return f;
}

/* sum over j of (-1)^j C(m,j) base(m-j)^n: surjections if base is the identity */
static Value alternating(Reference *r, int64_t m, Value (*term)(Reference *, int64_t, int64_t),
                         int64_t n)
{
  Value sum = value_small(0);
  for (int64_t j = 0; j <= m; j++) {
    Value t = times(r, binomial(r, m, j), term(r, m - j, n));
    sum = j % 2 ? int_subtract(r->s, sum, t) : add(r, sum, t);
  }
  return sum;
}

static Value plain_power(Reference *r, int64_t base, int64_t n)
{
  return int_power(r->s, value_small(base), (uint64_t) n);
}

/* (2^k - 1)^n */
static Value subset_power(Reference *r, int64_t k, int64_t n)
{
  Value base = int_subtract(r->s, int_power(r->s, value_small(2), (uint64_t) k), value_small(1));
  return int_power(r->s, base, (uint64_t) n);
}

static Value surjections(Reference *r, int64_t n, int64_t m)
{
  return alternating(r, m, plain_power, n);
}

/* The number of relations of a kind between n and m elements (b-semantics 1.5). */
static Value count_arrows(Reference *r, LazyKind kind, int64_t n, int64_t m)
{
  assert(lazy_is_arrow(kind) && n >= 0 && m >= 0);
  Value sum = value_small(0);
  switch (kind) {
  case LAZY_RELATION: return power(r, value_small(2), value_small(n * m));
  case LAZY_PARTIAL_FUN: return plain_power(r, m + 1, n);
  case LAZY_TOTAL_FUN: return plain_power(r, m, n);
  case LAZY_TOTAL_INJ: return m < n ? sum : falling(r, m, n);
  case LAZY_PARTIAL_INJ:
    for (int64_t k = 0; k <= n && k <= m; k++)
      sum = add(r, sum, times(r, binomial(r, n, k), falling(r, m, k)));
    return sum;
  case LAZY_PARTIAL_SURJ:
    for (int64_t k = m; k <= n; k++)
      sum = add(r, sum, times(r, binomial(r, n, k), surjections(r, k, m)));
    return sum;
  case LAZY_TOTAL_SURJ: return surjections(r, n, m);
  case LAZY_PARTIAL_BIJ: return m > n ? sum : times(r, binomial(r, n, m), falling(r, m, m));
  case LAZY_TOTAL_BIJ: return n == m ? falling(r, n, n) : sum;
  case LAZY_TOTAL_REL: return subset_power(r, m, n);
  case LAZY_SURJ_REL: return subset_power(r, n, m);
  default: return alternating(r, m, subset_power, n);
  }
}

/* Has the set exactly one element? */
static bool is_single(Reference *r, const Shape *element, Value set)
{
  if (ref_is_finite(r, element, set) != TRUTH_TRUE) return false;
  return value_same(ref_cardinality(r, element, set, SPAN_NONE), value_small(1));
}

/* With an infinite side: there is none, only one, or infinitely many. */
static Value infinite_arrows(Reference *r, LazyKind kind, const Shape *element, Value a, Value b)
{
  const Shape *from = element->args[0]->args[0], *to = element->args[0]->args[1];
  Demands d = ref_arrow_demands(kind);
  Truth no_a = ref_is_empty(r, from, a), no_b = ref_is_empty(r, to, b);
  if (no_a == TRUTH_TRUE && (no_b == TRUTH_TRUE || !d.surjective)) return value_small(1);
  if (no_b == TRUTH_TRUE && !d.total) return value_small(1);
  bool known =
      (no_a == TRUTH_TRUE || no_a == TRUTH_FALSE) && (no_b == TRUTH_TRUE || no_b == TRUTH_FALSE);
  if (!known) return engine_unknown(r->e, "cannot decide whether a set is empty");
  if (no_a == TRUTH_TRUE || no_b == TRUTH_TRUE) return value_small(0);
  Truth fa = ref_is_finite(r, from, a), fb = ref_is_finite(r, to, b);
  bool few_a = fa == TRUTH_TRUE && fb == TRUTH_FALSE, few_b = fa == TRUTH_FALSE && fb == TRUTH_TRUE;
  if (few_b && d.injective && d.total) return value_small(0);
  if (few_a && d.functional && d.surjective) return value_small(0);
  if (few_b && d.total && is_single(r, to, b)) return value_small(1);
  if (few_a && !d.functional && d.surjective && is_single(r, from, a)) return value_small(1);
  bool compared = (d.injective && d.total) || (d.functional && d.surjective); /* their sizes are */
  bool countable = from->kind == SHAPE_INTEGER && to->kind == SHAPE_INTEGER;
  if (few_a || few_b || (fa == TRUTH_FALSE && fb == TRUTH_FALSE && (!compared || countable)))
    return engine_fault(r->e, SPAN_NONE, "card of an infinite set");
  return engine_unknown(r->e, "the number of functions between infinite sets is not finite");
}

static Value arrow_cardinality(Reference *r, const Shape *element, Value set)
{
  LazyKind kind = (LazyKind) lazy_what(r->s, set);
  Value a = part(r, set, 0), b = part(r, set, 1);
  const Shape *from = element->args[0]->args[0], *to = element->args[0]->args[1];
  if (ref_is_finite(r, from, a) != TRUTH_TRUE || ref_is_finite(r, to, b) != TRUTH_TRUE)
    return infinite_arrows(r, kind, element, a, b);
  Value ca = ref_cardinality(r, from, a, SPAN_NONE), cb = ref_cardinality(r, to, b, SPAN_NONE);
  if (value_is_none(ca) || value_is_none(cb)) return value_is_none(ca) ? ca : cb;
  int64_t n, m;
  bool sum = kind == LAZY_PARTIAL_INJ || kind == LAZY_PARTIAL_SURJ || kind == LAZY_TOTAL_SURJ ||
             kind >= LAZY_TOTAL_REL; /* of very many or very large terms */
  if (!int_fits(r->s, ca, &n) || !int_fits(r->s, cb, &m) || n > 3000 || m > 3000 ||
      (sum && n * m > 10000))
    return engine_unknown(r->e, "a number is too large");
  return count_arrows(r, kind, n, m);
}

static Value injective_sequences(Reference *r, LazyKind kind, int64_t n)
{
  if (kind == LAZY_PERM) return falling(r, n, n);
  Value sum = value_small(0);
  for (int64_t k = kind == LAZY_ISEQ1 ? 1 : 0; k <= n; k++) sum = add(r, sum, falling(r, n, k));
  return sum;
}

static Value of_subsets(Reference *r, const Shape *element, Value set, Span span)
{
  LazyKind kind = (LazyKind) lazy_what(r->s, set);
  Value n = ref_cardinality(r, shape_element(element), part(r, set, 0), span);
  if (value_is_none(n)) return n;
  Value all = power(r, value_small(2), n);
  bool one_less = kind == LAZY_POW1 || kind == LAZY_FIN1;
  return value_is_none(all) || !one_less ? all : int_subtract(r->s, all, value_small(1));
}

/* card(A) + card(B) - card(A /\ B) */
static Value union_cardinality(Reference *r, const Shape *element, Value set, Span span)
{
  Value a = ref_cardinality(r, element, part(r, set, 0), span);
  Value b = value_is_none(a) ? a : ref_cardinality(r, element, part(r, set, 1), span);
  if (value_is_none(b)) return b;
  Value common = ref_intersection(r, element, part(r, set, 0), part(r, set, 1));
  if (!value_is_none(common) && is_lazy(common))
    common = reference_expand(r, element, common, span);
  if (value_is_none(common)) return common;
  return int_subtract(r->s, add(r, a, b), set_card_value(r->s, common));
}

/* card(A) - card(A /\ B), for a B that is written out */
static Value difference_cardinality(Reference *r, const Shape *element, Value set, Span span)
{
  Value b = part(r, set, 1);
  Value common = ref_intersection(r, element, part(r, set, 0), b);
  if (value_is_none(common) || is_lazy(common)) return VALUE_UNKNOWN;
  Value a = ref_cardinality(r, element, part(r, set, 0), span);
  return value_is_none(a) ? a : int_subtract(r->s, a, set_card_value(r->s, common));
}

Value ref_cardinality(Reference *r, const Shape *element, Value set, Span span)
{
  assert(!value_is_none(set));
  if (!is_lazy(set)) return set_card_value(r->s, set);
  uint32_t what = lazy_what(r->s, set);
  if (lazy_is_arrow(what)) {
    Value card = arrow_cardinality(r, element, set);
    if (value_same(card, VALUE_FAULT)) r->e->fault.span = span;
    return card;
  }
  int64_t n;
  Value inner;
  switch ((LazyKind) what) {
  case LAZY_POW:
  case LAZY_POW1:
  case LAZY_FIN:
  case LAZY_FIN1: return of_subsets(r, element, set, span);
  case LAZY_SEQ:
  case LAZY_SEQ1: {
    Truth none = ref_is_empty(r, element->args[0]->args[1], part(r, set, 0));
    if (none == TRUTH_TRUE) return value_small(what == LAZY_SEQ);
    if (none == TRUTH_FALSE) return engine_fault(r->e, span, "card of an infinite set");
    return none_of_truth(none);
  }
  case LAZY_ISEQ:
  case LAZY_ISEQ1:
  case LAZY_PERM:
    inner = ref_cardinality(r, element->args[0]->args[1], part(r, set, 0), span);
    if (value_same(inner, VALUE_FAULT) && what == LAZY_PERM) return value_small(0);
    if (value_is_none(inner)) return inner;
    if (!int_fits(r->s, inner, &n) || n > 3000)
      return engine_unknown(r->e, "a number is too large");
    return injective_sequences(r, (LazyKind) what, n);
  case LAZY_PRODUCT: {
    if (ref_is_empty(r, element, set) == TRUTH_TRUE) return value_small(0);
    Value a = ref_cardinality(r, element->args[0], part(r, set, 0), span);
    Value b = value_is_none(a) ? a : ref_cardinality(r, element->args[1], part(r, set, 1), span);
    return value_is_none(b) ? b : times(r, a, b);
  }
  case LAZY_STRUCT: {
    Value product = value_small(1);
    for (uint32_t i = 0; i < element->count; i++)
      if (ref_is_empty(r, element->args[i], part(r, set, i)) == TRUTH_TRUE) return value_small(0);
    for (uint32_t i = 0; i < element->count && !value_is_none(product); i++) {
      Value c = ref_cardinality(r, element->args[i], part(r, set, i), span);
      product = value_is_none(c) ? c : times(r, product, c);
    }
    return product;
  }
  case LAZY_ID: return ref_cardinality(r, element->args[0], part(r, set, 0), span);
  case LAZY_UNION: return union_cardinality(r, element, set, span);
  case LAZY_DIFFERENCE:
    if (is_lazy(part(r, set, 1))) break;
    inner = difference_cardinality(r, element, set, span);
    if (!value_same(inner, VALUE_UNKNOWN)) return inner;
    break;
  default: break;
  }
  inner = what >= LAZY_CLOSURE ? r->walk->cover_count(r, element, set, span) : VALUE_UNKNOWN;
  if (!value_same(inner, VALUE_UNKNOWN)) return inner;
  if (ref_is_finite(r, element, set) == TRUTH_FALSE)
    return engine_fault(r->e, span, "card of an infinite set");
  Value all = reference_expand(r, element, set, span);
  return value_is_none(all) ? all : set_card_value(r->s, all);
}
