#include "unit/groups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "syntax/source.h"

static int set_up(void **state)
{
  *state = sources_new();
  return 0;
}

static int tear_down(void **state)
{
  sources_free(*state);
  return 0;
}

static Source *add(Sources *sources, const char *text)
{
  return sources_add(sources, "test", text, strlen(text));
}

static void assert_place(Sources *sources, uint32_t position, uint32_t line, uint32_t column)
{
  Place place = sources_place(sources, position);
  assert_non_null(place.source);
  assert_int_equal(place.line, line);
  assert_int_equal(place.column, column);
}

static void places_count_from_one(void **state)
{
  Source *source = add(*state, "ab\nc\n\nd");
  assert_place(*state, source->base, 1, 1);
  assert_place(*state, source->base + 1, 1, 2);
  assert_place(*state, source->base + 2, 1, 3); /* the line end itself */
  assert_place(*state, source->base + 3, 2, 1);
  assert_place(*state, source->base + 5, 3, 1);
  assert_place(*state, source->base + 6, 4, 1);
  assert_place(*state, source->base + 7, 4, 2); /* the end of the text */
}

static void columns_count_characters(void **state)
{
  Source *source = add(*state, "α∪𝔹x");
  assert_place(*state, source->base + 2, 1, 2);
  assert_place(*state, source->base + 5, 1, 3);
  assert_place(*state, source->base + 9, 1, 4);
}

static void every_kind_of_line_end_counts(void **state)
{
  Source *source = add(*state, "a\r\nb\rc\nd\xE2\x80\xA8"
                               "e");
  uint32_t length;
  assert_memory_equal(sources_line(*state, source, 2, &length), "b", 1);
  assert_int_equal(length, 1);
  assert_memory_equal(sources_line(*state, source, 5, &length), "e", 1);
  assert_int_equal(length, 1);
  assert_int_equal(source->line_count, 5);
}

static void lines_outside_are_empty(void **state)
{
  Source *source = add(*state, "only");
  uint32_t length = 9;
  sources_line(*state, source, 0, &length);
  assert_int_equal(length, 0);
  sources_line(*state, source, 2, &length);
  assert_int_equal(length, 0);
}

static void nowhere_has_no_place(void **state)
{
  add(*state, "x");
  assert_null(sources_place(*state, 0).source);
  assert_false(span_known(SPAN_NONE));
}

static void positions_tell_the_source(void **state)
{
  Source *one = add(*state, "first"), *empty = add(*state, ""), *last = add(*state, "last");
  assert_ptr_equal(sources_at(*state, one->base), one);
  assert_ptr_equal(sources_at(*state, one->base + one->length), one); /* its end is its own */
  assert_ptr_equal(sources_at(*state, empty->base), empty);
  assert_ptr_equal(sources_at(*state, last->base + 3), last);
}

static void text_of_a_span(void **state)
{
  add(*state, "before");
  Source *source = add(*state, "x : NAT");
  uint32_t length;
  Span span = {source->base + 4, source->base + 7};
  assert_memory_equal(sources_text(*state, span, &length), "NAT", 3);
  assert_int_equal(length, 3);
}

static void joined_spans_cover_both(void **state)
{
  (void) state;
  Span joined = span_join((Span){3, 5}, (Span){8, 10});
  assert_int_equal(joined.begin, 3);
  assert_int_equal(joined.end, 10);
}

static void texts_become_valid_utf8(void **state)
{
  Source *source = sources_add(*state, "bytes",
                               "\xEF\xBB\xBF"
                               "a\xFF\0b",
                               7);
  assert_string_equal(source->text, "a\xEF\xBF\xBD\xEF\xBF\xBD"
                                    "b");
  assert_int_equal(source->length, strlen(source->text));
}

static void files_are_read_once(void **state)
{
  char path[] = "/tmp/probity-unit-XXXXXX";
  int file = mkstemp(path);
  assert_true(file >= 0);
  assert_int_equal(write(file, "MACHINE", 7), 7);
  close(file);
  const char *error = NULL;
  Source *source = sources_read(*state, path, &error);
  Source *again = sources_read(*state, path, &error);
  unlink(path);
  assert_non_null(source);
  assert_ptr_equal(source, again);
  assert_string_equal(source->text, "MACHINE");
  assert_null(error);
}

static void unreadable_files_have_a_message(void **state)
{
  const char *error = NULL;
  assert_null(sources_read(*state, "/nowhere/at/all.mch", &error));
  assert_non_null(error);
  error = NULL;
  assert_null(sources_read(*state, "/", &error));
  assert_non_null(error);
}

static const char *text_of(void *owner, const char *path, size_t *length)
{
  const char *text = !strcmp(path, owner) ? "REFINEMENT" : NULL;
  *length = text ? strlen(text) : 0;
  return text;
}

static void texts_take_the_place_of_files(void **state)
{
  char path[] = "/tmp/probity-test-XXXXXX", missing[] = "/tmp/probity-test-none.mch";
  int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  const char *error = NULL;
  sources_lay_over(*state, (Overlay){text_of, path});
  assert_true(sources_has_file(*state, path));
  Source *source = sources_read(*state, path, &error);
  unlink(path);
  assert_string_equal(source->text, "REFINEMENT");
  assert_null(sources_changed(*state));
  assert_ptr_equal(source, sources_read(*state, path, &error));
  assert_false(sources_has_file(*state, missing));
  assert_null(sources_read(*state, missing, &error));
  sources_lay_over(*state, (Overlay){text_of, missing});
  assert_true(sources_has_file(*state, missing));
  assert_string_equal(sources_read(*state, missing, &error)->path, missing);
}

int test_source(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(places_count_from_one),
      TEST(columns_count_characters),
      TEST(every_kind_of_line_end_counts),
      TEST(lines_outside_are_empty),
      TEST(nowhere_has_no_place),
      TEST(positions_tell_the_source),
      TEST(text_of_a_span),
      TEST(joined_spans_cover_both),
      TEST(texts_become_valid_utf8),
      TEST(files_are_read_once),
      TEST(unreadable_files_have_a_message),
      TEST(texts_take_the_place_of_files),
  };
#undef TEST
  return cmocka_run_group_tests_name("source", tests, NULL, NULL);
}
