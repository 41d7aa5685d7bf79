#include <math.h>

#include "solver/net/net_rules_impl.h"

/* The rules of products, and of quotients, remainders and powers, which are partial. */

/* ---------------------------------------------------------------- products */

static Wide least_of(const Wide *w, int count)
{
  Wide least = w[0];
  for (int i = 1; i < count; i++)
    if (w[i] < least) least = w[i];
  return least;
}

static Wide most_of(const Wide *w, int count)
{
  Wide most = w[0];
  for (int i = 1; i < count; i++)
    if (w[i] > most) most = w[i];
  return most;
}

static void product_forward(Net *n, Cell z, Cell x, Cell y)
{
  Domain a = *net_domain(n, x), b = *net_domain(n, y);
  if (is_bounded(&a) && is_bounded(&b)) {
    Wide w[] = {(Wide) a.low * b.low, (Wide) a.low * b.high, (Wide) a.high * b.low,
                (Wide) a.high * b.high};
    at_least(n, z, least_of(w, 4));
    at_most(n, z, most_of(w, 4));
    return;
  }
  bool positive = below(&a) && below(&b) && a.low >= 0 && b.low >= 0;
  bool negative = above(&a) && above(&b) && a.high <= 0 && b.high <= 0;
  if (positive) at_least(n, z, (Wide) a.low * b.low);
  if (negative) at_least(n, z, (Wide) a.high * b.high);
  if (below(&a) && a.low >= 0 && above(&b) && b.high <= 0) at_most(n, z, (Wide) a.low * b.high);
  if (below(&b) && b.low >= 0 && above(&a) && a.high <= 0) at_most(n, z, (Wide) b.low * a.high);
}

/* x * y = z: bounds of x. */
static void product_backward(Net *n, Cell z, Cell x, Cell y)
{
  Domain c = *net_domain(n, z), b = *net_domain(n, y);
  bool nonzero = (below(&c) && c.low > 0) || (above(&c) && c.high < 0);
  if (nonzero) net_remove(n, x, 0);
  bool positive = below(&b) && b.low >= 1, negative = above(&b) && b.high <= -1;
  if (n->failed || !(positive || negative)) {
    if (nonzero && is_bounded(&c) && !n->failed) { /* |x| <= |z| */
      Wide most = c.high > -c.low ? c.high : -(Wide) c.low;
      at_least(n, x, -most);
      at_most(n, x, most);
    }
    return;
  }
  Wide zl = c.low, zh = c.high, yl = b.low, yh = b.high;
  bool has_zl = below(&c), has_zh = above(&c), has_yh = above(&b);
  if (negative) { /* x * -y = -z */
    zl = -(Wide) c.high, zh = -(Wide) c.low;
    has_zl = above(&c), has_zh = below(&c), has_yh = below(&b);
    yl = -(Wide) b.high, yh = -(Wide) b.low;
  }
  if (has_zl) at_least(n, x, zl <= 0 ? ceil_div(zl, yl) : has_yh ? ceil_div(zl, yh) : 1);
  if (has_zh) at_most(n, x, zh >= 0 ? floor_div(zh, yl) : has_yh ? floor_div(zh, yh) : -1);
}

static int64_t root_of(int64_t square) /* rounded down; square >= 0 */
{
  int64_t root = (int64_t) sqrt((double) square);
  while ((Wide) root * root > square) root--;
  while ((Wide) (root + 1) * (root + 1) <= square) root++;
  return root;
}

static void square(Net *n, Cell z, Cell x)
{
  net_set_low(n, z, 0);
  if (n->failed) return;
  Domain a = *net_domain(n, x), c = *net_domain(n, z);
  if (is_bounded(&a)) {
    Wide w[] = {(Wide) a.low * a.low, (Wide) a.high * a.high};
    at_most(n, z, most_of(w, 2));
  }
  if (below(&a) && a.low > 0) at_least(n, z, (Wide) a.low * a.low);
  if (above(&a) && a.high < 0) at_least(n, z, (Wide) a.high * a.high);
  if (n->failed) return;
  if (above(&c)) {
    int64_t root = root_of(c.high);
    net_set_low(n, x, -root);
    net_set_high(n, x, root);
  }
  int64_t least = root_of(c.low) + ((Wide) root_of(c.low) * root_of(c.low) < c.low);
  if (least > 0 && !n->failed) { /* -least < x < least is impossible */
    const Domain *d = net_domain(n, x);
    if (below(d) && d->low > -least) net_set_low(n, x, least);
    if (!n->failed && above(d) && d->high < least) net_set_high(n, x, -least);
  }
}

void net_run_times(Net *n, const Propagator *p)
{
  Cell z = cell(n, p, 0), x = cell(n, p, 1), y = cell(n, p, 2);
  if (x == y) {
    square(n, z, x);
    return;
  }
  product_forward(n, z, x, y);
  if (!n->failed) product_backward(n, z, x, y);
  if (!n->failed) product_backward(n, z, y, x);
}

/* ------------------------------------------------------- partial operations */

/* x ** y; false if it is beyond what cells can hold. */
static bool power_of(int64_t x, int64_t y, int64_t *result)
{
  Wide w = 1;
  if (x == 0 || x == 1) return *result = y == 0 || x == 1, true;
  if (x == -1) return *result = y % 2 ? -1 : 1, true;
  for (int64_t i = 0; i < y; i++) {
    w *= x;
    if (w > NUMBER_LIMIT || w < -NUMBER_LIMIT) return false;
  }
  *result = (int64_t) w;
  return true;
}

/* Both operands known: the result is. */
static bool computed(Net *n, const Propagator *p, Cell z, int64_t x, int64_t y)
{
  int64_t v = 0;
  if ((p->kind != PROP_POWER && y == 0) || (p->kind == PROP_MODULO && (x < 0 || y < 0)) ||
      (p->kind == PROP_POWER && y < 0))
    return true; /* not defined: the guard is false for another reason */
  if (p->kind == PROP_DIVIDE) v = x / y;
  else if (p->kind == PROP_MODULO) v = x % y;
  else if (!power_of(x, y, &v)) return true;
  if (!net_has(n, z, v)) net_assert(n, lit_not(p->guard));
  else if (lit_is_true(n, p->guard)) net_fix(n, z, v);
  return true;
}

static void divide(Net *n, Cell z, Cell x, Cell y)
{
  Domain a = *net_domain(n, x), b = *net_domain(n, y), c = *net_domain(n, z);
  if (below(&a) && a.low >= 0 && below(&b) && b.low >= 1) {
    at_least(n, z, above(&b) ? a.low / b.high : 0);
    if (above(&a)) at_most(n, z, a.high / b.low);
    c = *net_domain(n, z);
    if (n->failed) return;
    if (below(&c)) at_least(n, x, (Wide) c.low * b.low);
    if (above(&c) && above(&b)) at_most(n, x, ((Wide) c.high + 1) * b.high - 1);
    return;
  }
  if (b.low == b.high && b.low > 0) {
    if (below(&a)) at_least(n, z, a.low / b.low);
    if (above(&a)) at_most(n, z, a.high / b.low);
    if (n->failed) return;
    c = *net_domain(n, z);
    if (below(&c))
      at_least(n, x, c.low > 0 ? (Wide) c.low * b.low : ((Wide) c.low - 1) * b.low + 1);
    if (above(&c))
      at_most(n, x, c.high >= 0 ? ((Wide) c.high + 1) * b.low - 1 : (Wide) c.high * b.low);
    return;
  }
  if (is_bounded(&a)) {
    Wide most = a.high > -a.low ? a.high : -(Wide) a.low;
    at_least(n, z, -most);
    at_most(n, z, most);
  }
}

static void modulo(Net *n, Cell z, Cell x, Cell y)
{
  net_set_low(n, z, 0);
  Domain a = *net_domain(n, x), b = *net_domain(n, y);
  if (above(&b)) at_most(n, z, (Wide) b.high - 1);
  if (above(&a)) at_most(n, z, a.high);
  if (n->failed) return;
  if (above(&a) && below(&b) && a.high < b.low) { /* x mod y = x */
    net_keep_common(n, z, x, 0);
    if (!n->failed) net_keep_common(n, x, z, 0);
    return;
  }
  if (b.low != b.high || b.low <= 0) return;
  const Domain *c = net_domain(n, z);
  if (c->low == c->high && c->low < b.low && below(&a)) { /* the next one of that remainder */
    Wide from = a.low > 0 ? a.low : 0;
    Wide steps = from <= c->low ? 0 : ceil_div(from - c->low, b.low);
    at_least(n, x, c->low + steps * b.low);
    if (!n->failed && above(&a) && a.high >= c->low)
      at_most(n, x, c->low + floor_div((Wide) a.high - c->low, b.low) * b.low);
  }
  if (n->failed || !is_narrow(n, x)) return;
  for (int64_t v = NO_LOW; !n->failed && net_next(n, x, v, &v);)
    if (v >= 0 && !net_has(n, z, v % b.low)) net_remove(n, x, v);
}

/* Few exponents of one base: the powers are all that there is. */
static void power_of_few(Net *n, Cell z, int64_t base, Cell y)
{
  enum { FEW = 64 };
  int64_t values[FEW], v;
  uint32_t count = 0;
  if (net_size(n, y) > FEW || net_domain(n, y)->low < 0) return;
  for (int64_t e = NO_LOW; !n->failed && net_next(n, y, e, &e);) {
    if (!power_of(base, e, &v)) return; /* z may be beyond all numbers */
    if (net_has(n, z, v)) values[count++] = v;
    else net_remove(n, y, e);
  }
  if (n->failed || !is_narrow(n, z)) return;
  for (v = NO_LOW; !n->failed && net_next(n, z, v, &v);) {
    bool found = false;
    for (uint32_t i = 0; i < count && !found; i++) found = values[i] == v;
    if (!found) net_remove(n, z, v);
  }
}

static void power(Net *n, Cell z, Cell x, Cell y)
{
  Domain a = *net_domain(n, x), b = *net_domain(n, y);
  int64_t v;
  if (a.low == a.high) power_of_few(n, z, a.low, y);
  if (n->failed) return;
  if (!below(&a) || a.low < 0) {
    if (b.low == b.high && b.low % 2 == 0) net_set_low(n, z, 0);
    return;
  }
  net_set_low(n, z, 0);
  if (a.low >= 1 && below(&b) && b.low >= 0 && power_of(a.low, b.low, &v)) at_least(n, z, v);
  if (above(&a) && above(&b) && b.high >= 0 && power_of(a.high, b.high, &v) && a.high > 0)
    at_most(n, z, v > 1 ? v : 1);
  const Domain *c = net_domain(n, z);
  if (n->failed || b.low != b.high || b.low < 1 || !above(c)) return;
  int64_t low = 0, high = c->high > 0 ? c->high : 0; /* the greatest x with x**y <= c */
  while (low < high) {
    int64_t middle = low + (high - low + 1) / 2;
    if (power_of(middle, b.low, &v) && v <= c->high) low = middle;
    else high = middle - 1;
  }
  net_set_high(n, x, low);
}

void net_run_partial(Net *n, const Propagator *p)
{
  if (lit_is_false(n, p->guard)) return;
  Cell z = cell(n, p, 0), x = cell(n, p, 1), y = cell(n, p, 2);
  const Domain *a = net_domain(n, x), *b = net_domain(n, y);
  if (a->low == a->high && b->low == b->high) {
    computed(n, p, z, a->low, b->low);
    return;
  }
  if (!lit_is_true(n, p->guard)) return;
  if (p->kind == PROP_DIVIDE) divide(n, z, x, y);
  else if (p->kind == PROP_MODULO) modulo(n, z, x, y);
  else power(n, z, x, y);
}
