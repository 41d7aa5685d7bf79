#include "unit/groups.h"

#include <string.h>

#include "report/check/check_report.h"
#include "report/compare/refine_report.h"
#include "report/eval_report.h"

/* What a page, an editor or a library does: requests and reports without a command line. */

static const char counter[] = "MACHINE Counter CONSTANTS most PROPERTIES most : 1..5\n"
                              "VARIABLES n INVARIANT n : 0..3 INITIALISATION n := 0\n"
                              "OPERATIONS up = PRE n < most THEN n := n + 1 END END";

static const Setting most_is_5 = {"most", "5"}, most_is_2 = {"most", "2"};

static Session *session_with(SessionOptions options)
{
  Session *session = session_new();
  session_set_options(session, options);
  return session;
}

static bool open_text(Session *session, const char *text, System *system)
{
  const Source *source = session_text(session, "<test>", text);
  return system_open(session, source, (SystemKind){.as = SYSTEM_WHOLE}, system);
}

static const char *field_text(const json_t *object, const char *name)
{
  return json_string_value(json_object_get(object, name));
}

/* Checks the counter with this value of its constant. */
static Verdict check_counter(const Setting *constant, Report *report)
{
  Session *session = session_with((SessionOptions){.constants = {constant, 1}});
  System system;
  Checked checked;
  CheckRequest request = {.explore = {.invariant = true}, .jobs = 1};
  report_open(report, session, true);
  assert_true(open_text(session, counter, &system));
  report->model = system_name(&system);
  assert_true(check_run(session, &system, &request, &checked));
  Verdict verdict = check_report(report, &checked, &(CheckStyle){0});
  check_close(&checked);
  system_close(&system);
  return verdict;
}

static void checks_without_a_command_line(void **state)
{
  (void) state;
  Report report;
  assert_int_equal(check_counter(&most_is_2, &report), VERDICT_PASS);
  assert_int_equal(json_integer_value(json_object_get(report.fields, "states")), 4);
  session_free(report.session);
  report_close(&report);
  assert_int_equal(check_counter(&most_is_5, &report), VERDICT_FAIL);
  json_t *whole = report_whole_json(&report, VERDICT_FAIL);
  json_t *first = json_array_get(json_object_get(whole, "violations"), 0);
  assert_string_equal(field_text(whole, "verdict"), "fail");
  assert_string_equal(field_text(whole, "model"), "Counter");
  assert_string_equal(field_text(first, "kind"), "invariant");
  assert_int_equal(json_integer_value(json_object_get(first, "steps")), 4);
  json_decref(whole);
  session_free(report.session);
  report_close(&report);
}

static void says_what_it_refuses(void **state)
{
  (void) state;
  static const Setting size = {"S", "3"}, unknown = {"mots", "3"}, wrong = {"most", "{"};
  System system;
  Session *session = session_with((SessionOptions){.sizes = {&size, 1}});
  assert_false(open_text(session, counter, &system));
  assert_false(session_refusal(session)->wrong_text);
  assert_non_null(strstr(text_string(&session_refusal(session)->message), "S"));
  session_free(session);
  session = session_with((SessionOptions){.constants = {&unknown, 1}});
  assert_false(open_text(session, counter, &system));
  assert_string_equal(text_string(&session_refusal(session)->setting), "let mots");
  assert_non_null(strstr(text_string(&session_refusal(session)->hint), "most"));
  session_free(session);
  session = session_with((SessionOptions){.constants = {&wrong, 1}});
  assert_false(open_text(session, counter, &system));
  assert_true(session_refusal(session)->wrong_text && session_has_errors(session));
  session_free(session);
}

static void compares_two_systems(void **state)
{
  (void) state;
  static const char one[] = "des (0, 1, 2)\n(0, a, 1)\n",
                    two[] = "des (0, 2, 3)\n(0, a, 1)\n(1, b, 2)\n";
  static const char *const none[] = {NULL};
  SystemsView view = {.hidden = none, .renamed = none};
  Session *session = session_with((SessionOptions){0});
  Systems s = {.file = "two.aut"};
  Report report;
  report_open(&report, session, false);
  assert_true(systems_open_impl(session,
                                (SystemText){.source = session_text(session, "two.aut", two)}, &s));
  assert_true(systems_open_spec(session,
                                (SystemText){.source = session_text(session, "one.aut", one)}, &s));
  assert_true(systems_fit(session, &s, &view));
  systems_see(session, &s, &view);
  Refinement *x = refine(s.impl_space, s.spec_space, (RefineOptions){.model = REFINE_TRACES});
  assert_int_equal(refine_report(&report, &s, x, REFINE_TRACES), VERDICT_FAIL);
  assert_non_null(strstr(text_string(&report.out), "does not allow b"));
  refinement_free(x);
  systems_close(&s);
  session_free(session);
  report_close(&report);
}

static void evaluates_a_formula(void **state)
{
  (void) state;
  Session *session = session_with((SessionOptions){.constants = {&most_is_5, 1}});
  Evaluation evaluation;
  Report report;
  report_open(&report, session, false);
  assert_true(evaluation_open(session, NULL, "most * 2", &evaluation));
  assert_int_equal(eval_report(&report, &evaluation, (EvalStyle){0}), VERDICT_PASS);
  assert_string_equal(text_string(&report.out), "10\n");
  evaluation_close(&evaluation);
  assert_false(evaluation_open(session, NULL, "most *", &evaluation));
  session_free(session);
  report_close(&report);
}

int test_request(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(checks_without_a_command_line), cmocka_unit_test(says_what_it_refuses),
      cmocka_unit_test(compares_two_systems), cmocka_unit_test(evaluates_a_formula)};
  return cmocka_run_group_tests_name("request", tests, NULL, NULL);
}
