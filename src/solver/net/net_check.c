#include <assert.h>

#include "solver/net/net.h"

/* The invariants of a network, for debug builds.  They hold whenever no rule is running. */

#ifndef NDEBUG

/* Bits of a domain with holes: both ends are in, and `count` counts those between them. */
static void check_holes(const Net *n, Cell c)
{
  const Domain *d = net_domain(n, c);
  uint64_t last = (uint64_t) (d->high - d->base) / 64, count = 0;
  assert(d->base <= d->low && d->high - d->base <= HOLES_LIMIT);
  assert(d->words + last < n->words.len);
  assert(net_has(n, c, d->low) && net_has(n, c, d->high));
  for (int64_t v = NO_LOW; net_next(n, c, v, &v);) count++;
  assert(count == d->count);
}

static void check_cell(const Net *n, Cell c)
{
  const CellData *cell = &n->cells.data[c];
  assert(cell->d.low <= cell->d.high);
  assert(cell->weight > 0);
  if (cell->d.words) check_holes(n, c);
  for (uint32_t i = 0; i < cell->watches.len; i++) {
    assert(cell->watches.data[i].propagator < n->propagators.len);
    assert(cell->watches.data[i].events != 0);
  }
  for (Lit side = 0; side < 2; side++)
    for (uint32_t i = 0; i < cell->clauses[side].len; i++) {
      uint32_t at = cell->clauses[side].data[i];
      const Lit *lits = &n->clauses.data[at + 1];
      assert(at > 0 && n->clauses.data[at] >= 2 && at + n->clauses.data[at] < n->clauses.len);
      assert(lits[0] == (lit_of(c) | side) || lits[1] == (lit_of(c) | side)); /* it watches */
    }
}

static void check_propagator(const Net *n, const Propagator *p)
{
  assert(p->kind <= PROP_GROUND);
  assert(lit_cell(p->guard) < n->cells.len);
  assert(p->first + p->count <= n->cells_of.len);
  assert(p->numbers + p->length <= n->numbers.len);
  assert(p->kind != PROP_TABLE || (uint64_t) p->constant < n->tables.len);
  for (uint32_t i = 0; i < p->count; i++) assert(n->cells_of.data[p->first + i] < n->cells.len);
}

/* A propagator is marked if, and only if, it waits in one of the queues, once. */
static void check_queues(const Net *n)
{
  uint32_t marked = 0, waiting = 0;
  for (uint32_t i = 0; i < n->propagators.len; i++) marked += n->propagators.data[i].queued;
  for (uint32_t q = 0; q < 3; q++) {
    assert(n->heads[q] <= n->queues[q].len);
    for (uint32_t i = n->heads[q]; i < n->queues[q].len; i++, waiting++)
      assert(n->propagators.data[n->queues[q].data[i]].queued);
  }
  assert(marked == waiting);
}

void net_check(const Net *n)
{
  assert(lit_is_true(n, LIT_TRUE));
  if (n->failed || n->too_large) return; /* the rest may be missing */
  for (Cell c = 0; c < n->cells.len; c++) check_cell(n, c);
  for (uint32_t i = 0; i < n->propagators.len; i++) check_propagator(n, &n->propagators.data[i]);
  check_queues(n);
  assert(2 * (uint64_t) n->equalities.count <= n->equalities.capacity);
}

#else
void net_check(const Net *n) { (void) n; }
#endif
