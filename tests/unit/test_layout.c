#include "unit/groups.h"

#include "syntax/layout.h"

#include <stdio.h>
#include <string.h>

static void check(Layout *layout, unsigned width, const char *expected)
{
  Text text = {0};
  layout_write(layout, &text, width);
  assert_string_equal(text_string(&text), expected);
  text_free(&text);
  layout_free(layout);
}

/* {1, 2, …, n} */
static Layout numbers(GroupKind kind, int n)
{
  Layout l = {0};
  layout_open(&l, GROUP_ALL);
  layout_add(&l, "{");
  layout_indent(&l, 2);
  layout_break(&l, 0);
  layout_open(&l, kind);
  for (int i = 1; i <= n; i++) {
    char digits[20];
    if (i > 1) layout_break(&l, 1);
    snprintf(digits, sizeof digits, "%d%s", i, i < n ? "," : "");
    layout_add(&l, digits);
  }
  layout_close(&l);
  layout_indent(&l, -2);
  layout_break(&l, 0);
  layout_add(&l, "}");
  layout_close(&l);
  return l;
}

static void a_group_that_fits_is_on_one_line(void **state)
{
  (void) state;
  Layout l = numbers(GROUP_ALL, 4);
  check(&l, 12, "{1, 2, 3, 4}");
  l = numbers(GROUP_FILL, 4);
  check(&l, 12, "{1, 2, 3, 4}");
  l = numbers(GROUP_ALL, 4);
  check(&l, 0, "{1, 2, 3, 4}");
}

static void all_breaks_or_as_few_as_possible(void **state)
{
  (void) state;
  Layout l = numbers(GROUP_ALL, 4);
  check(&l, 11, "{\n  1,\n  2,\n  3,\n  4\n}");
  l = numbers(GROUP_FILL, 4);
  check(&l, 10, "{\n  1, 2, 3,\n  4\n}");
  l = numbers(GROUP_FILL, 4);
  check(&l, 1, "{\n  1,\n  2,\n  3,\n  4\n}");
}

static void what_follows_a_group_must_fit_too(void **state)
{
  (void) state;
  Layout l = numbers(GROUP_FILL, 4);
  layout_add(&l, " tail");
  check(&l, 16, "{\n  1, 2, 3, 4\n} tail");
  l = numbers(GROUP_FILL, 4);
  layout_add(&l, " tail");
  check(&l, 17, "{1, 2, 3, 4} tail");
}

static void characters_are_counted_not_bytes(void **state)
{
  (void) state;
  Layout l = {0};
  layout_open(&l, GROUP_ALL);
  layout_add(&l, "∀∀∀");
  layout_break(&l, 1);
  layout_add(&l, "∀∀∀");
  layout_close(&l);
  check(&l, 7, "∀∀∀ ∀∀∀");
}

static void line_ends_are_asked_for_freely(void **state)
{
  (void) state;
  Layout l = {0};
  layout_blank_line(&l);
  layout_end_line(&l);
  layout_add(&l, "a");
  layout_end_line(&l);
  layout_end_line(&l);
  layout_blank_line(&l);
  layout_blank_line(&l);
  layout_add(&l, "b");
  layout_break(&l, 1); /* outside of groups a break ends the line */
  layout_end_line(&l);
  check(&l, 80, "a\n\nb\n");
}

static void comments_end_their_line_and_move(void **state)
{
  (void) state;
  const char *text = "/* one\r\n     two  \n\n   end */";
  Layout l = {0};
  layout_indent(&l, 2);
  layout_open(&l, GROUP_ALL);
  layout_add(&l, "a");
  layout_comment(&l, "// first", 8, 40);
  layout_break(&l, 1);
  layout_add(&l, "b");
  layout_close(&l);
  layout_end_line(&l);
  layout_comment(&l, text, strlen(text), 0);
  layout_comment(&l, "/* joined */", 12, 0);
  layout_add(&l, "c");
  check(&l, 80, "  a // first\n  b\n  /* one\n       two\n\n     end */ /* joined */\n  c");
}

static void raw_text_is_kept(void **state)
{
  (void) state;
  Layout l = {0};
  layout_indent(&l, 4);
  layout_add_raw(&l, "x\n y ", 5);
  layout_open(&l, GROUP_ALL);
  layout_break(&l, 1);
  layout_add(&l, "12345");
  layout_close(&l);
  check(&l, 9, "    x\n y  12345");
}

int test_layout(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_group_that_fits_is_on_one_line),
      cmocka_unit_test(all_breaks_or_as_few_as_possible),
      cmocka_unit_test(what_follows_a_group_must_fit_too),
      cmocka_unit_test(characters_are_counted_not_bytes),
      cmocka_unit_test(line_ends_are_asked_for_freely),
      cmocka_unit_test(comments_end_their_line_and_move),
      cmocka_unit_test(raw_text_is_kept),
  };
  return cmocka_run_group_tests_name("layout", tests, NULL, NULL);
}
