#include "unit/groups.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "session/session.h"

/* <(command) is a pipe, which can be read once; its text is a model like any other. */
static void reads_a_pipe_once(void **state)
{
  (void) state;
  static const char text[] = "MACHINE M VARIABLES x INVARIANT x:0..1 INITIALISATION x:=0 END";
  int ends[2];
  char path[64];
  assert_int_equal(pipe(ends), 0);
  assert_int_equal(write(ends[1], text, strlen(text)), (ssize_t) strlen(text));
  close(ends[1]);
  snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
  Session *session = session_new();
  const char *error = NULL;
  const Source *source = session_read(session, path, &error);
  assert_non_null(source);
  assert_string_equal(source->name, path);
  assert_string_equal(source->text, text);
  assert_ptr_equal(session_read(session, path, &error), source);
  session_free(session);
  close(ends[0]);
}

int test_session(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(reads_a_pipe_once)};
  return cmocka_run_group_tests_name("session", tests, NULL, NULL);
}
