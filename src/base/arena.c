#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Blocks form a list, newest first; allocation bumps `used` of the newest.
 * Invariant: every byte of a block beyond `used` is zero. */
typedef struct Block Block;
struct Block {
  Block *older;
  size_t used, size;
  max_align_t data[];
};

struct Arena {
  Block *newest;
  size_t bytes;
};

enum { FIRST_BLOCK = 1 << 14, LARGEST_BLOCK = 1 << 22 };

Arena *arena_new(void)
{
  Arena *arena = calloc(1, sizeof *arena);
  if (!arena) memory_exhausted();
  return arena;
}

static void drop_newest(Arena *arena)
{
  Block *block = arena->newest;
  arena->newest = block->older;
  arena->bytes -= sizeof *block + block->size;
  free(block);
}

void arena_free(Arena *arena)
{
  if (!arena) return;
  while (arena->newest) drop_newest(arena);
  free(arena);
}

static void add_block(Arena *arena, size_t at_least)
{
  size_t size = arena->newest ? arena->newest->size * 2 : FIRST_BLOCK;
  if (size > LARGEST_BLOCK) size = LARGEST_BLOCK;
  if (size < at_least) size = at_least;
  Block *block = calloc(1, sizeof *block + size);
  if (!block) memory_exhausted();
  block->older = arena->newest;
  block->size = size;
  arena->newest = block;
  arena->bytes += sizeof *block + size;
}

void *arena_alloc(Arena *arena, size_t bytes)
{
  const size_t unit = sizeof(max_align_t);
  if (bytes > SIZE_MAX / 2) memory_exhausted();
  bytes = (bytes + unit - 1) / unit * unit;
  Block *block = arena->newest;
  if (!block || block->size - block->used < bytes) {
    add_block(arena, bytes);
    block = arena->newest;
  }
  void *result = (char *) block->data + block->used;
  block->used += bytes;
  return result;
}

char *arena_copy(Arena *arena, const char *text, size_t length)
{
  char *copy = arena_alloc(arena, length + 1);
  if (length) memcpy(copy, text, length);
  return copy;
}

char *arena_printf(Arena *arena, const char *format, ...)
{
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  va_end(args);
  if (length < 0) length = 0;
  char *text = arena_alloc(arena, (size_t) length + 1);
  vsnprintf(text, (size_t) length + 1, format, again);
  va_end(again);
  return text;
}

ArenaMark arena_mark(const Arena *arena)
{
  return (ArenaMark){arena->newest, arena->newest ? arena->newest->used : 0};
}

void arena_release(Arena *arena, ArenaMark mark)
{
  while (arena->newest != mark.block) drop_newest(arena);
  if (!arena->newest) return;
  memset((char *) arena->newest->data + mark.used, 0, arena->newest->used - mark.used);
  arena->newest->used = mark.used;
}

size_t arena_bytes(const Arena *arena) { return arena->bytes; }
