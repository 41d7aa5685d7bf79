#include "unit/groups.h"

#include <string.h>

#include "lts/aut.h"
#include "search/explore.h"

/* What CSP asks of transition systems, given as Aldebaran texts. */

typedef struct {
  Sources *sources;
  Diags *diags;
  Lts *lts;
} Given;

static Given given(const char *text)
{
  Given g = {.sources = sources_new()};
  g.diags = diags_new(g.sources);
  g.lts = aut_read(sources_add(g.sources, "text.aut", text, strlen(text)), g.diags);
  assert_int_equal(diags_count(g.diags), 0);
  return g;
}

static void give_back(Given g)
{
  g.lts->free(g.lts);
  diags_free(g.diags);
  sources_free(g.sources);
}

static bool has_deadlock(const char *text)
{
  Given g = given(text);
  Exploration *x = explore(g.lts, (ExploreOptions){.deadlock = true});
  bool found = exploration_found(x, VIOLATION_DEADLOCK);
  exploration_free(x);
  give_back(g);
  return found;
}

static void the_end_is_no_deadlock(void **state)
{
  (void) state;
  assert_true(has_deadlock("des (0,1,2)\n(0,a,1)\n"));
  assert_false(has_deadlock("des (0,2,3)\n(0,a,1)\n(1,tick,2)\n"));
  assert_true(has_deadlock("des (0,3,4)\n(0,a,1)\n(1,tick,2)\n(0,b,3)\n"));
  assert_true(has_deadlock("des (0,2,3)\n(0,tick,1)\n(1,a,2)\n"));
}

int test_process(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_end_is_no_deadlock),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
