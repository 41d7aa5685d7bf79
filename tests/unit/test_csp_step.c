#include "unit/groups.h"

#include <string.h>

#include "csp/script.h"

/* Steps of processes as text: `τ P`, one after the other.  (That the rules are right is for
 * tests/random/csp_fuzz.c; here are those that no definition covers, and limits.) */

static const char script_text[] = "channel a, b, c, d\n"
                                  "external chase, deter, prioritise, prioritisepo\n"
                                  "LOOP = a -> LOOP\n"
                                  "ITSELF = chase(SKIP ; ITSELF)\n"
                                  "DEEPER(i) = chase(SKIP ; DEEPER(i + 1))\n"
                                  "MANY(i) = SKIP ; MANY(i + 1)\n"
                                  "FAR(i) = if i == 0 then a -> STOP else SKIP ; FAR(i - 1)\n"
                                  "ROUND = SKIP ; ROUND\n"
                                  "BAD = a -> error(\"bad\")\n";

typedef struct {
  CspParseContext context;
  CspScript *script;
  Evaluator *evaluator;
  Pool *pool;
  Stepper *stepper;
} Given;

static int set_up(void **state)
{
  static Given given;
  Sources *sources = sources_new();
  given = (Given){.context = {arena_new(), names_new(), sources, diags_new(sources), NULL}};
  given.script = csp_script_open(
      &given.context, sources_add(sources, "text.csp", script_text, strlen(script_text)));
  assert_int_equal(diags_errors(given.context.diags), 0);
  given.evaluator = csp_script_evaluator(given.script);
  given.pool = evaluator_pool(given.evaluator);
  given.stepper = stepper_new(given.evaluator);
  *state = &given;
  return 0;
}

static int tear_down(void **state)
{
  Given *g = *state;
  stepper_free(g->stepper);
  csp_script_free(g->script);
  diags_free(g->context.diags);
  names_free(g->context.names);
  arena_free(g->context.arena);
  sources_free(g->context.sources);
  return 0;
}

static Datum process_of(Given *g, const char *text)
{
  const CspNode *tree =
      csp_script_expression(g->script, sources_add(g->context.sources, "P", text, strlen(text)));
  assert_non_null(tree);
  Datum process = evaluator_value(g->evaluator, tree);
  assert_true(datum_is(process, DATUM_PROCESS));
  return process;
}

static StepList steps_of(Given *g, Datum process)
{
  StepList list;
  assert_true(stepper_steps(g->stepper, process, &list));
  return list;
}

/* The events of the first steps, in order: "τ ✓ a b". */
static void expect_events(Given *g, const char *process, const char *events)
{
  Text text = {0};
  StepList list = steps_of(g, process_of(g, process));
  for (uint32_t i = 0; i < list.count; i++) {
    Datum event = list.steps[i].event;
    if (i) text_add(&text, " ");
    if (datum_same(event, EVENT_TAU)) text_add(&text, "τ");
    else if (datum_same(event, EVENT_TICK)) text_add(&text, "✓");
    else evaluator_print(g->evaluator, &text, event);
  }
  assert_string_equal(text_string(&text), events);
  text_free(&text);
}

static void steps_are_in_order(void **state)
{
  Given *g = *state;
  expect_events(g, "STOP", "");
  expect_events(g, "SKIP", "✓");
  expect_events(g, "c -> STOP [] b -> STOP [] a -> STOP", "a b c");
  expect_events(g, "(c -> STOP [] a -> STOP) [> SKIP", "τ a c");
  expect_events(g, "(b -> STOP [] SKIP) [] (STOP |~| STOP)", "τ ✓ b");
  expect_events(g, "a -> STOP [] a -> STOP", "a");
  expect_events(g, "a -> STOP [] a -> SKIP", "a a");
}

static void there_is_one_end(void **state)
{
  static const char *const ends[] = {"SKIP",
                                     "SKIP \\ {a}",
                                     "SKIP[[a <- b]]",
                                     "SKIP /\\ STOP",
                                     "SKIP [|{a}|> STOP",
                                     "SKIP [+{a}+] STOP",
                                     "SKIP /+{a}+\\ STOP",
                                     "STOP /+{a}+\\ SKIP",
                                     "chase(SKIP)",
                                     "prioritise(SKIP, <{a}, {b}>)",
                                     "SKIP [] STOP"};
  Given *g = *state;
  Datum omega = steps_of(g, process_of(g, "SKIP")).steps[0].after;
  assert_int_equal(steps_of(g, omega).count, 0);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    StepList list = steps_of(g, process_of(g, ends[i]));
    assert_int_equal(list.count, 1);
    assert_true(datum_same(list.steps[0].event, EVENT_TICK));
    assert_true(datum_same(list.steps[0].after, omega));
  }
}

static void sides_end_one_after_the_other(void **state)
{
  Given *g = *state;
  Datum process = process_of(g, "SKIP ||| SKIP");
  for (int i = 0; i < 2; i++) {
    StepList list = steps_of(g, process);
    assert_int_equal(list.count, i ? 1 : 2);
    assert_true(datum_same(list.steps[0].event, EVENT_TAU));
    process = list.steps[0].after;
  }
  assert_int_equal(steps_of(g, process).count, 1);
  assert_true(datum_same(steps_of(g, process).steps[0].event, EVENT_TICK));
}

static void steps_are_remembered(void **state)
{
  Given *g = *state;
  Datum loop = process_of(g, "LOOP");
  StepList first = steps_of(g, loop);
  assert_true(datum_same(first.steps[0].after, loop));
  for (int i = 0; i < 100; i++) steps_of(g, process_of(g, i % 2 ? "LOOP ||| LOOP" : "LOOP ; LOOP"));
  assert_true(steps_of(g, loop).steps == first.steps);
}

static void chase_takes_the_first_way(void **state)
{
  Given *g = *state;
  expect_events(g, "chase(a -> STOP |~| b -> STOP)", "a");
  expect_events(g, "chase((a -> STOP [] b -> STOP) [> (c -> STOP |~| d -> STOP))", "c");
  expect_events(g, "chase(FAR(1000))", "a");
  expect_events(g, "chase(a -> STOP [] a -> SKIP)", "a a");
  /* It does not depend on what was asked before. */
  expect_events(g, "chase(b -> STOP |~| a -> STOP)", "b");
  expect_events(g, "chase((b -> STOP |~| a -> STOP) [] c -> STOP)", "b c");
}

static void chase_of_a_loop_diverges(void **state)
{
  static const char *const loops[] = {"chase(DIV)", "chase(ROUND)", "chase(LOOP \\ {a})",
                                      "deter(DIV)", "chase(c -> STOP [] ROUND)"};
  Given *g = *state;
  for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
    expect_events(g, loops[i], "τ");
    StepList list = steps_of(g, process_of(g, loops[i]));
    assert_true(datum_same(list.steps[0].after, process_of(g, "DIV")));
  }
}

static void deter_has_no_choice(void **state)
{
  Given *g = *state;
  expect_events(g, "deter(a -> STOP [] a -> SKIP [] b -> STOP)", "a b");
  expect_events(g, "deter((a -> STOP |~| b -> STOP) [] c -> STOP)", "a c");
  expect_events(g, "deter(SKIP [] a -> STOP)", "✓");
}

static void lower_priority_waits(void **state)
{
  Given *g = *state;
  expect_events(g, "prioritise(a -> STOP [] b -> STOP [] c -> STOP, <{a}, {b}>)", "a c");
  expect_events(g, "prioritise(b -> STOP [] c -> STOP, <{a}, {b}>)", "b c");
  expect_events(g, "prioritise((a -> STOP [] b -> STOP) [> STOP, <{a}, {b}>)", "τ a");
  expect_events(g, "prioritise(a -> STOP [] SKIP, <{}, {a}>)", "✓");
  expect_events(g, "prioritise(a -> STOP [] b -> STOP [] c -> STOP, <{}, {b}, {a, c}>)", "b");
}

static void a_partial_order_is_closed(void **state)
{
  Given *g = *state;
  expect_events(g, "prioritisepo(a -> STOP [] c -> STOP, {a, b, c}, {(a, b), (b, c)}, {a})", "a");
  expect_events(g, "prioritisepo(b -> STOP [] d -> STOP, {a, b, c}, {(a, b), (b, c)}, {a})", "b d");
  expect_events(g,
                "prioritisepo((a -> STOP [] b -> STOP [] d -> STOP) [> STOP,"
                " {a, b}, {}, {a})",
                "τ a d");
}

/* ---- what goes wrong ---- */

static void expect_fault(Given *g, Datum process, FaultKind kind)
{
  StepList list;
  assert_false(stepper_steps(g->stepper, process, &list));
  assert_int_equal(evaluator_fault(g->evaluator)->kind, kind);
  evaluator_forget_fault(g->evaluator);
}

static void a_process_may_not_need_itself(void **state)
{
  Given *g = *state;
  for (int i = 0; i < 2; i++) { /* and nothing remains of it */
    expect_fault(g, process_of(g, "ITSELF"), FAULT_EVALUATION);
    expect_fault(g, process_of(g, "a -> STOP [] ITSELF"), FAULT_EVALUATION);
    expect_fault(g, process_of(g, "DEEPER(0)"), FAULT_LIMIT);
    expect_events(g, "a -> ITSELF", "a");
    expect_events(g, "ROUND [] a -> STOP", "τ a");
  }
}

static bool always(void *context)
{
  (void) context;
  return true;
}

static void endless_chases_can_be_stopped(void **state)
{
  Given *g = *state;
  Datum process = process_of(g, "chase(MANY(0))");
  evaluator_set_limits(g->evaluator, (Limits){.cancelled = {.asked = always}});
  expect_fault(g, process, FAULT_LIMIT);
}

static void infinitely_many_events_are_not_offered(void **state)
{
  Given *g = *state;
  Datum set = pool_node(g->pool, DATUM_INFINITE, INFINITE_INTEGERS, NULL, 0);
  expect_fault(g, pool_node(g->pool, DATUM_PROCESS, TERM_RUN, &set, 1), FAULT_LIMIT);
}

/* Not before it. */
static void faults_after_an_event_are_told(void **state)
{
  Given *g = *state;
  StepList list = steps_of(g, process_of(g, "BAD ||| STOP"));
  assert_int_equal(list.count, 1);
  expect_fault(g, list.steps[0].after, FAULT_EVALUATION);
}

static void terms_may_be_deep(void **state)
{
  Given *g = *state;
  Datum process = process_of(g, "a -> STOP"), set = datum_set(g->pool, NULL, 0);
  for (int i = 0; i < 300000; i++)
    process = pool_node(g->pool, DATUM_PROCESS, i % 2 ? TERM_HIDE : TERM_EXTERNAL,
                        (Datum[]){process, i % 2 ? set : process}, 2);
  StepList list = steps_of(g, process);
  assert_int_equal(list.count, 1);
}

int test_csp_step(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_are_in_order),
      cmocka_unit_test(there_is_one_end),
      cmocka_unit_test(sides_end_one_after_the_other),
      cmocka_unit_test(steps_are_remembered),
      cmocka_unit_test(chase_takes_the_first_way),
      cmocka_unit_test(chase_of_a_loop_diverges),
      cmocka_unit_test(deter_has_no_choice),
      cmocka_unit_test(lower_priority_waits),
      cmocka_unit_test(a_partial_order_is_closed),
      cmocka_unit_test(a_process_may_not_need_itself),
      cmocka_unit_test(endless_chases_can_be_stopped),
      cmocka_unit_test(infinitely_many_events_are_not_offered),
      cmocka_unit_test(faults_after_an_event_are_told),
      cmocka_unit_test(terms_may_be_deep),
  };
  struct CMUnitTest given[sizeof tests / sizeof *tests];
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
    given[i] = tests[i];
    given[i].setup_func = set_up;
    given[i].teardown_func = tear_down;
  }
  return cmocka_run_group_tests_name("csp_step", given, NULL, NULL);
}
