#include "unit/groups.h"

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

int test_vec(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(elements_keep_their_order),
      cmocka_unit_test(elements_may_be_structs),
      cmocka_unit_test(a_freed_vector_can_be_used_again),
  };
  return cmocka_run_group_tests_name("vec", tests, NULL, NULL);
}
