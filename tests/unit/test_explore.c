#include "unit/groups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search/explore.h"

/* A transition system made by hand: a number from 0 to `top`; `up` adds one, `twice`
 * doubles it if there is room, `stay` is offered twice and counts once. */
enum { UP, TWICE, STAY };

typedef struct {
  Lts lts;
  int64_t top, bad; /* the predicate fails at `bad` */
  bool doubt;       /* the successors of 1 are not all known */
} Numbers;

static void send(Sink *sink, uint32_t label, int64_t n)
{
  Value row[] = {value_small(n)};
  Transition t = {label, NULL, row};
  sink->accept(sink, &t);
}

static void initial(Lts *lts, Sink *sink)
{
  (void) lts;
  send(sink, UP, 0);
}

static void next(Lts *lts, const Value *state, Sink *sink)
{
  const Numbers *m = (const Numbers *) lts;
  int64_t n = value_small_int(state[0]);
  if (n < m->top) send(sink, UP, n + 1);
  if (n > 0 && 2 * n <= m->top) send(sink, TWICE, 2 * n);
  if (n == 0) send(sink, STAY, 0), send(sink, STAY, 0);
  Trouble trouble = {.kind = TROUBLE_INCOMPLETE, .message = "who knows"};
  if (n == 1 && m->doubt) sink->trouble(sink, &trouble);
}

static bool is_setup(Lts *lts, const Value *state)
{
  (void) lts, (void) state;
  return false;
}

static Truth holds(Lts *lts, uint32_t predicate, const Value *state, Trouble *why)
{
  (void) predicate, (void) why;
  return value_small_int(state[0]) == ((const Numbers *) lts)->bad ? TRUTH_FALSE : TRUTH_TRUE;
}

static const LtsPredicate *predicate(Lts *lts, uint32_t number)
{
  static const LtsPredicate small = {.kind = PREDICATE_INVARIANT, .text = "small"};
  (void) lts, (void) number;
  return &small;
}

static Numbers numbers(int64_t top, int64_t bad)
{
  return (Numbers){.lts = {.width = 1,
                           .label_count = 3,
                           .predicate_count = 1,
                           .initial = initial,
                           .next = next,
                           .is_setup = is_setup,
                           .holds = holds,
                           .predicate = predicate},
                   .top = top,
                   .bad = bad};
}

static void counts_states_and_transitions(void **state)
{
  (void) state;
  Numbers m = numbers(4, -1);
  Exploration *x = explore(&m.lts, (ExploreOptions){.invariant = true, .keep_going = true});
  assert_int_equal(x->states, 5);
  /* initial, four up, twice from 1 and 2, stay once */
  assert_int_equal(x->transitions, 8);
  assert_true(x->complete);
  assert_int_equal(x->violations.len, 0);
  exploration_free(x);
}

static void finds_the_deadlock_at_the_end(void **state)
{
  (void) state;
  Numbers m = numbers(4, -1);
  Exploration *x = explore(&m.lts, (ExploreOptions){.deadlock = true});
  assert_true(exploration_found(x, VIOLATION_DEADLOCK));
  assert_int_equal(value_small_int(exploration_row(x, x->violations.data[0].state)[0]), 4);
  exploration_free(x);
}

typedef struct {
  uint32_t steps;
  uint32_t labels[10];
} Way;

static void note_step(void *context, const Transition *t, const Value *before)
{
  Way *way = context;
  assert_true((before == NULL) == (way->steps == 0));
  way->labels[way->steps++] = t->label;
}

static void the_trace_is_shortest(void **state)
{
  (void) state;
  Numbers m = numbers(9, 8);
  Exploration *x = explore(&m.lts, (ExploreOptions){.invariant = true});
  assert_int_equal(x->violations.len, 1);
  assert_false(x->complete); /* it stopped there */
  Way way = {0};
  explore_trace(&m.lts, x, x->violations.data[0].state, note_step, &way);
  const uint32_t shortest[] = {UP, UP, TWICE, TWICE, TWICE}; /* 0 1 2 4 8, or 0 1 up … */
  assert_int_equal(way.steps, 5);
  assert_int_equal(way.labels[4], shortest[4]);
  exploration_free(x);
}

static void doubt_is_never_complete(void **state)
{
  (void) state;
  Numbers m = numbers(4, -1);
  m.doubt = true;
  Exploration *x = explore(&m.lts, (ExploreOptions){.keep_going = true});
  assert_false(x->complete);
  assert_int_equal(x->reasons.len, 1);
  assert_string_equal(x->reasons.data[0], "who knows");
  exploration_free(x);
}

static void a_limit_is_never_complete(void **state)
{
  (void) state;
  Numbers m = numbers(1000, -1);
  Exploration *x = explore(&m.lts, (ExploreOptions){.keep_going = true, .max_states = 10});
  assert_false(x->complete);
  assert_true(x->states < 1000);
  exploration_free(x);
}

/* ------------------------------------------------------- threads and orders */

/* A grid of pairs of numbers below `side`, one of them in a store: `right` and `up` add
 * one, `jump` leads to several places at once.  Every thread has a store of its own. */
enum { GRID_SIDE = 40 };

typedef struct {
  Lts lts;
  int64_t bad; /* the predicate fails where the sum is this */
  const Shape *shape;
} Grid;

static void send_grid(Grid *g, Sink *sink, uint32_t label, int64_t x, int64_t y)
{
  if (x >= GRID_SIDE || y >= GRID_SIDE) return;
  /* values of many kinds: a number, a long string, a pair of them */
  char text[40];
  int length = snprintf(text, sizeof text, "the number %d", (int) y);
  Value name = value_string(g->lts.store, text, (size_t) length);
  Value row[] = {value_small(x), value_pair(g->lts.store, name, value_small(y << 40))};
  Value argument = value_small(x);
  Transition t = {label, &argument, row};
  sink->accept(sink, &t);
}

static void grid_initial(Lts *lts, Sink *sink) { send_grid((Grid *) lts, sink, 0, 0, 0); }

static void grid_next(Lts *lts, const Value *state, Sink *sink)
{
  Grid *g = (Grid *) lts;
  int64_t x = value_small_int(state[0]);
  int64_t y = value_small_int(pair_second(lts->store, state[1])) >> 40;
  send_grid(g, sink, 0, x + 1, y);
  send_grid(g, sink, 1, x, y + 1);
  for (int64_t i = 0; i < 5; i++) send_grid(g, sink, 2, (x * 7 + i) % GRID_SIDE, (y * 3 + i) % 20);
}

static Truth grid_holds(Lts *lts, uint32_t number, const Value *state, Trouble *why)
{
  (void) number, (void) why;
  int64_t y = value_small_int(pair_second(lts->store, state[1])) >> 40;
  return value_small_int(state[0]) + y == ((Grid *) lts)->bad ? TRUTH_FALSE : TRUTH_TRUE;
}

static void grid_free(Lts *lts)
{
  store_free(lts->store);
  free(lts);
}

static bool grid_release(Lts *lts, StoreMark *mark)
{
  *mark = (StoreMark){0};
  store_release(lts->store, *mark, VALUE_UNDEFINED);
  return true;
}

static Lts *grid_fork(Lts *lts);

static Lts *grid_new(int64_t bad)
{
  Grid *g = calloc(1, sizeof *g);
  assert_non_null(g);
  g->bad = bad;
  g->lts = (Lts){.width = 2,
                 .label_count = 3,
                 .label_width = 1,
                 .predicate_count = 1,
                 .store = store_new(),
                 .initial = grid_initial,
                 .next = grid_next,
                 .is_setup = is_setup,
                 .holds = grid_holds,
                 .predicate = predicate,
                 .fork = grid_fork,
                 .release = grid_release,
                 .free = grid_free};
  return &g->lts;
}

static Lts *grid_fork(Lts *lts) { return grid_new(((Grid *) lts)->bad); }

/* What was found, as text: everything that may not depend on the number of threads. */
typedef struct {
  uint64_t states, transitions;
  uint32_t violations, steps, labels[200];
  int64_t numbers[200];
} Outcome;

static void note_grid_step(void *context, const Transition *t, const Value *before)
{
  Outcome *o = context;
  (void) before;
  assert_in_range(o->steps, 0, 199);
  o->labels[o->steps] = t->label;
  o->numbers[o->steps++] = value_small_int(t->state[0]);
}

static Outcome outcome_of(int64_t bad, ExploreOptions options, uint32_t *threads)
{
  Lts *lts = grid_new(bad);
  options.invariant = true;
  Exploration *x = explore(lts, options);
  Outcome o;
  memset(&o, 0, sizeof o);
  o.states = x->states;
  o.transitions = x->transitions;
  o.violations = x->violations.len;
  if (threads) *threads = x->threads;
  if (o.violations) explore_trace(lts, x, x->violations.data[0].state, note_grid_step, &o);
  exploration_free(x);
  lts->free(lts);
  return o;
}

static void threads_change_nothing(void **state)
{
  (void) state;
  for (int keep_going = 0; keep_going < 2; keep_going++)
    for (int64_t bad = -1; bad < 70; bad += 23) {
      ExploreOptions options = {.keep_going = keep_going};
      Outcome one = outcome_of(bad, options, NULL);
      if (bad < 0) assert_int_equal(one.states, GRID_SIDE * GRID_SIDE);
      for (uint32_t jobs = 2; jobs < 6; jobs++) {
        uint32_t threads;
        options.jobs = jobs;
        options.parallel_from = 1 + jobs;
        options.eager_threads = true;
        Outcome several = outcome_of(bad, options, &threads);
        assert_int_equal(threads, jobs);
        assert_memory_equal(&one, &several, sizeof one);
      }
    }
}

static void orders_find_the_same(void **state)
{
  (void) state;
  Outcome breadth = outcome_of(-1, (ExploreOptions){.keep_going = true}, NULL);
  for (SearchOrder order = ORDER_DEPTH; order <= ORDER_MIXED; order++)
    for (uint64_t seed = 0; seed < 3; seed++) {
      ExploreOptions options = {.keep_going = true, .order = order, .seed = seed, .jobs = 3};
      Outcome other = outcome_of(-1, options, NULL);
      assert_memory_equal(&breadth, &other, sizeof other);
    }
}

/* An assertion that takes long, in every thread from some state on. */
static Truth grid_holds_within(Lts *lts, uint32_t number, const Value *state, double seconds,
                               bool *late, Trouble *why)
{
  (void) seconds;
  *late = value_small_int(state[0]) % 5 == 3;
  return *late ? TRUTH_UNKNOWN : grid_holds(lts, number, state, why);
}

static const LtsPredicate *assertion(Lts *lts, uint32_t number)
{
  static const LtsPredicate about = {.kind = PREDICATE_ASSERTION, .text = "small"};
  (void) lts, (void) number;
  return &about;
}

static Lts *slow_grid_fork(Lts *lts);

static Lts *slow_grid_new(int64_t bad)
{
  Lts *lts = grid_new(bad);
  lts->predicate = assertion;
  lts->holds_within = grid_holds_within;
  lts->fork = slow_grid_fork;
  return lts;
}

static Lts *slow_grid_fork(Lts *lts) { return slow_grid_new(((Grid *) lts)->bad); }

static void check_slow_grid(int64_t bad, ExploreOptions options, const Outcome *wanted)
{
  Lts *lts = slow_grid_new(bad);
  options.keep_going = options.assertions = true;
  Exploration *x = explore(lts, options);
  Outcome o = {.states = x->states, .transitions = x->transitions, .violations = x->violations.len};
  if (o.violations) explore_trace(lts, x, x->violations.data[0].state, note_grid_step, &o);
  assert_int_equal(o.states, wanted->states);
  assert_int_equal(o.transitions, wanted->transitions);
  assert_int_equal(o.violations, wanted->violations);
  assert_int_equal(o.steps, wanted->steps);
  assert_memory_equal(o.numbers, wanted->numbers, sizeof o.numbers);
  assert_true(x->complete);
  exploration_free(x);
  lts->free(lts);
}

static void what_is_postponed_changes_nothing(void **state)
{
  (void) state;
  for (int64_t bad = -1; bad < 70; bad += 23) {
    Outcome once = outcome_of(bad, (ExploreOptions){.keep_going = true}, NULL);
    check_slow_grid(bad, (ExploreOptions){0}, &once);
    check_slow_grid(bad, (ExploreOptions){.value_limit = 1}, &once);
    for (uint32_t jobs = 2; jobs < 6; jobs++) {
      ExploreOptions several = {.jobs = jobs, .parallel_from = 3, .eager_threads = true};
      check_slow_grid(bad, several, &once);
    }
  }
}

static uint32_t questions;
static bool cancelled_in_the_end(void *context)
{
  (void) context;
  return ++questions > GRID_SIDE * GRID_SIDE / 2;
}

static void what_stays_postponed_is_said(void **state)
{
  (void) state;
  Lts *lts = slow_grid_new(-1);
  questions = 0;
  ExploreOptions options = {
      .keep_going = true, .assertions = true, .cancelled = {.asked = cancelled_in_the_end}};
  Exploration *x = explore(lts, options);
  assert_false(x->complete);
  assert_int_equal(x->reasons.len, 2);
  assert_string_equal(x->reasons.data[0], "assertions were not evaluated in all states");
  assert_string_equal(x->reasons.data[1], "interrupted");
  exploration_free(x);
  lts->free(lts);
}

static void walks_are_never_complete(void **state)
{
  (void) state;
  Lts *lts = grid_new(-1);
  ExploreOptions options = {.order = ORDER_RANDOM, .seed = 7, .max_states = 500};
  Exploration *x = explore(lts, options);
  assert_false(x->complete);
  assert_in_range(x->states, 2, GRID_SIDE * GRID_SIDE);
  exploration_free(x);
  lts->free(lts);
}

/* The values of the threads are dropped and made again all the time. */
static void values_come_and_go(void **state)
{
  (void) state;
  ExploreOptions options = {.keep_going = true};
  Outcome one = outcome_of(60, options, NULL);
  options.value_limit = 1;
  Outcome small = outcome_of(60, options, NULL);
  assert_memory_equal(&one, &small, sizeof one);
  options.jobs = 2;
  options.parallel_from = 2;
  options.eager_threads = true;
  small = outcome_of(60, options, NULL);
  assert_memory_equal(&one, &small, sizeof one);
}

static void a_small_memory_gives_no_verdict(void **state)
{
  (void) state;
  Lts *lts = grid_new(-1);
  Exploration *x = explore(lts, (ExploreOptions){.memory_limit = 1 << 10});
  assert_false(x->complete);
  assert_int_equal(x->reasons.len, 1);
  assert_string_equal(x->reasons.data[0], "the memory limit was reached");
  exploration_free(x);
  lts->free(lts);
}

int test_explore(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts_states_and_transitions),
      cmocka_unit_test(finds_the_deadlock_at_the_end),
      cmocka_unit_test(the_trace_is_shortest),
      cmocka_unit_test(doubt_is_never_complete),
      cmocka_unit_test(a_limit_is_never_complete),
      cmocka_unit_test(threads_change_nothing),
      cmocka_unit_test(orders_find_the_same),
      cmocka_unit_test(what_is_postponed_changes_nothing),
      cmocka_unit_test(what_stays_postponed_is_said),
      cmocka_unit_test(walks_are_never_complete),
      cmocka_unit_test(values_come_and_go),
      cmocka_unit_test(a_small_memory_gives_no_verdict),
  };
  return cmocka_run_group_tests_name("explore", tests, NULL, NULL);
}
