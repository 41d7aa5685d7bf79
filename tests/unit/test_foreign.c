#include "unit/groups.h"

#include <string.h>

#include "base/clock.h"
#include "model/model.h"
#include "prove/foreign/foreign.h"

/* Goals as text of classical B, translated for provers of others. */

typedef struct {
  Arena *arena;
  Names *names;
  Sources *sources;
  Diags *diags;
  ParseContext context;
  Formula *formula;
  ForeignTask *task;
} World;

static int set_up(void **state)
{
  static World w;
  w = (World){.arena = arena_new(), .names = names_new(), .sources = sources_new()};
  w.diags = diags_new(w.sources);
  w.context = (ParseContext){.arena = w.arena, .names = w.names, .diags = w.diags};
  *state = &w;
  return 0;
}

static void forget(World *w)
{
  foreign_task_free(w->task);
  w->task = NULL;
  formula_free(w->formula);
  w->formula = NULL;
}

static int tear_down(void **state)
{
  World *w = *state;
  forget(w);
  diags_free(w->diags);
  sources_free(w->sources);
  names_free(w->names);
  arena_free(w->arena);
  return 0;
}

static void translate(World *w, const char *text)
{
  forget(w);
  const Source *source = sources_add(w->sources, "test", text, strlen(text));
  w->formula = model_formula(&w->context, NULL, source, FORMULA_PRED);
  for (uint32_t i = 0; i < diags_count(w->diags); i++)
    fail_msg("%s: %s", text, diags_get(w->diags, i)->message);
  const char *why = NULL;
  Sequent sequent = {.name = "test", .kind = "THM", .goal = w->formula->node};
  w->task = foreign_task_new(&sequent, HYPOTHESES_ALL, &why);
  if (!w->task) fail_msg("%s: %s", text, why);
}

/* What a model of the translation may be wrong about, from the comment that says it. */
static void assert_loses(World *w, const char *text, const char *expected)
{
  static const char comment[] = "; says less than the obligation: ";
  translate(w, text);
  Text smt = {0};
  foreign_task_smt(w->task, &smt);
  const char *line = text_string(&smt);
  bool loses = strncmp(line, comment, sizeof comment - 1) == 0;
  line += loses ? sizeof comment - 1 : 0;
  size_t length = loses ? strcspn(line, "\n") : 0;
  if (length != strlen(expected) || strncmp(line, expected, length) != 0)
    fail_msg("%s\n   loses '%.*s', expected '%s'", text, (int) length, line, expected);
  text_free(&smt);
}

static void knows_what_it_loses(void **state)
{
  World *w = *state;
  assert_loses(w, "x : 1..3 & y = x + 1 => y : NAT", "");
  assert_loses(w, "f : BOOL --> 0..3 & s : BOOL & s /= TRUE => f = {s |-> 0}", "");
  assert_loses(w, "f : BOOL --> 0..3 => s : seq(NAT)", "");
  assert_loses(w, "f(x) / y = f(2) - 1", "");
  assert_loses(w, "x : INTEGER & 2 ** x = 8 => x = 3", "**");
  assert_loses(w, "SIGMA(i).(i : 1..3 | i) = 6", "SIGMA");
  assert_loses(w, "x : closure1(r) & r : 0..3 <-> 0..3 => x : r", "closure1");
  assert_loses(w, "s <: INTEGER & card(s) = 2 => s /= {}",
               "finite sets, card, what is well-defined");
  assert_loses(w, "s : FIN(INTEGER) => 1 : s", "finite sets");
  /* All sets of the sort need not be all sets; there may be several that are equal. */
  assert_loses(w, "#s.(s <: INTEGER & 1 : s)", "quantified sets");
  assert_loses(w, "!s.(s <: INTEGER => 1 : s)", "");
  assert_loses(w, "f : BOOL --> POW(INTEGER) & f(TRUE) = {} => f(FALSE) = {}",
               "what is well-defined, quantified sets, sets of sets");
  /* A sort may be finite. */
  assert_loses(w, "s : STRING => s = \"a\"", "");
  assert_loses(w, "#s.(s : STRING & s /= \"a\" & s /= \"b\")", "infinitely many values");
  /* Nothing says that f(x) has a value in the conjunct before, or in a definition. */
  assert_loses(w, "x : {1,2} & f(x) > 1", "what is well-defined");
  assert_loses(w, "f : BOOL <-> INTEGER & {x | x : BOOL & f(x) = 1} : T => T = {}",
               "what is well-defined, sets of sets");
}

static void assert_proved(World *w, Foreign *provers, const char *text)
{
  translate(w, text);
  Limits limits = {.deadline = clock_seconds() + 60};
  if (foreign_try(provers, FOREIGN_Z3, w->task, &limits) != FOREIGN_PROVED)
    fail_msg("not proved: %s", text);
}

static void knows_sequences(void **state)
{
  World *w = *state;
  Foreign *provers = foreign_new();
  if (!foreign_has(provers, FOREIGN_Z3)) {
    foreign_free(provers);
    skip();
  }
  assert_proved(w, provers, "p : perm({4,7}) & p(1) = 4 => p(2) = 7 or size(p) = 1");
  assert_proved(w, provers, "S <: INTEGER & p : perm(S) & x : S => x : ran(p)");
  assert_proved(w, provers, "s : seq(BOOL) & size(s) = 3 & x = s(1) => rev(s)(3) = x");
  assert_proved(w, provers, "s : seq(INTEGER) & size(s) > 3 => (s \\|/ 2)(1) = s(3)");
  assert_proved(w, provers, "s : seq(INTEGER) & size(s) > 3 => dom(s /|\\ 2) = 1..2");
  assert_proved(w, provers, "r = s ^ t & s : POW(INTEGER*BOOL) => t : seq(BOOL)");
  assert_proved(w, provers, "{1|->2, 3|->4, 2|->5} : seq(INTEGER)");
  assert_proved(w, provers, "{[FALSE], [TRUE,FALSE]} <: seq(BOOL)");
  /* What is said of the value of a function for x goes no further than x. */
  assert_proved(w, provers,
                "f = %x.(x : NATURAL | IF x = 0 THEN [] ELSE 1 -> g(x) END) &"
                " f : NATURAL --> POW(INTEGER*INTEGER) & g : NATURAL --> seq(INTEGER)"
                " => f(0) = {}");
  foreign_free(provers);
}

int test_foreign(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(knows_what_it_loses, set_up, tear_down),
      cmocka_unit_test_setup_teardown(knows_sequences, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
