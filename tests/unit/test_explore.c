#include "unit/groups.h"

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
  static const LtsPredicate small = {PREDICATE_INVARIANT, NULL, "small", {0, 0}};
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
  assert_int_equal(states_count(x->states), 5);
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
  assert_int_equal(value_small_int(states_row(x->states, x->violations.data[0].state)[0]), 4);
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
  assert_true(states_count(x->states) < 1000);
  exploration_free(x);
}

int test_explore(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts_states_and_transitions),
      cmocka_unit_test(finds_the_deadlock_at_the_end),
      cmocka_unit_test(the_trace_is_shortest),
      cmocka_unit_test(doubt_is_never_complete),
      cmocka_unit_test(a_limit_is_never_complete),
  };
  return cmocka_run_group_tests_name("explore", tests, NULL, NULL);
}
