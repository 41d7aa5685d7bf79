#include "unit/groups.h"

#include <stdio.h>
#include <string.h>

#include "prove/sequent/fingerprint.h"
#include "syntax/print.h"

/* Sequents without hypotheses, whose goal is a predicate. */

typedef struct {
  Arena *arena;
  Names *names;
  Sources *sources;
  Diags *diags;
  ParseContext context;
  VEC(Formula *) formulas;
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

static int tear_down(void **state)
{
  World *w = *state;
  for (uint32_t i = 0; i < w->formulas.len; i++) formula_free(w->formulas.data[i]);
  vec_free(&w->formulas);
  diags_free(w->diags);
  sources_free(w->sources);
  names_free(w->names);
  arena_free(w->arena);
  return 0;
}

static Formula *read(World *w, const char *text)
{
  const char *copy = arena_copy(w->arena, text, strlen(text));
  const Source *source = sources_add(w->sources, "test", copy, strlen(copy));
  Formula *f = model_formula(&w->context, NULL, source, FORMULA_PRED);
  for (uint32_t i = 0; i < diags_count(w->diags); i++)
    fail_msg("%s: %s", text, diags_get(w->diags, i)->message);
  vec_push(&w->formulas, f);
  return f;
}

static Fingerprint of_goal(World *w, Node *goal)
{
  Model model = {0};
  Obligations all = {.arena = w->arena, .model = &model};
  Sequent s = {.name = "test", .goal = goal};
  return fingerprint_of(&all, &s);
}

static Fingerprint of_text(World *w, const char *text) { return of_goal(w, read(w, text)->node); }

static void assert_same(Fingerprint a, Fingerprint b) { assert_string_equal(a.text, b.text); }

static void assert_differ(Fingerprint a, Fingerprint b) { assert_string_not_equal(a.text, b.text); }

static void says_what_the_sequent_says(void **state)
{
  World *w = *state;
  assert_same(of_text(w, "x = 1 & y > x"), of_text(w, "x  = 1 & y>x"));
  assert_differ(of_text(w, "x = 1"), of_text(w, "y = 1"));
  assert_differ(of_text(w, "x = 1"), of_text(w, "x = 2"));
  assert_differ(of_text(w, "{1} = {x}"), of_text(w, "{x} = {1}"));
  assert_differ(of_text(w, "x : {} & x : INTEGER"), of_text(w, "x : {} & x : BOOL"));
}

/* A string may say what would stand between two of them. */
static void strings_end_where_they_end(void **state)
{
  World *w = *state;
  char text[200];
  assert_differ(of_text(w, "s : {\"a\",\"b\"}"), of_text(w, "s : {\"a,b\"}"));
  snprintf(text, sizeof text, "s : {\"aSTRING)(%u b\"}", (unsigned) NODE_STRING_LIT);
  assert_differ(of_text(w, "s : {\"a\",\"b\"}"), of_text(w, text));
  snprintf(text, sizeof text, "s : {\"a6:STRING)(%u 1:b\"}", (unsigned) NODE_STRING_LIT);
  assert_differ(of_text(w, "s : {\"a\",\"b\"}"), of_text(w, text));
}

/* A name that is bound outside may be called as one inside: which of them is meant counts. */
static void names_are_those_that_they_are(void **state)
{
  World *w = *state;
  const char *text = "!x.(x : NATURAL => #x.(x : NATURAL & x > 3))";
  Formula *inner = read(w, text), *outer = read(w, text);
  Fingerprint before = of_goal(w, outer->node);
  assert_same(of_goal(w, inner->node), before);
  Node *forall = (Node *) (uintptr_t) node_bare(outer->node);
  Node *implies = (Node *) (uintptr_t) node_bare(forall->kids[1]);
  Node *exists = (Node *) (uintptr_t) node_bare(implies->kids[1]);
  Node *both = (Node *) (uintptr_t) node_bare(exists->kids[1]);
  Node *greater = (Node *) (uintptr_t) node_bare(both->kids[1]);
  assert_int_equal(greater->kind, NODE_GREATER);
  greater->kids[0]->symbol = forall->kids[0]->kids[0]->symbol;
  assert_differ(of_goal(w, outer->node), before);
}

int test_fingerprint(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {TEST(says_what_the_sequent_says),
                                     TEST(strings_end_where_they_end),
                                     TEST(names_are_those_that_they_are)};
#undef TEST
  return cmocka_run_group_tests_name("fingerprint", tests, NULL, NULL);
}
