#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#include "solver/net/net.h"

/* Posting constraints. */

__extension__ typedef __int128 Wide;

static uint32_t post(Net *n, PropKind kind, Lit guard, const Cell *cells, uint32_t count,
                     const int64_t *numbers, uint32_t length, int64_t constant)
{
  Propagator p = {.kind = (uint8_t) kind,
                  .guard = guard,
                  .first = n->cells_of.len,
                  .count = count,
                  .numbers = n->numbers.len,
                  .length = length,
                  .constant = constant};
  assert(lit_cell(guard) < n->cells.len);
  if (n->propagators.len >= NET_LIMIT) n->too_large = true;
  if (n->too_large) return 0;
  for (uint32_t i = 0; i < count; i++) vec_push(&n->cells_of, cells[i]);
  for (uint32_t i = 0; i < length; i++) vec_push(&n->numbers, numbers[i]);
  uint32_t id = n->propagators.len;
  p.queued = true;
  vec_push(&n->propagators, p);
  vec_push(&n->queues[1], id);
  return id;
}

static void watch(Net *n, Cell c, uint32_t propagator, uint32_t events)
{
  Watch w = {propagator, events};
  if (!n->too_large && !net_is_fixed(n, c)) vec_push(&n->cells.data[c].watches, w);
}

/* -------------------------------------------------------------------- sums */

void sum_add_constant(Sum *s, int64_t number)
{
  if (__builtin_add_overflow(s->constant, number, &s->constant)) s->overflow = true;
  if (s->constant > NUMBER_LIMIT || s->constant < -NUMBER_LIMIT) s->overflow = true;
}

void sum_add(Sum *s, int64_t factor, Cell c)
{
  uint32_t i = 0;
  while (i < s->cells.len && i < 32 && s->cells.data[i] != c) i++;
  if (i < s->cells.len && i < 32) factor += s->factors.data[i];
  if (factor > INT32_MAX || factor < -INT32_MAX) s->overflow = true, factor = 1;
  if (i < s->cells.len && i < 32) {
    s->factors.data[i] = factor;
    return;
  }
  vec_push(&s->cells, c);
  vec_push(&s->factors, factor);
}

void sum_add_literal(Sum *s, int64_t factor, Lit l)
{
  if (l & 1) sum_add_constant(s, factor);
  sum_add(s, l & 1 ? -factor : factor, lit_cell(l));
}

void sum_add_sum(Sum *s, int64_t factor, const Sum *other)
{
  assert(s != other && other->cells.len == other->factors.len);
  int64_t constant;
  s->overflow |= other->overflow;
  if (factor > INT32_MAX || factor < -INT32_MAX ||
      __builtin_mul_overflow(other->constant, factor, &constant)) {
    s->overflow = true;
    return;
  }
  sum_add_constant(s, constant);
  for (uint32_t i = 0; i < other->cells.len; i++) {
    int64_t product;
    if (__builtin_mul_overflow(other->factors.data[i], factor, &product)) s->overflow = true;
    else sum_add(s, product, other->cells.data[i]);
  }
}

void sum_free(Sum *s)
{
  vec_free(&s->factors);
  vec_free(&s->cells);
}

/* Without the cells that are fixed and those with the factor 0. */
static void simplified(const Net *n, const Sum *from, Sum *to)
{
  *to = (Sum){.constant = from->constant, .overflow = from->overflow};
  for (uint32_t i = 0; i < from->cells.len; i++) {
    int64_t f = from->factors.data[i], product;
    const Domain *d = net_domain(n, from->cells.data[i]);
    if (f == 0) continue;
    if (d->low != d->high) sum_add(to, f, from->cells.data[i]);
    else if (__builtin_mul_overflow(f, d->low, &product)) to->overflow = true;
    else sum_add_constant(to, product);
  }
}

static int64_t greatest_divisor(const Sum *s)
{
  int64_t divisor = 0;
  for (uint32_t i = 0; i < s->factors.len && divisor != 1; i++) {
    int64_t a = s->factors.data[i] < 0 ? -s->factors.data[i] : s->factors.data[i];
    while (a) {
      int64_t rest = divisor % a;
      divisor = a;
      a = rest;
    }
  }
  return divisor;
}

/* 2x - 4y + 3 <= 0 is x - 2y + 2 <= 0 */
static void divide_bound(Sum *s)
{
  int64_t d = greatest_divisor(s);
  if (s->overflow || d <= 1) return;
  for (uint32_t i = 0; i < s->factors.len; i++) s->factors.data[i] /= d;
  s->constant = s->constant / d + (s->constant % d > 0);
}

static void post_sum(Net *n, Lit guard, PropKind kind, const Sum *s, bool negated)
{
  VEC(int64_t) factors = {0};
  for (uint32_t i = 0; i < s->factors.len; i++)
    vec_push(&factors, negated ? -s->factors.data[i] : s->factors.data[i]);
  int64_t constant = negated ? -s->constant : s->constant;
  if (negated && kind == PROP_LINEAR_LE) constant++; /* not sum <= 0: -sum + 1 <= 0 */
  uint32_t id =
      post(n, kind, guard, s->cells.data, s->cells.len, factors.data, factors.len, constant);
  uint32_t events = kind == PROP_LINEAR_NE ? EVENT_FIXED : EVENT_BOUNDS | EVENT_FIXED;
  for (uint32_t i = 0; i < s->cells.len; i++)
    watch(n, s->cells.data[i], id,
          kind == PROP_LINEAR_NE && s->cells.len <= 2 ? EVENT_BOUNDS | EVENT_FIXED : events);
  watch(n, lit_cell(guard), id, EVENT_FIXED);
  vec_free(&factors);
}

void net_post_sum(Net *n, Lit guard, PropKind kind, const Sum *sum)
{
  Sum s;
  simplified(n, sum, &s);
  if (!s.overflow && !lit_is_false(n, guard)) post_sum(n, guard, kind, &s, false);
  sum_free(&s);
}

Lit net_sum_at_most(Net *n, const Sum *sum)
{
  Sum s;
  Lit result;
  simplified(n, sum, &s);
  divide_bound(&s);
  if (s.overflow) result = net_literal(n); /* decided when the names are known */
  else if (s.cells.len == 0) result = s.constant <= 0 ? LIT_TRUE : LIT_FALSE;
  else {
    result = net_literal(n);
    post_sum(n, result, PROP_LINEAR_LE, &s, false);
    post_sum(n, lit_not(result), PROP_LINEAR_LE, &s, true);
  }
  sum_free(&s);
  return result;
}

static bool is_unit(int64_t f) { return f == 1 || f == -1; }

static Lit sum_equality(Net *n, const Sum *s)
{
  if (s->overflow) return net_literal(n);
  if (s->cells.len == 0) return s->constant == 0 ? LIT_TRUE : LIT_FALSE;
  if (s->cells.len == 1) {
    int64_t f = s->factors.data[0];
    return s->constant % f ? (Lit) LIT_FALSE : net_is(n, s->cells.data[0], -(s->constant / f));
  }
  Lit result = net_literal(n);
  bool difference =
      s->cells.len == 2 && is_unit(s->factors.data[0]) && s->factors.data[0] == -s->factors.data[1];
  if (difference) { /* x - y + c = 0: x = y - c */
    bool turned = s->factors.data[0] < 0;
    Cell cells[] = {s->cells.data[turned ? 1 : 0], s->cells.data[turned ? 0 : 1]};
    uint32_t id = post(n, PROP_EQUAL, result, cells, 2, NULL, 0, -s->constant);
    watch(n, cells[0], id, EVENT_ANY | EVENT_FIXED);
    watch(n, cells[1], id, EVENT_ANY | EVENT_FIXED);
    watch(n, lit_cell(result), id, EVENT_FIXED);
  } else post_sum(n, result, PROP_LINEAR_EQ, s, false);
  post_sum(n, lit_not(result), PROP_LINEAR_NE, s, false);
  return result;
}

Lit net_sum_is_zero(Net *n, const Sum *sum)
{
  Sum s;
  simplified(n, sum, &s);
  Lit result = sum_equality(n, &s);
  sum_free(&s);
  return result;
}

static Wide product_of(int64_t factor, int64_t bound) { return (Wide) factor * bound; }

static void hull(const Net *n, const Sum *s, int64_t *low, int64_t *high)
{
  Wide least = s->constant, most = s->constant;
  bool below = false, above = false;
  for (uint32_t i = 0; i < s->cells.len; i++) {
    int64_t f = s->factors.data[i];
    const Domain *d = net_domain(n, s->cells.data[i]);
    int64_t a = f > 0 ? d->low : d->high, b = f > 0 ? d->high : d->low;
    if (a == NO_LOW || a == NO_HIGH) below = true;
    else least += product_of(f, a);
    if (b == NO_LOW || b == NO_HIGH) above = true;
    else most += product_of(f, b);
  }
  *low = below || least < -NUMBER_LIMIT ? NO_LOW
         : least > NUMBER_LIMIT         ? NUMBER_LIMIT
                                        : (int64_t) least;
  *high = above || most > NUMBER_LIMIT ? NO_HIGH
          : most < -NUMBER_LIMIT       ? -NUMBER_LIMIT
                                       : (int64_t) most;
}

Cell net_sum_cell(Net *n, const Sum *sum)
{
  Sum s;
  int64_t low, high;
  simplified(n, sum, &s);
  Cell c;
  if (s.overflow) c = net_cell(n, NO_LOW, NO_HIGH);
  else if (s.cells.len == 1 && s.factors.data[0] == 1 && s.constant == 0) c = s.cells.data[0];
  else {
    hull(n, &s, &low, &high);
    c = net_cell(n, low, high);
    if (s.cells.len) {
      sum_add(&s, -1, c);
      post_sum(n, LIT_TRUE, PROP_LINEAR_EQ, &s, false);
    }
  }
  sum_free(&s);
  return c;
}

/* ------------------------------------------------------------------ equality */

static uint64_t mixed(uint64_t k)
{
  k ^= k >> 33;
  k *= UINT64_C(0xff51afd7ed558ccd);
  return k ^ k >> 29;
}

static void grow_equalities(Net *n)
{
  uint64_t *keys = n->equalities.keys;
  Lit *lits = n->equalities.lits;
  uint32_t old = n->equalities.capacity, capacity = old ? 2 * old : 256;
  n->equalities.keys = malloc(2 * (size_t) capacity * sizeof *keys);
  n->equalities.lits = malloc(capacity * sizeof *lits);
  if (!n->equalities.keys || !n->equalities.lits) memory_exhausted();
  memset(n->equalities.keys, 0xff, 2 * (size_t) capacity * sizeof *keys);
  n->equalities.capacity = capacity;
  for (uint32_t i = 0; i < old; i++) {
    if (keys[2 * i] == UINT64_MAX) continue;
    uint32_t j = (uint32_t) mixed(keys[2 * i] * 31 + keys[2 * i + 1]) & (capacity - 1);
    while (n->equalities.keys[2 * j] != UINT64_MAX) j = (j + 1) & (capacity - 1);
    n->equalities.keys[2 * j] = keys[2 * i];
    n->equalities.keys[2 * j + 1] = keys[2 * i + 1];
    n->equalities.lits[j] = lits[i];
  }
  free(keys);
  free(lits);
}

/* Where the literal of x = v is, or will be; or a cell that two others determine (x is then above
 * all cells). */
static Lit *equality_of(Net *n, uint64_t x, int64_t v)
{
  if (2 * (n->equalities.count + 1) > n->equalities.capacity) grow_equalities(n);
  uint32_t mask = n->equalities.capacity - 1;
  uint32_t j = (uint32_t) mixed(x * 31 + (uint64_t) v) & mask;
  uint64_t *keys = n->equalities.keys;
  while (keys[2 * j] != UINT64_MAX && (keys[2 * j] != x || keys[2 * j + 1] != (uint64_t) v))
    j = (j + 1) & mask;
  if (keys[2 * j] == UINT64_MAX) {
    keys[2 * j] = x;
    keys[2 * j + 1] = (uint64_t) v;
    n->equalities.lits[j] = UINT32_MAX;
    n->equalities.count++;
  }
  return &n->equalities.lits[j];
}

Lit net_is(Net *n, Cell x, int64_t v)
{
  const Domain *d = net_domain(n, x);
  if (!net_has(n, x, v)) return LIT_FALSE;
  if (d->low == d->high) return LIT_TRUE;
  if (d->low == 0 && d->high == 1) return lit_of(x) | (v == 0);
  Lit *known = equality_of(n, x, v);
  if (*known != UINT32_MAX) return *known;
  Lit result = net_literal(n);
  *equality_of(n, x, v) = result;
  uint32_t id = post(n, PROP_IS, result, &x, 1, NULL, 0, v);
  watch(n, x, id, EVENT_ANY | EVENT_FIXED);
  watch(n, lit_cell(result), id, EVENT_FIXED);
  return result;
}

Lit net_equal(Net *n, Cell x, Cell y)
{
  if (x == y) return LIT_TRUE;
  Sum s = {0};
  sum_add(&s, 1, x);
  sum_add(&s, -1, y);
  Lit result = net_sum_is_zero(n, &s);
  sum_free(&s);
  return result;
}

void net_post_equal(Net *n, Lit guard, Cell x, Cell y)
{
  assert(x < n->cells.len && y < n->cells.len);
  if (x == y || lit_is_false(n, guard)) return;
  Cell cells[] = {x, y};
  uint32_t id = post(n, PROP_EQUAL, guard, cells, 2, NULL, 0, 0);
  watch(n, x, id, EVENT_ANY | EVENT_FIXED);
  watch(n, y, id, EVENT_ANY | EVENT_FIXED);
  watch(n, lit_cell(guard), id, EVENT_FIXED);
}

Lit net_in(Net *n, Cell x, const int64_t *ranges, uint32_t count)
{
  for (uint32_t i = 1; i < count; i++) assert(ranges[2 * i - 1] < ranges[2 * i]);
  if (count == 0) return LIT_FALSE;
  if (count == 1 && ranges[0] == ranges[1]) return net_is(n, x, ranges[0]);
  Lit result = net_literal(n);
  uint32_t id = post(n, PROP_IN, result, &x, 1, ranges, 2 * count, 0);
  watch(n, x, id, EVENT_ANY | EVENT_FIXED);
  watch(n, lit_cell(result), id, EVENT_FIXED);
  return result;
}

Lit net_in_table(Net *n, uint32_t table, Cell x, Cell y)
{
  assert(table < n->tables.len);
  Lit result = net_literal(n);
  Cell cells[] = {x, y};
  uint32_t id = post(n, PROP_TABLE, result, cells, 2, NULL, 0, table);
  watch(n, x, id, EVENT_ANY | EVENT_FIXED);
  watch(n, y, id, EVENT_ANY | EVENT_FIXED);
  watch(n, lit_cell(result), id, EVENT_FIXED);
  return result;
}

/* --------------------------------------------------------------- arithmetic */

static void watch_all(Net *n, uint32_t id, const Cell *cells, uint32_t count, uint32_t events)
{
  for (uint32_t i = 0; i < count; i++) watch(n, cells[i], id, events);
}

/* Where the result of an operation on two cells is, or will be (UINT32_MAX), so that equal terms
 * have one cell. */
static Cell *result_of(Net *n, PropKind kind, Cell x, Cell y)
{
  return equality_of(n, ((uint64_t) kind + 1) << 32 | x, y);
}

Cell net_times(Net *n, Cell x, Cell y)
{
  if (x > y) return net_times(n, y, x);
  Cell *known = result_of(n, PROP_TIMES, x, y);
  if (*known != UINT32_MAX) return *known;
  Cell z = net_cell(n, NO_LOW, NO_HIGH), cells[] = {z, x, y};
  *known = z;
  uint32_t id = post(n, PROP_TIMES, LIT_TRUE, cells, 3, NULL, 0, 0);
  watch_all(n, id, cells, 3, EVENT_BOUNDS | EVENT_FIXED);
  return z;
}

Cell net_partial(Net *n, PropKind kind, Lit guard, Cell x, Cell y)
{
  assert(kind == PROP_DIVIDE || kind == PROP_MODULO || kind == PROP_POWER);
  Cell *known = result_of(n, kind, x, y);
  if (*known != UINT32_MAX) return *known;
  Cell z = net_cell(n, NO_LOW, NO_HIGH), cells[] = {z, x, y};
  *known = z;
  uint32_t id = post(n, kind, guard, cells, 3, NULL, 0, 0);
  watch_all(n, id, cells, 3,
            kind != PROP_DIVIDE ? EVENT_ANY | EVENT_FIXED : EVENT_BOUNDS | EVENT_FIXED);
  watch(n, lit_cell(guard), id, EVENT_FIXED);
  return z;
}

/* ------------------------------------------------------------------- choices */

Cell net_select(Net *n, const Lit *lits, const Cell *cells, uint32_t count)
{
  assert(count > 0);
  if (count == 1) return cells[0];
  Cell z = net_cell(n, NO_LOW, NO_HIGH);
  VEC(Cell) all = {0};
  vec_push(&all, z);
  for (uint32_t i = 0; i < count; i++) {
    vec_push(&all, lit_cell(lits[i]));
    vec_push(&all, cells[i]);
  }
  VEC(int64_t) signs = {0};
  for (uint32_t i = 0; i < count; i++) vec_push(&signs, lits[i] & 1);
  uint32_t id = post(n, PROP_ELEMENT, LIT_TRUE, all.data, all.len, signs.data, signs.len, 0);
  for (uint32_t i = 0; i < count; i++) {
    watch(n, lit_cell(lits[i]), id, EVENT_FIXED);
    watch(n, cells[i], id, EVENT_ANY | EVENT_FIXED);
    net_post_equal(n, lits[i], z, cells[i]);
  }
  vec_free(&all);
  vec_free(&signs);
  return z;
}

void net_all_different(Net *n, Lit guard, const Cell *cells, uint32_t count)
{
  if (count < 2) return;
  uint32_t id = post(n, PROP_ALL_DIFFERENT, guard, cells, count, NULL, 0, 0);
  watch_all(n, id, cells, count, EVENT_BOUNDS | EVENT_FIXED);
  watch(n, lit_cell(guard), id, EVENT_FIXED);
}

void net_watch_ground(Net *n, uint32_t ground, const Cell *cells, uint32_t count)
{
  uint32_t id = post(n, PROP_GROUND, LIT_TRUE, cells, count, NULL, 0, (int64_t) ground);
  watch_all(n, id, cells, count, EVENT_FIXED);
}
