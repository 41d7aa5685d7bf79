#include "unit/groups.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "session/session.h"

/* A machine with one variable in its source and two in the checked file, and a context likewise,
 * so that one sees which of the files were read. */

#define CORE "org.eventb.core."
static const char *const files[][2] = {
    {"M.bum", "<" CORE "machineFile version=\"5\"><" CORE "seesContext name=\"s\" " CORE
              "target=\"C\"/><" CORE "variable name=\"v\" " CORE "identifier=\"new\"/><" CORE
              "invariant name=\"i\" " CORE "label=\"i\" " CORE "predicate=\"new = k\"/><" CORE
              "event name=\"e\" " CORE "label=\"INITIALISATION\"><" CORE "action name=\"a\" " CORE
              "label=\"a\" " CORE "assignment=\"new ≔ 1\"/></" CORE "event></" CORE "machineFile>"},
    {"M.bcm",
     "<" CORE "scMachineFile><" CORE "scSeesContext name=\"s\" " CORE
     "scTarget=\"/P/C.bcc|x#C\"/><" CORE "scVariable name=\"old\" " CORE "concrete=\"true\"/><" CORE
     "scInvariant name=\"i\" " CORE "label=\"i\" " CORE "predicate=\"old = k\"/><" CORE
     "scEvent name=\"e\" " CORE "label=\"INITIALISATION\"><" CORE "scAction name=\"a\" " CORE
     "label=\"a\" " CORE "assignment=\"old ≔ 1\"/></" CORE "scEvent></" CORE "scMachineFile>"},
    {"C.buc", "<" CORE "contextFile version=\"3\"><" CORE "constant name=\"k\" " CORE
              "identifier=\"k\"/><" CORE "axiom name=\"a\" " CORE "label=\"source\" " CORE
              "predicate=\"k = 1\"/></" CORE "contextFile>"},
    {"C.bcc",
     "<" CORE "scContextFile><" CORE "scConstant name=\"k\"/><" CORE "scAxiom name=\"a\" " CORE
     "label=\"checked\" " CORE "predicate=\"k = 1\"/></" CORE "scContextFile>"}};

typedef struct {
  char folder[64];
} Project;

static void place(char *path, size_t size, const Project *p, const char *name)
{
  int length = snprintf(path, size, "%s/%s", p->folder, name);
  assert_true(length > 0 && (size_t) length < size);
}

/* The file, last changed so many seconds after some moment. */
static void write_file(const Project *p, size_t i, time_t seconds)
{
  char path[128];
  place(path, sizeof path, p, files[i][0]);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fprintf(file, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>%s", files[i][1]);
  fclose(file);
  struct timespec times[2] = {{1000000000 + seconds, 0}, {1000000000 + seconds, 0}};
  assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static int set_up(void **state)
{
  Project *p = calloc(1, sizeof *p);
  strcpy(p->folder, "/tmp/probity-rodin-XXXXXX");
  assert_non_null(mkdtemp(p->folder));
  *state = p;
  return 0;
}

static int tear_down(void **state)
{
  Project *p = *state;
  char path[128];
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    place(path, sizeof path, p, files[i][0]);
    unlink(path);
  }
  rmdir(p->folder);
  free(p);
  return 0;
}

static uint32_t warnings_of(const Diags *diags, const char *code)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < diags_count(diags); i++)
    count += !strcmp(diags_get(diags, i)->code, code);
  return count;
}

/* Reads the file; the machine's variable and the label of the axiom tell what was taken. */
static void expect(const Project *p, const char *name, const char *variable, const char *axiom,
                   uint32_t warnings)
{
  char path[128];
  const char *error;
  place(path, sizeof path, p, name);
  Session *session = session_new();
  const Source *source = session_read(session, path, &error);
  assert_non_null(source);
  Model *model = session_load(session, source);
  assert_int_equal(diags_errors(session_diags(session)), 0);
  assert_int_equal(warnings_of(session_diags(session), "out-of-date"), warnings);
  assert_int_equal(model->variables.len, 1);
  assert_string_equal(model->variables.data[0]->name->text, variable);
  const Node *property = model->properties.data[0].node;
  assert_int_equal(property->kind, NODE_LABELLED);
  assert_string_equal(property->name->text, axiom);
  session_free(session);
}

static void checked_files_are_used_as_long_as_they_are_fresh(void **state)
{
  Project *p = *state;
  write_file(p, 0, 10);
  write_file(p, 1, 10);
  write_file(p, 2, 12);
  write_file(p, 3, 10);
  expect(p, "M.bum", "new", "source", 0);
  expect(p, "M.bcm", "old", "checked", 0);
  write_file(p, 2, 60);
  expect(p, "M.bcm", "old", "source", 0);
  write_file(p, 0, 60);
  expect(p, "M.bcm", "new", "source", 1);
}

static void a_missing_source_is_replaced_by_the_checked_file(void **state)
{
  Project *p = *state;
  write_file(p, 0, 10);
  write_file(p, 3, 0);
  expect(p, "M.bum", "new", "checked", 0);
}

int test_rodin(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(checked_files_are_used_as_long_as_they_are_fresh, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(a_missing_source_is_replaced_by_the_checked_file, set_up,
                                      tear_down)};
  return cmocka_run_group_tests_name("rodin", tests, NULL, NULL);
}
