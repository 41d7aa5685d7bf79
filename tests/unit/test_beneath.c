#include "unit/groups.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/beneath.h"
#include "base/text.h"

/* ROOT/in/{file,folder/file,near,away,up,out}, ROOT/secret: `near` is a link to folder/file, `away`
 * one to the secret, `up` one to .., `pipe` a pipe. */
typedef struct {
  char root[64];
  Text folder;
} World;

static void make(const World *w, const char *name, const char *link)
{
  Text path = {0};
  text_printf(&path, "%s/%s", w->root, name);
  if (link) assert_int_equal(symlink(link, path.data), 0);
  else {
    FILE *file = fopen(path.data, "w");
    assert_non_null(file);
    fputs("text", file);
    fclose(file);
  }
  text_free(&path);
}

static int set_up(void **state)
{
  World *w = calloc(1, sizeof *w);
  strcpy(w->root, "/tmp/beneath.XXXXXX");
  if (!mkdtemp(w->root)) return 1;
  text_printf(&w->folder, "%s/in", w->root);
  mkdir(w->folder.data, 0700);
  Text below = {0};
  text_printf(&below, "%s/folder", w->folder.data);
  mkdir(below.data, 0700);
  text_clear(&below);
  text_printf(&below, "%s/pipe", w->folder.data);
  mkfifo(below.data, 0600);
  text_free(&below);
  make(w, "secret", NULL);
  make(w, "in/file", NULL);
  make(w, "in/folder/file", NULL);
  make(w, "in/near", "folder/file");
  make(w, "in/away", "../secret");
  make(w, "in/up", "..");
  *state = w;
  return 0;
}

static int tear_down(void **state)
{
  World *w = *state;
  static const char *const names[] = {
      "in/up",     "in/away", "in/near", "in/pipe", "in/folder/file",
      "in/folder", "in/file", "secret",  "in",      ""};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    Text path = {0};
    text_printf(&path, "%s/%s", w->root, names[i]);
    remove(path.data);
    text_free(&path);
  }
  text_free(&w->folder);
  free(w);
  return 0;
}

/* 0, or the error of opening it to read. */
static int reading(const World *w, const char *name)
{
  Text path = {0};
  text_printf(&path, "%s%s%s", *name == '/' ? "" : w->folder.data, *name == '/' ? "" : "/", name);
  FILE *file = beneath_read(w->folder.data, path.data);
  int error = file ? 0 : errno;
  if (file) fclose(file);
  text_free(&path);
  return error;
}

static void links_are_followed_inside_only(void **state)
{
  const World *w = *state;
  assert_int_equal(reading(w, "file"), 0);
  assert_int_equal(reading(w, "folder/../file"), 0);
  assert_int_equal(reading(w, "near"), 0);
  assert_int_equal(reading(w, "away"), EXDEV);
  assert_int_equal(reading(w, "up/secret"), EXDEV);
  assert_int_equal(reading(w, "up/in/file"), 0);
  assert_int_equal(reading(w, "../secret"), EXDEV);
  assert_int_equal(reading(w, "/etc/passwd"), EXDEV);
  assert_int_equal(reading(w, "none"), ENOENT);
  assert_int_equal(reading(w, "none/none"), ENOENT);
  assert_int_equal(reading(w, "file/none"), ENOTDIR);
  /* What is outside is not told apart from what is not there. */
  assert_int_equal(reading(w, "../none"), EXDEV);
  assert_int_equal(reading(w, "up/none/none/"), EXDEV);
  assert_int_equal(reading(w, "/etc/none"), EXDEV);
  assert_int_equal(reading(w, "/none"), EXDEV);
  assert_int_equal(reading(w, "folder"), EISDIR);
  assert_int_equal(reading(w, "pipe"), EINVAL);
}

/* 0, or the error of opening it as it is. */
static int opening(const World *w, const char *name)
{
  int folder = open(w->folder.data, O_RDONLY | O_DIRECTORY);
  int file = beneath_open_at(folder, name, O_RDONLY, 0), error = file < 0 ? errno : 0;
  if (file >= 0) close(file);
  close(folder);
  return error;
}

static void a_plain_path_has_no_links(void **state)
{
  const World *w = *state;
  assert_int_equal(opening(w, "file"), 0);
  assert_int_equal(opening(w, "folder/file"), 0);
  assert_int_equal(opening(w, ""), 0);
  assert_int_equal(opening(w, "near"), ELOOP);
  assert_int_equal(opening(w, "up/secret"), ELOOP);
  assert_int_equal(opening(w, "../secret"), EXDEV);
  assert_int_equal(opening(w, "folder/../file"), EXDEV);
  assert_int_equal(opening(w, "/etc/passwd"), EXDEV);
  assert_int_equal(opening(w, "folder//file"), EXDEV);
  assert_int_equal(opening(w, "file/x"), ENOTDIR);
}

static void a_name_that_begins_alike_is_not_below(void **state)
{
  (void) state;
  assert_string_equal(beneath_relative("/a/b", "/a/b/c"), "c");
  assert_string_equal(beneath_relative("/a/b", "/a/b"), "");
  assert_string_equal(beneath_relative("/", "/a"), "a");
  assert_null(beneath_relative("/a/b", "/a/bc"));
  assert_null(beneath_relative("/a/b", "/a"));
}

int test_beneath(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(links_are_followed_inside_only),
                                     cmocka_unit_test(a_plain_path_has_no_links),
                                     cmocka_unit_test(a_name_that_begins_alike_is_not_below)};
  return cmocka_run_group_tests_name("beneath", tests, set_up, tear_down);
}
