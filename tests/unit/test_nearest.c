#include "unit/groups.h"

#include "base/nearest.h"

/* What is suggested for a word out of these candidates. */
static const char *suggestion(const char *word, const char *const *candidates)
{
  Nearest nearest = nearest_to(word);
  for (; *candidates; candidates++) nearest_offer(&nearest, *candidates);
  return nearest.best;
}

static const char *const clauses[] = {"MACHINE",    "VARIABLES", "INVARIANT", "CONSTANTS",
                                      "PROPERTIES", "SETS",      "SEES",      NULL};

static void small_mistakes_are_recognised(void **state)
{
  (void) state;
  assert_string_equal(suggestion("MACHIEN", clauses), "MACHINE");
  assert_string_equal(suggestion("VARIABELS", clauses), "VARIABLES");
  assert_string_equal(suggestion("INVARIANTS", clauses), "INVARIANT");
  assert_string_equal(suggestion("CONSTNATS", clauses), "CONSTANTS");
  assert_string_equal(suggestion("SET", clauses), "SETS");
}

static void a_difference_in_case_is_smaller(void **state)
{
  (void) state;
  assert_string_equal(
      suggestion("invariant", (const char *const[]){"invariabt", "Invariant", NULL}), "Invariant");
}

static void the_closest_wins_and_the_first_of_equals(void **state)
{
  (void) state;
  assert_string_equal(suggestion("chekc", (const char *const[]){"chart", "check", NULL}), "check");
  assert_string_equal(suggestion("abc", (const char *const[]){"abd", "abe", NULL}), "abd");
}

static void other_words_are_not_suggested(void **state)
{
  (void) state;
  assert_null(suggestion("hello", clauses));
  assert_null(suggestion("x", (const char *const[]){"y", NULL}));
  assert_null(suggestion("", clauses));
  assert_null(suggestion("MACHINE", (const char *const[]){"MACHINE", "", NULL}));
}

static void very_long_words_are_harmless(void **state)
{
  (void) state;
  char word[201];
  for (int i = 0; i < 200; i++) word[i] = 'x';
  word[200] = '\0';
  assert_null(suggestion(word, clauses));
  assert_null(suggestion("MACHIN", (const char *const[]){word, NULL}));
}

int test_nearest(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(small_mistakes_are_recognised),
      cmocka_unit_test(a_difference_in_case_is_smaller),
      cmocka_unit_test(the_closest_wins_and_the_first_of_equals),
      cmocka_unit_test(other_words_are_not_suggested),
      cmocka_unit_test(very_long_words_are_harmless),
  };
  return cmocka_run_group_tests_name("nearest", tests, NULL, NULL);
}
