#include "solver/net/net.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Cells, domains, the trail, clauses and the queue. */

#define WORD UINT32_MAX

Net *net_new(void)
{
  Net *n = calloc(1, sizeof *n);
  if (!n) memory_exhausted();
  vec_push(&n->words, 0);   /* index 0 means: none */
  vec_push(&n->clauses, 0); /* likewise */
  net_cell(n, 1, 1);        /* CELL_TRUE */
  return n;
}

void net_free(Net *n)
{
  if (!n) return;
  for (uint32_t i = 0; i < n->cells.len; i++) {
    vec_free(&n->cells.data[i].watches);
    vec_free(&n->cells.data[i].clauses[0]);
    vec_free(&n->cells.data[i].clauses[1]);
  }
  vec_free(&n->cells);
  vec_free(&n->propagators);
  vec_free(&n->cells_of);
  vec_free(&n->numbers);
  vec_free(&n->words);
  vec_free(&n->clauses);
  vec_free(&n->tables);
  vec_free(&n->table_bits);
  vec_free(&n->trail);
  vec_free(&n->fixed);
  for (int i = 0; i < 3; i++) vec_free(&n->queues[i]);
  free(n->equalities.keys);
  free(n->equalities.lits);
  free(n);
}

Cell net_cell(Net *n, int64_t low, int64_t high)
{
  CellData cell = {.d = {.low = low, .high = high}, .weight = 1};
  if (low > high) n->failed = true;
  if (n->cells.len >= NET_LIMIT) n->too_large = true;
  vec_push(&n->cells, cell);
  return n->cells.len - 1;
}

Lit net_literal(Net *n) { return lit_of(net_cell(n, 0, 1)); }

/* ----------------------------------------------------------------- domains */

static bool bit_at(const Net *n, const Domain *d, int64_t value)
{
  uint64_t i = (uint64_t) (value - d->base);
  return n->words.data[d->words + i / 64] >> (i % 64) & 1;
}

bool net_has(const Net *n, Cell c, int64_t value)
{
  const Domain *d = net_domain(n, c);
  return d->low <= value && value <= d->high && (!d->words || bit_at(n, d, value));
}

uint64_t net_size(const Net *n, Cell c)
{
  const Domain *d = net_domain(n, c);
  if (d->words) return d->count;
  if (d->low == NO_LOW || d->high == NO_HIGH) return UINT64_MAX;
  return (uint64_t) (d->high - d->low) + 1;
}

bool net_next(const Net *n, Cell c, int64_t value, int64_t *next)
{
  const Domain *d = net_domain(n, c);
  int64_t v = value < d->low ? d->low : value + 1;
  while (d->words && v <= d->high && !bit_at(n, d, v)) v++;
  *next = v;
  return v <= d->high;
}

static void save_domain(Net *n, Cell c)
{
  assert(c < n->cells.len);
  TrailEntry entry = {.cell = c, .old = n->cells.data[c].d};
  vec_push(&n->trail, entry);
}

static void save_word(Net *n, uint32_t word)
{
  assert(word > 0 && word < n->words.len);
  TrailEntry entry = {.cell = WORD, .word = word, .old_word = n->words.data[word]};
  vec_push(&n->trail, entry);
}

void net_undo(Net *n, uint32_t mark)
{
  assert(mark <= n->trail.len);
  while (n->trail.len > mark) {
    const TrailEntry *e = &n->trail.data[--n->trail.len];
    if (e->cell == WORD) {
      n->words.data[e->word] = e->old_word;
      continue;
    }
    Domain *d = &n->cells.data[e->cell].d;
    if (d->words && !e->old.words) n->words.len = d->words; /* made since */
    *d = e->old;
  }
  n->failed = false;
  n->fixed.len = 0;
  for (int i = 0; i < 3; i++) {
    for (uint32_t j = n->heads[i]; j < n->queues[i].len; j++)
      n->propagators.data[n->queues[i].data[j]].queued = false;
    n->queues[i].len = n->heads[i] = 0;
  }
}

void net_fail(Net *n) { n->failed = true; }

static uint32_t priority_of(const Propagator *p)
{
  switch ((PropKind) p->kind) {
  case PROP_IS:
  case PROP_EQUAL:
  case PROP_IN: return 0;
  case PROP_ALL_DIFFERENT:
  case PROP_GROUND: return 2;
  default: return p->count > 8 ? 2 : 1;
  }
}

static void wake(Net *n, uint32_t propagator)
{
  Propagator *p = &n->propagators.data[propagator];
  if (p->queued) return;
  p->queued = true;
  vec_push(&n->queues[priority_of(p)], propagator);
}

static void changed(Net *n, Cell c, uint32_t events)
{
  CellData *cell = &n->cells.data[c];
  if (cell->d.low == cell->d.high) {
    events |= EVENT_FIXED;
    vec_push(&n->fixed, lit_of(c) | (cell->d.low == 0));
  }
  for (uint32_t i = 0; i < cell->watches.len; i++)
    if (cell->watches.data[i].events & events) wake(n, cell->watches.data[i].propagator);
}

/* The number of values of a domain with holes, after its ends were moved. */
static void recount(Net *n, Domain *d)
{
  if (!d->words) return;
  while (d->low <= d->high && !bit_at(n, d, d->low)) d->low++;
  while (d->high > d->low && !bit_at(n, d, d->high)) d->high--;
  uint32_t count = 0;
  uint64_t from = (uint64_t) (d->low - d->base), to = (uint64_t) (d->high - d->base);
  if (d->low > d->high) return;
  for (uint64_t w = from / 64; w <= to / 64; w++) {
    uint64_t bits = n->words.data[d->words + w];
    if (w == from / 64) bits &= ~UINT64_C(0) << (from % 64);
    if (w == to / 64 && to % 64 != 63) bits &= (UINT64_C(1) << (to % 64 + 1)) - 1;
    count += (uint32_t) __builtin_popcountll(bits);
  }
  d->count = count;
}

static void set_bounds(Net *n, Cell c, int64_t low, int64_t high)
{
  assert(!n->failed && low >= n->cells.data[c].d.low && high <= n->cells.data[c].d.high);
  save_domain(n, c);
  Domain *d = &n->cells.data[c].d;
  d->low = low;
  d->high = high;
  if (low <= high) recount(n, d);
  if (d->low > d->high) {
    n->failed = true;
    return;
  }
  changed(n, c, EVENT_BOUNDS | EVENT_ANY);
}

void net_set_low(Net *n, Cell c, int64_t low)
{
  const Domain *d = net_domain(n, c);
  if (low <= d->low || n->failed) return;
  if (low > NUMBER_LIMIT) low = NUMBER_LIMIT; /* no more can be said */
  if (low > d->low) set_bounds(n, c, low, d->high);
}

void net_set_high(Net *n, Cell c, int64_t high)
{
  const Domain *d = net_domain(n, c);
  if (high >= d->high || n->failed) return;
  if (high < -NUMBER_LIMIT) high = -NUMBER_LIMIT;
  if (high < d->high) set_bounds(n, c, d->low, high);
}

void net_fix(Net *n, Cell c, int64_t value)
{
  const Domain *d = net_domain(n, c);
  if (n->failed || (d->low == value && d->high == value)) return;
  if (!net_has(n, c, value)) n->failed = true;
  else set_bounds(n, c, value, value);
}

static void make_holes(Net *n, Cell c)
{
  Domain *d = &n->cells.data[c].d;
  assert(!d->words && net_is_finite(n, c) && d->high - d->low < HOLES_LIMIT);
  uint64_t width = (uint64_t) (d->high - d->low) + 1;
  uint32_t first = n->words.len;
  for (uint64_t i = 0; i < (width + 63) / 64; i++) vec_push(&n->words, ~UINT64_C(0));
  d = &n->cells.data[c].d;
  d->words = first;
  d->base = d->low;
  d->count = (uint32_t) width;
}

void net_remove(Net *n, Cell c, int64_t value)
{
  if (n->failed || !net_has(n, c, value)) return;
  const Domain *d = net_domain(n, c);
  if (value == d->low && value == d->high) n->failed = true;
  else if (value == d->low) set_bounds(n, c, value + 1, d->high);
  else if (value == d->high) set_bounds(n, c, d->low, value - 1);
  else {
    if (!d->words && (d->low == NO_LOW || d->high == NO_HIGH || d->high - d->low >= HOLES_LIMIT))
      return; /* remembered by whoever removes it */
    save_domain(n, c);
    if (!d->words) make_holes(n, c);
    Domain *holed = &n->cells.data[c].d;
    uint64_t i = (uint64_t) (value - holed->base);
    save_word(n, holed->words + (uint32_t) (i / 64));
    n->words.data[holed->words + i / 64] &= ~(UINT64_C(1) << (i % 64));
    holed->count--;
    changed(n, c, EVENT_ANY);
  }
}

/* ------------------------------------------------------------------ clauses */

static void watch_clause(Net *n, Lit l, uint32_t clause)
{
  assert(lit_cell(l) < n->cells.len && clause < n->clauses.len);
  vec_push(&n->cells.data[lit_cell(l)].clauses[l & 1], clause);
}

void net_clause(Net *n, const Lit *lits, uint32_t count)
{
  uint32_t start = n->clauses.len;
  vec_push(&n->clauses, 0);
  for (uint32_t i = 0; i < count; i++) {
    if (lit_is_true(n, lits[i])) {
      n->clauses.len = start;
      return;
    }
    if (!lit_is_false(n, lits[i])) vec_push(&n->clauses, lits[i]);
  }
  uint32_t kept = n->clauses.len - start - 1;
  if (kept >= 2) {
    if (n->clauses.len > 16 * (uint32_t) NET_LIMIT) n->too_large = true;
    n->clauses.data[start] = kept;
    watch_clause(n, n->clauses.data[start + 1], start);
    watch_clause(n, n->clauses.data[start + 2], start);
    return;
  }
  Lit last = kept ? n->clauses.data[start + 1] : LIT_FALSE;
  n->clauses.len = start;
  if (kept) net_assert(n, last);
  else net_fail(n);
}

/* The literal became false: finds another one to watch, or the last one is true. */
static void visit_clauses(Net *n, Lit falsified)
{
  assert(net_is_fixed(n, lit_cell(falsified)));
  Cell c = lit_cell(falsified);
  uint32_t side = falsified & 1, kept = 0;
  uint32_t count = n->cells.data[c].clauses[side].len;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t at = n->cells.data[c].clauses[side].data[i];
    uint32_t *lits = &n->clauses.data[at + 1], length = n->clauses.data[at];
    bool moved = false;
    if (!n->failed) {
      if (lits[0] == falsified) lits[0] = lits[1], lits[1] = falsified;
      if (!lit_is_true(n, lits[0])) {
        for (uint32_t j = 2; j < length && !moved; j++) {
          if (lit_is_false(n, lits[j])) continue;
          lits[1] = lits[j];
          lits[j] = falsified;
          watch_clause(n, lits[1], at);
          moved = true;
        }
        if (!moved) {
          if (lit_is_false(n, lits[0]))
            for (uint32_t j = 0; j < length; j++) n->cells.data[lit_cell(lits[j])].weight++;
          net_assert(n, lits[0]);
        }
      }
    }
    if (!moved) n->cells.data[c].clauses[side].data[kept++] = at;
  }
  n->cells.data[c].clauses[side].len = kept;
}

Lit net_or(Net *n, const Lit *lits, uint32_t count)
{
  VEC(Lit) kept = {0};
  Lit result = LIT_FALSE;
  for (uint32_t i = 0; i < count && result != LIT_TRUE; i++) {
    if (lit_is_true(n, lits[i])) result = LIT_TRUE;
    else if (!lit_is_false(n, lits[i])) vec_push(&kept, lits[i]);
  }
  if (result != LIT_TRUE && kept.len == 1) result = kept.data[0];
  else if (result != LIT_TRUE && kept.len > 1) {
    result = net_literal(n);
    for (uint32_t i = 0; i < kept.len; i++) net_implies(n, kept.data[i], result);
    vec_push(&kept, lit_not(result));
    net_clause(n, kept.data, kept.len);
  }
  vec_free(&kept);
  return result;
}

Lit net_and(Net *n, const Lit *lits, uint32_t count)
{
  VEC(Lit) negated = {0};
  for (uint32_t i = 0; i < count; i++) vec_push(&negated, lit_not(lits[i]));
  Lit result = lit_not(net_or(n, negated.data, negated.len));
  vec_free(&negated);
  return result;
}

Lit net_and2(Net *n, Lit a, Lit b)
{
  if (a == b) return a;
  return a == lit_not(b) ? (Lit) LIT_FALSE : net_and(n, (Lit[]){a, b}, 2);
}

Lit net_or2(Net *n, Lit a, Lit b) { return lit_not(net_and2(n, lit_not(a), lit_not(b))); }

void net_implies(Net *n, Lit a, Lit b) { net_clause(n, (Lit[]){lit_not(a), b}, 2); }

Lit net_positive(Net *n, Lit l)
{
  if (!(l & 1)) return l;
  Lit positive = net_literal(n);
  net_implies(n, positive, l);
  net_implies(n, l, positive);
  return positive;
}

Lit net_iff(Net *n, Lit a, Lit b)
{
  if (a == b) return LIT_TRUE;
  if (a == lit_not(b)) return LIT_FALSE;
  if (lit_is_true(n, a)) return b;
  if (lit_is_true(n, b)) return a;
  if (lit_is_false(n, a)) return lit_not(b);
  if (lit_is_false(n, b)) return lit_not(a);
  Lit r = net_literal(n);
  net_clause(n, (Lit[]){lit_not(r), lit_not(a), b}, 3);
  net_clause(n, (Lit[]){lit_not(r), a, lit_not(b)}, 3);
  net_clause(n, (Lit[]){r, a, b}, 3);
  net_clause(n, (Lit[]){r, lit_not(a), lit_not(b)}, 3);
  return r;
}

/* -------------------------------------------------------------- propagation */

static void blame(Net *n, const Propagator *p)
{
  for (uint32_t i = 0; i < p->count && i < 64; i++)
    n->cells.data[n->cells_of.data[p->first + i]].weight++;
}

static bool take(Net *n, uint32_t *propagator)
{
  for (int i = 0; i < 3; i++) {
    if (n->heads[i] == n->queues[i].len) continue;
    *propagator = n->queues[i].data[n->heads[i]++];
    if (n->heads[i] == n->queues[i].len) n->queues[i].len = n->heads[i] = 0;
    return true;
  }
  return false;
}

/* Bounds that creep towards each other may need any number of steps: after that many
 * the rest is left to the search. */
enum { STEPS_AT_ONCE = 2000000 };

bool net_propagate(Net *n)
{
  uint32_t propagator;
  uint64_t limit = n->steps + STEPS_AT_ONCE;
  while (!n->failed) {
    if (n->fixed.len) {
      Lit l = n->fixed.data[--n->fixed.len];
      visit_clauses(n, lit_not(l));
      continue;
    }
    if (!take(n, &propagator)) {
      uint64_t count = ++n->fixpoints;
      if ((count & (count - 1)) == 0) net_check(n); /* the 1st, 2nd, 4th, 8th … */
      return true;
    }
    Propagator p = n->propagators.data[propagator]; /* rules may post nothing, so it stays */
    n->propagators.data[propagator].queued = false;
    if (n->steps > limit) continue;
    if ((++n->steps & 255) == 0 && n->spend && !n->spend(n->spend_context)) {
      n->expired = n->failed = true;
      break;
    }
    net_run(n, &p);
    if (n->failed) blame(n, &p);
  }
  n->failures++;
  return false;
}
