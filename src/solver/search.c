#include "solver/search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solver/sat.h"

/* The stack of decisions is explicit: each entry is a choice x <= value, whose opposite
 * has not been tried yet.  (A literal is a cell: x <= 0 makes it false.) */

typedef struct {
  uint32_t mark;
  Cell cell;
  int64_t value;
  bool last;      /* no alternative: a window */
  bool down;      /* x >= value; from a bound above */
  uint32_t index; /* of the cell among the labelled ones, and */
  uint32_t tries; /* how many of its values were tried, in a window of so many; or 0 */
} Decision;

typedef VEC(Decision) Decisions;

enum { SPLIT_ABOVE = 128 };

static bool is_open(const Net *n, const Labelled *l)
{
  return !net_is_fixed(n, l->cell) && lit_is_true(n, l->when);
}

enum { LOOK_AT = 256 }; /* open cells are compared; in large problems not all */

/* The cell to decide next; count: none is open. */
static uint32_t choose(const Search *s)
{
  uint32_t best = s->count, seen = 0;
  double least = 0;
  for (uint32_t i = 0; i < s->count && seen < LOOK_AT; i++) {
    if (!is_open(s->net, &s->cells[i])) continue;
    uint64_t size = net_size(s->net, s->cells[i].cell);
    bool infinite = size == UINT64_MAX;
    double rank = infinite ? 1e300 : (double) size / s->net->cells.data[s->cells[i].cell].weight;
    seen += !infinite;
    if (best < s->count && rank >= least) continue;
    best = i;
    least = rank;
  }
  return best;
}

static void decide(Search *s, Decisions *stack, const Labelled *l)
{
  Net *n = s->net;
  const Domain *d = net_domain(n, l->cell);
  uint64_t size = net_size(n, l->cell);
  assert(net_is_finite(n, l->cell) && !net_is_fixed(n, l->cell));
  Decision decision = {.mark = net_mark(n), .cell = l->cell, .value = d->low};
  if (size > SPLIT_ABOVE && !d->words)
    decision.value = (int64_t) ((uint64_t) d->low + (uint64_t) (d->high - d->low) / 2);
  vec_push(stack, decision);
  net_set_high(n, l->cell, decision.value);
}

/* A literal of a clause that is not satisfied yet, or LIT_TRUE. */
static Lit open_literal(const Net *n)
{
  for (uint32_t at = 1; at < n->clauses.len; at += n->clauses.data[at] + 1) {
    Lit open = LIT_TRUE;
    bool satisfied = false;
    for (uint32_t i = 1; i <= n->clauses.data[at] && !satisfied; i++) {
      Lit l = n->clauses.data[at + i];
      satisfied = lit_is_true(n, l);
      if (open == LIT_TRUE && !lit_is_false(n, l)) open = l;
    }
    if (!satisfied) return open;
  }
  return LIT_TRUE;
}

static void decide_literal(Search *s, Decisions *stack, Lit l)
{
  Decision decision = {.mark = net_mark(s->net), .cell = lit_cell(l)};
  vec_push(stack, decision);
  s->split = true;
  net_set_high(s->net, decision.cell, 0);
}

/* The opposite of the last decision that has one; false: there is none left. */
static bool retreat(Search *s, Decisions *stack)
{
  while (stack->len) {
    Decision d = stack->data[--stack->len];
    net_undo(s->net, d.mark);
    if (d.last) continue;
    if (d.tries) s->tried[d.index] = d.tries;
    if (d.down) net_set_high(s->net, d.cell, d.value - 1);
    else net_set_low(s->net, d.cell, d.value + 1);
    return true;
  }
  return false;
}

/* The next value of a cell with one bound, as long as there are tries left. */
static bool try_next(Search *s, Decisions *stack, uint32_t i, uint32_t tries)
{
  Cell cell = s->cells[i].cell;
  const Domain *d = net_domain(s->net, cell);
  assert((d->low == NO_LOW) != (d->high == NO_HIGH)); /* one bound */
  if (s->tried[i] >= tries) return false;
  Decision decision = {.mark = net_mark(s->net), .cell = cell, .index = i};
  decision.tries = s->tried[i] + 1;
  decision.down = d->low == NO_LOW;
  decision.value = decision.down ? d->high : d->low;
  memset(s->tried, 0, s->count * sizeof *s->tried); /* for what comes below */
  vec_push(stack, decision);
  net_fix(s->net, cell, decision.value);
  return true;
}

typedef enum { WINDOW_OPEN, WINDOW_EXHAUSTED, WINDOW_FORBIDDEN } Window;

static Window open_window(Search *s, Decisions *stack, uint32_t i)
{
  Net *n = s->net;
  const Labelled *l = &s->cells[i];
  const Domain *d = net_domain(n, l->cell);
  int64_t low = d->low, high = d->high;
  uint32_t tries = 0;
  if (!s->window(s->context, l, &low, &high, &tries)) return WINDOW_FORBIDDEN;
  if (tries) return try_next(s, stack, i, tries) ? WINDOW_OPEN : WINDOW_EXHAUSTED;
  Decision decision = {.mark = net_mark(n), .cell = l->cell, .last = true};
  vec_push(stack, decision);
  net_set_low(n, l->cell, low);
  net_set_high(n, l->cell, high);
  if (low >= 0 || high < 0 || n->failed) return WINDOW_OPEN;
  vec_push(stack, ((Decision){.mark = net_mark(n), .cell = l->cell, .down = true})); /* x >= 0 */
  net_set_low(n, l->cell, 0);
  return WINDOW_OPEN;
}

/* ------------------------------------------------------------------- by clauses */

/* The model as decisions: is it a solution of the network, and what is said of it?  Not all of the
 * network is in the clauses: should a cell matter although the model says that it does not, there
 * is more to be searched than clauses can tell. */
static SearchEnd take_model(Search *s, const Sat *sat)
{
  SearchEnd end = SEARCH_ALL;
  uint32_t mark = net_mark(s->net);
  for (uint32_t i = 0; i < s->count; i++)
    if (sat_holds(sat, s->cells[i].when))
      net_fix(s->net, s->cells[i].cell, sat_value(sat, s->cells[i].cell));
  bool consistent = !s->net->failed && net_propagate(s->net);
  if (s->net->expired || (consistent && choose(s) < s->count)) end = SEARCH_EXPIRED;
  else if (consistent && !s->solution(s->context)) end = SEARCH_STOPPED;
  net_undo(s->net, mark);
  return end;
}

/* Excludes the values of the cells that matter. */
static void block_model(Search *s, Sat *sat)
{
  VEC(Cell) cells = {0};
  for (uint32_t i = 0; i < s->count; i++)
    if (sat_holds(sat, s->cells[i].when)) vec_push(&cells, s->cells[i].cell);
  sat_block(sat, cells.data, cells.len);
  vec_free(&cells);
}

/* Are there surely no more models?  With `checked` not on the word of CaDiCaL alone. */
static bool is_exhausted(Search *s, Sat *sat, SatResult result)
{
  if (result != SAT_NONE || !s->checked) return result == SAT_NONE;
  uint32_t derived = sat_check(sat);
  s->unchecked |= derived == 0;
  s->derived += derived;
  return derived > 0;
}

/* All solutions below the root, by learning.  False: not possible. */
static bool search_clauses(Search *s, SearchEnd *end)
{
  VEC(Cell) cells = {0};
  for (uint32_t i = 0; i < s->count; i++) vec_push(&cells, s->cells[i].cell);
  for (uint32_t i = 0; i < s->count; i++) vec_push(&cells, lit_cell(s->cells[i].when));
  Sat *sat = sat_new(s->net, cells.data, cells.len, s->checked);
  vec_free(&cells);
  if (!sat) return false;
  SatResult result = SAT_MODEL;
  *end = SEARCH_ALL;
  while (*end == SEARCH_ALL && (result = sat_solve(sat)) == SAT_MODEL) {
    *end = take_model(s, sat);
    block_model(s, sat);
  }
  if (*end == SEARCH_ALL && !is_exhausted(s, sat, result)) *end = SEARCH_EXPIRED;
  sat_free(sat);
  return true;
}

SearchEnd search_run(Search *s)
{
  Decisions stack = {0};
  s->tried = calloc(s->count + 1, sizeof *s->tried);
  if (!s->tried) memory_exhausted();
  SearchEnd end = SEARCH_ALL;
  uint64_t patience = s->patience ? s->net->failures + s->patience : UINT64_MAX;
  for (bool more = true; more;) {
    bool consistent = net_propagate(s->net);
    if (s->net->expired) {
      end = SEARCH_EXPIRED;
      break;
    }
    if (!consistent) {
      if (s->net->failures > patience && stack.len) {
        patience = UINT64_MAX;
        net_undo(s->net, stack.data[0].mark);
        stack.len = 0;
        if (search_clauses(s, &end)) break;
        continue; /* from the start again, with the weights of now */
      }
      more = retreat(s, &stack);
      continue;
    }
    if (s->net->spend && !s->net->spend(s->net->spend_context)) {
      end = SEARCH_EXPIRED;
      break;
    }
    uint32_t i = choose(s);
    Lit l = i < s->count && !net_is_finite(s->net, s->cells[i].cell) ? open_literal(s->net)
                                                                     : (Lit) LIT_TRUE;
    bool bounded = i == s->count || net_is_finite(s->net, s->cells[i].cell);
    uint32_t before = net_mark(s->net);
    if (!bounded && !net_combine_sums(s->net)) more = retreat(s, &stack);
    else if (net_mark(s->net) > before) continue; /* there are new bounds */
    else if (l != LIT_TRUE) decide_literal(s, &stack, l);
    else if (i == s->count) {
      patience = UINT64_MAX;
      if (!s->solution(s->context)) {
        end = SEARCH_STOPPED;
        break;
      }
      more = retreat(s, &stack);
    } else if (net_is_finite(s->net, s->cells[i].cell)) decide(s, &stack, &s->cells[i]);
    else {
      Window window = open_window(s, &stack, i);
      if (window == WINDOW_EXHAUSTED) more = retreat(s, &stack);
      if (window != WINDOW_FORBIDDEN) continue;
      end = SEARCH_NO_WINDOW;
      break;
    }
  }
  vec_free(&stack);
  free(s->tried);
  s->tried = NULL;
  return end;
}
