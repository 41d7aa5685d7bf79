#ifndef SOLVER_NET_RULES_IMPL_H
#define SOLVER_NET_RULES_IMPL_H

#include "solver/net/net.h"

/* What the rules of propagators share (net_rules.c, net_arithmetic.c, net_table.c).  A rule removes
 * only values that no solution of its constraint has, and sets its guard to false only if there
 * is no solution at all. */

__extension__ typedef __int128 Wide;

static inline Cell cell(const Net *n, const Propagator *p, uint32_t i)
{
  return n->cells_of.data[p->first + i];
}

static inline bool below(const Domain *d) { return d->low != NO_LOW; }
static inline bool above(const Domain *d) { return d->high != NO_HIGH; }

static inline int64_t clipped(Wide w)
{
  return w > NUMBER_LIMIT ? NUMBER_LIMIT + 1 : w < -NUMBER_LIMIT ? -NUMBER_LIMIT - 1 : (int64_t) w;
}

/* x >= w, x <= w: says nothing if w is beyond what cells can hold on that side. */
static inline void at_least(Net *n, Cell x, Wide w)
{
  if (w >= -NUMBER_LIMIT) net_set_low(n, x, clipped(w));
}
static inline void at_most(Net *n, Cell x, Wide w)
{
  if (w <= NUMBER_LIMIT) net_set_high(n, x, clipped(w));
}

/* Division of Wide numbers is slow, and seldom needed. */
static inline bool divides(Wide a, Wide b) { return b == 1 || b == -1 || a % b == 0; }
static inline Wide quotient(Wide a, Wide b) { return b == 1 ? a : b == -1 ? -a : a / b; }
static inline Wide floor_div(Wide a, Wide b)
{
  return quotient(a, b) - (!divides(a, b) && (a < 0) != (b < 0));
}
static inline Wide ceil_div(Wide a, Wide b)
{
  return quotient(a, b) + (!divides(a, b) && (a < 0) == (b < 0));
}

static inline bool is_bounded(const Domain *d) { return below(d) && above(d); }

static inline bool is_narrow(const Net *n, Cell x) { return net_size(n, x) <= HOLES_LIMIT; }

/* Removes from x what y + c does not have. */
void net_keep_common(Net *, Cell x, Cell y, int64_t c);

void net_run_times(Net *, const Propagator *); /* net_arithmetic.c */
void net_run_partial(Net *,
                     const Propagator *);      /* net_arithmetic.c: quotients, remainders, powers */
void net_run_table(Net *, const Propagator *); /* net_table.c */

#endif
