#include "unit/groups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/model.h"
#include "model/resolve.h"

/* The flat model that linking makes.  What is accepted and which types come out
 * is tested with texts (tests/types); here is what only later stages see. */
typedef struct {
  char folder[64];
  Sources *sources;
  ParseContext context;
  Model *model;
} World;

static int set_up(void **state)
{
  World *w = calloc(1, sizeof *w);
  strcpy(w->folder, "/tmp/probity-model-XXXXXX");
  assert_non_null(mkdtemp(w->folder));
  w->sources = sources_new();
  w->context.arena = arena_new();
  w->context.names = names_new();
  w->context.diags = diags_new(w->sources);
  w->context.files = files_new(w->sources);
  *state = w;
  return 0;
}

static int tear_down(void **state)
{
  World *w = *state;
  model_free(w->model);
  files_free(w->context.files);
  diags_free(w->context.diags);
  names_free(w->context.names);
  arena_free(w->context.arena);
  sources_free(w->sources);
  rmdir(w->folder);
  free(w);
  return 0;
}

enum { MOST_FILES = 4 };

/* Loads the first of several machines; each text begins with the file's name. */
static Model *load(World *w, const char *const *texts)
{
  char paths[MOST_FILES][128] = {{0}};
  unsigned count = 0;
  for (; texts[count]; count++) {
    int length = (int) strcspn(texts[count], "\n");
    snprintf(paths[count], sizeof paths[count], "%s/%.*s", w->folder, length, texts[count]);
    FILE *file = fopen(paths[count], "w");
    assert_non_null(file);
    fputs(texts[count] + length, file);
    fclose(file);
  }
  const char *error;
  const Source *source = sources_read(w->sources, paths[0], &error);
  assert_non_null(source);
  w->model = model_load(&w->context, source, (ModelLevels){0});
  for (unsigned i = 0; i < count; i++) unlink(paths[i]);
  for (uint32_t i = 0; i < diags_count(w->context.diags); i++)
    print_message("%s\n", diags_get(w->context.diags, i)->message);
  assert_int_equal(diags_errors(w->context.diags), 0);
  return w->model;
}

static const Operation *operation(const Model *model, const char *name)
{
  for (uint32_t i = 0; i < model->operations.len; i++)
    if (!strcmp(model->operations.data[i]->symbol->name->text, name))
      return model->operations.data[i];
  return NULL;
}

static uint32_t transitions(const Model *model)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < model->operations.len; i++)
    count += model->operations.data[i]->top_level;
  return count;
}

#define SWITCH \
  "Switch.mch\nMACHINE Switch VARIABLES s INVARIANT s:BOOL INITIALISATION s:=TRUE " \
  "OPERATIONS on = s:=TRUE; off = s:=FALSE END"

static void seen_machines_stand_alone(void **state)
{
  const char *const texts[] = {"M.mch\nMACHINE M SEES Switch OPERATIONS o = skip END", SWITCH,
                               NULL};
  const Model *model = load(*state, texts);
  assert_int_equal(transitions(model), 3);
  assert_int_equal(model->initialisations.len, 1);
  assert_int_equal(model->machines.data[0]->link, LINK_SEEN);
}

static void seen_and_included_is_one_machine(void **state)
{
  const char *const texts[] = {
      "M.mch\nMACHINE M INCLUDES Light, Switch PROMOTES on OPERATIONS o = look END",
      "Light.mch\nMACHINE Light USES Switch VARIABLES l INVARIANT l:BOOL INITIALISATION l:=s "
      "OPERATIONS look = l:=s END",
      SWITCH, NULL};
  const Model *model = load(*state, texts);
  assert_int_equal(model->machines.len, 3);
  assert_int_equal(model->variables.len, 2);
  assert_int_equal(transitions(model), 2);
  assert_true(operation(model, "on")->top_level);
  assert_false(operation(model, "look")->top_level);
  assert_string_equal(model->initialisations.data[0].machine->name->text, "Switch");
  assert_string_equal(model->initialisations.data[1].machine->name->text, "Light");
}

static void prefixes_make_instances(void **state)
{
  const char *const texts[] = {
      "M.mch\nMACHINE M INCLUDES p.N(1), q.N(2) INVARIANT p.v <= q.v + c END",
      "N.mch\nMACHINE N(k) CONSTRAINTS k:INTEGER CONSTANTS c PROPERTIES c = 1 VARIABLES v "
      "INVARIANT v:INTEGER INITIALISATION v := k END",
      NULL};
  const Model *model = load(*state, texts);
  assert_int_equal(model->machines.len, 3);
  assert_int_equal(model->variables.len, 2);
  assert_string_equal(model->variables.data[0]->name->text, "p.v");
  assert_int_equal(model->constants.len, 3);
  uint32_t actuals = 0;
  for (uint32_t i = 0; i < model->constants.len; i++)
    if (model->constants.data[i]->parameter) {
      assert_int_equal(model->constants.data[i]->actual->kind, NODE_INTEGER_LIT);
      actuals++;
    }
  assert_int_equal(actuals, 2);
}

#define BAG \
  "Bag.mch\nMACHINE Bag VARIABLES bag CONCRETE_VARIABLES f INVARIANT bag <: 0..3 & f : BOOL " \
  "INITIALISATION bag := {} || f := TRUE OPERATIONS add(e) = PRE e : 0..3 THEN bag := {e} END; " \
  "flip = f := FALSE; empty = bag := {} END"

static void refinement_drops_variables(void **state)
{
  const char *const texts[] = {"R.ref\nREFINEMENT R REFINES Bag VARIABLES n "
                               "INVARIANT n : 0..3 & (bag = {} => n = 0) & n >= 0 "
                               "INITIALISATION n := 0 || f := TRUE OPERATIONS add(e) = n := e END",
                               BAG, NULL};
  const Model *model = load(*state, texts);
  assert_int_equal(model->dropped.len, 1);
  assert_true(model->dropped.data[0]->dropped);
  assert_int_equal(model->variables.len, 2);
  uint32_t gluing = 0;
  for (uint32_t i = 0; i < model->invariants.len; i++) gluing += model->invariants.data[i].gluing;
  assert_int_equal(gluing, 2);
  assert_int_equal(model->initialisations.len, 1);
  assert_string_equal(operation(model, "add")->refines->machine->name->text, "Bag");
  assert_true(operation(model, "flip")->top_level); /* taken over */
  assert_null(operation(model, "empty"));           /* its variable is gone */
  assert_int_equal(model->abstract.len, 2);
}

static void same_name_in_imported_machine_is_same_variable(void **state)
{
  const char *const texts[] = {"I.imp\nIMPLEMENTATION I REFINES Bag IMPORTS Cell OPERATIONS "
                               "add(e) = put(e); flip = BEGIN f := FALSE END; empty = skip END",
                               "Cell.mch\nMACHINE Cell VARIABLES bag INVARIANT bag <: INTEGER "
                               "INITIALISATION bag := {1} OPERATIONS "
                               "put(e) = PRE e : INTEGER THEN bag := {e} END END",
                               BAG, NULL};
  const Model *model = load(*state, texts);
  assert_int_equal(model->dropped.len, 0);
  assert_int_equal(model->variables.len, 2);
  assert_int_equal(model->initialisations.len, 1); /* that of Cell alone */
  assert_false(operation(model, "put")->top_level);
}

static void definitions_are_expanded(void **state)
{
  const char *const texts[] = {
      "M.mch\nMACHINE M VARIABLES y INVARIANT y : INTEGER & lower(y) INITIALISATION y := 1 "
      "DEFINITIONS lower(x) == #y.(y : 1..9 & x < y); GOAL == y = 3; SET_PREF_MAXINT == 2**4; "
      "ANIMATION_FUNCTION == nothing_known; plain == 1 END",
      NULL};
  const Model *model = load(*state, texts);
  const Node *use = model->invariants.data[1].node;
  assert_int_equal(use->kind, NODE_EXPANSION);
  const Node *exists = use->kids[0], *less = exists->kids[1]->kids[1];
  assert_int_equal(less->kind, NODE_LESS);
  assert_ptr_equal(less->kids[0]->symbol, exists->kids[0]->kids[0]->symbol); /* captured */
  assert_int_equal(model->settings.count, 2);
}

static void formulas_have_free_names(void **state)
{
  World *w = *state;
  const char *const texts[] = {
      "M.mch\nMACHINE M SETS S = {a} VARIABLES y INVARIANT y : S INITIALISATION y := a END", NULL};
  Model *model = load(w, texts);
  const char text[] = "z$0 = z + 1 & y = a & z > u";
  const Source *source = sources_add(w->sources, "formula", text, strlen(text));
  Formula *formula = model_formula(&w->context, model, source, FORMULA_EXPR_OR_PRED);
  assert_int_equal(diags_errors(w->context.diags), 0);
  assert_int_equal(formula->free.len, 2);
  assert_string_equal(formula->free.data[0]->name->text, "z");
  assert_int_equal(resolved_class(formula->node), CLASS_PRED);
  formula_free(formula);
}

int test_model(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(seen_machines_stand_alone),
      TEST(seen_and_included_is_one_machine),
      TEST(prefixes_make_instances),
      TEST(refinement_drops_variables),
      TEST(same_name_in_imported_machine_is_same_variable),
      TEST(definitions_are_expanded),
      TEST(formulas_have_free_names),
  };
#undef TEST
  return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}
