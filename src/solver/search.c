#include "solver/search.h"

/* The stack of decisions is explicit: each entry is a choice x <= value, whose opposite
 * has not been tried yet.  (A literal is a cell: x <= 0 makes it false.) */

typedef struct {
  uint32_t mark;
  Cell cell;
  int64_t value;
  bool last; /* no alternative: a window, or the second one of a literal */
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
  Decision decision = {net_mark(n), l->cell, d->low, false};
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
  Decision decision = {net_mark(s->net), lit_cell(l), 0, false};
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
    net_set_low(s->net, d.cell, d.value + 1);
    return true;
  }
  return false;
}

static bool open_window(Search *s, Decisions *stack, const Labelled *l)
{
  Net *n = s->net;
  const Domain *d = net_domain(n, l->cell);
  int64_t low = d->low, high = d->high;
  if (!s->window(s->context, l, &low, &high)) return false;
  Decision decision = {net_mark(n), l->cell, 0, true};
  vec_push(stack, decision);
  net_set_low(n, l->cell, low);
  net_set_high(n, l->cell, high);
  return true;
}

SearchEnd search_run(Search *s)
{
  Decisions stack = {0};
  SearchEnd end = SEARCH_ALL;
  for (bool more = true; more;) {
    bool consistent = net_propagate(s->net);
    if (s->net->expired) {
      end = SEARCH_EXPIRED;
      break;
    }
    if (!consistent) {
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
    if (!bounded && net_has_negative_cycle(s->net)) more = retreat(s, &stack);
    else if (l != LIT_TRUE) decide_literal(s, &stack, l);
    else if (i == s->count) {
      if (!s->solution(s->context)) {
        end = SEARCH_STOPPED;
        break;
      }
      more = retreat(s, &stack);
    } else if (net_is_finite(s->net, s->cells[i].cell)) decide(s, &stack, &s->cells[i]);
    else if (!open_window(s, &stack, &s->cells[i])) {
      end = SEARCH_NO_WINDOW;
      break;
    }
  }
  vec_free(&stack);
  return end;
}
