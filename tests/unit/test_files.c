#include "unit/groups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "syntax/files.h"

/* Files in a folder of their own, removed at the end. */
typedef struct {
  char folder[64];
  Sources *sources;
  Files *files;
} World;

static const char *const paths[] = {"pack", "pack/inner", "include"};
static const char *const names[] = {"Main.mch",         "Both.mch",         "Both.ref",
                                    "pack/P.mch",       "pack/inner/Q.mch", "include/Far.sys",
                                    "include/Main.mch", "CHOOSE.def"};

static void place(char *path, size_t size, const World *w, const char *name)
{
  int length = snprintf(path, size, "%s/%s", w->folder, name);
  assert_true(length > 0 && (size_t) length < size);
}

static int set_up(void **state)
{
  World *w = calloc(1, sizeof *w);
  strcpy(w->folder, "/tmp/probity-files-XXXXXX");
  assert_non_null(mkdtemp(w->folder));
  char path[128];
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    place(path, sizeof path, w, paths[i]);
    assert_int_equal(mkdir(path, 0700), 0);
  }
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    place(path, sizeof path, w, names[i]);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%s", names[i]);
    fclose(file);
  }
  w->sources = sources_new();
  w->files = files_new(w->sources);
  place(path, sizeof path, w, "include");
  files_add_folder(w->files, path);
  *state = w;
  return 0;
}

static int tear_down(void **state)
{
  World *w = *state;
  char path[128];
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    place(path, sizeof path, w, names[i]);
    unlink(path);
  }
  for (size_t i = sizeof paths / sizeof *paths; i > 0; i--) {
    place(path, sizeof path, w, paths[i - 1]);
    rmdir(path);
  }
  rmdir(w->folder);
  files_free(w->files);
  sources_free(w->sources);
  free(w);
  return 0;
}

static const Source *read_name(World *w, const char *name)
{
  char path[128];
  const char *error;
  place(path, sizeof path, w, name);
  const Source *source = sources_read(w->sources, path, &error);
  assert_non_null(source);
  return source;
}

static const char *machine(World *w, const char *name, const char **error, const char **hint)
{
  const Source *source =
      files_find_machine(w->files, name, read_name(w, "Main.mch"), NULL, 0, error, hint);
  return source ? source->text : NULL;
}

static void machines_are_looked_up_in_order(void **state)
{
  const char *error, *hint;
  assert_string_equal(machine(*state, "Main", &error, &hint), "Main.mch");
  assert_string_equal(machine(*state, "Both", &error, &hint), "Both.ref");
  assert_string_equal(machine(*state, "Far", &error, &hint), "include/Far.sys");
  assert_non_null(strstr(machine(*state, "LibraryStrings", &error, &hint), "MACHINE"));
  assert_null(machine(*state, "main", &error, &hint));
  assert_non_null(strstr(error, "include"));
  assert_non_null(strstr(hint, "Main.mch"));
  assert_null(machine(*state, "Nowhere", &error, &hint));
  assert_null(hint);
}

static void imported_packages_are_searched(void **state)
{
  World *w = *state;
  const Source *from = read_name(w, "pack/P.mch");
  const char *root = files_package_root(w->files, from, "pack"), *error, *hint;
  assert_non_null(root);
  const char *folder = files_package_folder(w->files, root, "pack.inner");
  assert_non_null(folder);
  assert_null(files_package_folder(w->files, root, "pack.outer"));
  assert_non_null(files_find_machine(w->files, "Q", from, &folder, 1, &error, &hint));
  assert_null(files_find_machine(w->files, "Q", from, NULL, 0, &error, &hint));
}

static void packages_fit_folders(void **state)
{
  World *w = *state;
  const Source *from = read_name(w, "pack/inner/Q.mch");
  assert_non_null(files_package_root(w->files, from, "pack.inner"));
  assert_non_null(files_package_root(w->files, from, "inner"));
  assert_null(files_package_root(w->files, from, "pack"));
  assert_null(files_package_root(w->files, from, "ack.inner"));
  assert_true(files_package_valid("a.b_1.C"));
  assert_false(files_package_valid("a..b"));
  assert_false(files_package_valid("a.*"));
  assert_false(files_package_valid(""));
}

static void definition_files_may_be_bundled(void **state)
{
  World *w = *state;
  const Source *from = read_name(w, "Main.mch"), *inner = read_name(w, "pack/P.mch");
  const char *error = NULL;
  const Source *near = files_find_definitions(w->files, "CHOOSE.def", from, &error);
  assert_string_equal(near->text, "CHOOSE.def");
  const Source *library = files_find_definitions(w->files, "CHOOSE.def", inner, &error);
  assert_string_equal(library->name, "<bundled>/CHOOSE.def");
  assert_ptr_equal(files_find_definitions(w->files, "CHOOSE.def", inner, &error), library);
  assert_null(files_find_definitions(w->files, "/nowhere/X.def", from, &error));
  assert_non_null(error);
}

static void stems(void **state)
{
  World *w = *state;
  assert_string_equal(files_stem(w->files, read_name(w, "pack/P.mch")), "P");
  const Source *text = sources_add(w->sources, "a.b/x.y.mch", "", 0);
  assert_string_equal(files_stem(w->files, text), "x.y");
}

int test_files(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(machines_are_looked_up_in_order, set_up, tear_down),
      cmocka_unit_test_setup_teardown(imported_packages_are_searched, set_up, tear_down),
      cmocka_unit_test_setup_teardown(packages_fit_folders, set_up, tear_down),
      cmocka_unit_test_setup_teardown(definition_files_may_be_bundled, set_up, tear_down),
      cmocka_unit_test_setup_teardown(stems, set_up, tear_down),
  };
  return cmocka_run_group_tests_name("files", tests, NULL, NULL);
}
