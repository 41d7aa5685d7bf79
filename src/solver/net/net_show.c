#include "solver/net/net_show.h"

#include <inttypes.h>

/* The network as text: cells with their domains, then constraints.  A literal is the name of its
 * cell, with `not` in front of it if it is negated. */

static void add_number(Text *out, int64_t n)
{
  if (n == NO_LOW) text_add(out, "-inf");
  else if (n == NO_HIGH) text_add(out, "inf");
  else text_printf(out, "%" PRId64, n);
}

static void add_literal(Text *out, Lit l)
{
  if (l == LIT_TRUE || l == LIT_FALSE) text_add(out, l == LIT_TRUE ? "true" : "false");
  else text_printf(out, "%sc%u", l & 1 ? "not " : "", lit_cell(l));
}

void net_show_cell(Text *out, const Net *n, Cell c)
{
  const Domain *d = net_domain(n, c);
  if (net_is_fixed(n, c)) {
    text_printf(out, "%" PRId64, d->low);
    return;
  }
  text_printf(out, "c%u in ", c);
  add_number(out, d->low);
  text_add(out, "..");
  add_number(out, d->high);
  if (d->words) text_printf(out, " (%" PRIu64 " values)", net_size(n, c));
}

void net_show_literal(Text *out, const Net *n, Lit l)
{
  if (lit_is_true(n, l)) text_add(out, "true");
  else if (lit_is_false(n, l)) text_add(out, "false");
  else add_literal(out, l);
}

static const char *const names[] = {
    [PROP_LINEAR_LE] = "sum <= 0",
    [PROP_LINEAR_EQ] = "sum = 0",
    [PROP_LINEAR_NE] = "sum /= 0",
    [PROP_LINEAR_ROW] = "sum = 0 (in linear reasoning only)",
    [PROP_EQUAL] = "equal",
    [PROP_IS] = "is",
    [PROP_IN] = "in ranges",
    [PROP_TIMES] = "product",
    [PROP_DIVIDE] = "quotient",
    [PROP_MODULO] = "remainder",
    [PROP_POWER] = "power",
    [PROP_ELEMENT] = "one of",
    [PROP_ALL_DIFFERENT] = "all different",
    [PROP_TABLE] = "in table",
    [PROP_GROUND] = "evaluated when known",
};

static bool is_sum(const Propagator *p)
{
  return p->kind == PROP_LINEAR_LE || p->kind == PROP_LINEAR_EQ || p->kind == PROP_LINEAR_NE ||
         p->kind == PROP_LINEAR_ROW;
}

static void add_sum(Text *out, const Net *n, const Propagator *p)
{
  for (uint32_t i = 0; i < p->count; i++)
    text_printf(out, "%s%" PRId64 "*c%u", i ? " + " : "", n->numbers.data[p->numbers + i],
                n->cells_of.data[p->first + i]);
  text_printf(out, " + %" PRId64, p->constant);
}

/* Not what is void. */
static void add_propagator(Text *out, const Net *n, const Propagator *p)
{
  if (lit_is_false(n, p->guard) && p->kind != PROP_IS && p->kind != PROP_IN &&
      p->kind != PROP_TABLE)
    return;
  text_printf(out, "  %s", names[p->kind]);
  if (!lit_is_true(n, p->guard)) {
    text_add(out, " if ");
    add_literal(out, p->guard);
  }
  text_add(out, ": ");
  if (is_sum(p)) add_sum(out, n, p);
  else
    for (uint32_t i = 0; i < p->count; i++)
      text_printf(out, "%sc%u", i ? ", " : "", n->cells_of.data[p->first + i]);
  if (p->kind == PROP_IS || p->kind == PROP_EQUAL) text_printf(out, ", %" PRId64, p->constant);
  text_add_char(out, '\n');
}

static bool is_satisfied(const Net *n, uint32_t clause)
{
  for (uint32_t i = 1; i <= n->clauses.data[clause]; i++)
    if (lit_is_true(n, n->clauses.data[clause + i])) return true;
  return false;
}

/* The first place of the list is not used. */
static uint32_t add_clauses(Text *out, const Net *n)
{
  uint32_t count = 0;
  for (uint32_t at = 1; at < n->clauses.len; at += n->clauses.data[at] + 1) {
    if (is_satisfied(n, at)) continue;
    text_add(out, "  ");
    for (uint32_t i = 0; i < n->clauses.data[at]; i++) {
      if (i) text_add(out, " or ");
      add_literal(out, n->clauses.data[at + 1 + i]);
    }
    text_add_char(out, '\n');
    count++;
  }
  return count;
}

void net_show(Text *out, const Net *n)
{
  text_printf(out, "cells, of %u in all:\n", n->cells.len);
  for (uint32_t c = CELL_TRUE + 1; c < n->cells.len; c++) {
    if (net_is_fixed(n, c)) continue;
    text_add(out, "  ");
    net_show_cell(out, n, c);
    text_add_char(out, '\n');
  }
  text_add(out, "constraints:\n");
  for (uint32_t i = 0; i < n->propagators.len; i++) add_propagator(out, n, &n->propagators.data[i]);
  text_add(out, "clauses:\n");
  if (!add_clauses(out, n)) text_add(out, "  none\n");
  if (n->failed) text_add(out, "contradictory\n");
}
