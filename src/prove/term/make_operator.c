#include <assert.h>

#include "prove/term/make.h"
#include "prove/term/make_impl.h"
#include "prove/term/linear.h"

static Term plain(Bank *b, uint32_t op, Sort sort, const Term *kids, uint32_t count)
{
  return make_as_pair(b, term_make(b, op, sort, 0, kids, count));
}

static Term linear_or(Bank *b, const Linear *l, uint32_t op, Sort sort, const Term *kids,
                      uint32_t count)
{
  return l->too_large ? plain(b, op, sort, kids, count) : linear_term(b, l);
}

static Term make_product(Bank *b, Sort sort, const Term *kids)
{
  Linear l = {0};
  Term x = kids[0], y = kids[1];
  if (term_op(b, x) == NODE_INTEGER_LIT) linear_add(b, &l, term_payload(b, x), y);
  else if (term_op(b, y) == NODE_INTEGER_LIT) linear_add(b, &l, term_payload(b, y), x);
  else {
    bool first = term_before(b, x, y);
    return plain(b, NODE_TIMES, sort, (Term[]){first ? x : y, first ? y : x}, 2);
  }
  return linear_or(b, &l, NODE_TIMES, sort, kids, 2);
}

static Term make_number_operator(Bank *b, uint32_t op, Sort sort, const Term *kids, uint32_t count)
{
  Linear l = {0};
  switch (op) {
  case NODE_ADD:
  case NODE_MINUS:
    linear_add(b, &l, 1, kids[0]);
    linear_add(b, &l, op == NODE_ADD ? 1 : -1, kids[1]);
    break;
  case NODE_NEGATE: linear_add(b, &l, -1, kids[0]); break;
  case OP_SUM:
    linear_add(b, &l, 1, kids[0]);
    for (uint32_t i = 1; i + 1 < count; i += 2) {
      if (term_op(b, kids[i]) != NODE_INTEGER_LIT) l.too_large = true;
      else linear_add(b, &l, term_payload(b, kids[i]), kids[i + 1]);
    }
    break;
  default: return make_product(b, sort, kids);
  }
  return linear_or(b, &l, op, sort, kids, count);
}

static Term all_of(Bank *b, Sort set_sort)
{
  return term_make(b, OP_TYPE_SET, set_sort, 0, NULL, 0);
}

static bool is_all(const Bank *b, Term t) { return term_op(b, t) == OP_TYPE_SET; }
static bool is_empty(const Bank *b, Term t) { return term_op(b, t) == NODE_EMPTY_SET; }

static Term make_set_operator(Bank *b, uint32_t op, Sort sort, const Term *kids, uint32_t count)
{
  Term x = kids[0], y = count > 1 ? kids[1] : 0;
  switch (op) {
  case NODE_UNION:
    if (is_empty(b, x) || x == y || is_all(b, y)) return y;
    if (is_empty(b, y) || is_all(b, x)) return x;
    break;
  case NODE_INTERSECTION:
    if (is_empty(b, x) || x == y || is_all(b, y)) return x;
    if (is_empty(b, y) || is_all(b, x)) return y;
    break;
  case NODE_SET_MINUS:
    if (is_empty(b, x) || is_empty(b, y)) return x;
    break;
  case NODE_OVERRIDE:
    if (is_empty(b, y)) return x;
    if (is_empty(b, x)) return y;
    break;
  case NODE_CARTESIAN:
  case NODE_RELATION:
    if (is_all(b, x) && is_all(b, y)) return all_of(b, sort);
    break;
  case NODE_POW:
    if (is_all(b, x)) return all_of(b, sort);
    break;
  case NODE_INVERSE:
    if (term_op(b, x) == NODE_INVERSE) return term_kid(b, x, 0);
    break;
  default: break;
  }
  return plain(b, op, sort, kids, count);
}

/* S, A, B … : S = A \/ B …, and no two of A, B … have an element in common. */
static Term make_partition(Bank *b, const Term *kids, uint32_t count)
{
  VEC(Term) list = {0};
  Sort sort = term_sort(b, kids[0]);
  Term all = count > 1 ? kids[1] : term_make(b, NODE_EMPTY_SET, sort, 0, NULL, 0);
  for (uint32_t i = 2; i < count; i++)
    all = make_term(b, NODE_UNION, sort, 0, (Term[]){all, kids[i]}, 2);
  vec_push(&list, make_equal(b, kids[0], all));
  Term none = term_make(b, NODE_EMPTY_SET, sort, 0, NULL, 0);
  for (uint32_t i = 1; i < count; i++)
    for (uint32_t j = i + 1; j < count; j++) {
      Term x = kids[i], y = kids[j], apart;
      bool singles = term_op(b, x) == NODE_SET_EXT && term_op(b, y) == NODE_SET_EXT &&
                     term_count(b, x) == 1 && term_count(b, y) == 1;
      if (singles) apart = make_not(b, make_equal(b, term_kid(b, x, 0), term_kid(b, y, 0)));
      else {
        Term both = make_term(b, NODE_INTERSECTION, sort, 0, (Term[]){x, y}, 2);
        apart = make_subset(b, both, none);
      }
      vec_push(&list, apart);
    }
  Term t = make_and(b, list.data, list.len);
  vec_free(&list);
  return t;
}

/* Has the sort finitely many values in every world? */
static bool is_finite_sort(const Bank *b, Sort s)
{
  SortData d = *sort_of(b, s);
  switch (d.kind) {
  case SORT_BOOL: return true;
  case SORT_GIVEN: return ((const Symbol *) d.origin)->enumerated;
  case SORT_POW: return is_finite_sort(b, d.a);
  case SORT_PAIR: return is_finite_sort(b, d.a) && is_finite_sort(b, d.b);
  default: return false;
  }
}

static Term make_finite(Bank *b, Term set)
{
  if (is_finite_sort(b, term_sort(b, set))) return b->yes;
  uint32_t op = term_op(b, set);
  if (op == NODE_EMPTY_SET || op == NODE_SET_EXT || op == NODE_INTERVAL) return b->yes;
  return term_make(b, NODE_FINITE, 0, 0, &set, 1);
}

static Term make_application(Bank *b, Sort sort, const Term *kids)
{
  switch (term_op(b, kids[0])) {
  case NODE_EVENTB_ID: return kids[1];
  case NODE_EVENTB_PRJ1: return make_first(b, kids[1]);
  case NODE_EVENTB_PRJ2: return make_second(b, kids[1]);
  case NODE_SUCC:
  case NODE_PRED: {
    Term step = make_number(b, term_op(b, kids[0]) == NODE_SUCC ? 1 : -1);
    return make_term(b, NODE_ADD, sort, 0, (Term[]){kids[1], step}, 2);
  }
  default: return plain(b, NODE_APPLY, sort, kids, 2);
  }
}

static Term make_card(Bank *b, Sort sort, Term set)
{
  if (term_op(b, set) == NODE_EMPTY_SET) return make_number(b, 0);
  if (term_op(b, set) == NODE_SET_EXT && term_count(b, set) == 1) return make_number(b, 1);
  return plain(b, NODE_CARD, sort, &set, 1);
}

/* dom, ran */
static Term make_projection(Bank *b, uint32_t op, Sort sort, Term r)
{
  switch (term_op(b, r)) {
  case NODE_EMPTY_SET: return term_make(b, NODE_EMPTY_SET, sort, 0, NULL, 0);
  case NODE_INVERSE:
    return make_projection(b, op == NODE_DOM ? NODE_RAN : NODE_DOM, sort, term_kid(b, r, 0));
  case NODE_SET_EXT: {
    VEC(Term) list = {0};
    for (uint32_t i = 0; i < term_count(b, r); i++) {
      Term pair = term_kid(b, r, i);
      vec_push(&list, op == NODE_DOM ? make_first(b, pair) : make_second(b, pair));
    }
    Term t = term_make(b, NODE_SET_EXT, sort, 0, list.data, list.len);
    vec_free(&list);
    return t;
  }
  default: return plain(b, op, sort, &r, 1);
  }
}

static bool whole(const Bank *b, Term t) { return term_kind_of_sort(b, t) == SORT_INTEGER; }

/* The predicates; 0: none of these. */
static Term make_predicate(Bank *b, uint32_t op, int64_t payload, const Term *k, uint32_t count)
{
  switch (op) {
  case NODE_BTRUE: return b->yes;
  case NODE_BFALSE: return b->no;
  case NODE_NOT: return make_not(b, k[0]);
  case NODE_AND: return make_and(b, k, count);
  case NODE_OR: return make_or(b, k, count);
  case NODE_IMPLIES: return make_implies(b, k[0], k[1]);
  case NODE_IFF: return make_iff(b, k[0], k[1]);
  case NODE_EQUAL: return payload == 1 ? make_equal_raw(b, k[0], k[1]) : make_equal(b, k[0], k[1]);
  case NODE_NOT_EQUAL: return make_not(b, make_equal(b, k[0], k[1]));
  case NODE_MEMBER: return make_member(b, k[0], k[1]);
  case NODE_NOT_MEMBER: return make_not(b, make_member(b, k[0], k[1]));
  case NODE_SUBSET: return make_subset(b, k[0], k[1]);
  case NODE_NOT_SUBSET: return make_not(b, make_subset(b, k[0], k[1]));
  case NODE_STRICT_SUBSET:
  case NODE_NOT_STRICT_SUBSET: {
    Term t = make_and2(b, make_subset(b, k[0], k[1]), make_not(b, make_equal(b, k[0], k[1])));
    return op == NODE_STRICT_SUBSET ? t : make_not(b, t);
  }
  case NODE_LESS_EQUAL: return whole(b, k[0]) ? make_at_most(b, k[0], k[1]) : 0;
  case NODE_GREATER_EQUAL: return whole(b, k[0]) ? make_at_most(b, k[1], k[0]) : 0;
  case NODE_LESS: return whole(b, k[0]) ? make_not(b, make_at_most(b, k[1], k[0])) : 0;
  case NODE_GREATER: return whole(b, k[0]) ? make_not(b, make_at_most(b, k[0], k[1])) : 0;
  case NODE_PARTITION: return make_partition(b, k, count);
  case NODE_FINITE: return make_finite(b, k[0]);
  default: return 0;
  }
}

static Term make_quantifier(Bank *b, int64_t payload, const Term *kids)
{
  VEC(Sort) sorts = {0};
  for (int64_t i = 0; i < payload; i++) vec_push(&sorts, term_sort(b, kids[i]));
  Term t = make_forall(b, sorts.data, sorts.len, kids[payload]);
  vec_free(&sorts);
  return t;
}

static Term make_expression(Bank *b, uint32_t op, Sort sort, int64_t payload, const Term *k,
                            uint32_t count)
{
  bool number = sort_of(b, sort)->kind == SORT_INTEGER;
  switch (op) {
  case NODE_MAPLET: return make_pair(b, k[0], k[1]);
  case OP_FST: return make_first(b, k[0]);
  case OP_SND: return make_second(b, k[0]);
  case NODE_APPLY: return make_application(b, sort, k);
  case NODE_CARD: return make_card(b, sort, k[0]);
  case NODE_DOM:
  case NODE_RAN: return make_projection(b, op, sort, k[0]);
  case NODE_CIRC: return make_term(b, NODE_COMPOSE, sort, 0, (Term[]){k[1], k[0]}, 2);
  case NODE_ADD:
  case NODE_NEGATE:
  case OP_SUM: return number ? make_number_operator(b, op, sort, k, count) : 0;
  case NODE_MINUS:
    return number ? make_number_operator(b, op, sort, k, count)
                  : make_set_operator(b, NODE_SET_MINUS, sort, k, count);
  case NODE_TIMES:
    return number ? make_number_operator(b, op, sort, k, count)
                  : make_set_operator(b, NODE_CARTESIAN, sort, k, count);
  case NODE_UNION:
  case NODE_INTERSECTION:
  case NODE_SET_MINUS:
  case NODE_OVERRIDE:
  case NODE_CARTESIAN:
  case NODE_RELATION:
  case NODE_POW:
  case NODE_INVERSE: return make_set_operator(b, op, sort, k, count);
  default: return make_as_pair(b, term_make(b, op, sort, payload, k, count));
  }
}

Term make_term(Bank *b, uint32_t op, Sort sort, int64_t payload, const Term *kids, uint32_t count)
{
  if (op == NODE_FORALL) return make_quantifier(b, payload, kids);
  Term t = sort == 0 ? make_predicate(b, op, payload, kids, count) : 0;
  if (t) return t;
  if (sort == 0) return term_make(b, op, sort, payload, kids, count);
  t = make_expression(b, op, sort, payload, kids, count);
  return t ? t : term_make(b, op, sort, payload, kids, count);
}
