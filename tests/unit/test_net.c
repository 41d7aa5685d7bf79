#include "unit/groups.h"

#include <string.h>

#include "solver/net/net.h"

/* The network of the solver: domains and the trail, clauses, and for each constraint that its
 * propagator removes no value of a solution, and refutes every assignment that is none. */

/* ------------------------------------------------------------------- domains */

static void domains_are_narrowed_and_restored(void **state)
{
  (void) state;
  Net *n = net_new();
  Cell c = net_cell(n, -3, 70), open = net_cell(n, NO_LOW, NO_HIGH);
  uint32_t mark = net_mark(n);
  net_remove(n, c, 5);
  net_remove(n, c, -3);
  net_remove(n, c, 70);
  net_set_high(n, open, 9);
  net_check(n);
  assert_int_equal(net_size(n, c), 71);
  assert_false(net_has(n, c, 5) || net_has(n, c, -3) || net_has(n, c, 70));
  int64_t next;
  assert_true(net_next(n, c, 4, &next) && next == 6);
  assert_false(net_next(n, c, 69, &next));
  assert_true(!net_is_finite(n, open) && net_domain(n, open)->high == 9);
  net_set_low(n, c, 5); /* 5 is not in any more */
  assert_int_equal(net_domain(n, c)->low, 6);
  net_fix(n, c, 5);
  assert_true(n->failed);
  net_undo(n, mark);
  net_check(n);
  assert_int_equal(net_size(n, c), 74);
  assert_true(!n->failed && net_has(n, c, 5) && net_domain(n, open)->high == NO_HIGH);
  net_free(n);
}

static void clauses_propagate(void **state)
{
  (void) state;
  Net *n = net_new();
  Lit a = net_literal(n), b = net_literal(n), c = net_literal(n);
  net_clause(n, (Lit[]){a, b, lit_not(c)}, 3);
  Lit both = net_and2(n, a, b);
  assert_true(net_propagate(n));
  uint32_t mark = net_mark(n);
  net_assert(n, c);
  net_assert(n, lit_not(a));
  assert_true(net_propagate(n));
  assert_true(lit_is_true(n, b) && lit_is_false(n, both));
  net_undo(n, mark);
  net_assert(n, both);
  assert_true(net_propagate(n));
  assert_true(lit_is_true(n, a) && lit_is_true(n, b) && !net_is_fixed(n, lit_cell(c)));
  net_assert(n, lit_not(a));
  assert_false(net_propagate(n));
  net_undo(n, mark);
  net_check(n);
  net_free(n);
}

/* --------------------------------------------------------------- constraints */

enum { LOW = -3, HIGH = 5, CELLS = 3 };

/* Posts a constraint; the literal says that it holds, where it is of that sort. */
typedef Lit Post(Net *, const Cell *);
typedef bool Holds(const int64_t *);

static Lit post_sum(Net *n, const Cell *c)
{
  Sum s = {0};
  sum_add(&s, 2, c[0]);
  sum_add(&s, -3, c[1]);
  sum_add(&s, 1, c[2]);
  sum_add_constant(&s, -1);
  Lit l = net_sum_at_most(n, &s);
  sum_free(&s);
  return l;
}
static bool sum_holds(const int64_t *x) { return 2 * x[0] - 3 * x[1] + x[2] - 1 <= 0; }

static Lit post_zero(Net *n, const Cell *c)
{
  Sum s = {0};
  for (uint32_t i = 0; i < CELLS; i++) sum_add(&s, i == 1 ? -2 : 1, c[i]);
  Lit l = net_sum_is_zero(n, &s);
  sum_free(&s);
  return l;
}
static bool zero_holds(const int64_t *x) { return x[0] - 2 * x[1] + x[2] == 0; }

static Lit post_ranges(Net *n, const Cell *c)
{
  return net_in(n, c[0], (int64_t[]){-2, -1, 1, 1, 4, NO_HIGH}, 3);
}
static bool ranges_hold(const int64_t *x)
{
  return x[0] == -2 || x[0] == -1 || x[0] == 1 || x[0] >= 4;
}

static Lit post_table(Net *n, const Cell *c)
{
  uint32_t table = net_table(n, (int64_t[]){-1, 2, 0, 0, 3, 4, 0, 5}, 4);
  return net_in_table(n, table, c[0], c[1]);
}
static bool table_holds(const int64_t *x)
{
  return (x[0] == -1 && x[1] == 2) || (x[0] == 0 && (x[1] == 0 || x[1] == 5)) ||
         (x[0] == 3 && x[1] == 4);
}

static Lit post_product(Net *n, const Cell *c)
{
  return net_equal(n, c[2], net_times(n, c[0], c[1]));
}
static bool product_holds(const int64_t *x) { return x[2] == x[0] * x[1]; }

static Lit post_different(Net *n, const Cell *c)
{
  net_all_different(n, LIT_TRUE, c, CELLS);
  return LIT_TRUE;
}
static bool are_different(const int64_t *x) { return x[0] != x[1] && x[1] != x[2] && x[0] != x[2]; }

/* z = x OP y where y is positive and x is not negative, which must hold. */
static Lit post_partial(Net *n, const Cell *c, PropKind kind)
{
  net_set_low(n, c[0], 0);
  net_set_low(n, c[1], 1);
  return net_equal(n, c[2], net_partial(n, kind, LIT_TRUE, c[0], c[1]));
}
static Lit post_quotient(Net *n, const Cell *c) { return post_partial(n, c, PROP_DIVIDE); }
static bool quotient_holds(const int64_t *x)
{
  return x[0] >= 0 && x[1] > 0 && x[2] == x[0] / x[1];
}
static Lit post_rest(Net *n, const Cell *c) { return post_partial(n, c, PROP_MODULO); }
static bool rest_holds(const int64_t *x) { return x[0] >= 0 && x[1] > 0 && x[2] == x[0] % x[1]; }

/* Fixes the cells, in any order, and asks whether that is possible. */
static bool survives(Net *n, const Cell *cells, const int64_t *x, uint32_t first)
{
  uint32_t mark = net_mark(n);
  bool possible = !n->failed;
  for (uint32_t i = 0; i < CELLS && possible; i++) {
    uint32_t j = (first + i) % CELLS;
    net_fix(n, cells[j], x[j]);
    possible = net_propagate(n);
  }
  net_undo(n, mark);
  return possible;
}

static void check_constraint(Post *post, Holds *holds, bool wanted)
{
  Net *n = net_new();
  Cell cells[CELLS];
  for (uint32_t i = 0; i < CELLS; i++) cells[i] = net_cell(n, LOW, HIGH);
  Lit l = post(n, cells);
  if (wanted) net_assert(n, l);
  else net_assert(n, lit_not(l));
  assert_true(net_propagate(n));
  net_check(n);
  int64_t x[CELLS];
  for (x[0] = LOW; x[0] <= HIGH; x[0]++)
    for (x[1] = LOW; x[1] <= HIGH; x[1]++)
      for (x[2] = LOW; x[2] <= HIGH; x[2]++)
        for (uint32_t first = 0; first < CELLS; first++)
          assert_int_equal(survives(n, cells, x, first), holds(x) == wanted);
  net_check(n);
  net_free(n);
}

static void constraints_have_their_solutions(void **state)
{
  (void) state;
  static const struct {
    Post *post;
    Holds *holds;
    bool either; /* its negation can be asked for, too */
  } all[] = {{post_sum, sum_holds, true},
             {post_zero, zero_holds, true},
             {post_ranges, ranges_hold, true},
             {post_table, table_holds, true},
             {post_product, product_holds, true},
             {post_different, are_different, false},
             {post_quotient, quotient_holds, false},
             {post_rest, rest_holds, false}};
  for (uint32_t i = 0; i < sizeof all / sizeof *all; i++) {
    check_constraint(all[i].post, all[i].holds, true);
    if (all[i].either) check_constraint(all[i].post, all[i].holds, false);
  }
}

static void contradictions_are_found(void **state)
{
  (void) state;
  Net *n = net_new();
  Cell x = net_cell(n, NO_LOW, NO_HIGH), y = net_cell(n, NO_LOW, NO_HIGH);
  for (uint32_t i = 0; i < 2; i++) { /* x < y, y < x */
    Sum s = {0};
    sum_add(&s, 1, i ? y : x);
    sum_add(&s, -1, i ? x : y);
    sum_add_constant(&s, 1);
    net_post_sum(n, LIT_TRUE, PROP_LINEAR_LE, &s);
    sum_free(&s);
  }
  assert_true(net_propagate(n)); /* no bound can be narrowed */
  assert_true(net_has_negative_cycle(n));
  net_free(n);
}

int test_net(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(domains_are_narrowed_and_restored),
      cmocka_unit_test(clauses_propagate),
      cmocka_unit_test(constraints_have_their_solutions),
      cmocka_unit_test(contradictions_are_found),
  };
  return cmocka_run_group_tests_name("net", tests, NULL, NULL);
}
