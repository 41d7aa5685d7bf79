#include "unit/groups.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "lsp/text/line_starts.h"
#include "lsp/text/uri.h"

static Position position(const LineStarts *l, const char *text, uint32_t offset, Units units)
{
  return line_starts_position(l, text, (uint32_t) strlen(text), offset, units);
}

static void characters_are_counted_in_units(void **state)
{
  (void) state;
  static const char text[] = "a\r\n∈𝔹x\ry\n";
  LineStarts l = {0};
  uint32_t length = (uint32_t) strlen(text), x = (uint32_t) (strchr(text, 'x') - text);
  line_starts_find(&l, text, length);
  assert_int_equal(l.starts.len, 4);
  assert_int_equal(position(&l, text, x, UNITS_UTF16).line, 1);
  assert_int_equal(position(&l, text, x, UNITS_UTF16).character, 3);
  assert_int_equal(position(&l, text, x, UNITS_UTF8).character, 7);
  assert_int_equal(position(&l, text, x, UNITS_UTF32).character, 2);
  assert_int_equal(line_starts_offset(&l, text, length, (Position){1, 3}, UNITS_UTF16), x);
  assert_int_equal(line_starts_offset(&l, text, length, (Position){1, 2}, UNITS_UTF16), x - 4);
  assert_int_equal(line_starts_offset(&l, text, length, (Position){0, 99}, UNITS_UTF16), 1);
  assert_int_equal(line_starts_offset(&l, text, length, (Position){99, 0}, UNITS_UTF16), length);
  line_starts_free(&l);
}

static void changes_leave_what_a_fresh_look_finds(void **state)
{
  (void) state;
  static const char pieces[][4] = {"a", "\n", "\r", "\r\n", "", "x\ny", "∈"};
  LineStarts kept = {0}, fresh = {0};
  Text text = {0};
  srand(1);
  text_add(&text, "one\ntwo\r\nthree\rfour");
  line_starts_find(&kept, text.data, (uint32_t) text.len);
  for (int i = 0; i < 3000; i++) {
    uint32_t from = (uint32_t) rand() % ((uint32_t) text.len + 1);
    uint32_t to = from + (uint32_t) rand() % 4;
    if (to > text.len || i % 3) to = from;
    const char *piece = pieces[rand() % 7];
    Text next = {0};
    text_add_bytes(&next, text.data, from);
    text_add(&next, piece);
    text_add(&next, text.data + to);
    text_free(&text);
    text = next;
    line_starts_change(&kept, text.data, (uint32_t) text.len, from, to, (uint32_t) strlen(piece));
    line_starts_find(&fresh, text.data, (uint32_t) text.len);
    assert_int_equal(kept.starts.len, fresh.starts.len);
    assert_memory_equal(kept.starts.data, fresh.starts.data,
                        fresh.starts.len * sizeof *fresh.starts.data);
  }
  line_starts_free(&kept);
  line_starts_free(&fresh);
  text_free(&text);
}

static void paths_and_uris(void **state)
{
  (void) state;
  Text uri = {0};
  char *path = uri_path("file:///a%20b/%E2%88%88.mch");
  assert_string_equal(path, "/a b/∈.mch");
  uri_of_path(&uri, path);
  assert_string_equal(uri.data, "file:///a%20b/%E2%88%88.mch");
  free(path);
  text_free(&uri);
  path = uri_path("file://localhost/x");
  assert_string_equal(path, "/x");
  free(path);
  assert_null(uri_path("untitled:x"));
  assert_null(uri_path("file:x"));
}

int test_line_starts(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(characters_are_counted_in_units),
      cmocka_unit_test(changes_leave_what_a_fresh_look_finds),
      cmocka_unit_test(paths_and_uris),
  };
  return cmocka_run_group_tests_name("line starts", tests, NULL, NULL);
}
