#include <assert.h>

#include "prove/term/make.h"
#include "prove/term/make_impl.h"

/* What stands for the names that are bound outside, while a term is walked. */
typedef struct {
  Bank *bank;
  const Term *values; /* of the innermost `count`; what is bound outside of them stays so */
  uint32_t count;
  int64_t lift; /* of the others */
} Replacement;

static Term replace(const Replacement *, Term, uint32_t inner);

static Term replace_bound(const Replacement *r, Term t, uint32_t inner)
{
  Bank *b = r->bank;
  int64_t which = term_payload(b, t) - inner;
  assert(which >= 0);
  if (which < r->count) return make_lift(b, r->values[r->count - 1 - which], inner);
  return make_bound(b, term_sort(b, t), (uint32_t) (which + inner - r->count + r->lift));
}

static Term replace_inside(const Replacement *r, Term t, uint32_t inner)
{
  Bank *b = r->bank;
  TermData d = *term_data(b, t);
  bool binder = term_is_binder(b, t);
  VEC(Term) kids = {0};
  for (uint32_t i = 0; i < d.count; i++) {
    uint32_t bound = binder && i >= (uint64_t) d.payload ? (uint32_t) d.payload : 0;
    vec_push(&kids, replace(r, term_kid(b, t, i), inner + bound));
  }
  Term made = make_term(b, d.op, d.sort, d.payload, kids.data, kids.len);
  vec_free(&kids);
  return made;
}

static Term replace(const Replacement *r, Term t, uint32_t inner)
{
  const TermData *d = term_data(r->bank, t);
  if (d->free <= inner) return t;
  return d->op == OP_BOUND ? replace_bound(r, t, inner) : replace_inside(r, t, inner);
}

Term make_replace(Bank *b, Term t, uint32_t inner, const Term *values, uint32_t count)
{
  Replacement r = {b, values, count, 0};
  return replace(&r, t, inner);
}

Term make_lift(Bank *b, Term t, uint32_t by)
{
  Replacement r = {b, NULL, 0, by};
  return by == 0 ? t : replace(&r, t, 0);
}

Term make_instance(Bank *b, Term binder, uint32_t which, const Term *values)
{
  uint32_t count = (uint32_t) term_payload(b, binder);
  Term body = term_kid(b, binder, count + which);
  return make_replace(b, body, 0, values, count);
}
