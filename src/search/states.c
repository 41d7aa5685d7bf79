#include "search/states.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/memory.h"
#include "base/vec.h"

/* Rows stand one after the other; an open-addressing table of numbers finds them.
 * Invariant: at most half of the table is used, its capacity is a power of two. */
struct States {
  uint32_t width;
  Value *rows;
  size_t room; /* rows allocated */
  uint32_t count;
  StateId *table;
  uint32_t capacity;
  VEC(StateId) from;
  VEC(uint32_t) label;
};

static void *need(void *memory)
{
  if (!memory) memory_exhausted();
  return memory;
}

States *states_new(uint32_t width)
{
  States *s = need(calloc(1, sizeof *s));
  s->width = width;
  s->capacity = 1024;
  s->table = need(malloc(s->capacity * sizeof *s->table));
  memset(s->table, 0xFF, s->capacity * sizeof *s->table);
  return s;
}

void states_free(States *s)
{
  if (!s) return;
  free(s->rows);
  free(s->table);
  vec_free(&s->from);
  vec_free(&s->label);
  free(s);
}

const Value *states_row(const States *s, StateId id)
{
  assert(id < s->count);
  return s->rows + (size_t) id * s->width;
}

static uint64_t hash_of(const States *s, const Value *row)
{
  return XXH3_64bits(row, s->width * sizeof *row);
}

/* Where the row is, or the free place where it belongs. */
static uint32_t slot_of(const States *s, const Value *row)
{
  uint32_t mask = s->capacity - 1, slot = (uint32_t) hash_of(s, row) & mask;
  for (; s->table[slot] != NO_STATE; slot = (slot + 1) & mask)
    if (!memcmp(states_row(s, s->table[slot]), row, s->width * sizeof *row)) break;
  return slot;
}

static void grow(States *s)
{
  free(s->table);
  s->capacity *= 2;
  s->table = need(malloc(s->capacity * sizeof *s->table));
  memset(s->table, 0xFF, s->capacity * sizeof *s->table);
  for (StateId id = 0; id < s->count; id++) s->table[slot_of(s, states_row(s, id))] = id;
}

StateId states_add(States *s, const Value *row, StateId from, uint32_t label, bool *fresh)
{
  uint32_t slot = slot_of(s, row);
  *fresh = s->table[slot] == NO_STATE;
  if (!*fresh) return s->table[slot];
  if (s->count == NO_STATE - 1 || (s->count >= 1u << 30)) return NO_STATE;
  if (s->count == s->room) {
    s->room = s->room ? s->room * 2 : 256;
    s->rows = need(realloc(s->rows, (s->room * s->width + 1) * sizeof *s->rows));
  }
  memcpy(s->rows + (size_t) s->count * s->width, row, s->width * sizeof *row);
  vec_push(&s->from, from);
  vec_push(&s->label, label);
  s->table[slot] = s->count++;
  if (s->count * 2 > s->capacity) grow(s);
  assert(s->count * 2 <= s->capacity && s->from.len == s->count && s->label.len == s->count);
  return s->count - 1;
}

StateId states_from(const States *s, StateId id) { return s->from.data[id]; }
uint32_t states_label(const States *s, StateId id) { return s->label.data[id]; }
uint32_t states_count(const States *s) { return s->count; }

size_t states_bytes(const States *s)
{
  return s->room * s->width * sizeof *s->rows + s->capacity * sizeof *s->table +
         s->from.cap * sizeof *s->from.data + s->label.cap * sizeof *s->label.data;
}
