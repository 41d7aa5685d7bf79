#include "unit/groups.h"

#include <string.h>

#include "engine/code/show/show.h"
#include "session/evaluation.h"

/* Plans: the one that is expected is made, and run it finds the solutions that the reference
 * interpreter finds, each once. */

typedef struct {
  const char *predicate, *plan;
  uint32_t solutions;
} Example;

static const Example examples[] = {
    {"x = 3", "for x = 3\n", 1},
    {"x : {1,2,3} & x /= 2",
     "for x in {1, 2, 3}, keeping which elements pass the tests\n  test x /= 2\n", 2},
    {"x > 1 & x < 5", "for x from 1 + 1 up to 5 - 1\n", 3},
    {"x : 5..1", "for x from 5 up to 1\n", 0},
    {"x : BOOL & y : BOOL & x /= y", "for x in BOOL\n  for y in BOOL\n    test x /= y\n", 2},
    {"y = x + 1 & x : {1,2}", "for x in {1, 2}\n  for y = x + 1\n", 2},
    {"x|->y : {1|->2,2|->3,2|->4} & x = 2",
     "for x = 2\n  for x |-> y in {1 |-> 2, 2 |-> 3, 2 |-> 4}\n", 2},
    {"{1|->2,2|->3,3|->2}(x) = 2",
     "for x where {1 |-> 2, 2 |-> 3, 3 |-> 2} has the value 2\n"
     "  test {1 |-> 2, 2 |-> 3, 3 |-> 2}(x) = 2\n",
     2},
    {"x = 1 or x = 2 or x = 1",
     "for x by cases\n  case 1\n    for x = 1\n  case 2\n    for x = 2\n  case 3\n    for x = 1\n",
     2},
    {"#z.(z : -2..2 & x = z * z)",
     "for x by cases\n  case 1\n    for z in -2..2\n      for x = z * z\n", 3},
    {"x + y = 3 & x * y = 2 & x : 0..9 & y : 0..9",
     "for x from 0 up to 9\n  for y = 3 - x\n    test x * y = 2\n    test y : 0..9\n", 2},
    {"1 = 2 & x : 1..3", "test 1 = 2\nfor x from 1 up to 3\n", 0},
};

static bool count_solution(void *context, Reference *r)
{
  (void) r;
  ++*(uint32_t *) context;
  return true;
}

typedef struct {
  RoutineSink sink;
  uint32_t outcomes;
} Counter;

static void count_outcome(RoutineSink *sink, const Value *arguments)
{
  (void) arguments;
  ((Counter *) sink)->outcomes++;
}

static void refuse(RoutineSink *sink, const Value *arguments)
{
  (void) sink;
  (void) arguments;
  fail();
}

static void test_example(const Example *example)
{
  static const Node nothing = {.kind = NODE_SKIP, .height = 1};
  Session *session = session_new();
  Evaluation ev;
  assert_true(evaluation_open(session, NULL, example->predicate, &ev));
  const Formula *f = ev.formula;
  const Routine *routine = vm_routine(ev.bench.vm, (RoutineText){.parameters = f->free.data,
                                                                 .parameter_count = f->free.len,
                                                                 .guard = f->node,
                                                                 .body = &nothing});
  assert_non_null(routine);
  Text text = {0};
  show_routine_plans(&text, routine, 0);
  assert_string_equal(text_string(&text), example->plan);
  text_free(&text);
  Counter by_plan = {{count_outcome, refuse, refuse}, 0};
  assert_int_equal(vm_run(ev.bench.vm, routine, &by_plan.sink), TRUTH_TRUE);
  uint32_t by_walk = 0;
  Solved solved = reference_solve(ev.bench.reference, f->free.data, f->free.len, f->node,
                                  WINDOWS_NONE, count_solution, &by_walk);
  assert_int_equal(solved, SOLVED_ALL);
  assert_int_equal(by_plan.outcomes, example->solutions);
  assert_int_equal(by_walk, example->solutions);
  evaluation_close(&ev);
  session_free(session);
}

static void plans_are_as_expected(void **state)
{
  (void) state;
  for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) test_example(&examples[i]);
}

int test_plan(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(plans_are_as_expected)};
  return cmocka_run_group_tests_name("plan", tests, NULL, NULL);
}
