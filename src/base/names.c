#include "base/names.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/arena.h"
#include "base/memory.h"

/* Open addressing with linear probing.  Invariants: capacity is a power of two,
 * at most half full, so that every probe ends at an empty slot. */
struct Names {
  Arena *arena;
  const Name **slots;
  uint32_t capacity, count;
};

static const Name **new_slots(uint32_t capacity)
{
  const Name **slots = calloc(capacity, sizeof *slots);
  if (!slots) memory_exhausted();
  return slots;
}

Names *names_new(void)
{
  Names *names = calloc(1, sizeof *names);
  if (!names) memory_exhausted();
  names->arena = arena_new();
  names->capacity = 256;
  names->slots = new_slots(names->capacity);
  return names;
}

void names_free(Names *names)
{
  if (!names) return;
  arena_free(names->arena);
  free(names->slots);
  free(names);
}

/* The slot that holds this text, or the empty one where it belongs. */
static uint32_t slot_of(const Names *names, const char *text, size_t length, uint64_t hash)
{
  uint32_t mask = names->capacity - 1, slot = (uint32_t) hash & mask;
  for (const Name *name; (name = names->slots[slot]) != NULL; slot = (slot + 1) & mask)
    if (name->hash == hash && name->len == length && !memcmp(name->text, text, length)) break;
  return slot;
}

static void grow(Names *names)
{
  const Name **old = names->slots;
  uint32_t old_capacity = names->capacity;
  names->capacity *= 2;
  names->slots = new_slots(names->capacity);
  for (uint32_t i = 0; i < old_capacity; i++)
    if (old[i]) names->slots[slot_of(names, old[i]->text, old[i]->len, old[i]->hash)] = old[i];
  free(old);
}

const Name *names_intern(Names *names, const char *text, size_t length)
{
  uint64_t hash = XXH3_64bits(text, length);
  uint32_t slot = slot_of(names, text, length, hash);
  if (names->slots[slot]) return names->slots[slot];
  if (names->count * 2 >= names->capacity) {
    grow(names);
    slot = slot_of(names, text, length, hash);
  }
  Name *name = arena_alloc(names->arena, sizeof *name + length + 1);
  name->id = names->count++;
  name->len = (uint32_t) length;
  name->hash = hash;
  if (length) memcpy(name->text, text, length);
  names->slots[slot] = name;
  return name;
}

const Name *names_intern_string(Names *names, const char *text)
{
  return names_intern(names, text, strlen(text));
}

const Name *names_find(const Names *names, const char *text, size_t length)
{
  return names->slots[slot_of(names, text, length, XXH3_64bits(text, length))];
}

uint32_t names_count(const Names *names) { return names->count; }
