#include "unit/groups.h"

#include <string.h>

#include "base/text.h"

static void a_new_text_is_empty(void **state)
{
  (void) state;
  Text text = {0};
  assert_null(text.data);
  assert_string_equal(text_string(&text), "");
  text_clear(&text);
  text_free(&text);
}

static void pieces_are_joined(void **state)
{
  (void) state;
  Text text = {0};
  text_add(&text, "x ");
  text_add_bytes(&text, ":= 1abc", 4);
  text_add_char(&text, ';');
  text_add_repeated(&text, '-', 3);
  text_printf(&text, "%d%s", 7, "!");
  assert_string_equal(text_string(&text), "x := 1;---7!");
  assert_int_equal(text.len, strlen(text.data));
  text_free(&text);
}

static void empty_pieces_change_nothing(void **state)
{
  (void) state;
  Text text = {0};
  text_add(&text, "");
  text_add_bytes(&text, NULL, 0);
  text_add_repeated(&text, 'x', 0);
  text_printf(&text, "%s", "");
  assert_string_equal(text_string(&text), "");
  assert_int_equal(text.len, 0);
  text_free(&text);
}

static void growth_keeps_the_content(void **state)
{
  (void) state;
  Text text = {0};
  for (int i = 0; i < 10000; i++) text_printf(&text, "%04d", i);
  assert_int_equal(text.len, 40000);
  assert_memory_equal(text.data + 4 * 1234, "1234", 4);
  assert_memory_equal(text.data + 4 * 9999, "9999", 5);
  text_free(&text);
}

static void every_length_is_terminated(void **state)
{
  (void) state;
  Text text = {0};
  for (size_t i = 0; i < 300; i++) {
    assert_int_equal(strlen(text_string(&text)), i);
    assert_true(text.cap == 0 || text.cap > text.len);
    text_add_char(&text, 'x');
  }
  text_free(&text);
}

static void clear_keeps_the_memory(void **state)
{
  (void) state;
  Text text = {0};
  text_add_repeated(&text, 'x', 1000);
  size_t cap = text.cap;
  text_clear(&text);
  assert_string_equal(text_string(&text), "");
  assert_int_equal(text.cap, cap);
  text_add(&text, "again");
  assert_string_equal(text_string(&text), "again");
  text_free(&text);
  assert_null(text.data);
  assert_int_equal(text.len, 0);
}

static void integers_are_decimal(void **state)
{
  (void) state;
  Text text = {0};
  const int64_t numbers[] = {0, 7, -7, 10, 1234567890, INT64_MAX, INT64_MIN};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    text_add_integer(&text, numbers[i]);
    text_add_char(&text, ' ');
  }
  assert_string_equal(text.data, "0 7 -7 10 1234567890 9223372036854775807 -9223372036854775808 ");
  text_free(&text);
}

int test_text(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_new_text_is_empty),         cmocka_unit_test(pieces_are_joined),
      cmocka_unit_test(empty_pieces_change_nothing), cmocka_unit_test(growth_keeps_the_content),
      cmocka_unit_test(every_length_is_terminated),  cmocka_unit_test(clear_keeps_the_memory),
      cmocka_unit_test(integers_are_decimal),
  };
  return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
