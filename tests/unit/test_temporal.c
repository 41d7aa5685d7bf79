#include "unit/groups.h"

#include <string.h>

#include "session/system.h"
#include "session/temporal/temporal_check.h"
#include "temporal/meaning/meaning.h"
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

typedef struct {
  const char *text;
  int result;
  uint32_t positions; /* of the path, if it fails */
  bool open;
} Branching;

static void check_branching(Session *session, System *system, const Branching *b)
{
  const Temporal *t =
      session_temporal(session, system->model, session_text(session, "--ctl", b->text), LOGIC_CTL);
  assert_non_null(t);
  Meaning *meaning = meaning_new(system->lts, system->machine);
  meaning_announce(meaning, t);
  Atlas *atlas = atlas_new(system->lts, (AtlasOptions){0});
  StateId initial = atlas_initial(atlas, 0);
  meaning_set_atlas(meaning, atlas);
  CtlChecked checked;
  meaning_check_ctl(meaning, t, atlas, &initial, 1, &checked);
  assert_int_equal(checked.result, b->result);
  assert_int_equal(checked.path.path.len, b->positions);
  assert_int_equal(checked.open, b->open);
  ctl_checked_close(&checked);
  atlas_free(atlas);
  meaning_free(meaning);
}

/* From 0 to 1 and 2, and between those for ever. */
static void trees_of_ctl_have_a_meaning(void **state)
{
  (void) state;
  static const Branching formulas[] = {
      {"AG {x <= 2}", CTL_HOLDS, 0, false},
      {"AG {x <= 1}", CTL_FAILS, 2, false},
      {"AG EF {x = 0}", CTL_FAILS, 2, true},
      {"AF {x = 1}", CTL_FAILS, 2, false},
      {"AX({x = 1} or {x = 2}) & EX {x = 1}", CTL_HOLDS, 0, false},
      {"AX {x = 1}", CTL_FAILS, 2, false},
      {"EX[inc(2)] {x = 2} & not EX[inc(1)] {x = 2}", CTL_HOLDS, 0, false},
      {"AG([inc(1)] => EX[inc(x)] true)", CTL_FAILS, 1, true},
      {"AX AG([inc(1)] => EX[inc(x)] true)", CTL_HOLDS, 0, false},
      {"E {x = 0} U {x = 2} & current & not deadlock", CTL_HOLDS, 0, false},
      {"EG {x < 2} & not EG {x = 0}", CTL_HOLDS, 0, false},
      {"AG(current => {1 / x = 1})", CTL_UNKNOWN, 0, false},
      {"EX {1 / x = 1}", CTL_HOLDS, 0, false},
      {"true & not false", CTL_HOLDS, 0, false},
  };
  Session *session = session_new();
  System system;
  const Source *source = session_text(session, "m.mch", machine);
  assert_true(system_open(session, source, (SystemKind){.as = SYSTEM_WHOLE}, &system));
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
    check_branching(session, &system, &formulas[i]);
  system_close(&system);
  session_free(session);
}

/* Levels of thousands of states, many of them. */
static void threads_share_levels(void **state)
{
  (void) state;
  static const char wide[] = "MACHINE m VARIABLES x, y INVARIANT x : 1..5000 & y : 0..99\n"
                             "INITIALISATION x :: 1..5000 || y := 0\n"
                             "OPERATIONS step = BEGIN y := (y + 1) mod 100 END END\n";
  Session *session = session_new();
  System system;
  const Source *source = session_text(session, "m.mch", wide);
  assert_true(system_open(session, source, (SystemKind){.as = SYSTEM_WHOLE}, &system));
  TemporalRequest request = {.jobs = 2};
  TemporalChecked checked;
  vec_push(&request.texts,
           ((TemporalText){session_text(session, "--ltl", "G {y < 100}"), NULL, LOGIC_LTL}));
  assert_true(temporal_check_run(session, &system, &request, &checked));
  assert_int_equal(temporal_check_verdict(&checked), VERDICT_PASS);
  assert_int_equal(checked.states, 500000);
  assert_int_equal(checked.forks.len, 1);
  Lts *lts = atlas_lts(checked.forks.data[0]);
  Meaning *meaning = meaning_fork(checked.meaning, lts, b_machine_of(lts), checked.forks.data[0]);
  assert_non_null(meaning);
  meaning_free(meaning);
  temporal_check_close(&checked);
  vec_free(&request.texts);
  system_close(&system);
  session_free(session);
}

int test_temporal(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(definitions_are_found_in_order),
      cmocka_unit_test(mistakes_are_shown_in_the_file),
      cmocka_unit_test(escapes_are_those_of_strings),
      cmocka_unit_test(what_is_resolved_is_in_the_tree),
      cmocka_unit_test(assumptions_are_joined),
      cmocka_unit_test(trees_of_ctl_have_a_meaning),
      cmocka_unit_test(threads_share_levels),
  };
  return cmocka_run_group_tests_name("temporal", tests, NULL, NULL);
}
