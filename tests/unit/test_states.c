#include "unit/groups.h"

#include "search/states.h"

static void equal_rows_are_one_state(void **state)
{
  (void) state;
  States *s = states_new(2);
  Value a[] = {value_small(1), VALUE_TRUE}, b[] = {value_small(1), VALUE_FALSE};
  bool fresh;
  assert_int_equal(states_add(s, a, NO_STATE, 7, &fresh), 0);
  assert_true(fresh);
  assert_int_equal(states_add(s, b, 0, 8, &fresh), 1);
  assert_true(fresh);
  assert_int_equal(states_add(s, a, 1, 9, &fresh), 0);
  assert_false(fresh);
  assert_int_equal(states_count(s), 2);
  states_free(s);
}

static void the_first_way_is_kept(void **state)
{
  (void) state;
  States *s = states_new(1);
  Value a[] = {value_small(1)}, b[] = {value_small(2)};
  bool fresh;
  states_add(s, a, NO_STATE, 0, &fresh);
  states_add(s, b, 0, 3, &fresh);
  states_add(s, b, 1, 4, &fresh);
  assert_int_equal(states_from(s, 1), 0);
  assert_int_equal(states_label(s, 1), 3);
  assert_int_equal(states_from(s, 0), NO_STATE);
  states_free(s);
}

/* Beyond several growths of rows and table, everything is still found. */
static void many_states_are_found_again(void **state)
{
  (void) state;
  enum { MANY = 20000 };
  States *s = states_new(3);
  bool fresh;
  for (int64_t i = 0; i < MANY; i++) {
    Value row[] = {value_small(i % 100), value_small(i / 100), value_small(i * i)};
    assert_int_equal(states_add(s, row, NO_STATE, 0, &fresh), i);
    assert_true(fresh);
  }
  for (int64_t i = 0; i < MANY; i++) {
    Value row[] = {value_small(i % 100), value_small(i / 100), value_small(i * i)};
    assert_int_equal(states_add(s, row, NO_STATE, 0, &fresh), i);
    assert_false(fresh);
    assert_true(value_same(states_row(s, (StateId) i)[2], row[2]));
  }
  assert_true(states_bytes(s) > MANY * 3 * sizeof(Value));
  states_free(s);
}

int test_states(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_rows_are_one_state),
      cmocka_unit_test(the_first_way_is_kept),
      cmocka_unit_test(many_states_are_found_again),
  };
  return cmocka_run_group_tests_name("states", tests, NULL, NULL);
}
