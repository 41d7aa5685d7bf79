#include "unit/groups.h"

#include <stdio.h>

#include "base/map.h"

static void an_empty_map_has_nothing(void **state)
{
  (void) state;
  Names *names = names_new();
  Map map = {0};
  assert_null(map_get(&map, names_intern_string(names, "x")));
  map_free(&map);
  names_free(names);
}

static void put_replaces(void **state)
{
  (void) state;
  Names *names = names_new();
  const Name *x = names_intern_string(names, "x"), *y = names_intern_string(names, "y");
  int one = 1, two = 2;
  Map map = {0};
  map_put(&map, x, &one);
  assert_ptr_equal(map_get(&map, x), &one);
  assert_null(map_get(&map, y));
  map_put(&map, x, &two);
  assert_ptr_equal(map_get(&map, x), &two);
  assert_int_equal(map.count, 1);
  map_free(&map);
  assert_null(map_get(&map, x));
  names_free(names);
}

static void many_keys_survive_growth(void **state)
{
  (void) state;
  enum { COUNT = 10000 };
  static int things[COUNT];
  Names *names = names_new();
  Map map = {0};
  char text[16];
  for (int i = 0; i < COUNT; i++) {
    snprintf(text, sizeof text, "n%d", i);
    map_put(&map, names_intern_string(names, text), &things[i]);
  }
  assert_int_equal(map.count, COUNT);
  for (int i = 0; i < COUNT; i++) {
    snprintf(text, sizeof text, "n%d", i);
    assert_ptr_equal(map_get(&map, names_intern_string(names, text)), &things[i]);
  }
  assert_null(map_get(&map, names_intern_string(names, "absent")));
  map_free(&map);
  names_free(names);
}

int test_map(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_empty_map_has_nothing),
      cmocka_unit_test(put_replaces),
      cmocka_unit_test(many_keys_survive_growth),
  };
  return cmocka_run_group_tests_name("map", tests, NULL, NULL);
}
