#include "unit/groups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "value/bits.h"
#include "value/fast.h"
#include "value/format.h"

/* A store, and the shapes that the tests need. */
typedef struct {
  Arena *arena;
  ShapeTable *shapes;
  Store *store;
  const Shape *integer, *boolean, *string, *real, *ints, *seq;
} World;

static World world_new(void)
{
  World w = {.arena = arena_new(), .store = store_new()};
  w.shapes = shapes_new(w.arena);
  w.integer = shape_integer(w.shapes);
  w.boolean = shape_bool(w.shapes);
  w.string = shape_string(w.shapes);
  w.real = shape_real(w.shapes);
  w.ints = shape_set(w.shapes, w.integer);
  w.seq = shape_set(w.shapes, shape_pair(w.shapes, w.integer, w.integer));
  return w;
}

static void world_free(World *w)
{
  store_check(w->store);
  store_free(w->store);
  shapes_free(w->shapes);
  arena_free(w->arena);
}

static void assert_text(World *w, const Shape *shape, Value v, const char *expected)
{
  Text text = {0};
  value_format(&text, w->store, shape, v, (FormatStyle){.sequences = SEQUENCES_ALWAYS}, NULL, NULL);
  assert_string_equal(text_string(&text), expected);
  text_free(&text);
}

static void assert_same(Value a, Value b) { assert_true(value_same(a, b)); }

static Value big(Store *store, const char *digits)
{
  mpz_t z;
  mpz_init_set_str(z, digits, 10);
  Value v = value_from_mpz(store, z);
  mpz_clear(z);
  return v;
}

static Value set_of_ints(World *w, const int64_t *numbers, uint64_t count)
{
  Value values[64];
  for (uint64_t i = 0; i < count; i++) values[i] = value_int(w->store, numbers[i]);
  return set_build(w->store, w->integer, values, count);
}
#define INTS(w, ...) \
  set_of_ints(w, (int64_t[]){__VA_ARGS__}, sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t))

/* ---- shapes ---- */

static void equal_types_have_one_shape(void **state)
{
  (void) state;
  World w = world_new();
  int origin;
  const char *names[] = {"a", "b", "c"};
  const Shape *s = shape_given(w.shapes, &origin, "S", names, 3);
  assert_ptr_equal(s, shape_given(w.shapes, &origin, "other", NULL, 5));
  assert_int_equal(s->size, 3);
  assert_ptr_equal(shape_set(w.shapes, s), shape_set(w.shapes, s));
  assert_int_equal(shape_set(w.shapes, s)->size, 8);
  assert_int_equal(shape_pair(w.shapes, s, w.boolean)->size, 6);
  assert_int_equal(shape_pair(w.shapes, s, w.integer)->size, 0);
  assert_int_equal(shape_set(w.shapes, shape_set(w.shapes, s))->size, 256);
  const Shape *fields[] = {w.boolean, s}, *more[100];
  const Shape *r = shape_record(w.shapes, (const char *[]){"f", "g"}, fields, 2);
  assert_int_equal(r->size, 6);
  assert_ptr_not_equal(r, shape_record(w.shapes, (const char *[]){"f", "h"}, fields, 2));
  more[0] = s;
  for (int i = 1; i < 100; i++) more[i] = shape_pair(w.shapes, more[i - 1], w.boolean);
  for (int i = 1; i < 100; i++)
    assert_ptr_equal(more[i], shape_pair(w.shapes, more[i - 1], w.boolean));
  assert_int_equal(more[30]->size, UINT64_C(3) << 30);
  assert_int_equal(more[31]->size, 0);
  world_free(&w);
}

/* ---- integers ---- */

static void integers_of_any_size(void **state)
{
  (void) state;
  World w = world_new();
  Store *s = w.store;
  Value max = value_small(SMALL_INT_MAX), one = value_small(1), two = value_small(2);
  Value above = int_add(s, max, one);
  assert_true(value_is_node(above, NODE_KIND_BIGINT));
  assert_same(above, fast_int_add(s, max, one));
  assert_same(above, value_int(s, INT64_C(1) << 60));
  assert_same(max, int_subtract(s, above, one));
  assert_same(value_small(SMALL_INT_MIN), int_negate(s, above));
  assert_same(above, int_divide(s, value_small(SMALL_INT_MIN), value_small(-1)));
  Value square = int_multiply(s, max, max);
  assert_same(square, fast_int_multiply(s, max, max));
  assert_same(square, int_power(s, max, 2));
  assert_same(max, int_divide(s, square, max));
  assert_same(value_small(0), int_modulo(s, square, max));
  assert_same(big(s, "1267650600228229401496703205376"), int_power(s, two, 100));
  assert_same(one, int_power(s, value_small(0), 0));
  assert_text(&w, w.integer, int_negate(s, int_power(s, two, 64)), "-18446744073709551616");
  assert_true(int_compare(s, square, max) > 0 && int_compare(s, int_negate(s, square), max) < 0);
  assert_int_equal(int_sign(s, int_negate(s, square)), -1);
  int64_t n;
  assert_true(int_fits(s, value_int(s, INT64_MIN), &n));
  assert_int_equal(n, INT64_MIN);
  assert_false(int_fits(s, square, &n));
  world_free(&w);
}

static void division_goes_towards_zero(void **state)
{
  (void) state;
  World w = world_new();
  static const int rows[][4] = {
      {7, 2, 3, 1}, {-7, 2, -3, -1}, {7, -2, -3, 1}, {-7, -2, 3, -1}, {-1, 4, 0, -1}};
  Value scale = int_power(w.store, value_small(10), 30);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Value a = value_small(rows[i][0]), b = value_small(rows[i][1]);
    assert_same(int_divide(w.store, a, b), value_small(rows[i][2]));
    assert_same(int_modulo(w.store, a, b), value_small(rows[i][3]));
    Value x = int_multiply(w.store, a, scale), y = int_multiply(w.store, b, scale);
    assert_same(int_divide(w.store, x, y), value_small(rows[i][2]));
    assert_same(int_modulo(w.store, x, y), int_multiply(w.store, value_small(rows[i][3]), scale));
  }
  world_free(&w);
}

/* ---- pairs and the other scalars ---- */

static void small_pairs_are_words(void **state)
{
  (void) state;
  World w = world_new();
  Value scalars[] = {
      value_small(-(1 << 28)),    value_small(-1), value_small(0), value_small(1),
      value_small((1 << 28) - 1), VALUE_FALSE,     VALUE_TRUE,     value_atom((1 << 28) - 1)};
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) {
      Value p = value_pair(w.store, scalars[i], scalars[j]);
      assert_int_equal(value_tag(p), TAG_PAIR);
      assert_same(p, fast_pair(w.store, scalars[i], scalars[j]));
      assert_same(pair_first(w.store, p), scalars[i]);
      assert_same(pair_second(w.store, p), scalars[j]);
    }
  Value wide[] = {value_small(-(1 << 28) - 1), value_small(1 << 28), value_atom(1 << 28),
                  value_string(w.store, "x", 1)};
  for (int i = 0; i < 4; i++) {
    Value p = value_pair(w.store, wide[i], value_small(1));
    assert_true(value_is_node(p, NODE_KIND_PAIR));
    assert_same(pair_first(w.store, p), wide[i]);
    assert_true(value_is_node(value_pair(w.store, value_small(1), wide[i]), NODE_KIND_PAIR));
  }
  world_free(&w);
}

static void pairs_compare_by_components(void **state)
{
  (void) state;
  World w = world_new();
  int64_t numbers[] = {-(INT64_C(1) << 62), -(1 << 29), -5,       0, 7,
                       (1 << 28) - 1,       1 << 28,    1LL << 61};
  Value pairs[64];
  for (int i = 0; i < 64; i++)
    pairs[i] =
        value_pair(w.store, value_int(w.store, numbers[i / 8]), value_int(w.store, numbers[i % 8]));
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++)
      assert_int_equal(value_compare(w.store, pairs[i], pairs[j]), (i > j) - (i < j));
  world_free(&w);
}

static void strings_and_reals(void **state)
{
  (void) state;
  World w = world_new();
  Store *s = w.store;
  Value a = value_string(s, "a", 1), zero = value_string(s, "a\0", 2),
        none = value_string(s, "", 0);
  assert_same(a, value_string(s, "abc", 1));
  assert_false(value_same(a, zero));
  assert_true(value_compare(s, a, zero) < 0 && value_compare(s, none, a) < 0);
  assert_true(value_compare(s, value_string(s, "é", 2), value_string(s, "z", 1)) > 0);
  size_t length;
  assert_string_equal(value_string_of(s, a, &length), "a");
  assert_int_equal(length, 1);
  assert_text(&w, w.string, value_string(s, "a\"\\\n\tß", 7), "\"a\\\"\\\\\\n\\tß\"");
  assert_same(value_real(s, 0.0), value_real(s, -0.0));
  static const struct {
    double x;
    const char *text;
  } reals[] = {{1, "1.0"},
               {0.1, "0.1"},
               {-2.5, "-2.5"},
               {1e-16, "1.0E-16"},
               {1e15, "1000000000000000.0"},
               {1e16, "1.0E16"},
               {1.25e300, "1.25E300"},
               {0.0001, "0.0001"},
               {123456.789, "123456.789"},
               {1.0 / 3, "0.3333333333333333"}};
  for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
    assert_text(&w, w.real, value_real(s, reals[i].x), reals[i].text);
  assert_true(value_compare(s, value_real(s, -1e300), value_real(s, 1e-300)) < 0);
  world_free(&w);
}

static void records_free_values_and_lazy_sets(void **state)
{
  (void) state;
  World w = world_new();
  Store *s = w.store;
  const Shape *fields[] = {w.integer, w.boolean};
  const Shape *r = shape_record(w.shapes, (const char *[]){"a", "b"}, fields, 2);
  Value rec = value_record(s, (Value[]){value_small(1), VALUE_TRUE}, 2);
  assert_text(&w, r, rec, "rec(a:1,b:TRUE)");
  assert_same(record_field(s, rec, 1), VALUE_TRUE);
  int origin;
  Shape *list = shape_free(w.shapes, &origin, "LIST", NULL, 0);
  assert_ptr_equal(list, shape_free(w.shapes, &origin, "LIST", NULL, 0));
  const Shape *arguments[] = {NULL, shape_pair(w.shapes, w.integer, list)};
  shape_set_constructors(w.shapes, list, (const char *[]){"nil", "cons"}, arguments, 2);
  Value nil = value_free(s, 0, VALUE_UNDEFINED);
  Value one = value_free(s, 1, value_pair(s, value_small(1), nil));
  assert_text(&w, list, one, "cons(1|->nil)");
  assert_int_equal(free_constructor(s, one), 1);
  assert_true(value_compare(s, nil, one) < 0);
  Value lazy = value_lazy(s, 7, (Value[]){one, rec}, 2);
  assert_int_equal(value_tag(lazy), TAG_LAZY);
  assert_same(lazy, value_lazy(s, 7, (Value[]){one, rec}, 2));
  assert_int_equal(lazy_what(s, lazy), 7);
  assert_int_equal(lazy_count(s, lazy), 2);
  assert_same(lazy_part(s, lazy, 1), rec);
  world_free(&w);
}

static void a_long_list_compares_without_recursion(void **state)
{
  (void) state;
  World w = world_new();
  Value ends[2];
  for (int k = 0; k < 2; k++) {
    Value list = value_free(w.store, 0, value_small(k));
    for (int i = 0; i < 300000; i++)
      list = value_free(w.store, 1, value_pair(w.store, value_small(i), list));
    ends[k] = list;
  }
  assert_int_equal(value_compare(w.store, ends[0], ends[1]), -1);
  StoreMark mark = {0};
  store_release_many(w.store, mark, ends, 2);
  assert_int_equal(value_compare(w.store, ends[0], ends[1]), -1);
  store_free(w.store);
  w.store = store_new();
  world_free(&w);
}

/* ---- representations of sets ---- */

static void integer_sets(void **state)
{
  (void) state;
  World w = world_new();
  Store *s = w.store;
  Value interval = INTS(&w, 3, 1, 2, 2), dense = INTS(&w, 1, 100, 3), sparse = INTS(&w, 1, 1000, 3);
  assert_same(interval, value_bits(14));
  assert_same(interval, set_interval(s, value_small(1), value_small(3)));
  assert_true(value_is_node(INTS(&w, 59, 60, 61), NODE_KIND_INTERVAL));
  assert_true(value_is_node(INTS(&w, -1, 0), NODE_KIND_INTERVAL));
  assert_same(INTS(&w, 0, 60), value_bits(UINT64_C(1) << 60 | 1));
  assert_same(set_interval(s, value_small(0), value_small(60)), value_bits(bits_low(61)));
  assert_same(VALUE_EMPTY_SET, set_interval(s, value_small(1), value_small(0)));
  assert_true(value_is_node(dense, NODE_KIND_INTSET));
  assert_true(value_is_node(sparse, NODE_KIND_SORTED));
  assert_text(&w, w.ints, interval, "{1,2,3}");
  assert_text(&w, w.ints, dense, "{1,3,100}");
  assert_text(&w, w.ints, set_interval(s, value_small(-1), value_small(31)), "-1..31");
  assert_text(&w, w.ints, set_interval(s, value_small(1), value_small(33)), "1..33");
  assert_text(&w, w.ints, VALUE_EMPTY_SET, "{}");
  assert_same(INTS(&w, 1, 2, 3, 100), set_union(s, w.integer, interval, dense));
  assert_same(INTS(&w, 1, 3), set_intersection(s, w.integer, sparse, dense));
  assert_same(INTS(&w, 2), set_difference(s, w.integer, interval, dense));
  assert_same(interval, set_add(s, w.integer, INTS(&w, 1, 3), value_small(2)));
  assert_int_equal(set_card(s, dense), 3);
  assert_same(set_greatest(s, w.integer, dense), value_small(100));
  assert_same(set_least(s, w.integer, sparse), value_small(1));
  Value low, high;
  assert_true(set_is_interval(s, w.integer, interval, &low, &high));
  assert_same(low, value_small(1)), assert_same(high, value_small(3));
  assert_true(set_is_interval(s, w.integer, INTS(&w, 60, 61), &low, &high));
  assert_same(low, value_small(60)), assert_same(high, value_small(61));
  assert_false(set_is_interval(s, w.integer, INTS(&w, 1, 3), &low, &high));
  assert_false(set_is_interval(s, w.integer, dense, &low, &high));
  assert_false(set_is_interval(s, w.integer, VALUE_EMPTY_SET, &low, &high));
  assert_false(set_is_interval(s, w.boolean, value_bits(3), &low, &high));
  assert_true(set_subset(s, w.integer, INTS(&w, 62, 63), INTS(&w, 0, 62, 63)));
  assert_false(set_subset(s, w.integer, INTS(&w, 63, 64), INTS(&w, 0, 62, 63)));
  assert_true(value_is_node(INTS(&w, 0, 127), NODE_KIND_INTSET));
  assert_true(value_is_node(INTS(&w, 0, 128), NODE_KIND_SORTED));
  world_free(&w);
}

static void intervals_of_any_size(void **state)
{
  (void) state;
  World w = world_new();
  Store *s = w.store;
  Value ten = value_small(10), huge = int_power(s, ten, 40), one = value_small(1);
  Value all = set_interval(s, one, huge);
  assert_int_equal(set_card(s, all), UINT64_MAX);
  assert_same(set_card_value(s, all), huge);
  assert_true(set_member(s, w.integer, int_power(s, ten, 39), all));
  assert_false(set_member(s, w.integer, int_add(s, huge, one), all));
  Value three = INTS(&w, -5, 100, 99999999);
  assert_same(set_intersection(s, w.integer, all, three), INTS(&w, 100, 99999999));
  assert_same(set_difference(s, w.integer, three, all), INTS(&w, -5));
  Value more = set_interval(s, value_small(-3), huge);
  assert_same(set_union(s, w.integer, more, all), more);
  assert_same(set_difference(s, w.integer, more, all), INTS(&w, -3, -2, -1, 0));
  assert_true(set_subset(s, w.integer, all, more) && !set_subset(s, w.integer, more, all));
  assert_true(value_compare(s, all, more) < 0);
  Value top = set_interval(s, int_subtract(s, huge, value_small(2)), huge), list[3];
  assert_int_equal(set_card(s, top), 3);
  SetIter it = set_iter(s, w.integer, top);
  for (int i = 0; i < 3; i++) assert_true(set_next(&it, &list[i]));
  Value extra;
  assert_false(set_next(&it, &extra));
  assert_same(top, set_build(s, w.integer, list, 3));
  assert_text(
      &w, w.ints, set_interval(s, huge, int_add(s, huge, one)),
      "{10000000000000000000000000000000000000000,10000000000000000000000000000000000000001}");
  world_free(&w);
}

static void sequences(void **state)
{
  (void) state;
  World w = world_new();
  Store *s = w.store;
  const Shape *pair = w.seq->args[0];
  Value seven = value_small(7), pairs[3];
  for (int i = 0; i < 3; i++) pairs[i] = value_pair(s, value_small(3 - i), seven);
  Value seq = set_build(s, pair, pairs, 3);
  assert_true(seq_is(seq) && value_is_node(seq, NODE_KIND_ARRAY));
  assert_same(seq, seq_build(s, (Value[]){seven, seven, seven}, 3));
  assert_text(&w, w.seq, seq, "[7,7,7]");
  Value longer = set_add(s, pair, seq, value_pair(s, value_small(4), value_small(8)));
  assert_text(&w, w.seq, longer, "[7,7,7,8]");
  Value relation = set_add(s, pair, seq, value_pair(s, value_small(2), value_small(8)));
  assert_true(value_is_node(relation, NODE_KIND_SORTED));
  assert_text(&w, w.seq, relation, "{(1|->7),(2|->7),(2|->8),(3|->7)}");
  assert_same(seq, set_intersection(s, pair, relation, longer));
  assert_true(set_subset(s, pair, seq, relation) && set_subset(s, pair, seq, longer));
  assert_false(set_subset(s, pair, longer, relation));
  SetIter it = set_iter_from(s, pair, relation, value_small(2));
  Value v;
  assert_true(set_next(&it, &v) && value_same(pair_second(s, v), seven));
  assert_true(set_next(&it, &v) && value_same(pair_second(s, v), value_small(8)));
  assert_false(set_next(&it, &v));
  it = set_iter_from(s, pair, longer, value_small(5));
  assert_false(set_next(&it, &v));
  world_free(&w);
}

static void sets_over_small_types_are_words(void **state)
{
  (void) state;
  World w = world_new();
  Store *s = w.store;
  int origin, other;
  const char *names[] = {"red", "green", "blue"};
  const Shape *colour = shape_given(w.shapes, &origin, "COLOUR", names, 3);
  const Shape *large = shape_given(w.shapes, &other, "ID", NULL, 5000);
  const Shape *map = shape_pair(w.shapes, colour, w.boolean), *nested = shape_set(w.shapes, colour);
  Value f = set_build(s, map,
                      (Value[]){value_pair(s, value_atom(2), VALUE_TRUE),
                                value_pair(s, value_atom(0), VALUE_FALSE)},
                      2);
  assert_int_equal(value_tag(f), TAG_BITS);
  assert_text(&w, shape_set(w.shapes, map), f, "{(red|->FALSE),(blue|->TRUE)}");
  assert_true(fast_member(s, map, value_pair(s, value_atom(2), VALUE_TRUE), f));
  assert_false(fast_member(s, map, value_pair(s, value_atom(2), VALUE_FALSE), f));
  /* All subsets, ascending: by cardinality, then element by element. */
  Value all[8];
  for (uint64_t i = 0; i < 8; i++) all[i] = value_at(s, nested, 7 - i);
  Value power = set_build(s, nested, all, 8);
  assert_int_equal(value_tag(power), TAG_BITS);
  assert_text(&w, shape_set(w.shapes, nested), power,
              "{{},{red},{green},{blue},{red,green},{red,blue},{green,blue},{red,green,blue}}");
  Value few = set_build(s, large, (Value[]){value_atom(4999), value_atom(0)}, 2);
  assert_true(value_is_node(few, NODE_KIND_SORTED));
  assert_text(&w, shape_set(w.shapes, large), few, "{ID1,ID5000}");
  world_free(&w);
}

static void formats(void **state)
{
  (void) state;
  World w = world_new();
  Store *s = w.store;
  const Shape *pair = shape_pair(w.shapes, w.integer, w.integer);
  const Shape *left = shape_pair(w.shapes, pair, w.boolean);
  const Shape *right = shape_pair(w.shapes, w.boolean, pair);
  Value p = value_pair(s, value_small(1), value_small(-2));
  assert_text(&w, left, value_pair(s, p, VALUE_TRUE), "(1|->-2|->TRUE)");
  assert_text(&w, right, value_pair(s, VALUE_TRUE, p), "(TRUE|->(1|->-2))");
  Text text = {0};
  Value set = INTS(&w, 1, 5, 7, 9);
  value_format(&text, s, w.ints, set, (FormatStyle){.most = 2}, NULL, NULL);
  value_format(&text, s, left, value_pair(s, p, VALUE_TRUE), (FormatStyle){.unicode = true}, NULL,
               NULL);
  value_format(&text, s, w.ints, VALUE_EMPTY_SET, (FormatStyle){.unicode = true}, NULL, NULL);
  value_format(&text, s, w.seq, seq_build(s, (Value[]){value_small(4)}, 1), (FormatStyle){0}, NULL,
               NULL);
  assert_string_equal(text_string(&text), "{1,5,…}(1↦-2↦TRUE)∅{(1|->4)}");
  text_free(&text);
  world_free(&w);
}

/* ---- the store ---- */

static void release_drops_all_but_the_survivor(void **state)
{
  (void) state;
  World w = world_new();
  Store *s = w.store;
  Value kept = value_string(s, "kept", 4);
  uint64_t hash = 0;
  Value survivor = VALUE_UNDEFINED;
  for (int round = 0; round < 3; round++) {
    StoreMark mark = store_mark(s);
    for (int i = 0; i < 5000; i++) {
      char text[32];
      int n = snprintf(text, sizeof text, "temporary %d", i);
      Value v = value_string(s, text, (size_t) n);
      if (i == 2500) survivor = value_pair(s, kept, value_pair(s, v, value_small(i)));
    }
    hash = value_hash(s, survivor);
    survivor = store_release(s, mark, survivor);
    store_check(s);
    assert_int_equal(store_count(s), 4);
    assert_int_equal(value_hash(s, survivor), hash);
    Value inner = pair_second(s, survivor);
    assert_string_equal(value_string_of(s, pair_first(s, inner), NULL), "temporary 2500");
    store_release(s, mark, VALUE_UNDEFINED);
    assert_int_equal(store_count(s), 1);
    assert_same(kept, value_string(s, "kept", 4));
  }
  world_free(&w);
}

static void nodes_know_of_lazy_parts(void **state)
{
  (void) state;
  World w = world_new();
  Store *s = w.store;
  const Shape *seq = shape_pair(w.shapes, w.integer, w.ints);
  Value lazy = value_lazy(s, 1, NULL, 0), large = set_interval(s, value_small(-7), value_small(7));
  Value set = set_add(s, w.ints, set_singleton(s, w.ints, large), VALUE_EMPTY_SET), f;
  assert_false(value_holds_lazy(s, set));
  set = set_add(s, w.ints, set, lazy);
  assert_true(value_holds_lazy(s, set));
  assert_false(value_holds_lazy(s, set_remove(s, w.ints, set, lazy)));
  assert_true(value_holds_lazy(s, set_remove(s, w.ints, set, large)));
  f = seq_build(s, (Value[]){large, large, large, large, large}, 5);
  assert_false(value_holds_lazy(s, f));
  f = rel_update(s, seq, f, value_small(2), lazy);
  assert_true(value_holds_lazy(s, f));
  assert_true(value_holds_lazy(s, rel_update(s, seq, f, value_small(3), VALUE_EMPTY_SET)));
  assert_false(value_holds_lazy(s, rel_update(s, seq, f, value_small(2), large)));
  world_free(&w);
}

static void lazy_sets_survive(void **state)
{
  (void) state;
  World w = world_new();
  Store *s = w.store;
  StoreMark mark = store_mark(s);
  value_string(s, "dropped", 7);
  Value part = value_string(s, "part", 4), kept[] = {value_lazy(s, 3, &part, 1), VALUE_TRUE, part};
  store_release_many(s, mark, kept, 3);
  assert_int_equal(store_count(s), 2);
  assert_int_equal(lazy_what(s, kept[0]), 3);
  assert_same(lazy_part(s, kept[0], 0), value_string(s, "part", 4));
  assert_same(kept[0], value_lazy(s, 3, &kept[2], 1));
  assert_same(kept[1], VALUE_TRUE);
  world_free(&w);
}

static void marks_nest(void **state)
{
  (void) state;
  World w = world_new();
  Store *s = w.store;
  Value numbers[40];
  StoreMark marks[40];
  for (int i = 0; i < 40; i++) {
    marks[i] = store_mark(s);
    numbers[i] = int_power(s, value_small(10), (uint64_t) i + 30);
    value_string(s, "x", (size_t) (i & 1));
  }
  size_t bytes = store_bytes(s);
  for (int i = 39; i >= 0; i--) {
    for (int k = 0; k < 1000; k++) value_pair(s, numbers[i], value_small(k));
    assert_same(numbers[i], int_power(s, value_small(10), (uint64_t) i + 30));
    store_release(s, marks[i], VALUE_UNDEFINED);
    store_check(s);
  }
  assert_int_equal(store_count(s), 0);
  assert_true(store_bytes(s) <= bytes + (1 << 20));
  world_free(&w);
}

static void hashes_depend_on_content_alone(void **state)
{
  (void) state;
  World one = world_new(), two = world_new();
  value_string(two.store, "makes other numbers", 5);
  uint64_t hashes[2];
  World *worlds[] = {&one, &two};
  for (int i = 0; i < 2; i++) {
    Store *s = worlds[i]->store;
    Value a = value_string(s, "a", 1), b = value_string(s, "b", 1), list[] = {a, b};
    if (i) list[0] = b, list[1] = a;
    hashes[i] = value_hash(s, set_build(s, worlds[i]->string, list, 2));
  }
  assert_true(hashes[0] == hashes[1]);
  world_free(&one);
  world_free(&two);
}

static void a_million_pairs(void **state)
{
  (void) state;
  enum { COUNT = 1000000 };
  World w = world_new();
  const Shape *pair = w.seq->args[0];
  Value *pairs = malloc(COUNT * sizeof *pairs);
  assert_non_null(pairs);
  for (uint32_t i = 0; i < COUNT; i++) {
    uint32_t mixed = (i * 2654435761U) >> 4;
    pairs[i] =
        value_pair(w.store, value_small((int) (mixed % 65536) - 30000), value_small((int) i));
  }
  Value set = set_build(w.store, pair, pairs, COUNT);
  assert_int_equal(set_card(w.store, set), COUNT);
  assert_true(store_bytes(w.store) < COUNT * 8 + (1 << 22));
  assert_true(set_member(w.store, pair, pairs[COUNT / 2], set));
  free(pairs);
  world_free(&w);
}

int test_value(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_types_have_one_shape),
      cmocka_unit_test(integers_of_any_size),
      cmocka_unit_test(division_goes_towards_zero),
      cmocka_unit_test(small_pairs_are_words),
      cmocka_unit_test(pairs_compare_by_components),
      cmocka_unit_test(strings_and_reals),
      cmocka_unit_test(records_free_values_and_lazy_sets),
      cmocka_unit_test(a_long_list_compares_without_recursion),
      cmocka_unit_test(integer_sets),
      cmocka_unit_test(intervals_of_any_size),
      cmocka_unit_test(sequences),
      cmocka_unit_test(sets_over_small_types_are_words),
      cmocka_unit_test(formats),
      cmocka_unit_test(release_drops_all_but_the_survivor),
      cmocka_unit_test(lazy_sets_survive),
      cmocka_unit_test(nodes_know_of_lazy_parts),
      cmocka_unit_test(marks_nest),
      cmocka_unit_test(hashes_depend_on_content_alone),
      cmocka_unit_test(a_million_pairs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
