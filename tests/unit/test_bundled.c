#include "unit/groups.h"

#include <string.h>

#include "syntax/bundled.h"

static void every_file_is_found_by_its_name(void **state)
{
  (void) state;
  for (unsigned i = 0; i < bundled_file_count; i++)
    assert_ptr_equal(bundled_find(bundled_files[i].name), &bundled_files[i]);
}

static void contents_end_with_nul(void **state)
{
  (void) state;
  for (unsigned i = 0; i < bundled_file_count; i++)
    assert_int_equal(strlen(bundled_files[i].text), bundled_files[i].size);
}

static void names_ascend(void **state)
{
  (void) state;
  for (unsigned i = 1; i < bundled_file_count; i++)
    assert_true(strcmp(bundled_files[i - 1].name, bundled_files[i].name) < 0);
}

static void other_names_are_not_found(void **state)
{
  (void) state;
  assert_null(bundled_find(""));
  assert_null(bundled_find("NoSuchLibrary.def"));
}

int test_bundled(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_file_is_found_by_its_name),
      cmocka_unit_test(contents_end_with_nul),
      cmocka_unit_test(names_ascend),
      cmocka_unit_test(other_names_are_not_found),
  };
  return cmocka_run_group_tests_name("bundled", tests, NULL, NULL);
}
