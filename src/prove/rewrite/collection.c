#include "prove/rewrite/collection.h"

#include "prove/term/make.h"
#include "prove/term/tuple.h"

typedef VEC(Term) Terms;

typedef struct {
  Bank *bank;
  uint32_t count; /* of names */
  Terms values;   /* of the names, 0 where not known */
  Terms x, e;     /* leaves that are to be equal: those of x are closed */
} Match;

/* Finds names of which x shows the value; what is left is an equation. */
static void match_leaves(Match *m, Term x, Term e)
{
  Bank *b = m->bank;
  if (term_op(b, e) == NODE_MAPLET) {
    match_leaves(m, make_first(b, x), term_kid(b, e, 0));
    match_leaves(m, make_second(b, x), term_kid(b, e, 1));
    return;
  }
  if (term_op(b, e) == OP_BOUND && term_payload(b, e) < m->count) {
    Term *value = &m->values.data[m->count - 1 - (uint32_t) term_payload(b, e)];
    if (!*value) {
      *value = x;
      return;
    }
  }
  vec_push(&m->x, x);
  vec_push(&m->e, e);
}

/* The names without value are bound by a new quantifier, in their order: gives their sorts, and
 * gives all names values. */
static void rebind(Match *m, Term set, Sorts *sorts)
{
  Bank *b = m->bank;
  for (uint32_t i = 0; i < m->count; i++)
    if (!m->values.data[i]) vec_push(sorts, make_binder_sort(b, set, i));
  for (uint32_t i = 0, k = 0; i < m->count; i++)
    if (!m->values.data[i]) {
      m->values.data[i] = make_bound(b, make_binder_sort(b, set, i), sorts->len - 1 - k);
      k++;
    }
}

/* P & x = E, with the values */
static Term body(Match *m, Term p)
{
  Bank *b = m->bank;
  Terms list = {0};
  vec_push(&list, make_replace(b, p, 0, m->values.data, m->count));
  for (uint32_t i = 0; i < m->x.len; i++) {
    Term e = make_replace(b, m->e.data[i], 0, m->values.data, m->count);
    vec_push(&list, make_equal(b, m->x.data[i], e));
  }
  Term t = make_and(b, list.data, list.len);
  vec_free(&list);
  return t;
}

Term collection_member(Bank *b, Term x, Term set)
{
  uint32_t op = term_op(b, set);
  if (op != NODE_IMAGE_SET && op != NODE_QUANT_UNION && op != NODE_QUANT_INTER) return 0;
  Match m = {.bank = b, .count = (uint32_t) term_payload(b, set)};
  for (uint32_t i = 0; i < m.count; i++) vec_push(&m.values, 0);
  Term p = term_kid(b, set, m.count), e = term_kid(b, set, m.count + 1);
  if (op == NODE_IMAGE_SET) match_leaves(&m, x, e);
  Sorts sorts = {0};
  rebind(&m, set, &sorts);
  Term t = body(&m, p);
  if (op != NODE_IMAGE_SET) {
    Term in = make_member(b, x, make_replace(b, e, 0, m.values.data, m.count));
    t = op == NODE_QUANT_UNION ? make_and2(b, t, in) : make_implies(b, t, in);
  }
  t = op == NODE_QUANT_INTER ? make_forall(b, sorts.data, sorts.len, t)
                             : make_exists(b, sorts.data, sorts.len, t);
  vec_free(&sorts);
  vec_free(&m.values);
  vec_free(&m.x);
  vec_free(&m.e);
  return t;
}
