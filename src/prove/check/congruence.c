#include <string.h>

#include "prove/check/check_impl.h"

/* The plainest of all congruence closures: classes are numbers in a list of terms, and whatever can
 * be joined is joined until nothing changes. */
typedef struct {
  Bank *bank;
  CheckTerms terms;
  VEC(uint32_t) class; /* of each term */
} Closure;

static uint32_t index_of(const Closure *c, Term t)
{
  for (uint32_t i = 0; i < c->terms.len; i++)
    if (c->terms.data[i] == t) return i;
  return UINT32_MAX;
}

static void add(Closure *c, Term t)
{
  if (index_of(c, t) != UINT32_MAX) return;
  if (!term_is_binder(c->bank, t) && term_op(c->bank, t) != OP_CHOICE)
    for (uint32_t i = 0; i < term_count(c->bank, t); i++) add(c, term_kid(c->bank, t, i));
  vec_push(&c->terms, t);
  vec_push(&c->class, c->terms.len - 1);
}

static bool join(Closure *c, Term x, Term y)
{
  uint32_t from = c->class.data[index_of(c, x)], to = c->class.data[index_of(c, y)];
  for (uint32_t i = 0; i < c->class.len && from != to; i++)
    if (c->class.data[i] == from) c->class.data[i] = to;
  return from != to;
}

static bool same(const Closure *c, Term x, Term y)
{
  uint32_t i = index_of(c, x), k = index_of(c, y);
  return x == y || (i != UINT32_MAX && k != UINT32_MAX && c->class.data[i] == c->class.data[k]);
}

static bool congruent(const Closure *c, Term x, Term y)
{
  const TermData *p = term_data(c->bank, x), *q = term_data(c->bank, y);
  if (p->op != q->op || p->sort != q->sort || p->count != q->count || p->count == 0) return false;
  if (term_is_binder(c->bank, x) || p->op == OP_CHOICE) return false;
  if (p->op == NODE_EQUAL) {
    Term a = term_kid(c->bank, x, 0), b = term_kid(c->bank, x, 1);
    Term d = term_kid(c->bank, y, 0), e = term_kid(c->bank, y, 1);
    return (same(c, a, d) && same(c, b, e)) || (same(c, a, e) && same(c, b, d));
  }
  if (p->payload != q->payload) return false;
  for (uint32_t i = 0; i < p->count; i++)
    if (!same(c, term_kid(c->bank, x, i), term_kid(c->bank, y, i))) return false;
  return true;
}

static bool step(Closure *c)
{
  bool changed = false;
  for (uint32_t i = 0; i < c->terms.len; i++) {
    Term x = c->terms.data[i];
    if (term_op(c->bank, x) == NODE_EQUAL) {
      Term l = term_kid(c->bank, x, 0), r = term_kid(c->bank, x, 1);
      if (same(c, l, r)) changed |= join(c, x, c->bank->yes);
      if (same(c, x, c->bank->yes)) changed |= join(c, l, r);
    }
    for (uint32_t k = 0; k < i; k++)
      if (congruent(c, x, c->terms.data[k])) changed |= join(c, x, c->terms.data[k]);
  }
  return changed;
}

static bool contradictory(const Closure *c)
{
  for (uint32_t i = 0; i < c->terms.len; i++)
    for (uint32_t k = 0; k < i; k++) {
      if (c->class.data[i] != c->class.data[k]) continue;
      Term x = c->terms.data[i], y = c->terms.data[k];
      bool vx = term_is_value(c->bank, x) || x == c->bank->no;
      bool vy = term_is_value(c->bank, y) || y == c->bank->no;
      if (vx && vy) return true;
    }
  return false;
}

bool check_congruence(Bank *b, const Term *formulas, uint32_t count)
{
  Closure c = {.bank = b};
  add(&c, b->yes);
  add(&c, b->no);
  c.class.data[index_of(&c, b->no)] = index_of(&c, b->no);
  for (uint32_t i = 0; i < count; i++) {
    bool negated = term_op(b, formulas[i]) == NODE_NOT;
    Term atom = negated ? term_kid(b, formulas[i], 0) : formulas[i];
    add(&c, atom);
    join(&c, atom, negated ? b->no : b->yes);
  }
  while (!contradictory(&c) && step(&c)) continue;
  bool found = contradictory(&c);
  vec_free(&c.terms);
  vec_free(&c.class);
  return found;
}
