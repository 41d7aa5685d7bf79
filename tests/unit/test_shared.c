#include "unit/groups.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "value/set.h"
#include "value/shared.h"

typedef struct {
  Arena *arena;
  ShapeTable *shapes;
  Shared *shared;
  Store *stores[2];
  SharedView *views[2];
} World;

static void open_world(World *w)
{
  w->arena = arena_new();
  w->shapes = shapes_new(w->arena);
  w->shared = shared_new();
  for (int i = 0; i < 2; i++) {
    w->stores[i] = store_new();
    w->views[i] = shared_view_new(w->shared, w->stores[i]);
  }
}

static void close_world(World *w)
{
  for (int i = 0; i < 2; i++) {
    shared_view_free(w->views[i]);
    store_free(w->stores[i]);
  }
  shared_free(w->shared);
  shapes_free(w->shapes);
  arena_free(w->arena);
}

/* Values of every kind, made from a number. */
static Value sample(World *w, Store *s, uint32_t kind, int64_t n)
{
  const Shape *integer = shape_integer(w->shapes);
  char text[50];
  Value items[3];
  switch (kind) {
  case 0: return int_power(s, value_small(n + 3), 80);
  case 1: return value_real(s, (double) n * 0.37 + 0.1);
  case 2:
    snprintf(text, sizeof text, "string %d", (int) n);
    return value_string(s, text, strlen(text));
  case 3: return value_pair(s, sample(w, s, 2, n), sample(w, s, 0, n));
  case 4:
    for (uint32_t i = 0; i < 3; i++) items[i] = sample(w, s, i, n);
    return value_record(s, items, 3);
  case 5: return value_free(s, (uint32_t) n & 3, n & 4 ? VALUE_UNDEFINED : sample(w, s, 3, n));
  case 6: return set_interval(s, value_small(n), value_small(n + 100));
  case 7:
    for (uint32_t i = 0; i < 3; i++) items[i] = value_small(n + i * i * 3);
    return set_build(s, integer, items, 3);
  case 8:
    for (uint32_t i = 0; i < 3; i++) items[i] = sample(w, s, 2, n + i);
    return seq_build(s, items, 3);
  default:
    for (uint32_t i = 0; i < 3; i++) items[i] = sample(w, s, 7, n - i);
    return set_build(s, shape_set(w->shapes, integer), items, 3);
  }
}

enum { KINDS = 10 };

static void values_pass_from_store_to_store(void **state)
{
  (void) state;
  World w;
  open_world(&w);
  for (int64_t n = 0; n < 40; n++) sample(&w, w.stores[1], (uint32_t) n % KINDS, 1000 - n);
  for (uint32_t kind = 0; kind < KINDS; kind++)
    for (int64_t n = 0; n < 20; n++) {
      Value v = sample(&w, w.stores[0], kind, n);
      int64_t number = shared_export(w.views[0], v);
      assert_true(number >= 0);
      assert_true(value_same(shared_import(w.views[0], (uint32_t) number), v));
      Value there = shared_import(w.views[1], (uint32_t) number);
      assert_true(value_same(there, sample(&w, w.stores[1], kind, n)));
      assert_int_equal(shared_export(w.views[1], there), number);
    }
  store_check(w.stores[0]);
  store_check(w.stores[1]);
  close_world(&w);
}

static void words_have_numbers_too(void **state)
{
  (void) state;
  World w;
  open_world(&w);
  Value wide = value_small(INT64_C(1) << 50);
  int64_t number = shared_export(w.views[0], wide);
  assert_int_equal(shared_export(w.views[1], wide), number);
  assert_true(value_same(shared_import(w.views[1], (uint32_t) number), wide));
  assert_int_not_equal(shared_export(w.views[1], value_small((INT64_C(1) << 50) + 1)), number);
  close_world(&w);
}

static void lazy_sets_stay_at_home(void **state)
{
  (void) state;
  World w;
  open_world(&w);
  Value lazy = value_lazy(w.stores[0], 0, NULL, 0);
  Value pair = value_pair(w.stores[0], lazy, value_small(1));
  assert_int_equal(shared_export(w.views[0], lazy), SHARED_LAZY);
  assert_int_equal(shared_export(w.views[0], pair), SHARED_LAZY);
  shared_view_pin(w.views[0]);
  assert_false(shared_view_has_pinned(w.views[0]));
  int64_t number = shared_export(w.views[0], pair);
  assert_true(number >= 0);
  assert_true(value_same(shared_import(w.views[0], (uint32_t) number), pair));
  assert_true(shared_view_has_pinned(w.views[0]));
  close_world(&w);
}

static void released_values_are_made_again(void **state)
{
  (void) state;
  World w;
  open_world(&w);
  Value old = sample(&w, w.stores[0], 4, 1);
  int64_t old_number = shared_export(w.views[0], old);
  StoreMark mark = store_mark(w.stores[0]);
  int64_t number = shared_export(w.views[0], sample(&w, w.stores[0], 9, 5));
  store_release(w.stores[0], mark, VALUE_UNDEFINED);
  shared_view_forget(w.views[0], mark);
  sample(&w, w.stores[0], 3, 77); /* takes the places of the released ones */
  assert_true(
      value_same(shared_import(w.views[0], (uint32_t) number), sample(&w, w.stores[0], 9, 5)));
  assert_int_equal(shared_export(w.views[0], sample(&w, w.stores[0], 9, 5)), number);
  assert_int_equal(shared_export(w.views[0], old), old_number);
  store_check(w.stores[0]);
  close_world(&w);
}

/* A value that is built of itself again and again has few nodes, but many parts. */
static void what_is_shared_is_kept_once(void **state)
{
  (void) state;
  World w;
  open_world(&w);
  Value v = value_string(w.stores[0], "x", 1);
  for (uint32_t i = 0; i < 100000; i++)
    v = value_free(w.stores[0], 1, value_pair(w.stores[0], v, v));
  int64_t number = shared_export(w.views[0], v);
  assert_true(number >= 0);
  Value there = shared_import(w.views[1], (uint32_t) number);
  assert_int_equal(value_hash(w.stores[1], there), value_hash(w.stores[0], v));
  assert_int_equal(store_count(w.stores[1]), store_count(w.stores[0]));
  close_world(&w);
}

typedef struct {
  World *world;
  Store *store;
  uint32_t thread;
  int64_t numbers[KINDS * 50];
} Job;

static void *export_all(void *argument)
{
  Job *job = argument;
  SharedView *view = shared_view_new(job->world->shared, job->store);
  for (uint32_t i = 0; i < KINDS * 50; i++) {
    uint32_t n = (i * 37 + job->thread * 101) % (KINDS * 50);
    /* shapes are made beforehand: their table belongs to one thread */
    job->numbers[n] = shared_export(view, sample(job->world, job->store, n % KINDS, n / KINDS));
  }
  shared_view_free(view);
  return NULL;
}

static void threads_get_the_same_numbers(void **state)
{
  (void) state;
  enum { THREADS = 4 };
  World w;
  open_world(&w);
  sample(&w, w.stores[0], 9, 0);
  Job *jobs = calloc(THREADS, sizeof *jobs);
  pthread_t threads[THREADS];
  for (uint32_t i = 0; i < THREADS; i++) {
    jobs[i].world = &w;
    jobs[i].store = store_new();
    jobs[i].thread = i;
    assert_int_equal(pthread_create(&threads[i], NULL, export_all, &jobs[i]), 0);
  }
  for (uint32_t i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
    assert_memory_equal(jobs[i].numbers, jobs[0].numbers, sizeof jobs[i].numbers);
    store_free(jobs[i].store);
  }
  free(jobs);
  close_world(&w);
}

int test_shared(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_pass_from_store_to_store),
      cmocka_unit_test(words_have_numbers_too),
      cmocka_unit_test(lazy_sets_stay_at_home),
      cmocka_unit_test(released_values_are_made_again),
      cmocka_unit_test(what_is_shared_is_kept_once),
      cmocka_unit_test(threads_get_the_same_numbers),
  };
  return cmocka_run_group_tests_name("shared", tests, NULL, NULL);
}
