#include <assert.h>
#include <string.h>

#include "value/map.h"

/* Because values are canonical, two different words are two different values: the
 * first pair of different parts decides, and comparing descends along one path only. */

uint64_t value_hash(const Store *store, Value v)
{
  if (store->config.equal_hashes) return 1;
  if (value_has_node(v)) return node_of(store, v)->hash;
  uint64_t h = v.word * UINT64_C(0x9E3779B97F4A7C15);
  h = (h ^ h >> 32) * UINT64_C(0xD6E8FEB86659FD93);
  return h ^ h >> 32;
}

static int order(uint64_t a, uint64_t b) { return (a > b) - (a < b); }

static int compare_strings(const Node *a, const Node *b)
{
  uint32_t shorter = a->count < b->count ? a->count : b->count;
  int c = memcmp(a->payload, b->payload, shorter);
  return c ? (c > 0) - (c < 0) : order(a->count, b->count);
}

static int compare_reals(const Store *store, Value a, Value b)
{
  double x = value_real_of(store, a), y = value_real_of(store, b);
  return (x > y) - (x < y);
}

/* Different sets of equally many bits: the lowest bit that only one has decides. */
static int compare_words(uint64_t a, uint64_t b)
{
  uint64_t differ = a ^ b;
  return a & differ & -differ ? -1 : 1;
}

static int compare_bits(Value a, Value b)
{
  uint64_t x = value_bits_of(a), y = value_bits_of(b);
  int c = __builtin_popcountll(x) - __builtin_popcountll(y);
  return c ? (c > 0) - (c < 0) : compare_words(x, y);
}

static int compare_bitsets(const Node *a, const Node *b)
{
  uint32_t i = 0;
  while (a->payload[i] == b->payload[i]) i++;
  return compare_words(a->payload[i], b->payload[i]);
}

/* What is left to compare: two values, or an answer. */
typedef struct {
  Value a, b;
  int answer; /* if not 0 */
} Difference;

static Difference decided(int answer) { return (Difference){VALUE_FAULT, VALUE_FAULT, answer}; }
static Difference differ(Value a, Value b) { return (Difference){a, b, 0}; }

static Difference compare_lists(const Node *a, const Node *b, uint64_t from)
{
  uint64_t i = from;
  while (i < a->count && i < b->count && a->payload[i] == b->payload[i]) i++;
  if (i == a->count || i == b->count) return decided(order(a->count, b->count));
  return differ(node_value(a, i), node_value(b, i));
}

/* Walks the pairs of a map or a list; there is one more. */
typedef struct {
  const Node *node;
  Map map;
  uint64_t at;
} PairCursor;

static PairCursor pair_cursor(const Node *node)
{
  return (PairCursor){node, kind_is_map(node->kind) ? map_of(node) : (Map){0}, 0};
}

static void cursor_pair(const Store *store, PairCursor *c, Value *x, Value *y)
{
  *x = *y = VALUE_FAULT;
  if (kind_is_map(c->node->kind)) {
    map_next(&c->map, &c->at, c->map.span, x, y);
    return;
  }
  Value pair = node_value(c->node, c->at++);
  *x = pair_first(store, pair), *y = pair_second(store, pair);
}

/* Two different relations with equally many pairs, at least one of them a map. */
static Difference compare_maps(const Store *store, const Node *a, const Node *b)
{
  PairCursor c = pair_cursor(a), d = pair_cursor(b);
  for (Value x, y, u, v;;) {
    cursor_pair(store, &c, &x, &y);
    cursor_pair(store, &d, &u, &v);
    if (!value_same(x, u)) return differ(x, u);
    if (!value_same(y, v)) return differ(y, v);
  }
}

/* Walks a set of integers; of an interval only the first element is asked for. */
typedef struct {
  const Node *node; /* NULL: a word */
  uint64_t at, bits;
} IntCursor;

static IntCursor int_cursor(const Store *store, Value set)
{
  if (value_tag(set) == TAG_BITS) return (IntCursor){NULL, 0, value_bits_of(set)};
  const Node *node = node_of(store, set);
  if (node->kind == NODE_KIND_INTSET) return (IntCursor){node, 2, node->payload[2]};
  return (IntCursor){node, 0, 0};
}

static bool is_interval(const IntCursor *c)
{
  return c->node && c->node->kind == NODE_KIND_INTERVAL;
}

static Value cursor_value(const IntCursor *c)
{
  if (!c->node) return value_small(__builtin_ctzll(c->bits));
  if (c->node->kind != NODE_KIND_INTSET) return node_value(c->node, c->at);
  int64_t offset = (int64_t) (c->at - 2) * 64 + __builtin_ctzll(c->bits);
  return value_small(value_small_int(node_value(c->node, 0)) + offset);
}

static void cursor_step(IntCursor *c)
{
  c->bits &= c->bits - 1;
  if (c->node && c->node->kind == NODE_KIND_INTSET)
    while (!c->bits) c->bits = c->node->payload[++c->at];
  else c->at++;
}

/* Different sets of equally many integers, at most one an interval. */
static Difference compare_int_sets(const Store *store, Value a, Value b)
{
  IntCursor x = int_cursor(store, a), y = int_cursor(store, b);
  for (;; cursor_step(&x), cursor_step(&y)) {
    Value m = cursor_value(&x), n = cursor_value(&y);
    if (!value_same(m, n)) return differ(m, n);
    if (is_interval(&x)) return decided(-1); /* the other one has a gap */
    if (is_interval(&y)) return decided(1);
  }
}

/* hi - lo of both, when they may be beyond 64 bits. */
static int compare_widths(const Store *store, const Node *a, const Node *b)
{
  IntView lo, hi;
  mpz_t x, y;
  mpz_inits(x, y, NULL);
  int_view(store, node_value(a, 0), &lo), int_view(store, node_value(a, 1), &hi);
  mpz_sub(x, hi.z, lo.z);
  int_view(store, node_value(b, 0), &lo), int_view(store, node_value(b, 1), &hi);
  mpz_sub(y, hi.z, lo.z);
  int c = mpz_cmp(x, y);
  mpz_clears(x, y, NULL);
  return c;
}

static Difference compare_intervals(const Store *store, const Node *a, const Node *b, bool huge)
{
  int c = huge ? compare_widths(store, a, b) : 0;
  return c ? decided(c) : differ(node_value(a, 0), node_value(b, 0));
}

/* Two different sets, not both of them words. */
static Difference compare_sets(const Store *store, Value a, Value b)
{
  uint64_t card = set_card(store, a);
  int c = order(card, set_card(store, b));
  if (c) return decided(c);
  if (value_tag(a) == TAG_BITS || value_tag(b) == TAG_BITS) return compare_int_sets(store, a, b);
  const Node *x = node_of(store, a), *y = node_of(store, b);
  if (x->kind == NODE_KIND_ARRAY && y->kind == NODE_KIND_ARRAY) return compare_lists(x, y, 0);
  if (kind_is_map(x->kind) || kind_is_map(y->kind)) return compare_maps(store, x, y);
  if (x->kind != y->kind) return compare_int_sets(store, a, b);
  switch (x->kind) {
  case NODE_KIND_BITSET: return decided(compare_bitsets(x, y));
  case NODE_KIND_INTSET: return compare_int_sets(store, a, b);
  case NODE_KIND_INTERVAL: return compare_intervals(store, x, y, card == UINT64_MAX);
  default: return compare_lists(x, y, 0);
  }
}

static Difference compare_pairs(const Store *store, Value a, Value b)
{
  Value x = pair_first(store, a), y = pair_first(store, b);
  if (!value_same(x, y)) return differ(x, y);
  return differ(pair_second(store, a), pair_second(store, b));
}

static Difference compare_free(const Node *a, const Node *b)
{
  int c = order(a->payload[0], b->payload[0]);
  return c ? decided(c) : differ(node_value(a, 1), node_value(b, 1));
}

static Difference compare_nodes(const Store *store, Value a, Value b)
{
  const Node *x = node_of(store, a), *y = node_of(store, b);
  switch (value_node_kind(a)) {
  case NODE_KIND_BIGINT: return decided(int_compare(store, a, b));
  case NODE_KIND_REAL: return decided(compare_reals(store, a, b));
  case NODE_KIND_STRING: return decided(compare_strings(x, y));
  case NODE_KIND_PAIR: return compare_pairs(store, a, b);
  case NODE_KIND_RECORD: return compare_lists(x, y, 0);
  case NODE_KIND_FREE: return compare_free(x, y);
  default: return compare_sets(store, a, b);
  }
}

static Difference compare_lazy(const Store *store, Value a, Value b)
{
  if (value_tag(a) != TAG_LAZY) return decided(-1);
  if (value_tag(b) != TAG_LAZY) return decided(1);
  int c = order(lazy_what(store, a), lazy_what(store, b));
  return c ? decided(c) : compare_lists(node_of(store, a), node_of(store, b), 1);
}

/* One step: two different values of one type. */
static Difference compare_step(const Store *store, Value a, Value b)
{
  ValueTag x = value_tag(a), y = value_tag(b);
  if (x == TAG_LAZY || y == TAG_LAZY) return compare_lazy(store, a, b);
  if (x == TAG_INT || y == TAG_INT) return decided(int_compare(store, a, b));
  if (x == TAG_PAIR || y == TAG_PAIR) {
    if (x == y) return decided(order(a.word, b.word));
    return compare_pairs(store, a, b);
  }
  if (x == TAG_BITS && y == TAG_BITS) return decided(compare_bits(a, b));
  if (x == TAG_BITS || y == TAG_BITS) return compare_sets(store, a, b);
  if (x == TAG_NODE && y == TAG_NODE) return compare_nodes(store, a, b);
  return decided(order(a.word, b.word)); /* atoms */
}

int value_compare(const Store *store, Value a, Value b)
{
  if (value_same(a, b)) return 0;
  for (;;) {
    Difference d = compare_step(store, a, b);
    if (d.answer) return d.answer;
    assert(!value_same(d.a, d.b));
    a = d.a, b = d.b;
  }
}
