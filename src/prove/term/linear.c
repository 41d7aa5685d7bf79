#include "prove/term/linear.h"

#include <string.h>

/* 18 digits: longer literals are OP_BIGs, and no number may be written in both ways */
static const int64_t LARGEST = 999999999999999999;

static int64_t bounded(Linear *l, __int128 x)
{
  if (x > LARGEST || x < -LARGEST) return l->too_large = true, 0;
  return (int64_t) x;
}

void linear_add_number(Linear *l, int64_t n)
{
  l->constant = bounded(l, (__int128) l->constant + n);
}

static void insert(Linear *l, uint32_t at, Term t, int64_t factor)
{
  if (l->count == MOST_SUMMANDS) {
    l->too_large = true;
    return;
  }
  memmove(l->list + at + 1, l->list + at, (l->count - at) * sizeof *l->list);
  l->list[at] = (Summand){t, factor};
  l->count++;
}

static void add_summand(const Bank *b, Linear *l, int64_t factor, Term t)
{
  uint32_t i = 0;
  while (i < l->count && l->list[i].term != t && term_before(b, l->list[i].term, t)) i++;
  if (i == l->count || l->list[i].term != t) {
    insert(l, i, t, factor);
    return;
  }
  l->list[i].factor = bounded(l, (__int128) l->list[i].factor + factor);
  if (l->list[i].factor != 0) return;
  memmove(l->list + i, l->list + i + 1, (l->count - i - 1) * sizeof *l->list);
  l->count--;
}

void linear_add(const Bank *b, Linear *l, int64_t factor, Term t)
{
  if (factor == 0 || l->too_large) return;
  switch (term_op(b, t)) {
  case NODE_INTEGER_LIT:
    linear_add_number(l, bounded(l, (__int128) factor * term_payload(b, t)));
    return;
  case OP_SUM:
    linear_add_number(l, bounded(l, (__int128) factor * term_payload(b, term_kid(b, t, 0))));
    for (uint32_t i = 1; i + 1 < term_count(b, t) && !l->too_large; i += 2) {
      int64_t c = bounded(l, (__int128) factor * term_payload(b, term_kid(b, t, i)));
      if (c != 0) add_summand(b, l, c, term_kid(b, t, i + 1));
    }
    return;
  default: add_summand(b, l, bounded(l, factor), t);
  }
}

void linear_scale(Linear *l, int64_t factor)
{
  l->constant = bounded(l, (__int128) l->constant * factor);
  for (uint32_t i = 0; i < l->count; i++)
    l->list[i].factor = bounded(l, (__int128) l->list[i].factor * factor);
}

int64_t linear_divisor(const Linear *l)
{
  int64_t g = 0;
  for (uint32_t i = 0; i < l->count; i++) {
    int64_t x = l->list[i].factor < 0 ? -l->list[i].factor : l->list[i].factor;
    while (x != 0) {
      int64_t r = g % x;
      g = x;
      x = r;
    }
  }
  return g;
}

int64_t floor_divide(int64_t a, int64_t n)
{
  int64_t q = a / n;
  return a % n != 0 && a < 0 ? q - 1 : q;
}

static Term literal(Bank *b, int64_t n)
{
  Sort integer = sort_make(b, SORT_INTEGER, 0, 0, NULL);
  return term_make(b, NODE_INTEGER_LIT, integer, n, NULL, 0);
}

Term linear_term(Bank *b, const Linear *l)
{
  if (l->count == 0) return literal(b, l->constant);
  if (l->count == 1 && l->constant == 0 && l->list[0].factor == 1) return l->list[0].term;
  Term kids[1 + 2 * MOST_SUMMANDS];
  kids[0] = literal(b, l->constant);
  for (uint32_t i = 0; i < l->count; i++) {
    kids[1 + 2 * i] = literal(b, l->list[i].factor);
    kids[2 + 2 * i] = l->list[i].term;
  }
  Sort integer = sort_make(b, SORT_INTEGER, 0, 0, NULL);
  return term_make(b, OP_SUM, integer, 0, kids, 1 + 2 * l->count);
}

static Term negation(Bank *b, Term t) { return term_make(b, NODE_NOT, 0, 0, &t, 1); }

/* g*(c1*t1 + …) <= -constant, so c1*t1 + … <= floor(-constant/g).  The first factor is made
 * positive: -f <= k says not(f <= -k-1). */
Term linear_at_most_zero(Bank *b, Linear *l)
{
  if (l->count == 0) return l->constant <= 0 ? b->yes : b->no;
  int64_t g = linear_divisor(l), bound = floor_divide(-l->constant, g);
  bool flip = l->list[0].factor < 0;
  l->constant = 0;
  for (uint32_t i = 0; i < l->count; i++) l->list[i].factor /= flip ? -g : g;
  Term kids[2] = {linear_term(b, l), literal(b, flip ? -bound - 1 : bound)};
  Term atom = term_make(b, NODE_LESS_EQUAL, 0, 0, kids, 2);
  return flip ? negation(b, atom) : atom;
}

/* The summand that stands alone on the left: the first with factor 1 or -1. */
static uint32_t lonely(const Linear *l)
{
  for (uint32_t i = 0; i < l->count; i++)
    if (l->list[i].factor == 1 || l->list[i].factor == -1) return i;
  return 0;
}

Term linear_is_zero(Bank *b, Linear *l)
{
  if (l->count == 0) return l->constant == 0 ? b->yes : b->no;
  int64_t g = linear_divisor(l);
  if (l->constant % g != 0) return b->no;
  uint32_t left = lonely(l);
  if (l->list[left].factor > 0) g = -g;
  l->constant /= g;
  for (uint32_t i = 0; i < l->count; i++) l->list[i].factor /= g;
  Linear alone = {.count = 1, .list = {l->list[left]}};
  alone.list[0].factor = -alone.list[0].factor;
  memmove(l->list + left, l->list + left + 1, (l->count - left - 1) * sizeof *l->list);
  l->count--;
  Term kids[2] = {linear_term(b, &alone), linear_term(b, l)};
  /* -N = 5 for a long N: they are no sums of something unknown any more */
  if (term_is_value(b, kids[0]) && term_is_value(b, kids[1])) return b->no;
  return term_make(b, NODE_EQUAL, 0, 0, kids, 2);
}

bool linear_of_atom(const Bank *b, Term atom, bool negated, Linear *l)
{
  uint32_t op = term_op(b, atom);
  l->constant = l->count = 0;
  l->too_large = false;
  if (op != NODE_LESS_EQUAL && op != NODE_EQUAL) return false;
  if (op == NODE_EQUAL && negated) return false;
  if (term_kind_of_sort(b, term_kid(b, atom, 0)) != SORT_INTEGER) return false;
  linear_add(b, l, negated ? -1 : 1, term_kid(b, atom, 0));
  linear_add(b, l, negated ? 1 : -1, term_kid(b, atom, 1));
  if (negated) linear_add_number(l, 1); /* not(x <= y): y+1 <= x */
  return !l->too_large;
}
