#include <stdlib.h>

#include "base/memory.h"

#include "solver/net/net_rules_impl.h"

/* What each propagator does. */

/* -------------------------------------------------------------------- sums */

/* The least value of the sum (negated: of its opposite); how many parts have none. */
static Wide least_sum(const Net *n, const Propagator *p, bool negated, uint32_t *infinite)
{
  Wide least = negated ? -(Wide) p->constant : p->constant;
  *infinite = 0;
  for (uint32_t i = 0; i < p->count; i++) {
    const Domain *d = net_domain(n, cell(n, p, i));
    int64_t f = n->numbers.data[p->numbers + i];
    if (negated) f = -f;
    if (f > 0 ? below(d) : above(d)) least += (Wide) f * (f > 0 ? d->low : d->high);
    else ++*infinite;
  }
  return least;
}

/* guard => sum <= 0, or -sum <= 0 */
static void sum_at_most(Net *n, const Propagator *p, bool negated)
{
  uint32_t infinite;
  Wide least = least_sum(n, p, negated, &infinite);
  if (infinite == 0 && least > 0) {
    net_assert(n, lit_not(p->guard));
    return;
  }
  if (!lit_is_true(n, p->guard) || infinite > 1) return;
  for (uint32_t i = 0; i < p->count && !n->failed; i++) {
    Cell x = cell(n, p, i);
    const Domain *d = net_domain(n, x);
    int64_t f = n->numbers.data[p->numbers + i];
    if (negated) f = -f;
    bool has = f > 0 ? below(d) : above(d);
    if (infinite == 1 && has) continue;
    if (below(d) && above(d) && (Wide) (f > 0 ? f : -f) * ((Wide) d->high - d->low) <= -least)
      continue; /* each of its values leaves the sum small enough */
    Wide rest = has ? least - (Wide) f * (f > 0 ? d->low : d->high) : least;
    if (f > 0) at_most(n, x, floor_div(-rest, f)); /* f*x <= -rest */
    else at_least(n, x, ceil_div(-rest, f));
  }
}

static void sum_differs(Net *n, const Propagator *p)
{
  Wide sum = p->constant;
  uint32_t open = p->count;
  for (uint32_t i = 0; i < p->count; i++) {
    const Domain *d = net_domain(n, cell(n, p, i));
    if (d->low == d->high) sum += (Wide) n->numbers.data[p->numbers + i] * d->low;
    else if (open != p->count) return;
    else open = i;
  }
  if (open == p->count) {
    if (sum == 0) net_assert(n, lit_not(p->guard));
    return;
  }
  int64_t f = n->numbers.data[p->numbers + open];
  if (!lit_is_true(n, p->guard) || !divides(sum, f)) return;
  Wide v = quotient(-sum, f);
  if (v >= -NUMBER_LIMIT && v <= NUMBER_LIMIT) net_remove(n, cell(n, p, open), (int64_t) v);
}

/* ------------------------------------------------------------- equality, sets */

void net_keep_common(Net *n, Cell x, Cell y, int64_t c)
{
  const Domain *d = net_domain(n, y);
  if (below(d)) at_least(n, x, (Wide) d->low + c);
  if (above(d)) at_most(n, x, (Wide) d->high + c);
  if (n->failed || !net_domain(n, y)->words || !is_narrow(n, x)) return;
  for (int64_t v = NO_LOW; !n->failed && net_next(n, x, v, &v);)
    if (!net_has(n, y, v - c)) net_remove(n, x, v);
}

static bool have_common(const Net *n, Cell x, Cell y, int64_t c)
{
  const Domain *a = net_domain(n, x), *b = net_domain(n, y);
  if (below(a) && above(b) && (Wide) a->low > (Wide) b->high + c) return false;
  if (below(b) && above(a) && (Wide) b->low + c > (Wide) a->high) return false;
  if (!(a->words || b->words) || !is_narrow(n, x)) return true;
  for (int64_t v = NO_LOW; net_next(n, x, v, &v);)
    if (net_has(n, y, v - c)) return true;
  return false;
}

static void equal(Net *n, const Propagator *p)
{
  Cell x = cell(n, p, 0), y = cell(n, p, 1);
  if (!have_common(n, x, y, p->constant)) net_assert(n, lit_not(p->guard));
  else if (lit_is_true(n, p->guard)) {
    net_keep_common(n, x, y, p->constant);
    net_keep_common(n, y, x, -p->constant);
  }
}

static void is_value(Net *n, const Propagator *p)
{
  Cell x = cell(n, p, 0);
  if (lit_is_true(n, p->guard)) net_fix(n, x, p->constant);
  else if (lit_is_false(n, p->guard)) net_remove(n, x, p->constant);
  else if (!net_has(n, x, p->constant)) net_assert(n, lit_not(p->guard));
  else if (net_is_fixed(n, x)) net_assert(n, p->guard);
}

/* The range that holds v, or the next one above; count: none. */
static uint32_t range_of(const int64_t *ranges, uint32_t count, int64_t v)
{
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (ranges[2 * middle + 1] < v) low = middle + 1;
    else high = middle;
  }
  return low;
}

static void must_be_in(Net *n, Cell x, const int64_t *ranges, uint32_t count)
{
  const Domain *d = net_domain(n, x);
  uint32_t i = below(d) ? range_of(ranges, count, d->low) : 0;
  if (i == count) {
    net_fail(n);
    return;
  }
  if (ranges[2 * i] != NO_LOW) net_set_low(n, x, ranges[2 * i]);
  if (n->failed) return;
  uint32_t j = above(d) ? range_of(ranges, count, d->high) : count - 1;
  if (j == count || (above(d) && ranges[2 * j] > d->high)) {
    if (j == 0) {
      net_fail(n);
      return;
    }
    j--;
  }
  if (ranges[2 * j + 1] != NO_HIGH) net_set_high(n, x, ranges[2 * j + 1]);
  if (n->failed || i >= j || !is_narrow(n, x)) return;
  for (int64_t v = NO_LOW; !n->failed && net_next(n, x, v, &v);) {
    uint32_t k = range_of(ranges, count, v);
    if (k == count || ranges[2 * k] > v) net_remove(n, x, v);
  }
}

static void must_be_out(Net *n, Cell x, const int64_t *ranges, uint32_t count)
{
  for (bool again = true; again && !n->failed;) { /* ends that lie in a range */
    const Domain *d = net_domain(n, x);
    again = false;
    uint32_t i = below(d) ? range_of(ranges, count, d->low) : count;
    if (i < count && ranges[2 * i] <= d->low) {
      if (ranges[2 * i + 1] == NO_HIGH) net_fail(n);
      else net_set_low(n, x, ranges[2 * i + 1] + 1), again = true;
    } else if (!below(d) && ranges[0] == NO_LOW) {
      if (ranges[1] == NO_HIGH) net_fail(n);
      else net_set_low(n, x, ranges[1] + 1), again = true;
    }
    if (n->failed) return;
    uint32_t j = above(d) ? range_of(ranges, count, d->high) : count;
    if (j < count && ranges[2 * j] <= d->high) {
      if (ranges[2 * j] == NO_LOW) net_fail(n);
      else net_set_high(n, x, ranges[2 * j] - 1), again = true;
    } else if (!above(d) && ranges[2 * count - 1] == NO_HIGH) {
      if (ranges[2 * count - 2] == NO_LOW) net_fail(n);
      else net_set_high(n, x, ranges[2 * count - 2] - 1), again = true;
    }
  }
  if (n->failed || !is_narrow(n, x)) return;
  for (int64_t v = NO_LOW; !n->failed && net_next(n, x, v, &v);) {
    uint32_t k = range_of(ranges, count, v);
    if (k < count && ranges[2 * k] <= v) net_remove(n, x, v);
  }
}

static void in_ranges(Net *n, const Propagator *p)
{
  Cell x = cell(n, p, 0);
  const int64_t *ranges = &n->numbers.data[p->numbers];
  uint32_t count = p->length / 2;
  if (lit_is_true(n, p->guard)) {
    must_be_in(n, x, ranges, count);
    return;
  }
  if (lit_is_false(n, p->guard)) {
    must_be_out(n, x, ranges, count);
    return;
  }
  const Domain *d = net_domain(n, x);
  uint32_t i = below(d) ? range_of(ranges, count, d->low) : 0;
  bool none = i == count || (above(d) && ranges[2 * i] > d->high);
  if (none) {
    net_assert(n, lit_not(p->guard));
    return;
  }
  bool from = below(d) ? ranges[2 * i] <= d->low : ranges[0] == NO_LOW;
  bool to = above(d) ? ranges[2 * i + 1] >= d->high : ranges[2 * i + 1] == NO_HIGH;
  if (from && to) {
    net_assert(n, p->guard);
    return;
  }
  if (!d->words || d->count > 64) return;
  bool inside = true, outside = true;
  for (int64_t v = NO_LOW; net_next(n, x, v, &v);) {
    uint32_t k = range_of(ranges, count, v);
    bool in = k < count && ranges[2 * k] <= v;
    inside &= in;
    outside &= !in;
  }
  if (inside) net_assert(n, p->guard);
  if (outside) net_assert(n, lit_not(p->guard));
}

/* ------------------------------------------------------------------- choices */

static bool is_possible(const Net *n, const Propagator *p, uint32_t i)
{
  Lit l = lit_of(cell(n, p, 1 + 2 * i)) | (Lit) n->numbers.data[p->numbers + i];
  return !lit_is_false(n, l);
}

/* z is among the values of the choices that are still possible. */
static void element(Net *n, const Propagator *p)
{
  Cell z = cell(n, p, 0);
  int64_t low = NO_HIGH, high = NO_LOW;
  bool holes = false, no_low = false, no_high = false, some = false;
  for (uint32_t i = 0; i < p->length; i++) {
    if (!is_possible(n, p, i)) continue;
    const Domain *d = net_domain(n, cell(n, p, 2 + 2 * i));
    some = true;
    no_low |= !below(d);
    no_high |= !above(d);
    if (d->low < low) low = d->low;
    if (d->high > high) high = d->high;
    holes |= d->words || d->low == d->high;
  }
  if (!some) return;
  if (!no_low) net_set_low(n, z, low);
  if (!no_high) net_set_high(n, z, high);
  if (n->failed || !holes || net_size(n, z) > 256) return;
  for (int64_t v = NO_LOW; !n->failed && net_next(n, z, v, &v);) {
    bool found = false;
    for (uint32_t i = 0; i < p->length && !found; i++)
      found = is_possible(n, p, i) && net_has(n, cell(n, p, 2 + 2 * i), v);
    if (!found) net_remove(n, z, v);
  }
}

/* ------------------------------------------------------------- all different */

typedef struct {
  int64_t low, high;
  Cell cell;
} Span64;

static int by_high(const void *a, const void *b)
{
  const Span64 *x = a, *y = b;
  return (x->high > y->high) - (x->high < y->high);
}

static void remove_fixed(Net *n, const Propagator *p)
{
  for (uint32_t i = 0; i < p->count && !n->failed; i++) {
    const Domain *d = net_domain(n, cell(n, p, i));
    if (d->low != d->high) continue;
    int64_t v = d->low;
    for (uint32_t j = 0; j < p->count && !n->failed; j++)
      if (j != i) net_remove(n, cell(n, p, j), v);
  }
}

/* Intervals with as many values as cells inside: no other cell may have them. */
static void hall_intervals(Net *n, const Propagator *p, bool prune)
{
  Span64 *spans = malloc(p->count * sizeof *spans);
  if (!spans) memory_exhausted();
  uint32_t count = 0;
  for (uint32_t i = 0; i < p->count; i++) {
    const Domain *d = net_domain(n, cell(n, p, i));
    if (is_bounded(d)) spans[count++] = (Span64){d->low, d->high, cell(n, p, i)};
  }
  qsort(spans, count, sizeof *spans, by_high);
  for (uint32_t i = 0; i < count && !n->failed; i++) {
    int64_t low = spans[i].low;
    uint32_t inside = 0;
    for (uint32_t j = 0; j < count && !n->failed; j++) {
      if (spans[j].low < low) continue;
      inside++;
      Wide room = (Wide) spans[j].high - low + 1;
      if (inside > room) {
        net_assert(n, lit_not(p->guard));
        free(spans);
        return;
      }
      if (inside < room || !prune) continue;
      int64_t high = spans[j].high;
      for (uint32_t k = 0; k < p->count && !n->failed; k++) {
        Cell x = cell(n, p, k);
        const Domain *d = net_domain(n, x);
        if (d->low >= low && d->high <= high) continue;
        if (d->low >= low && d->low <= high) net_set_low(n, x, high + 1);
        else if (d->high >= low && d->high <= high) net_set_high(n, x, low - 1);
        else if (d->low < low && d->high > high)
          for (int64_t v = low; v <= high && !n->failed; v++) net_remove(n, x, v);
      }
    }
  }
  free(spans);
}

static void all_different(Net *n, const Propagator *p)
{
  if (lit_is_false(n, p->guard)) return;
  if (lit_is_true(n, p->guard)) {
    remove_fixed(n, p);
    if (!n->failed) hall_intervals(n, p, true);
    return;
  }
  hall_intervals(n, p, false);
}

static void ground(Net *n, const Propagator *p)
{
  for (uint32_t i = 0; i < p->count; i++)
    if (!net_is_fixed(n, cell(n, p, i))) return;
  n->ground(n->ground_context, n, (uint32_t) p->constant);
}

void net_run(Net *n, const Propagator *p)
{
  switch ((PropKind) p->kind) {
  case PROP_LINEAR_LE:
    if (!lit_is_false(n, p->guard)) sum_at_most(n, p, false);
    break;
  case PROP_LINEAR_EQ:
    if (!lit_is_false(n, p->guard)) sum_at_most(n, p, false);
    if (!n->failed && !lit_is_false(n, p->guard)) sum_at_most(n, p, true);
    break;
  case PROP_LINEAR_NE:
    if (!lit_is_false(n, p->guard)) sum_differs(n, p);
    break;
  case PROP_LINEAR_ROW: break;
  case PROP_EQUAL:
    if (!lit_is_false(n, p->guard)) equal(n, p);
    break;
  case PROP_IS: is_value(n, p); break;
  case PROP_IN: in_ranges(n, p); break;
  case PROP_TIMES: net_run_times(n, p); break;
  case PROP_DIVIDE:
  case PROP_MODULO:
  case PROP_POWER: net_run_partial(n, p); break;
  case PROP_ELEMENT: element(n, p); break;
  case PROP_ALL_DIFFERENT: all_different(n, p); break;
  case PROP_TABLE: net_run_table(n, p); break;
  case PROP_GROUND: ground(n, p); break;
  }
}
