#include "unit/groups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/random_values.h"
#include "value/fast.h"
#include "value/format.h"

/* Random sets over random shapes; every operation is compared with a naive model: a
 * list without repetition, in any order.  The same runs under the usual limits, under
 * tiny ones (so that every representation is met often) and with equal hashes. */

static int sign(int n) { return (n > 0) - (n < 0); }

/* value_compare by its definition. */
static int naive_compare(Trial *t, const Shape *shape, Value a, Value b)
{
  Store *s = t->store;
  mpz_t x, y;
  int c = 0;
  switch (shape->kind) {
  case SHAPE_INTEGER:
    mpz_inits(x, y, NULL);
    value_to_mpz(s, a, x), value_to_mpz(s, b, y);
    c = sign(mpz_cmp(x, y));
    mpz_clears(x, y, NULL);
    return c;
  case SHAPE_STRING: return sign(strcmp(value_string_of(s, a, NULL), value_string_of(s, b, NULL)));
  case SHAPE_REAL:
    return value_real_of(s, a) < value_real_of(s, b) ? -1
                                                     : value_real_of(s, a) > value_real_of(s, b);
  case SHAPE_PAIR:
    c = naive_compare(t, shape->args[0], pair_first(s, a), pair_first(s, b));
    return c ? c : naive_compare(t, shape->args[1], pair_second(s, a), pair_second(s, b));
  case SHAPE_RECORD:
    for (uint32_t i = 0; c == 0 && i < shape->count; i++)
      c = naive_compare(t, shape->args[i], record_field(s, a, i), record_field(s, b, i));
    return c;
  case SHAPE_SET:
    if (set_card(s, a) != set_card(s, b)) return set_card(s, a) < set_card(s, b) ? -1 : 1;
    SetIter it = set_iter(s, shape->args[0], a), other = set_iter(s, shape->args[0], b);
    for (Value v, w; c == 0 && set_next(&it, &v) && set_next(&other, &w);)
      c = naive_compare(t, shape->args[0], v, w);
    return c;
  default:
    return value_atom_index(a) < value_atom_index(b) ? -1
                                                     : value_atom_index(a) > value_atom_index(b);
  }
}

/* ---- laws ---- */

/* The set has exactly the elements of the model, gives them in ascending order, and is
 * the same word however it is built. */
static void check_content(Trial *t, const Shape *element, Value set, const Model *m)
{
  Store *s = t->store;
  assert_int_equal(set_card(s, set), m->count);
  assert_true(value_same(set_card_value(s, set), value_small(m->count)));
  assert_true(value_same(set, model_build(t, element, m)));
  uint32_t count = 0;
  Value last = VALUE_UNDEFINED, v;
  SetIter it = set_iter(s, element, set);
  for (; set_next(&it, &v); last = v, count++) {
    assert_true(model_has(m, v));
    assert_true(set_member(s, element, v, set) && fast_member(s, element, v, set));
    if (count == 0) assert_true(value_same(v, set_least(s, element, set)));
    else assert_true(value_compare(s, last, v) < 0 && naive_compare(t, element, last, v) < 0);
  }
  assert_int_equal(count, m->count);
  if (count) assert_true(value_same(last, set_greatest(s, element, set)));
}

static void check_operators(Trial *t, const Shape *element, const Model *a, const Model *b)
{
  Store *s = t->store;
  Value x = model_build(t, element, a), y = model_build(t, element, b);
  Model both = *a, common = {.count = 0}, rest = {.count = 0};
  for (uint32_t i = 0; i < b->count; i++) model_add(&both, b->values[i]);
  for (uint32_t i = 0; i < a->count; i++)
    model_add(model_has(b, a->values[i]) ? &common : &rest, a->values[i]);
  check_content(t, element, set_union(s, element, x, y), &both);
  check_content(t, element, set_intersection(s, element, x, y), &common);
  check_content(t, element, set_difference(s, element, x, y), &rest);
  assert_true(value_same(fast_union(s, element, x, y), set_union(s, element, y, x)));
  assert_true(value_same(fast_intersection(s, element, x, y), set_intersection(s, element, y, x)));
  assert_true(value_same(fast_difference(s, element, x, y), set_difference(s, element, x, y)));
  bool subset = rest.count == 0;
  assert_int_equal(set_subset(s, element, x, y), subset);
  assert_int_equal(fast_subset(s, element, x, y), subset);
  Value parts[] = {set_intersection(s, element, x, y), set_difference(s, element, x, y)};
  for (int i = 0; i < 2; i++) assert_true(set_subset(s, element, parts[i], x));
  assert_true(set_subset(s, element, x, set_union(s, element, x, y)));
  assert_int_equal(value_same(x, y), subset && a->count == b->count);
  const Shape *set = shape_set(t->shapes, element);
  assert_int_equal(sign(value_compare(s, x, y)), naive_compare(t, set, x, y));
  assert_int_equal(sign(value_compare(s, y, x)), -naive_compare(t, set, x, y));
  for (uint32_t i = 0; i < b->count; i++) {
    assert_int_equal(set_member(s, element, b->values[i], x), model_has(a, b->values[i]));
    assert_int_equal(fast_member(s, element, b->values[i], x), model_has(a, b->values[i]));
  }
}

static void check_adding(Trial *t, const Shape *element, const Model *a)
{
  Value set = VALUE_EMPTY_SET, fast = VALUE_EMPTY_SET;
  Model m = {.count = 0};
  for (uint32_t i = 0; i < a->count; i++) {
    set = set_add(t->store, element, set, a->values[i]);
    fast = fast_add(t->store, element, fast, a->values[i]);
    model_add(&m, a->values[i]);
    assert_true(value_same(set, fast));
    assert_true(value_same(set, model_build(t, element, &m)));
    assert_true(value_same(set, set_add(t->store, element, set, a->values[0])));
  }
  while (m.count) {
    set = set_remove(t->store, element, set, m.values[--m.count]);
    assert_true(value_same(set, model_build(t, element, &m)));
    assert_true(value_same(set, set_remove(t->store, element, set, m.values[m.count])));
  }
}

static void check_rows(Trial *t, const Shape *element, const Model *a)
{
  if (element->kind != SHAPE_PAIR) return;
  Value relation = model_build(t, element, a);
  for (uint32_t i = 0; i <= a->count; i++) {
    Value first =
        i < a->count ? pair_first(t->store, a->values[i]) : random_value(t, element->args[0]);
    Value last = VALUE_UNDEFINED, v;
    uint32_t expected = 0, found = 0;
    for (uint32_t k = 0; k < a->count; k++)
      expected += value_same(pair_first(t->store, a->values[k]), first);
    SetIter it = set_iter_from(t->store, element, relation, first);
    for (; set_next(&it, &v); found++, last = v) {
      assert_true(model_has(a, v) && value_same(pair_first(t->store, v), first));
      assert_true(found == 0 || value_compare(t->store, last, v) < 0);
    }
    assert_int_equal(found, expected);
  }
}

/* Index and value are inverse, and ascend together. */
static void check_index(Trial *t, const Shape *shape)
{
  if (!shape_is_indexed(shape)) return;
  Value last = VALUE_UNDEFINED;
  uint64_t from = shape->size > 300 ? draw(t, shape->size - 300) : 0;
  for (uint64_t i = from; i < shape->size && i < from + 300; i++) {
    Value v = value_at(t->store, shape, i);
    assert_true(value_index(t->store, shape, v) == i);
    if (i > from) assert_true(naive_compare(t, shape, last, v) < 0);
    last = v;
  }
}

static char *text_of(Trial *t, const Shape *shape, Value v)
{
  Text text = {0};
  value_format(&text, t->store, shape, v, (FormatStyle){.sequences = SEQUENCES_ALWAYS}, NULL, NULL);
  char *copy = arena_copy(t->arena, text_string(&text), text.len);
  text_free(&text);
  return copy;
}

/* Whatever survives a release prints and hashes as before, and is found again. */
static void check_release(Trial *t, const Shape *element)
{
  Value kept[3];
  const Shape *shape = shape_set(t->shapes, element);
  Value old = random_set(t, element, 10);
  StoreMark mark = store_mark(t->store);
  char *texts[3];
  uint64_t hashes[3];
  for (int i = 0; i < 3; i++) {
    random_set(t, element, 30);
    kept[i] = set_union(t->store, element, old, random_set(t, element, 10));
    texts[i] = text_of(t, shape, kept[i]);
    hashes[i] = value_hash(t->store, kept[i]);
  }
  store_release_many(t->store, mark, kept, 3);
  store_check(t->store);
  for (int i = 0; i < 3; i++) {
    assert_string_equal(texts[i], text_of(t, shape, kept[i]));
    assert_true(hashes[i] == value_hash(t->store, kept[i]));
    Model m = {.count = 0};
    SetIter it = set_iter(t->store, element, kept[i]);
    for (Value v; set_next(&it, &v);) model_add(&m, v);
    check_content(t, element, kept[i], &m);
  }
  store_release(t->store, mark, VALUE_UNDEFINED);
  assert_int_equal(store_count(t->store), mark.count);
  store_check(t->store);
}

static void run_trial(uint64_t seed, StoreConfig config)
{
  Trial t = trial_new(seed, config);
  const Shape *element = random_shape(&t, 3);
  uint64_t most = draw(&t, 4) ? 12 : LARGEST_MODEL;
  Model a = random_model(&t, element, most),
        b = random_model(&t, element, most / (1 + draw(&t, 12)));
  if (draw(&t, 3) == 0)
    for (uint32_t i = 0; i < a.count && b.count < LARGEST_MODEL; i += 2) model_add(&b, a.values[i]);
  check_operators(&t, element, &a, &b);
  check_operators(&t, element, &b, &a);
  check_adding(&t, element, &b);
  check_rows(&t, element, &a);
  check_index(&t, element);
  store_check(t.store);
  check_release(&t, element);
  trial_free(&t);
}

static void run_trials(StoreConfig config, uint64_t count)
{
  const char *more = getenv("PROBITY_TRIALS"); /* a factor, for long runs */
  if (more) count *= strtoull(more, NULL, 10);
  for (uint64_t seed = 1; seed <= count; seed++) run_trial(seed, config);
}

static void sets_obey_the_model(void **state)
{
  (void) state;
  run_trials(STORE_DEFAULTS, 1000);
  run_trials(stress_configs[0], 500);
}

static void sets_obey_the_model_with_tiny_limits(void **state)
{
  (void) state;
  run_trials(stress_configs[1], 1000);
  run_trials(stress_configs[2], 500);
  run_trials(stress_configs[3], 500);
}

static void sets_obey_the_model_with_equal_hashes(void **state)
{
  (void) state;
  run_trials(stress_configs[4], 300);
}

/* Many elements of each kind that has its own way of sorting. */
static void large_sets_are_sorted(void **state)
{
  (void) state;
  enum { MANY = 3000 };
  Trial t = {.seed = 7, .arena = arena_new(), .store = store_new()};
  t.shapes = shapes_new(t.arena);
  static const char origin;
  const Shape *integer = shape_integer(t.shapes);
  const Shape *given = shape_given(t.shapes, &origin, "S", NULL, UINT64_C(1) << 30);
  const Shape *elements[] = {integer, given, shape_pair(t.shapes, integer, given),
                             shape_pair(t.shapes, given, integer), shape_set(t.shapes, integer)};
  for (uint64_t round = 0; round < 60; round++) {
    const Shape *element = elements[round % 5];
    Value list[MANY], v, last = VALUE_UNDEFINED;
    for (int i = 0; i < MANY; i++) {
      list[i] = random_value(&t, element);
      if (round % 3 == 0 && element == integer)
        list[i] = value_small((int64_t) (draw(&t, UINT64_C(1) << 53) << 8) - (INT64_C(1) << 60));
    }
    Value set = set_build(t.store, element, list, MANY);
    uint64_t count = 0;
    SetIter it = set_iter(t.store, element, set);
    for (; set_next(&it, &v); last = v, count++)
      assert_true(count == 0 || naive_compare(&t, element, last, v) < 0);
    for (uint64_t i = 0; i < count; i++) assert_true(set_member(t.store, element, list[i], set));
    assert_int_equal(count, set_card(t.store, set));
  }
  store_free(t.store);
  shapes_free(t.shapes);
  arena_free(t.arena);
}

/* A sequence of operations, with releases in between, against exact arithmetic. */
static void integers_agree_with_gmp(void **state)
{
  (void) state;
  Trial t = {.seed = 42, .store = store_new()};
  mpz_t x, y, z;
  mpz_inits(x, y, z, NULL);
  for (int i = 0; i < 20000; i++) {
    StoreMark mark = store_mark(t.store);
    Value a = random_int(&t), b = random_int(&t), results[4];
    if (draw(&t, 4) == 0) a = int_multiply(t.store, a, random_int(&t));
    value_to_mpz(t.store, a, x), value_to_mpz(t.store, b, y);
    mpz_add(z, x, y);
    results[0] = value_from_mpz(t.store, z);
    assert_true(value_same(results[0], int_add(t.store, a, b)));
    assert_true(value_same(results[0], fast_int_add(t.store, a, b)));
    mpz_sub(z, x, y);
    results[1] = value_from_mpz(t.store, z);
    assert_true(value_same(results[1], int_subtract(t.store, a, b)));
    assert_true(value_same(results[1], fast_int_subtract(t.store, a, b)));
    mpz_mul(z, x, y);
    results[2] = value_from_mpz(t.store, z);
    assert_true(value_same(results[2], int_multiply(t.store, a, b)));
    assert_true(value_same(results[2], fast_int_multiply(t.store, a, b)));
    assert_int_equal(int_compare(t.store, a, b), sign(mpz_cmp(x, y)));
    assert_int_equal(fast_int_compare(t.store, a, b), sign(mpz_cmp(x, y)));
    if (mpz_sgn(y)) {
      mpz_tdiv_q(z, x, y);
      assert_true(value_same(value_from_mpz(t.store, z), int_divide(t.store, a, b)));
      mpz_tdiv_r(z, x, y);
      assert_true(value_same(value_from_mpz(t.store, z), int_modulo(t.store, a, b)));
    }
    store_release(t.store, mark, VALUE_UNDEFINED);
  }
  mpz_clears(x, y, z, NULL);
  assert_int_equal(store_count(t.store), 0);
  store_free(t.store);
}

int test_value_laws(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(integers_agree_with_gmp),
      cmocka_unit_test(large_sets_are_sorted),
      cmocka_unit_test(sets_obey_the_model),
      cmocka_unit_test(sets_obey_the_model_with_tiny_limits),
      cmocka_unit_test(sets_obey_the_model_with_equal_hashes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
