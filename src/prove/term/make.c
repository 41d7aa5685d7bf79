#include "prove/term/make.h"

#include <assert.h>
#include <string.h>

#include "prove/term/make_impl.h"
#include "prove/term/linear.h"

Term make_not(Bank *b, Term t)
{
  return term_op(b, t) == NODE_NOT ? term_kid(b, t, 0) : term_make(b, NODE_NOT, 0, 0, &t, 1);
}

typedef VEC(Term) Terms;

static bool contains(const Terms *list, Term t)
{
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i] == t) return true;
  return false;
}

/* False: the conjunction is false. */
static bool add_conjunct(Bank *b, Terms *list, Term t)
{
  if (t == b->no) return false;
  if (t == b->yes) return true;
  if (term_op(b, t) == NODE_AND) {
    for (uint32_t i = 0; i < term_count(b, t); i++)
      if (!add_conjunct(b, list, term_kid(b, t, i))) return false;
    return true;
  }
  if (contains(list, make_not(b, t))) return false;
  if (!contains(list, t)) vec_push(list, t);
  return true;
}

Term make_and(Bank *b, const Term *kids, uint32_t count)
{
  Terms list = {0};
  bool possible = true;
  for (uint32_t i = 0; i < count && possible; i++) possible = add_conjunct(b, &list, kids[i]);
  Term t = !possible       ? b->no
           : list.len == 0 ? b->yes
           : list.len == 1 ? list.data[0]
                           : term_make(b, NODE_AND, 0, 0, list.data, list.len);
  vec_free(&list);
  return t;
}

Term make_or(Bank *b, const Term *kids, uint32_t count)
{
  Terms list = {0};
  for (uint32_t i = 0; i < count; i++) vec_push(&list, make_not(b, kids[i]));
  Term t = make_not(b, make_and(b, list.data, list.len));
  vec_free(&list);
  return t;
}

Term make_and2(Bank *b, Term x, Term y) { return make_and(b, (Term[]){x, y}, 2); }
Term make_or2(Bank *b, Term x, Term y) { return make_or(b, (Term[]){x, y}, 2); }
Term make_implies(Bank *b, Term x, Term y) { return make_or2(b, make_not(b, x), y); }

/* Negations go outside; the older formula comes first. */
Term make_iff(Bank *b, Term x, Term y)
{
  bool negated = false;
  if (x == b->yes) return y;
  if (y == b->yes) return x;
  if (x == b->no) return make_not(b, y);
  if (y == b->no) return make_not(b, x);
  if (term_op(b, x) == NODE_NOT) negated = !negated, x = term_kid(b, x, 0);
  if (term_op(b, y) == NODE_NOT) negated = !negated, y = term_kid(b, y, 0);
  bool first = term_before(b, x, y);
  Term kids[2] = {first ? x : y, first ? y : x};
  Term t = x == y ? b->yes : term_make(b, NODE_IFF, 0, 0, kids, 2);
  return negated ? make_not(b, t) : t;
}

Sort make_binder_sort(const Bank *b, Term binder, uint32_t i)
{
  return term_sort(b, term_kid(b, binder, i));
}

Term make_bound(Bank *b, Sort sort, uint32_t which)
{
  return term_make(b, OP_BOUND, sort, which, NULL, 0);
}

/* Two quantifiers in a row are one. */
Term make_forall(Bank *b, const Sort *sorts, uint32_t count, Term body)
{
  if (count == 0 || body == b->yes || body == b->no) return body; /* no type is empty */
  Terms kids = {0};
  for (uint32_t i = 0; i < count; i++) vec_push(&kids, term_make(b, OP_SORT, sorts[i], 0, NULL, 0));
  if (term_op(b, body) == NODE_FORALL) {
    uint32_t inner = (uint32_t) term_payload(b, body);
    for (uint32_t i = 0; i < inner; i++) vec_push(&kids, term_kid(b, body, i));
    count += inner;
    body = term_kid(b, body, inner);
  }
  vec_push(&kids, body);
  Term t = term_make(b, NODE_FORALL, 0, count, kids.data, kids.len);
  vec_free(&kids);
  return t;
}

Term make_exists(Bank *b, const Sort *sorts, uint32_t count, Term body)
{
  return make_not(b, make_forall(b, sorts, count, make_not(b, body)));
}

Term make_number(Bank *b, int64_t n)
{
  Linear l = {.constant = n};
  return linear_term(b, &l);
}

Term make_at_most(Bank *b, Term x, Term y)
{
  Linear l = {0};
  linear_add(b, &l, 1, x);
  linear_add(b, &l, -1, y);
  return l.too_large ? term_make(b, NODE_LESS_EQUAL, 0, 0, (Term[]){x, y}, 2)
                     : linear_at_most_zero(b, &l);
}

Term make_pair(Bank *b, Term x, Term y)
{
  Sort sort = sort_make(b, SORT_PAIR, term_sort(b, x), term_sort(b, y), NULL);
  return term_make(b, NODE_MAPLET, sort, 0, (Term[]){x, y}, 2);
}

/* What has a product sort is written as a pair. */
Term make_as_pair(Bank *b, Term t)
{
  if (term_op(b, t) == NODE_MAPLET || term_kind_of_sort(b, t) != SORT_PAIR) return t;
  return make_pair(b, make_first(b, t), make_second(b, t));
}

Term make_first(Bank *b, Term t)
{
  if (term_op(b, t) == NODE_MAPLET) return term_kid(b, t, 0);
  return make_as_pair(b, term_make(b, OP_FST, sort_of(b, term_sort(b, t))->a, 0, &t, 1));
}

Term make_second(Bank *b, Term t)
{
  if (term_op(b, t) == NODE_MAPLET) return term_kid(b, t, 1);
  return make_as_pair(b, term_make(b, OP_SND, sort_of(b, term_sort(b, t))->b, 0, &t, 1));
}

static Term equal_atom(Bank *b, Term x, Term y, int64_t payload)
{
  bool first = term_before(b, x, y);
  Term kids[2] = {first ? x : y, first ? y : x};
  return term_make(b, NODE_EQUAL, 0, payload, kids, 2);
}

Term make_equal_raw(Bank *b, Term x, Term y) { return x == y ? b->yes : equal_atom(b, x, y, 1); }

static Term equal_integers(Bank *b, Term x, Term y)
{
  Linear l = {0};
  linear_add(b, &l, 1, x);
  linear_add(b, &l, -1, y);
  return l.too_large ? equal_atom(b, x, y, 1) : linear_is_zero(b, &l);
}

/* bool(P) = y */
static Term equal_truth(Bank *b, Term p, Term y)
{
  switch (term_op(b, y)) {
  case NODE_TRUE: return p;
  case NODE_FALSE: return make_not(b, p);
  case NODE_BOOL_OF: return make_iff(b, p, term_kid(b, y, 0));
  default: {
    Term yes = term_make(b, NODE_TRUE, term_sort(b, y), 0, NULL, 0);
    return make_iff(b, p, make_equal(b, y, yes));
  }
  }
}

Term make_equal(Bank *b, Term x, Term y)
{
  if (x == y) return b->yes;
  if (term_is_value(b, x) && term_is_value(b, y)) return b->no;
  switch (term_kind_of_sort(b, x)) {
  case SORT_FORMULA: return make_iff(b, x, y);
  case SORT_INTEGER: return equal_integers(b, x, y);
  case SORT_PAIR:
    return make_and2(b, make_equal(b, make_first(b, x), make_first(b, y)),
                     make_equal(b, make_second(b, x), make_second(b, y)));
  case SORT_BOOL:
    if (term_op(b, x) == NODE_BOOL_OF) return equal_truth(b, term_kid(b, x, 0), y);
    if (term_op(b, y) == NODE_BOOL_OF) return equal_truth(b, term_kid(b, y, 0), x);
    break;
  default: break;
  }
  return equal_atom(b, x, y, 0);
}

static Term member_of_list(Bank *b, Term x, Term set)
{
  Terms list = {0};
  for (uint32_t i = 0; i < term_count(b, set); i++)
    vec_push(&list, make_equal(b, x, term_kid(b, set, i)));
  Term t = make_or(b, list.data, list.len);
  vec_free(&list);
  return t;
}

Term make_member(Bank *b, Term x, Term set)
{
  switch (term_op(b, set)) {
  case NODE_EMPTY_SET: return b->no;
  case OP_TYPE_SET: return b->yes;
  case NODE_SET_EXT: return member_of_list(b, x, set);
  case NODE_NATURAL: return make_at_most(b, make_number(b, 0), x);
  case NODE_NATURAL1: return make_at_most(b, make_number(b, 1), x);
  case NODE_INTERVAL:
    return make_and2(b, make_at_most(b, term_kid(b, set, 0), x),
                     make_at_most(b, x, term_kid(b, set, 1)));
  case NODE_POW: return make_subset(b, x, term_kid(b, set, 0));
  default: return term_make(b, NODE_MEMBER, 0, 0, (Term[]){x, set}, 2);
  }
}

Term make_subset(Bank *b, Term x, Term y)
{
  if (x == y || term_op(b, x) == NODE_EMPTY_SET || term_op(b, y) == OP_TYPE_SET) return b->yes;
  if (term_op(b, x) == NODE_SET_EXT) {
    Terms list = {0};
    for (uint32_t i = 0; i < term_count(b, x); i++)
      vec_push(&list, make_member(b, term_kid(b, x, i), y));
    Term t = make_and(b, list.data, list.len);
    vec_free(&list);
    return t;
  }
  return term_make(b, NODE_SUBSET, 0, 0, (Term[]){x, y}, 2);
}

Term make_choice(Bank *b, Term forall, uint32_t i)
{
  assert(term_op(b, forall) == NODE_FORALL && i < (uint64_t) term_payload(b, forall));
  return term_make(b, OP_CHOICE, make_binder_sort(b, forall, i), i, &forall, 1);
}
