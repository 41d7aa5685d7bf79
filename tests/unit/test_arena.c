#include "unit/groups.h"

#include <string.h>

#include "base/arena.h"

static void memory_is_zeroed_and_aligned(void **state)
{
  (void) state;
  Arena *arena = arena_new();
  for (size_t size = 0; size < 200; size++) {
    unsigned char *p = arena_alloc(arena, size);
    assert_non_null(p);
    assert_int_equal((uintptr_t) p % _Alignof(max_align_t), 0);
    for (size_t i = 0; i < size; i++) assert_int_equal(p[i], 0);
    memset(p, 0xff, size);
  }
  arena_free(arena);
}

static void allocations_do_not_overlap(void **state)
{
  (void) state;
  Arena *arena = arena_new();
  enum { COUNT = 5000 };
  unsigned char *parts[COUNT];
  for (size_t i = 0; i < COUNT; i++) {
    parts[i] = arena_alloc(arena, i % 97 + 1);
    memset(parts[i], (int) (i % 251), i % 97 + 1);
  }
  for (size_t i = 0; i < COUNT; i++)
    for (size_t k = 0; k < i % 97 + 1; k++) assert_int_equal(parts[i][k], i % 251);
  arena_free(arena);
}

static void large_pieces_get_their_own_room(void **state)
{
  (void) state;
  Arena *arena = arena_new();
  size_t size = (size_t) 10 << 20;
  char *small = arena_copy(arena, "before", 6);
  char *large = arena_alloc(arena, size);
  large[0] = large[size - 1] = 'x';
  char *after = arena_copy(arena, "after", 5);
  assert_string_equal(small, "before");
  assert_string_equal(after, "after");
  assert_true(arena_bytes(arena) >= size);
  arena_free(arena);
}

static void copies_end_with_nul(void **state)
{
  (void) state;
  Arena *arena = arena_new();
  assert_string_equal(arena_copy(arena, "abcdef", 3), "abc");
  assert_string_equal(arena_copy(arena, "", 0), "");
  assert_string_equal(arena_copy(arena, NULL, 0), "");
  assert_memory_equal(arena_copy(arena, "a\0b", 3), "a\0b", 4);
  arena_free(arena);
}

static void printf_makes_texts_of_any_length(void **state)
{
  (void) state;
  Arena *arena = arena_new();
  assert_string_equal(arena_printf(arena, "%s-%d", "x", 42), "x-42");
  assert_string_equal(arena_printf(arena, "%s", ""), "");
  char *text = arena_printf(arena, "%*s", 100000, "!");
  assert_int_equal(strlen(text), 100000);
  assert_int_equal(text[99999], '!');
  arena_free(arena);
}

static void release_returns_to_the_mark(void **state)
{
  (void) state;
  Arena *arena = arena_new();
  char *kept = arena_copy(arena, "kept", 4);
  size_t bytes = arena_bytes(arena);
  ArenaMark mark = arena_mark(arena);
  char *first = arena_alloc(arena, 64);
  for (int i = 0; i < 1000; i++) memset(arena_alloc(arena, 1000), 0xff, 1000);
  assert_true(arena_bytes(arena) > bytes);
  arena_release(arena, mark);
  assert_int_equal(arena_bytes(arena), bytes);
  assert_string_equal(kept, "kept");
  assert_ptr_equal(arena_alloc(arena, 64), first);
  arena_free(arena);
}

static void released_memory_is_zeroed_again(void **state)
{
  (void) state;
  Arena *arena = arena_new();
  arena_alloc(arena, 16);
  ArenaMark mark = arena_mark(arena);
  memset(arena_alloc(arena, 100), 0xff, 100);
  arena_release(arena, mark);
  unsigned char *again = arena_alloc(arena, 100);
  for (int i = 0; i < 100; i++) assert_int_equal(again[i], 0);
  arena_free(arena);
}

static void marks_nest(void **state)
{
  (void) state;
  Arena *arena = arena_new();
  ArenaMark empty = arena_mark(arena);
  char *outer = arena_copy(arena, "outer", 5);
  ArenaMark inner = arena_mark(arena);
  arena_alloc(arena, 1 << 20);
  arena_release(arena, inner);
  assert_string_equal(outer, "outer");
  arena_release(arena, empty);
  assert_int_equal(arena_bytes(arena), 0);
  assert_non_null(arena_alloc(arena, 1));
  arena_free(arena);
}

static void freeing_null_is_nothing(void **state)
{
  (void) state;
  arena_free(NULL);
}

int test_arena(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(memory_is_zeroed_and_aligned),
      cmocka_unit_test(allocations_do_not_overlap),
      cmocka_unit_test(large_pieces_get_their_own_room),
      cmocka_unit_test(copies_end_with_nul),
      cmocka_unit_test(printf_makes_texts_of_any_length),
      cmocka_unit_test(release_returns_to_the_mark),
      cmocka_unit_test(released_memory_is_zeroed_again),
      cmocka_unit_test(marks_nest),
      cmocka_unit_test(freeing_null_is_nothing),
  };
  return cmocka_run_group_tests_name("arena", tests, NULL, NULL);
}
