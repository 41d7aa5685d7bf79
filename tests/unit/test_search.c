#include "unit/groups.h"

#include "solver/search.h"

/* The search for values of cells, handed over to clauses after the first failure. */

typedef struct {
  Net *net;
  const Labelled *cells;
  uint32_t count;
  uint32_t solutions, last; /* the values of the cells, as bits */
} Finding;

static bool take(void *context)
{
  Finding *f = context;
  f->solutions++;
  f->last = 0;
  for (uint32_t i = 0; i < f->count; i++)
    if (net_is_fixed(f->net, f->cells[i].cell))
      f->last |= (uint32_t) net_domain(f->net, f->cells[i].cell)->low << i;
  return true;
}

static Search search_of(Finding *f, bool checked)
{
  return (Search){.net = f->net,
                  .cells = f->cells,
                  .count = f->count,
                  .solution = take,
                  .context = f,
                  .patience = 1,
                  .checked = checked};
}

/* Fails twice at once: clauses are tried. */
static void post_failures(Net *n, const Lit *l)
{
  for (uint32_t i = 0; i < 2; i++) {
    Lit other = net_literal(n);
    net_clause(n, (Lit[]){l[i], other}, 2);
    net_clause(n, (Lit[]){l[i], lit_not(other)}, 2);
  }
}

/* A wide cell is not in the clauses: what follows from its values is known to the network alone,
 * here that a cell matters.  All solutions are found, or it is said that not all were. */
static void what_clauses_do_not_say_is_not_lost(void **state)
{
  (void) state;
  for (uint32_t way = 0; way < 4; way++) { /* one of them lets CaDiCaL begin with what is wrong */
    Net *n = net_new();
    Lit l[3], when = net_literal(n) ^ (way & 1), chosen;
    Cell wide = net_cell(n, 0, 100000), value = net_cell(n, 0, 1);
    for (uint32_t i = 0; i < 3; i++) l[i] = net_literal(n);
    chosen = l[2] ^ (way >> 1);
    post_failures(n, l);
    net_implies(n, net_is(n, wide, 7), when);
    Sum is_seven = {.constant = -7};
    sum_add(&is_seven, 1, wide);
    net_post_sum(n, chosen, PROP_LINEAR_EQ, &is_seven);
    sum_free(&is_seven);
    net_implies(n, when, chosen);
    Labelled cells[4];
    for (uint32_t i = 0; i < 3; i++) cells[i] = (Labelled){lit_cell(l[i]), LIT_TRUE, 0};
    cells[3] = (Labelled){value, when, 0};
    Finding f = {.net = n, .cells = cells, .count = 4};
    Search s = search_of(&f, way & 1);
    SearchEnd end = search_run(&s);
    assert_true(end == SEARCH_EXPIRED || (end == SEARCH_ALL && f.solutions == 3));
    net_free(n);
  }
}

/* One pigeon more than holes: many failures, and no solution. */
static void refutations_are_checked(void **state)
{
  (void) state;
  enum { HOLES = 5, PIGEONS };
  Net *n = net_new();
  Lit l[PIGEONS][HOLES];
  Labelled cells[PIGEONS * HOLES];
  for (uint32_t p = 0; p < PIGEONS; p++)
    for (uint32_t h = 0; h < HOLES; h++) {
      l[p][h] = net_literal(n);
      cells[p * HOLES + h] = (Labelled){lit_cell(l[p][h]), LIT_TRUE, 0};
      for (uint32_t q = 0; q < p; q++)
        net_clause(n, (Lit[]){lit_not(l[p][h]), lit_not(l[q][h])}, 2);
    }
  for (uint32_t p = 0; p < PIGEONS; p++) net_clause(n, l[p], HOLES);
  Finding f = {.net = n, .cells = cells, .count = PIGEONS * HOLES};
  Search s = search_of(&f, true);
  assert_int_equal(search_run(&s), SEARCH_ALL);
  assert_true(f.solutions == 0 && s.derived > 10 && !s.unchecked);
  net_free(n);
}

int test_search(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_clauses_do_not_say_is_not_lost),
      cmocka_unit_test(refutations_are_checked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
