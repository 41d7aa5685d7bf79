#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "value/bits.h"
#include "value/relation_impl.h"

/* Transitive closure.  The values that occur are numbered in ascending order.  Up to
 * MATRIX_NODES of them: Warshall's algorithm on rows of bits.  Else a search from every
 * value, so that memory follows the size of the result. */

enum { MATRIX_NODES = 2048 };

/* ---- rows of bits ---- */

static void close_matrix(uint64_t *words, uint64_t nodes, uint64_t row_size)
{
  for (uint64_t k = 0; k < nodes; k++) {
    const uint64_t *through = words + k * row_size;
    for (uint64_t i = 0; i < nodes; i++) {
      uint64_t *row = words + i * row_size;
      if (!(row[k / 64] >> k % 64 & 1) || i == k) continue;
      for (uint64_t w = 0; w < row_size; w++) row[w] |= through[w];
    }
  }
}

static Value closure_of_bits(Store *store, const Shape *pair, Value r)
{
  uint64_t room, nodes = pair->args[0]->size, row_size = bits_size(nodes);
  uint64_t size = bits_size(pair->size);
  Bits bits = bits_of_set(store, r, &room);
  uint64_t *rows = scratch_take(store, nodes * row_size), *words = scratch_take(store, size);
  for (uint64_t i = 0; i < nodes; i++)
    bits_copy(rows + i * row_size, bits.words, bits.count, i * nodes, nodes);
  close_matrix(rows, nodes, row_size);
  memset(words, 0, size * sizeof *words);
  for (uint64_t i = 0; i < nodes; i++) bits_put(words, i * nodes, rows + i * row_size, nodes);
  Value result = set_from_words(store, pair, words, size);
  scratch_give(store);
  scratch_give(store);
  return result;
}

/* ---- numbered values ---- */

typedef struct {
  Store *store;
  const Shape *pair;
  Value *values; /* by number */
  uint32_t count, edges;
  uint32_t *slots; /* number + 1 of a value, by its word; 0: free */
  uint64_t mask;
  uint32_t *starts, *targets; /* the successors of i: targets[starts[i] … starts[i+1]-1] */
} Graph;

static uint64_t slot_of(const Graph *g, Value v)
{
  uint64_t h = v.word * UINT64_C(0x9E3779B97F4A7C15), at = (h ^ h >> 32) & g->mask;
  while (g->slots[at] && !value_same(g->values[g->slots[at] - 1], v)) at = (at + 1) & g->mask;
  return at;
}

static void number_values(Graph *g, Value r)
{
  uint64_t pairs = set_card(g->store, r), n = 0, size = 16;
  g->values = checked(malloc(2 * pairs * sizeof *g->values));
  RelIter it = rel_iter(g->store, g->pair, r);
  for (Value x, y; rel_next(&it, &x, &y);) g->values[n++] = x, g->values[n++] = y;
  Value *spare = (Value *) scratch_take(g->store, n);
  values_sort(g->store, g->values, spare, n);
  scratch_give(g->store);
  g->count = (uint32_t) values_unique(g->values, n);
  while (size < UINT64_C(2) * g->count) size *= 2;
  g->mask = size - 1;
  g->slots = checked(calloc(size, sizeof *g->slots));
  for (uint32_t i = 0; i < g->count; i++) g->slots[slot_of(g, g->values[i])] = i + 1;
}

/* The pairs are ascending, and so are the numbers of their components. */
static void number_pairs(Graph *g, Value r)
{
  g->starts = checked(calloc(g->count + UINT64_C(1), sizeof *g->starts));
  g->targets = checked(malloc(set_card(g->store, r) * sizeof *g->targets));
  RelIter it = rel_iter(g->store, g->pair, r);
  uint32_t from = 0;
  for (Value x, y; rel_next(&it, &x, &y);) {
    while (!value_same(g->values[from], x)) g->starts[++from] = g->edges;
    g->targets[g->edges++] = g->slots[slot_of(g, y)] - 1;
  }
  while (from < g->count) g->starts[++from] = g->edges;
}

static Graph graph_of(Store *store, const Shape *pair, Value r)
{
  Graph g = {.store = store, .pair = pair};
  number_values(&g, r);
  number_pairs(&g, r);
  return g;
}

static void graph_free(Graph *g)
{
  free(g->values);
  free(g->slots);
  free(g->starts);
  free(g->targets);
}

static Value finish(Graph *g, Values *pairs, bool fits)
{
  Value result = fits ? set_from_sorted(g->store, g->pair, pairs->data, pairs->len) : VALUE_UNKNOWN;
  vec_free(pairs);
  return result;
}

static Value close_by_matrix(Graph *g, uint64_t most)
{
  uint64_t row_size = bits_size(g->count), size = g->count * row_size, card = 0;
  uint64_t *rows = checked(calloc(size, sizeof *rows));
  for (uint32_t i = 0; i < g->count; i++)
    for (uint32_t e = g->starts[i]; e < g->starts[i + 1]; e++)
      bits_set(rows + i * row_size, g->targets[e]);
  close_matrix(rows, g->count, row_size);
  for (uint64_t w = 0; w < size; w++) card += (uint64_t) __builtin_popcountll(rows[w]);
  Values pairs = {0};
  for (uint32_t i = 0; card <= most && i < g->count; i++) FOR_BITS(k, rows + i * row_size, row_size)
  vec_push(&pairs, value_pair(g->store, g->values[i], g->values[k]));
  free(rows);
  return finish(g, &pairs, card <= most);
}

/* Appends the numbers that are reached from i (as integers, so that they can be sorted);
 * seen[k] = i + 1 for those. */
static void reach(const Graph *g, uint32_t i, uint32_t *seen, Values *reached)
{
  reached->len = 0;
  uint32_t from = i;
  for (uint32_t done = 0;; from = (uint32_t) value_small_int(reached->data[done++])) {
    for (uint32_t e = g->starts[from]; e < g->starts[from + 1]; e++) {
      uint32_t to = g->targets[e];
      if (seen[to] == i + 1) continue;
      seen[to] = i + 1;
      vec_push(reached, value_small(to));
    }
    if (done == reached->len) break;
  }
}

static Value close_by_search(Graph *g, uint64_t most)
{
  uint32_t *seen = checked(calloc(g->count, sizeof *seen));
  Values pairs = {0}, reached = {0};
  bool fits = true;
  for (uint32_t i = 0; fits && i < g->count; i++) {
    reach(g, i, seen, &reached);
    Value *spare = (Value *) scratch_take(g->store, reached.len);
    values_sort(g->store, reached.data, spare, reached.len);
    scratch_give(g->store);
    fits = reached.len <= most - pairs.len;
    for (uint32_t k = 0; fits && k < reached.len; k++)
      vec_push(&pairs,
               value_pair(g->store, g->values[i], g->values[value_small_int(reached.data[k])]));
  }
  free(seen);
  vec_free(&reached);
  return finish(g, &pairs, fits);
}

/* ---- the operators ---- */

Value rel_closure1(Store *store, const Shape *pair, Value r, uint64_t most)
{
  assert(pair->args[0] == pair->args[1]);
  if (value_is_empty_set(r)) return r;
  if (value_tag(r) == TAG_BITS)
    return value_bits(immediate_closure1(pair->immediate, value_bits_of(r)));
  if (rel_in_bits(r)) return closure_of_bits(store, pair, r);
  if (most > REL_MOST) most = REL_MOST;
  if (set_card(store, r) > most) return VALUE_UNKNOWN;
  Graph g = graph_of(store, pair, r);
  bool small = g.count <= MATRIX_NODES && !store->config.as_if_large;
  Value result = small ? close_by_matrix(&g, most) : close_by_search(&g, most);
  graph_free(&g);
  return result;
}

Value rel_closure(Store *store, const Shape *pair, Value r, Value all, uint64_t most)
{
  Value transitive = rel_closure1(store, pair, r, most);
  if (value_is_none(transitive)) return transitive;
  Value identity = rel_identity(store, pair, all, most);
  if (value_is_none(identity)) return identity;
  Value result = set_union(store, pair, transitive, identity);
  return set_card(store, result) > most ? VALUE_UNKNOWN : result;
}

/* By squaring: every power in between is also one of the powers up to `times`. */
Value rel_iterate(Store *store, const Shape *pair, Value r, uint64_t times, uint64_t most)
{
  assert(pair->args[0] == pair->args[1] && times >= 1);
  Value power = r, result = VALUE_UNDEFINED;
  for (;; times /= 2) {
    if (times & 1)
      result =
          value_is_none(result) ? power : rel_compose(store, pair, pair, pair, result, power, most);
    if (times < 2 || value_same(result, VALUE_UNKNOWN)) return result;
    power = rel_compose(store, pair, pair, pair, power, power, most);
    if (value_is_none(power) || value_is_empty_set(power)) return power;
  }
}
