#include "unit/groups.h"

#include <stdlib.h>
#include <string.h>

#include "csp/value/datum.h"

static int with_pool(void **state) { return *state = pool_new(), 0; }
static int without_pool(void **state) { return pool_free(*state), 0; }

static Datum ints(Pool *pool, DatumKind kind, int count, const int *numbers)
{
  Datum parts[16];
  for (int i = 0; i < count; i++) parts[i] = datum_int(numbers[i]);
  if (kind == DATUM_SET) return datum_set(pool, parts, (uint32_t) count);
  return pool_node(pool, kind, 0, parts, (uint32_t) count);
}
#define INTS(pool, kind, ...) \
  ints(pool, kind, sizeof((int[]){__VA_ARGS__}) / sizeof(int), (int[]){__VA_ARGS__})

static void a_word_keeps_its_value(void **state)
{
  (void) state;
  const int64_t numbers[] = {0, 1, -1, 1000000, -1000000, DATUM_INT_MAX, DATUM_INT_MIN};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    assert_int_equal(datum_int_of(datum_int(numbers[i])), numbers[i]);
    assert_int_equal(datum_kind(datum_int(numbers[i])), DATUM_INT);
  }
  assert_true(datum_is_true(datum_bool(true)));
  assert_false(datum_is_true(datum_bool(false)));
  assert_int_equal(datum_number(datum_char(0x1F600)), 0x1F600);
  assert_int_equal(datum_number(datum_name(UINT32_MAX)), UINT32_MAX);
  assert_true(datum_is_fault(DATUM_FAULT));
  assert_false(datum_is_fault(datum_int(0)));
}

static void equal_nodes_are_one(void **state)
{
  Pool *pool = *state;
  enum { COUNT = 20000 };
  static Datum made[COUNT];
  const Datum *parts[COUNT];
  for (uint32_t i = 0; i < COUNT; i++) {
    Datum both[2] = {datum_int(i), i ? made[i / 2] : datum_int(7)};
    made[i] = pool_node(pool, DATUM_PROCESS, i % 5, both, 2);
    parts[i] = datum_parts(pool, made[i]);
  }
  for (uint32_t i = 0; i < COUNT; i++) {
    Datum both[2] = {datum_int(i), i ? made[i / 2] : datum_int(7)};
    assert_true(datum_same(made[i], pool_node(pool, DATUM_PROCESS, i % 5, both, 2)));
    assert_false(datum_same(made[i], pool_node(pool, DATUM_PROCESS, 9, both, 2)));
    assert_int_equal(datum_number(made[i]), i + 1);
    assert_int_equal(datum_tag(pool, made[i]), i % 5);
    assert_true(parts[i] == datum_parts(pool, made[i])); /* nodes never move */
    assert_true(datum_same(datum_part(pool, made[i], 0), datum_int(i)));
  }
  assert_true(pool_bytes(pool) > COUNT * 32);
}

static void kinds_and_counts_tell_nodes_apart(void **state)
{
  Pool *pool = *state;
  Datum one = datum_int(1);
  Datum seq = pool_node(pool, DATUM_SEQ, 0, NULL, 0), set = pool_node(pool, DATUM_SET, 0, NULL, 0);
  assert_false(datum_same(seq, set));
  assert_int_equal(datum_count(pool, seq), 0);
  assert_false(datum_same(datum_seq(pool, &one, 1), datum_tuple(pool, &one, 1)));
  assert_true(datum_same(set, datum_set(pool, NULL, 0)));
  assert_true(datum_same(seq, datum_seq(pool, NULL, 0)));
}

static void the_order_is_by_content(void **state)
{
  Pool *pool = *state;
  /* Made from the last to the first, so that the order of creation would be the wrong one. */
  Datum ascending[] = {datum_int(DATUM_INT_MIN),
                       datum_int(-1),
                       datum_int(0),
                       datum_int(5),
                       datum_bool(false),
                       datum_bool(true),
                       datum_char('a'),
                       datum_name(0),
                       datum_name(70),
                       DATUM_FAULT,
                       DATUM_FAULT,
                       DATUM_FAULT,
                       DATUM_FAULT,
                       DATUM_FAULT,
                       DATUM_FAULT,
                       DATUM_FAULT,
                       DATUM_FAULT};
  ascending[16] = INTS(pool, DATUM_SET, 1, 2);
  ascending[15] = INTS(pool, DATUM_SET, 9);
  ascending[14] = datum_set(pool, NULL, 0);
  ascending[13] = INTS(pool, DATUM_SEQ, 2);
  ascending[12] = INTS(pool, DATUM_SEQ, 1, 9);
  ascending[11] = INTS(pool, DATUM_SEQ, 1, -2);
  ascending[10] = INTS(pool, DATUM_SEQ, 1);
  ascending[9] = INTS(pool, DATUM_TUPLE, 3, 4);
  for (int i = 0; i < 17; i++)
    for (int k = 0; k < 17; k++) {
      int order = datum_compare(pool, ascending[i], ascending[k]);
      assert_int_equal((order > 0) - (order < 0), (i > k) - (i < k));
    }
}

static void deep_data_have_an_order(void **state)
{
  Pool *pool = *state;
  Datum a = datum_int(1), b = datum_int(2);
  for (int i = 0; i < 1000000; i++) a = datum_seq(pool, &a, 1), b = datum_seq(pool, &b, 1);
  assert_true(datum_compare(pool, a, b) == -datum_compare(pool, b, a));
  assert_true(datum_compare(pool, a, b) != 0);
}

static void dotted_values_are_flat(void **state)
{
  Pool *pool = *state;
  Datum ab = INTS(pool, DATUM_DOT, 1, 2), cd = INTS(pool, DATUM_DOT, 3, 4);
  Datum all = datum_dot(pool, (Datum[]){ab, datum_int(9), cd}, 3);
  assert_true(datum_same(all, INTS(pool, DATUM_DOT, 1, 2, 9, 3, 4)));
  assert_int_equal(dot_count(pool, all), 5);
  assert_int_equal(dot_count(pool, datum_int(9)), 1);
  assert_true(datum_same(dot_part(pool, datum_int(9), 0), datum_int(9)));
  assert_true(datum_same(dot_part(pool, all, 3), datum_int(3)));
  assert_true(datum_same(dot_slice(pool, all, 0, 5), all));
  assert_true(datum_same(dot_slice(pool, all, 2, 3), datum_int(9)));
  assert_true(datum_same(dot_slice(pool, all, 3, 5), cd));
  assert_true(datum_same(dot_slice(pool, datum_int(4), 0, 1), datum_int(4)));
  assert_true(datum_same(datum_dot(pool, &ab, 1), ab));
}

static void sequences_are_cut_and_joined(void **state)
{
  Pool *pool = *state;
  Datum s = INTS(pool, DATUM_SEQ, 1, 2, 3), empty = datum_seq(pool, NULL, 0);
  assert_true(datum_same(seq_slice_of(pool, s, 1, 3), INTS(pool, DATUM_SEQ, 2, 3)));
  assert_true(datum_same(seq_slice_of(pool, s, 1, 1), empty));
  assert_true(datum_same(seq_join(pool, s, s), INTS(pool, DATUM_SEQ, 1, 2, 3, 1, 2, 3)));
  assert_true(datum_same(seq_join(pool, empty, s), s));
  assert_true(datum_same(seq_join(pool, s, empty), s));
}

/* Sets over 0 … 9 as bits: the definition that operations are compared with. */
static Datum set_of_bits(Pool *pool, unsigned bits)
{
  Datum elements[20];
  uint32_t count = 0;
  for (int i = 9; i >= 0; i--)
    for (int again = 0; again < 1 + i % 2; again++)
      if (bits >> i & 1) elements[count++] = datum_int(i - 5);
  return datum_set(pool, elements, count);
}

static void sets_agree_with_bits(void **state)
{
  Pool *pool = *state;
  uint32_t random = 1;
  for (int i = 0; i < 2000; i++) {
    random = random * 1664525 + 1013904223;
    unsigned x = random >> 8 & 1023, y = random >> 20 & 1023;
    Datum a = set_of_bits(pool, x), b = set_of_bits(pool, y);
    assert_true(datum_same(datum_set_union(pool, a, b), set_of_bits(pool, x | y)));
    assert_true(datum_same(datum_set_inter(pool, a, b), set_of_bits(pool, x & y)));
    assert_true(datum_same(datum_set_diff(pool, a, b), set_of_bits(pool, x & ~y)));
    assert_int_equal(datum_set_within(pool, a, b), (x & ~y) == 0);
    assert_int_equal(datum_same(a, b), x == y);
    for (int k = 0; k < 10; k++)
      assert_int_equal(datum_set_has(pool, a, datum_int(k - 5)), x >> k & 1);
    assert_false(datum_set_has(pool, a, datum_bool(true)));
  }
}

static void long_lists_are_sorted(void **state)
{
  Pool *pool = *state;
  enum { COUNT = 100003 };
  Datum *elements = malloc(2 * COUNT * sizeof *elements);
  for (uint32_t count = 0; count < 70; count++) {
    for (uint32_t i = 0; i < count; i++) elements[i] = datum_int((int64_t) i * 37 % 101 - 50);
    Datum set = datum_set(pool, elements, count);
    assert_int_equal(datum_count(pool, set), count);
    for (uint32_t i = 1; i < count; i++)
      assert_true(datum_compare(pool, datum_part(pool, set, i - 1), datum_part(pool, set, i)) < 0);
  }
  for (int64_t i = 0; i < COUNT; i++) elements[i] = datum_int(i * 50021 % COUNT);
  Datum set = datum_set(pool, elements, COUNT);
  assert_int_equal(datum_count(pool, set), COUNT);
  for (uint32_t i = 0; i < COUNT; i++)
    assert_true(datum_same(datum_part(pool, set, i), datum_int(i)));
  free(elements);
}

static void of_equal_keys_the_last_one_counts(void **state)
{
  Pool *pool = *state;
  Datum pairs[] = {datum_int(3), datum_char('x'), datum_int(1), datum_char('y'),
                   datum_int(3), datum_char('z'), datum_int(2), datum_char('u'),
                   datum_int(3), datum_char('v')};
  Datum map = datum_map(pool, pairs, 5);
  assert_int_equal(datum_count(pool, map), 6);
  assert_true(datum_same(map_find(pool, map, datum_int(1)), datum_char('y')));
  assert_true(datum_same(map_find(pool, map, datum_int(2)), datum_char('u')));
  assert_true(datum_same(map_find(pool, map, datum_int(3)), datum_char('v')));
  assert_true(datum_is_fault(map_find(pool, map, datum_int(0))));
  assert_true(datum_is_fault(map_find(pool, map, datum_int(4))));
  assert_true(datum_is_fault(map_find(pool, datum_map(pool, NULL, 0), datum_int(4))));
}

int test_csp_datum(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_word_keeps_its_value),
      cmocka_unit_test(equal_nodes_are_one),
      cmocka_unit_test(kinds_and_counts_tell_nodes_apart),
      cmocka_unit_test(the_order_is_by_content),
      cmocka_unit_test(deep_data_have_an_order),
      cmocka_unit_test(dotted_values_are_flat),
      cmocka_unit_test(sequences_are_cut_and_joined),
      cmocka_unit_test(sets_agree_with_bits),
      cmocka_unit_test(long_lists_are_sorted),
      cmocka_unit_test(of_equal_keys_the_last_one_counts),
  };
  struct CMUnitTest in_a_pool[sizeof tests / sizeof *tests];
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
    in_a_pool[i] = tests[i];
    in_a_pool[i].setup_func = with_pool;
    in_a_pool[i].teardown_func = without_pool;
  }
  return cmocka_run_group_tests_name("csp_datum", in_a_pool, NULL, NULL);
}
