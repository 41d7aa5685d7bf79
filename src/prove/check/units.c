#include "prove/check/check_impl.h"

static bool among(const CheckTerms *list, Term t)
{
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i] == t) return true;
  return false;
}

/* Of a clause the literal that is left when those that are false are taken away: 0 if none is,
 * UINT32_MAX if there are several or one is true. */
static Term left_over(Bank *b, const CheckClause *c, const CheckTerms *true_ones)
{
  Term left = 0;
  for (uint32_t i = 0; i < c->literals.len; i++) {
    Term l = c->literals.data[i];
    if (among(true_ones, l)) return UINT32_MAX;
    if (among(true_ones, make_not(b, l))) continue;
    if (left) return UINT32_MAX;
    left = l;
  }
  return left;
}

bool check_units(Checker *x, const CheckClause *c)
{
  CheckTerms true_ones = {0};
  for (uint32_t i = 0; i < c->literals.len; i++)
    vec_push(&true_ones, make_not(&x->bank, c->literals.data[i]));
  bool contradiction = false, changed = true;
  while (changed && !contradiction) {
    changed = false;
    for (uint32_t i = 0; i < c->data.len && !contradiction; i++) {
      Term left = left_over(&x->bank, &x->clauses.data[c->data.data[i]], &true_ones);
      if (left == UINT32_MAX) continue;
      if (left == 0) contradiction = true;
      else {
        vec_push(&true_ones, left);
        changed = true;
      }
    }
  }
  vec_free(&true_ones);
  return contradiction;
}
