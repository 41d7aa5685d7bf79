#include "unit/groups.h"

#include <string.h>

#include "session/session.h"
#include "temporal/notation/definitions.h"

static const char machine[] = "MACHINE m\n"
                              "DEFINITIONS\n"
                              "  ASSERT_LTL1 == \"G {x = 1}\";\n"
                              "  ASSERT_LTL2 == \"G ({s = \\\"a\\\\b\\\"} => {y = 1})\";\n"
                              "  ASSERT_CTL == \"EF {x = }\";\n"
                              "  ASSERT_LTL1 == '''F {x = 2} & {x = s}''';\n"
                              "  ASSERT_LTL3 == 1; ASSERT_LTL4(p) == \"true\"; OTHER == \"false\"\n"
                              "VARIABLES x, s INVARIANT x : 0..3 & s : STRING\n"
                              "INITIALISATION x := 0 || s := \"\"\n"
                              "OPERATIONS inc(k) = PRE k : 1..2 THEN x := k END\n"
                              "END\n";

typedef struct {
  Session *session;
  Model *model;
  TemporalDefinitions found;
} Fixture;

static Fixture open(void)
{
  Fixture f = {.session = session_new()};
  f.model = session_load(f.session, session_text(f.session, "m.mch", machine));
  assert_false(session_has_errors(f.session));
  temporal_definitions(session_context(f.session), f.model->main->unit, &f.found);
  return f;
}

static void close(Fixture *f)
{
  vec_free(&f->found);
  session_free(f->session);
}

static void definitions_are_found_in_order(void **state)
{
  (void) state;
  Fixture f = open();
  static const char *const names[] = {"ASSERT_LTL1", "ASSERT_LTL2", "ASSERT_CTL", "ASSERT_LTL1"};
  assert_int_equal(f.found.len, 4);
  for (uint32_t i = 0; i < 4; i++) {
    assert_string_equal(f.found.data[i].name->text, names[i]);
    assert_int_equal(f.found.data[i].logic, i == 2 ? LOGIC_CTL : LOGIC_LTL);
    assert_int_equal(sources_place(session_sources(f.session), f.found.data[i].span.begin).line,
                     i + 3);
  }
  close(&f);
}

static void expect_mistake(Fixture *f, uint32_t i, uint32_t line, uint32_t column)
{
  const TemporalDefinition *d = &f->found.data[i];
  uint32_t first = diags_count(session_diags(f->session));
  assert_null(session_temporal(f->session, f->model, d->source, d->logic));
  assert_int_equal(diags_count(session_diags(f->session)), first + 1);
  Span span = diags_get(session_diags(f->session), first)->span;
  Place place = sources_place(session_sources(f->session), span.begin);
  assert_string_equal(place.source->name, "m.mch");
  assert_int_equal(place.line, line);
  assert_int_equal(place.column, column);
}

static void mistakes_are_shown_in_the_file(void **state)
{
  (void) state;
  Fixture f = open();
  assert_non_null(session_temporal(f.session, f.model, f.found.data[0].source, LOGIC_LTL));
  expect_mistake(&f, 1, 4, 41); /* unknown y, behind the escapes */
  expect_mistake(&f, 2, 5, 26); /* the end of `x = ` */
  expect_mistake(&f, 3, 6, 38); /* s is a string */
  close(&f);
}

static void escapes_are_those_of_strings(void **state)
{
  (void) state;
  Fixture f = open();
  Text text = {0};
  temporal_dump(&text, session_parse_temporal(f.session, f.found.data[1].source, LOGIC_LTL,
                                              f.model->main->unit));
  assert_string_equal(text_string(&text), "(G (=> ({} (= (id s) (string \"a\\\\b\"))) ({} (= (id "
                                          "y) (int 1)))))");
  text_free(&text);
  close(&f);
}

static void what_is_resolved_is_in_the_tree(void **state)
{
  (void) state;
  Fixture f = open();
  const Source *source = session_text(
      f.session, "--ltl", "#v.({v : 1..2} & G ([inc(v)] or [inc(_)] => increasing({x + v})))");
  const Temporal *t = session_temporal(f.session, f.model, source, LOGIC_LTL);
  assert_non_null(t);
  assert_int_equal(t->kind, TEMPORAL_EXISTS);
  assert_non_null(t->symbol->type);
  assert_non_null(t->part->formula);
  assert_int_equal(f.model->known.len, 0);
  const Temporal *either = t->kids[0]->kids[0]->kids[0];
  assert_int_equal(either->kind, TEMPORAL_OR);
  const TemporalPattern *first = either->kids[0]->patterns[0];
  assert_ptr_equal(first->operation, f.model->operations.data[0]);
  assert_ptr_equal(first->arguments[0]->formula->node->symbol, t->symbol);
  assert_null(either->kids[1]->patterns[0]->arguments[0]);
  close(&f);
}

static void assumptions_are_joined(void **state)
{
  (void) state;
  Fixture f = open();
  const Source *texts[] = {session_text(f.session, "--fair", "WF(inc) & SF(inc(1))"),
                           session_text(f.session, "--ltl", "SEF => G {x = 1}")};
  Temporal *fair = session_assumption(f.session, f.model, texts[0]);
  Temporal *t = session_temporal(f.session, f.model, texts[1], LOGIC_LTL);
  assert_true(fair && t && temporal_is_assumption(fair) && !temporal_is_assumption(t));
  Text text = {0};
  temporal_print(&text, temporal_assume(session_arena(f.session), fair, t), (PrintStyle){0});
  assert_string_equal(text_string(&text), "WF(inc) & SF(inc(1)) & SEF => G {x = 1}");
  text_free(&text);
  assert_null(session_assumption(f.session, f.model, texts[1]));
  close(&f);
}

int test_temporal(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(definitions_are_found_in_order),
      cmocka_unit_test(mistakes_are_shown_in_the_file),
      cmocka_unit_test(escapes_are_those_of_strings),
      cmocka_unit_test(what_is_resolved_is_in_the_tree),
      cmocka_unit_test(assumptions_are_joined),
  };
  return cmocka_run_group_tests_name("temporal", tests, NULL, NULL);
}
