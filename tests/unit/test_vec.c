#include "unit/groups.h"

#include "base/narrow.h"
#include "base/vec.h"

static void elements_keep_their_order(void **state)
{
  (void) state;
  VEC(int) v = {0};
  for (int i = 0; i < 1000; i++) vec_push(&v, i * i);
  assert_int_equal(v.len, 1000);
  assert_true(v.cap >= v.len);
  for (int i = 0; i < 1000; i++) assert_int_equal(v.data[i], i * i);
  vec_free(&v);
}

static void elements_may_be_structs(void **state)
{
  (void) state;
  typedef struct {
    char tag;
    double number;
  } Pair;
  VEC(Pair) v = {0};
  for (int i = 0; i < 20; i++) vec_push(&v, ((Pair){(char) ('a' + i), i / 2.0}));
  assert_int_equal(v.data[19].tag, 't');
  assert_true(v.data[19].number == 9.5);
  vec_free(&v);
}

static void a_freed_vector_can_be_used_again(void **state)
{
  (void) state;
  VEC(const char *) v = {0};
  vec_push(&v, "one");
  vec_free(&v);
  assert_null(v.data);
  assert_int_equal(v.len, 0);
  assert_int_equal(v.cap, 0);
  vec_push(&v, "two");
  assert_string_equal(v.data[0], "two");
  vec_free(&v);
}

static void what_is_trimmed_keeps_its_elements(void **state)
{
  (void) state;
  VEC(int) v = {0};
  for (int i = 0; i < 1000; i++) vec_push(&v, i);
  v.len = 300;
  vec_trim(&v);
  assert_int_equal(v.cap, 300);
  for (int i = 300; i < 400; i++) vec_push(&v, i);
  for (int i = 0; i < 400; i++) assert_int_equal(v.data[i], i);
  v.len = 0;
  vec_trim(&v);
  assert_null(v.data);
  assert_int_equal(v.cap, 0);
  vec_trim(&v);
  vec_push(&v, 7);
  assert_int_equal(v.data[0], 7);
  vec_free(&v);
}

static void narrow_numbers_widen_and_are_trimmed(void **state)
{
  (void) state;
  Narrow n = {0};
  narrow_trim(&n);
  for (uint32_t i = 0; i < 1000; i++) narrow_push(&n, i % 200);
  assert_int_equal(n.width, 1);
  narrow_push(&n, 70000);
  assert_int_equal(n.width, 4);
  narrow_drop(&n, 500);
  narrow_trim(&n);
  assert_int_equal(n.cap, 501);
  narrow_push(&n, 8);
  for (uint32_t i = 0; i < 500; i++) assert_int_equal(narrow_get(&n, i), (i + 500) % 200);
  assert_int_equal(narrow_get(&n, 500), 70000);
  assert_int_equal(narrow_get(&n, 501), 8);
  n.len = 0;
  narrow_trim(&n);
  assert_int_equal(n.cap, 0);
  narrow_push(&n, 300);
  assert_int_equal(narrow_get(&n, 0), 300);
  narrow_free(&n);
}

int test_vec(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(elements_keep_their_order),
      cmocka_unit_test(elements_may_be_structs),
      cmocka_unit_test(a_freed_vector_can_be_used_again),
      cmocka_unit_test(what_is_trimmed_keeps_its_elements),
      cmocka_unit_test(narrow_numbers_widen_and_are_trimmed),
  };
  return cmocka_run_group_tests_name("vec", tests, NULL, NULL);
}
