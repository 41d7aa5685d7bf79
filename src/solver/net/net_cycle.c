#include <stdlib.h>

#include "base/memory.h"

#include "solver/net/net.h"

/* Differences of integers without bounds: x < y & y < x has no solution, although
 * neither bound can be narrowed.  Each x <= y + d is an edge; a cycle whose sum is negative
 * contradicts itself (Bellman and Ford). */

typedef struct {
  Cell from, to;
  int64_t most; /* to <= from + most */
} Edge;

enum { EDGES_LIMIT = 4000 };

typedef VEC(Edge) Edges;

/* The two cells of a sum that are not fixed, with the factors 1 and -1; the rest of it. */
static bool is_difference(const Net *n, const Propagator *p, Cell *plus, Cell *minus, int64_t *rest)
{
  uint32_t found = 0;
  *rest = p->constant;
  for (uint32_t i = 0; i < p->count; i++) {
    Cell c = n->cells_of.data[p->first + i];
    int64_t f = n->numbers.data[p->numbers + i], product;
    if (net_is_fixed(n, c)) {
      if (__builtin_mul_overflow(f, net_domain(n, c)->low, &product) ||
          __builtin_add_overflow(*rest, product, rest))
        return false;
      continue;
    }
    if (f == 1 && !(found & 1)) *plus = c, found |= 1;
    else if (f == -1 && !(found & 2)) *minus = c, found |= 2;
    else return false;
  }
  return found == 3 && *rest<NUMBER_LIMIT && * rest> - NUMBER_LIMIT;
}

static void add_edge(Edges *edges, Cell from, Cell to, int64_t most)
{
  Edge e = {from, to, most};
  vec_push(edges, e);
}

static void add_edges(const Net *n, const Propagator *p, Edges *edges)
{
  Cell plus = 0, minus = 0;
  int64_t rest;
  if (!lit_is_true(n, p->guard)) return;
  if (p->kind == PROP_EQUAL) { /* x = y + c */
    Cell x = n->cells_of.data[p->first], y = n->cells_of.data[p->first + 1];
    if (net_is_fixed(n, x) || net_is_fixed(n, y)) return;
    add_edge(edges, y, x, p->constant);
    add_edge(edges, x, y, -p->constant);
  } else if (p->kind == PROP_LINEAR_LE && is_difference(n, p, &plus, &minus, &rest))
    add_edge(edges, minus, plus, -rest); /* plus - minus + rest <= 0 */
}

bool net_has_negative_cycle(const Net *n)
{
  Edges edges = {0};
  for (uint32_t i = 0; i < n->propagators.len && edges.len < EDGES_LIMIT; i++)
    add_edges(n, &n->propagators.data[i], &edges);
  int64_t *distance = calloc(n->cells.len, sizeof *distance);
  if (!distance) memory_exhausted();
  bool changed = edges.len > 0;
  for (uint32_t round = 0; changed && round <= edges.len + 1; round++) {
    changed = false;
    for (uint32_t i = 0; i < edges.len; i++) {
      const Edge *e = &edges.data[i];
      if (distance[e->from] + e->most >= distance[e->to]) continue;
      distance[e->to] = distance[e->from] + e->most;
      changed = distance[e->to] > -NUMBER_LIMIT;
      if (!changed) break;
    }
  }
  free(distance);
  vec_free(&edges);
  return changed;
}
