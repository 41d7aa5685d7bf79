/* What include/probity.h promises, tried by a program that knows nothing else.  The argument is a
 * folder of the project's examples.  Each test that fails is named; the last line counts them. */
#define _XOPEN_SOURCE 700
#include <probity.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *examples;
static int wrong; /* in the present test */

#define CHECK(condition) \
  do { \
    if (!(condition)) { \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      wrong++; \
    } \
  } while (0)

static const char counter[] =
    "MACHINE Counter\n"
    "VARIABLES n INVARIANT n : NATURAL & n /= 7 INITIALISATION n := 0\n"
    "OPERATIONS up = n := n + 1; twice(k) = PRE k : 1..2 THEN n := n + 2*k END\n"
    "END\n";

static probity_model *handle(void)
{
  probity_model *m = NULL;
  CHECK(probity_new(&m) == PROBITY_OK && m);
  return m;
}

static probity_model *opened(const char *text)
{
  probity_model *m = handle();
  CHECK(probity_add_text(m, "/nowhere/Model.mch", text) == PROBITY_OK);
  probity_code code = probity_open(m, "/nowhere/Model.mch");
  if (code != PROBITY_OK) fprintf(stderr, "%s\n", probity_message(m));
  CHECK(code == PROBITY_OK);
  return m;
}

static probity_model *example(const char *name)
{
  char path[4096];
  probity_model *m = handle();
  snprintf(path, sizeof path, "%s/%s", examples, name);
  CHECK(probity_open(m, path) == PROBITY_OK);
  return m;
}

/* ------------------------------------------------------------------ mistakes */

static void misuse_is_a_code(void)
{
  probity_model *m = handle();
  const char *text = "?";
  size_t count = 7;
  CHECK(probity_new(NULL) == PROBITY_MISUSE);
  CHECK(probity_open(NULL, "x") == PROBITY_MISUSE);
  CHECK(probity_open(m, NULL) == PROBITY_MISUSE);
  CHECK(probity_check(m, NULL, &text) == PROBITY_MISUSE && !text);
  CHECK(probity_transitions(m, PROBITY_ROOT, NULL, &count) == PROBITY_MISUSE && count == 0);
  CHECK(strstr(probity_message(m), "no model"));
  CHECK(probity_set(m, "max-state", "5") == PROBITY_MISUSE);
  CHECK(strstr(probity_message(m), "max-states"));
  CHECK(probity_set(m, "max-states", "many") == PROBITY_MISUSE);
  CHECK(probity_set(m, "no-deadlock", "true") == PROBITY_MISUSE);
  CHECK(probity_set(m, "inside", "/no/such/folder") == PROBITY_MISUSE);
  CHECK(probity_explore(m, &(probity_visitor){.size = 1}) == PROBITY_MISUSE);
  probity_close(m);
  probity_close(NULL);
  probity_cancel(NULL, 1);
  m = opened(counter);
  CHECK(probity_open(m, "/nowhere/Model.mch") == PROBITY_MISUSE);
  CHECK(probity_set(m, "card", "S=2") == PROBITY_MISUSE);
  CHECK(probity_state_text(m, 12345, &text) == PROBITY_MISUSE && !text);
  CHECK(probity_state_text(m, -2, &text) == PROBITY_MISUSE);
  probity_close(m);
}

static void mistakes_are_diagnostics(void)
{
  probity_model *m = handle();
  CHECK(probity_open(m, "/no/such/file.mch") == PROBITY_CANNOT_READ);
  CHECK(strstr(probity_message(m), "/no/such/file.mch"));
  CHECK(!strcmp(probity_diagnostics(m), "[]"));
  CHECK(probity_add_text(m, "/nowhere/Bad.mch",
                         "MACHINE Bad VARIABLES x INVARIANT x : INTEGR "
                         "INITIALISATION x := 1 END") == PROBITY_OK);
  CHECK(probity_open(m, "/nowhere/Bad.mch") == PROBITY_WRONG_TEXT);
  CHECK(strstr(probity_diagnostics(m), "\"code\": \"unknown-name\""));
  CHECK(strstr(probity_diagnostics(m), "\"line\": 1"));
  probity_close(m);
  m = opened(counter);
  const char *text = "?";
  probity_kind kind = PROBITY_TRUE;
  CHECK(probity_evaluate(m, PROBITY_ROOT, "1 +", &kind, &text) == PROBITY_WRONG_TEXT);
  CHECK(kind == PROBITY_NOTHING && !text);
  CHECK(strstr(probity_diagnostics(m), "syntax"));
  CHECK(probity_evaluate(m, PROBITY_ROOT, "1 / 0", NULL, &text) == PROBITY_NO_VALUE && !text);
  CHECK(probity_evaluate(m, PROBITY_ROOT, "n", NULL, &text) == PROBITY_NO_VALUE);
  CHECK(probity_evaluate(m, PROBITY_ROOT, "1 + 1", &kind, &text) == PROBITY_OK);
  CHECK(kind == PROBITY_VALUE && text && !strcmp(text, "2"));
  CHECK(!strcmp(probity_diagnostics(m), "[]"));
  probity_close(m);
}

/* ------------------------------------------------------------- states, formulas */

static void states_can_be_walked(void)
{
  probity_model *m = opened(counter);
  const probity_transition *list;
  const char *text;
  size_t count;
  probity_kind kind;
  CHECK(probity_transitions(m, PROBITY_ROOT, &list, &count) == PROBITY_OK && count == 1);
  probity_state zero = list[0].to;
  CHECK(list[0].from == PROBITY_ROOT && !strcmp(list[0].label, "INITIALISATION"));
  CHECK(probity_transitions(m, zero, &list, &count) == PROBITY_OK && count == 3);
  CHECK(!strcmp(list[0].operation, "up") && !strcmp(list[2].label, "twice(2)"));
  probity_state four = list[2].to;
  CHECK(probity_state_json(m, four, &text) == PROBITY_OK && !strcmp(text, "{\"n\":\"4\"}"));
  CHECK(probity_state_text(m, four, &text) == PROBITY_OK && !strcmp(text, "n = 4"));
  CHECK(probity_evaluate(m, four, "n * n", &kind, &text) == PROBITY_OK && !strcmp(text, "16"));
  CHECK(probity_evaluate(m, zero, "n * n", &kind, &text) == PROBITY_OK && !strcmp(text, "0"));
  CHECK(probity_evaluate(m, four, "n > 4", &kind, &text) == PROBITY_OK && kind == PROBITY_FALSE);
  CHECK(probity_evaluate(m, four, "k + l = n & k : 1..9 & l : 3..9", &kind, &text) == PROBITY_OK);
  CHECK(kind == PROBITY_TRUE && !strcmp(text, "k = 1 & l = 3"));
  CHECK(probity_violated(m, four, &text) == PROBITY_OK && !text);
  CHECK(probity_transitions(m, four, &list, &count) == PROBITY_OK);
  CHECK(probity_transitions(m, list[1].to, &list, &count) == PROBITY_OK);
  CHECK(probity_violated(m, list[0].to, &text) == PROBITY_OK && text && !strcmp(text, "n /= 7"));
  probity_close(m);
}

static void formulas_need_no_model(void)
{
  probity_model *m = handle();
  const char *text;
  CHECK(probity_evaluate(m, PROBITY_ROOT, "card(POW(1..MAXINT))", NULL, &text) == PROBITY_OK);
  CHECK(!strcmp(text, "8"));
  CHECK(probity_set(m, "pref", "MAXINT=5") == PROBITY_OK);
  CHECK(probity_evaluate(m, PROBITY_ROOT, "card(POW(1..MAXINT))", NULL, &text) == PROBITY_OK);
  CHECK(!strcmp(text, "32"));
  CHECK(probity_evaluate(m, PROBITY_ROOT, "2**200", NULL, &text) == PROBITY_OK);
  CHECK(strlen(text) == 61);
  probity_close(m);
}

static void deep_formulas_need_no_deep_stack(void)
{
  enum { DEPTH = 5000 };
  static char formula[2 * DEPTH + 2];
  memset(formula, '(', DEPTH);
  formula[DEPTH] = '1';
  memset(formula + DEPTH + 1, ')', DEPTH);
  probity_model *m = handle();
  probity_code code = probity_evaluate(m, PROBITY_ROOT, formula, NULL, NULL);
  CHECK(code == PROBITY_OK || code == PROBITY_WRONG_TEXT); /* there is a limit, and no crash */
  probity_close(m);
}

/* ------------------------------------------------------------------ exploration */

typedef struct {
  probity_model *m;
  unsigned states, transitions, wrong;
  int stop_after;
  pthread_t thread;
} Seen;

static int see_state(void *context, const probity_visit *v)
{
  Seen *s = context;
  const char *text = NULL;
  CHECK(pthread_equal(pthread_self(), s->thread));
  s->states++;
  s->wrong += v->violated != NULL;
  /* calls inside of a call */
  CHECK(probity_evaluate(s->m, v->state, "card(proc)", NULL, &text) == PROBITY_OK);
  CHECK(text && *text >= '0' && *text <= '3');
  CHECK(probity_transitions(s->m, v->state, NULL, NULL) == PROBITY_OK);
  probity_close(s->m); /* does nothing now */
  return s->stop_after && (int) s->states >= s->stop_after;
}

static int see_transition(void *context, const probity_transition *t)
{
  Seen *s = context;
  CHECK(t->label && t->operation && !strncmp(t->label, t->operation, strlen(t->operation)));
  s->transitions++;
  return 0;
}

static void everything_is_visited(void)
{
  probity_model *m = example("scheduler/scheduler0_err.mch");
  Seen seen = {.m = m, .thread = pthread_self()};
  probity_visitor visitor = {sizeof visitor, see_state, see_transition, &seen};
  CHECK(probity_explore(m, &visitor) == PROBITY_OK);
  CHECK(seen.states == 64 && seen.transitions == 241 && seen.wrong == 10);
  seen = (Seen){.m = m, .thread = pthread_self(), .stop_after = 5};
  CHECK(probity_explore(m, &visitor) == PROBITY_OK && seen.states == 5);
  CHECK(probity_set(m, "max-states", "9") == PROBITY_OK);
  seen = (Seen){.m = m, .thread = pthread_self()};
  CHECK(probity_explore(m, &visitor) == PROBITY_UNKNOWN && seen.states == 9);
  CHECK(strstr(probity_message(m), "state limit"));
  probity_close(m);
}

static void endless_models_end_by_limits(void)
{
  probity_model *m = opened(counter);
  probity_visitor visitor = {sizeof visitor, NULL, NULL, NULL};
  probity_verdict verdict = PROBITY_PASS;
  const char *report;
  CHECK(probity_set(m, "time-limit", "0.2") == PROBITY_OK);
  CHECK(probity_explore(m, &visitor) == PROBITY_UNKNOWN);
  CHECK(strstr(probity_message(m), "time limit"));
  CHECK(probity_set(m, "no-invariant", "yes") == PROBITY_OK);
  CHECK(probity_check(m, &verdict, &report) == PROBITY_UNKNOWN && verdict == PROBITY_UNDECIDED);
  CHECK(report && strstr(report, "\"verdict\": \"unknown\""));
  CHECK(probity_set(m, "time-limit", NULL) == PROBITY_OK);
  CHECK(probity_set(m, "no-invariant", NULL) == PROBITY_OK);
  CHECK(probity_check(m, &verdict, &report) == PROBITY_OK && verdict == PROBITY_FAIL);
  CHECK(report && strstr(report, "\"verdict\": \"fail\""));
  CHECK(strstr(probity_diagnostics(m), "violation"));
  probity_close(m);
}

/* ----------------------------------------------------------------------- threads */

static void *cancel_soon(void *model)
{
  struct timespec pause = {0, 200000000};
  nanosleep(&pause, NULL);
  probity_cancel(model, 1);
  return NULL;
}

static void any_thread_may_cancel(void)
{
  probity_model *m = opened(counter);
  probity_visitor visitor = {sizeof visitor, NULL, NULL, NULL};
  probity_verdict verdict = PROBITY_PASS;
  pthread_t other;
  CHECK(pthread_create(&other, NULL, cancel_soon, m) == 0);
  CHECK(probity_explore(m, &visitor) == PROBITY_CANCELLED);
  pthread_join(other, NULL);
  CHECK(probity_check(m, &verdict, NULL) == PROBITY_CANCELLED && verdict == PROBITY_UNDECIDED);
  probity_cancel(m, 0);
  CHECK(probity_set(m, "no-invariant", "yes") == PROBITY_OK);
  CHECK(pthread_create(&other, NULL, cancel_soon, m) == 0);
  CHECK(probity_check(m, &verdict, NULL) == PROBITY_CANCELLED && verdict == PROBITY_UNDECIDED);
  pthread_join(other, NULL);
  probity_cancel(m, 0);
  CHECK(probity_evaluate(m, PROBITY_ROOT, "1", NULL, NULL) == PROBITY_OK);
  probity_close(m);
}

static void *call_meanwhile(void *model)
{
  const char *text = "?";
  CHECK(probity_state_text(model, 0, &text) == PROBITY_BUSY && !text);
  return NULL;
}

static int have_another_call(void *context, const probity_visit *v)
{
  pthread_t other;
  (void) v;
  CHECK(pthread_create(&other, NULL, call_meanwhile, context) == 0);
  pthread_join(other, NULL);
  return 1;
}

static void one_thread_at_a_time(void)
{
  probity_model *m = opened(counter);
  probity_visitor visitor = {sizeof visitor, have_another_call, NULL, m};
  CHECK(probity_explore(m, &visitor) == PROBITY_OK);
  probity_close(m);
}

static void *check_alone(void *result)
{
  probity_model *m = example("scheduler/scheduler1.ref");
  probity_verdict checked, refined;
  CHECK(probity_check(m, &checked, NULL) == PROBITY_OK && checked == PROBITY_PASS);
  CHECK(probity_refine(m, NULL, &refined, NULL) == PROBITY_OK && refined == PROBITY_PASS);
  probity_close(m);
  *(int *) result = 1;
  return NULL;
}

/* Also on a small stack. */
static void handles_are_independent(void)
{
  enum { THREADS = 6 };
  pthread_t threads[THREADS];
  int done[THREADS] = {0};
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 1 << 18);
  for (int i = 0; i < THREADS; i++)
    CHECK(pthread_create(&threads[i], &small, check_alone, &done[i]) == 0);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < THREADS; i++) CHECK(done[i]);
  pthread_attr_destroy(&small);
}

static void signals_are_the_programs(void)
{
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGSEGV, SIGABRT, SIGPIPE, SIGCHLD};
  enum { COUNT = sizeof numbers / sizeof *numbers };
  struct sigaction before[COUNT], after;
  sigset_t mask_before, mask_after;
  for (int i = 0; i < COUNT; i++) sigaction(numbers[i], NULL, &before[i]);
  pthread_sigmask(SIG_SETMASK, NULL, &mask_before);
  probity_model *m = example("scheduler/scheduler1.ref");
  CHECK(probity_check(m, NULL, NULL) == PROBITY_OK);
  probity_close(m);
  pthread_sigmask(SIG_SETMASK, NULL, &mask_after);
  for (int i = 0; i < COUNT; i++) {
    sigaction(numbers[i], NULL, &after);
    CHECK(after.sa_handler == before[i].sa_handler);
    CHECK(sigismember(&mask_before, numbers[i]) == sigismember(&mask_after, numbers[i]));
  }
}

/* ------------------------------------------------------------------------ others */

static void nothing_is_printed(void)
{
  static const char text[] =
      "MACHINE Speaker\nDEFINITIONS \"LibraryIO.def\"\n"
      "VARIABLES x INVARIANT x : 0..3 INITIALISATION x := 0\n"
      "OPERATIONS say = SELECT x < 3 & printf1(\"hello ~w\", x) THEN x := x + 1 END END\n";
  probity_model *m = opened(text);
  probity_visitor visitor = {sizeof visitor, NULL, NULL, NULL};
  CHECK(probity_explore(m, &visitor) == PROBITY_OK);
  CHECK(probity_set(m, "no-deadlock", "yes") == PROBITY_OK);
  CHECK(probity_check(m, NULL, NULL) == PROBITY_OK);
  CHECK(probity_set(m, "format", "text") == PROBITY_OK);
  CHECK(probity_check(m, NULL, NULL) == PROBITY_OK);
  probity_close(m);
}

static void scripts_are_models(void)
{
  static const char text[] = "channel a, b\nP = a -> b -> P\nQ = a -> Q\nassert P [T= Q\n";
  probity_model *m = handle();
  probity_verdict verdict;
  const char *report, *value;
  probity_kind kind;
  size_t count;
  CHECK(probity_add_text(m, "/nowhere/p.csp", text) == PROBITY_OK);
  CHECK(probity_open(m, "/nowhere/p.csp") == PROBITY_OK);
  CHECK(probity_check(m, &verdict, &report) == PROBITY_OK && verdict == PROBITY_FAIL);
  CHECK(probity_transitions(m, PROBITY_ROOT, NULL, &count) == PROBITY_REFUSED);
  CHECK(probity_evaluate(m, PROBITY_ROOT, "{1,2,2}", &kind, &value) == PROBITY_OK);
  CHECK(value && !strcmp(value, "{1,2}"));
  probity_close(m);
  m = handle();
  CHECK(probity_add_text(m, "/nowhere/p.csp", text) == PROBITY_OK);
  CHECK(probity_set(m, "process", "P") == PROBITY_OK);
  CHECK(probity_open(m, "/nowhere/p.csp") == PROBITY_OK);
  CHECK(probity_transitions(m, PROBITY_ROOT, NULL, &count) == PROBITY_OK && count == 1);
  CHECK(probity_refine(m, "/nowhere/p.csp#Q", &verdict, NULL) == PROBITY_OK);
  CHECK(verdict == PROBITY_FAIL);
  probity_close(m);
}

int main(int argc, char **argv)
{
  static const struct {
    const char *name;
    void (*run)(void);
  } tests[] = {
#define TEST(name) {#name, name}
      TEST(misuse_is_a_code),
      TEST(mistakes_are_diagnostics),
      TEST(states_can_be_walked),
      TEST(formulas_need_no_model),
      TEST(deep_formulas_need_no_deep_stack),
      TEST(everything_is_visited),
      TEST(endless_models_end_by_limits),
      TEST(any_thread_may_cancel),
      TEST(one_thread_at_a_time),
      TEST(handles_are_independent),
      TEST(signals_are_the_programs),
      TEST(nothing_is_printed),
      TEST(scripts_are_models),
  };
  int failed = 0, count = (int) (sizeof tests / sizeof *tests);
  if (argc != 2) return 2;
  examples = argv[1];
  for (int i = 0; i < count; i++) {
    wrong = 0;
    tests[i].run();
    if (wrong) fprintf(stderr, "FAILED %s\n", tests[i].name);
    failed += wrong > 0;
  }
  fprintf(stderr, "%d passed, %d failed\n", count - failed, failed);
  return failed > 0;
}
