#include "unit/groups.h"

#include <stdio.h>
#include <string.h>

#include "base/names.h"

static void equal_texts_are_one_name(void **state)
{
  (void) state;
  Names *names = names_new();
  const Name *a = names_intern_string(names, "active");
  char copy[] = "activex";
  assert_ptr_equal(names_intern(names, copy, 6), a);
  assert_ptr_not_equal(names_intern(names, copy, 7), a);
  assert_ptr_not_equal(names_intern_string(names, "Active"), a);
  assert_string_equal(a->text, "active");
  assert_int_equal(a->len, 6);
  assert_int_equal(names_count(names), 3);
  names_free(names);
}

static void ids_count_from_zero(void **state)
{
  (void) state;
  Names *names = names_new();
  char text[16];
  for (uint32_t i = 0; i < 1000; i++) {
    snprintf(text, sizeof text, "v%u", i);
    assert_int_equal(names_intern_string(names, text)->id, i);
    assert_int_equal(names_intern_string(names, text)->id, i);
  }
  assert_int_equal(names_count(names), 1000);
  names_free(names);
}

static void find_does_not_intern(void **state)
{
  (void) state;
  Names *names = names_new();
  assert_null(names_find(names, "x", 1));
  assert_int_equal(names_count(names), 0);
  const Name *x = names_intern_string(names, "x");
  assert_ptr_equal(names_find(names, "xy", 1), x);
  assert_null(names_find(names, "xy", 2));
  names_free(names);
}

static void any_bytes_are_a_text(void **state)
{
  (void) state;
  Names *names = names_new();
  const Name *empty = names_intern(names, "", 0);
  const Name *with_nul = names_intern(names, "a\0b", 3);
  const Name *greek = names_intern_string(names, "α_1");
  assert_int_equal(empty->len, 0);
  assert_string_equal(empty->text, "");
  assert_int_equal(with_nul->len, 3);
  assert_ptr_not_equal(with_nul, names_intern_string(names, "a"));
  assert_string_equal(greek->text, "α_1");
  assert_int_equal(greek->len, strlen("α_1"));
  names_free(names);
}

static void names_stay_when_the_table_grows(void **state)
{
  (void) state;
  enum { COUNT = 20000 };
  static const Name *kept[COUNT];
  Names *names = names_new();
  char text[16];
  for (int i = 0; i < COUNT; i++) {
    snprintf(text, sizeof text, "%x", i);
    kept[i] = names_intern_string(names, text);
  }
  for (int i = 0; i < COUNT; i++) {
    snprintf(text, sizeof text, "%x", i);
    assert_ptr_equal(names_find(names, text, strlen(text)), kept[i]);
    assert_string_equal(kept[i]->text, text);
  }
  names_free(names);
}

static void tables_are_independent(void **state)
{
  (void) state;
  Names *one = names_new(), *other = names_new();
  assert_ptr_not_equal(names_intern_string(one, "x"), names_intern_string(other, "x"));
  names_free(one);
  names_free(other);
  names_free(NULL);
}

int test_names(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_texts_are_one_name),
      cmocka_unit_test(ids_count_from_zero),
      cmocka_unit_test(find_does_not_intern),
      cmocka_unit_test(any_bytes_are_a_text),
      cmocka_unit_test(names_stay_when_the_table_grows),
      cmocka_unit_test(tables_are_independent),
  };
  return cmocka_run_group_tests_name("names", tests, NULL, NULL);
}
