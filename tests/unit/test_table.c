#include "unit/groups.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "search/state_table.h"

static uint64_t next_random(uint64_t *state)
{
  uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  return z ^ z >> 27;
}

static StateId put(StateTable *t, StateTableHand *hand, const uint32_t *leaves, uint64_t word,
                   bool *fresh)
{
  uint32_t cells[200] = {0};
  uint8_t changed[200] = {0};
  uint64_t root;
  memcpy(cells, leaves, t->leaves * sizeof *leaves);
  memset(changed, 1, t->leaves);
  assert_true(state_table_root(t, hand, cells, changed, &root));
  return state_table_put(t, hand, root, word, fresh);
}

/* Rows of every width come back as they were, and each has one number. */
static void rows_come_back(void **state)
{
  (void) state;
  for (uint32_t width = 1; width <= 33; width++) {
    StateTable *t = state_table_new(width, NULL, NULL);
    StateTableHand hand = {{0, 0}, {0, 0}};
    uint64_t random = width;
    uint32_t rows[300][33], cells[200];
    StateId ids[300];
    for (uint32_t i = 0; i < 300; i++) {
      bool fresh;
      for (uint32_t j = 0; j < width; j++) rows[i][j] = (uint32_t) next_random(&random);
      ids[i] = put(t, &hand, rows[i], i, &fresh);
      assert_true(fresh);
    }
    for (uint32_t i = 0; i < 300; i++) {
      bool fresh;
      state_table_read(t, ids[i], cells);
      assert_memory_equal(cells, rows[i], width * sizeof *cells);
      assert_int_equal(atomic_load(state_table_word(t, ids[i])), i);
      assert_int_equal(put(t, &hand, rows[i], 7, &fresh), ids[i]);
      assert_false(fresh);
      assert_int_equal(atomic_load(state_table_word(t, ids[i])), i);
    }
    state_table_free(t);
  }
}

/* A row that differs in one leaf, by way of what is known of the other one. */
static void a_changed_leaf_gives_the_same_as_the_whole_row(void **state)
{
  (void) state;
  enum { WIDTH = 11 };
  StateTable *t = state_table_new(WIDTH, NULL, NULL);
  StateTableHand hand = {{0, 0}, {0, 0}};
  uint32_t leaves[WIDTH] = {0}, cells[WIDTH * 2];
  bool fresh;
  StateId id = put(t, &hand, leaves, 0, &fresh);
  for (uint32_t i = 0; i < WIDTH; i++) {
    uint8_t changed[WIDTH * 2] = {0};
    uint64_t root;
    state_table_read(t, id, cells);
    cells[i] = leaves[i] = i + 100;
    changed[i] = 1;
    assert_true(state_table_root(t, &hand, cells, changed, &root));
    StateId changed_id = state_table_put(t, &hand, root, 0, &fresh);
    assert_true(fresh);
    assert_int_equal(put(t, &hand, leaves, 0, &fresh), changed_id);
    assert_false(fresh);
    id = changed_id;
  }
  state_table_free(t);
}

static void product_spaces_are_small(void **state)
{
  (void) state;
  enum { SIDE = 56 };
  StateTable *t = state_table_new(4, NULL, NULL);
  StateTableHand hand = {{0, 0}, {0, 0}};
  uint32_t count = 0;
  for (uint32_t a = 0; a < SIDE; a++)
    for (uint32_t b = 0; b < SIDE; b++)
      for (uint32_t c = 0; c < SIDE; c++)
        for (uint32_t d = 0; d < 4; d++) {
          bool fresh;
          put(t, &hand, (uint32_t[]){a, b, c, d}, 0, &fresh);
          count += fresh;
        }
  assert_int_equal(count, SIDE * SIDE * SIDE * 4);
  assert_in_range(state_table_bytes(t) / count, 16, 32);
  state_table_free(t);
}

typedef struct {
  StateTable *table;
  uint32_t thread, fresh;
  uint64_t sum; /* of the numbers of all rows */
} Job;

enum { THREADS = 4, ROWS = 60000, LEAVES = 5 };

/* Every thread puts the same rows, in another order. */
static void *put_all(void *argument)
{
  Job *job = argument;
  StateTableHand hand = {{0, 0}, {0, 0}};
  gate_enter(&job->table->gate);
  for (uint32_t i = 0; i < ROWS; i++) {
    uint32_t n = (i * 7919 + job->thread * 12345) % ROWS;
    uint64_t random = n;
    uint32_t leaves[LEAVES];
    for (uint32_t j = 0; j < LEAVES; j++) leaves[j] = (uint32_t) next_random(&random) % 50;
    leaves[0] = n;
    bool fresh;
    StateId id = put(job->table, &hand, leaves, job->thread, &fresh);
    job->fresh += fresh;
    job->sum += id;
  }
  gate_leave(&job->table->gate);
  return NULL;
}

static void threads_agree(void **state)
{
  (void) state;
  StateTable *t = state_table_new(LEAVES, NULL, NULL);
  pthread_t threads[THREADS];
  Job jobs[THREADS];
  for (uint32_t i = 0; i < THREADS; i++) {
    jobs[i] = (Job){t, i, 0, 0};
    assert_int_equal(pthread_create(&threads[i], NULL, put_all, &jobs[i]), 0);
  }
  uint32_t fresh = 0;
  for (uint32_t i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
    fresh += jobs[i].fresh;
    assert_int_equal(jobs[i].sum, jobs[0].sum);
  }
  assert_int_equal(fresh, ROWS);
  state_table_free(t);
}

static bool never(void *context, size_t bytes)
{
  (void) context, (void) bytes;
  return false;
}

static void without_memory_there_is_no_state(void **state)
{
  (void) state;
  StateTable *t = state_table_new(1, never, NULL);
  StateTableHand hand = {{0, 0}, {0, 0}};
  bool fresh;
  assert_int_equal(state_table_put(t, &hand, 5, 0, &fresh), NO_STATE);
  assert_false(fresh);
  state_table_free(t);
}

int test_table(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_come_back),
      cmocka_unit_test(a_changed_leaf_gives_the_same_as_the_whole_row),
      cmocka_unit_test(product_spaces_are_small),
      cmocka_unit_test(threads_agree),
      cmocka_unit_test(without_memory_there_is_no_state),
  };
  return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
