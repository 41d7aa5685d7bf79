#include "search/states.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/memory.h"
#include "base/vec.h"

/* Rows stand one after the other; an open-addressing table of their numbers, with a hash of the
 * row, finds them.  Invariant: at most half of the table is used, its capacity is a power of two.
 */
typedef struct {
  StateId id; /* NO_STATE: the place is free */
  uint32_t key;
} StatePlace;

struct States {
  uint32_t width;
  Value *rows;
  size_t room; /* rows allocated */
  uint32_t count;
  StatePlace *table;
  uint32_t capacity;
  VEC(StateId) from;
  VEC(uint32_t) label;
};

static void *need(void *memory)
{
  if (!memory) memory_exhausted();
  return memory;
}

static StatePlace *new_table(uint32_t capacity)
{
  StatePlace *table = need(malloc(capacity * sizeof *table));
  memset(table, 0xFF, capacity * sizeof *table);
  return table;
}

States *states_new(uint32_t width)
{
  States *s = need(calloc(1, sizeof *s));
  s->width = width;
  s->capacity = 1024;
  s->table = new_table(s->capacity);
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

uint32_t states_key(const States *s, const Value *row)
{
  uint32_t key = (uint32_t) XXH3_64bits(row, s->width * sizeof *row);
  __builtin_prefetch(s->table + (key & (s->capacity - 1)));
  return key;
}

void states_approach(const States *s, uint32_t key)
{
  const StatePlace *place = s->table + (key & (s->capacity - 1));
  if (place->id != NO_STATE) __builtin_prefetch(states_row(s, place->id));
}

/* Where the row is, or the free place where it belongs. */
static StatePlace *place_of(const States *s, const Value *row, uint32_t key)
{
  uint32_t mask = s->capacity - 1, slot = key & mask;
  for (; s->table[slot].id != NO_STATE; slot = (slot + 1) & mask)
    if (s->table[slot].key == key &&
        !memcmp(states_row(s, s->table[slot].id), row, s->width * sizeof *row))
      break;
  return s->table + slot;
}

static void grow(States *s)
{
  StatePlace *old = s->table;
  uint32_t count = s->capacity, mask = count * 2 - 1;
  s->capacity = count * 2;
  s->table = new_table(s->capacity);
  for (uint32_t i = 0; i < count; i++) {
    if (old[i].id == NO_STATE) continue;
    uint32_t slot = old[i].key & mask;
    while (s->table[slot].id != NO_STATE) slot = (slot + 1) & mask;
    s->table[slot] = old[i];
  }
  free(old);
}

StateId states_add_by_key(States *s, const Value *row, uint32_t key, StateId from, uint32_t label,
                          bool *fresh)
{
  StatePlace *place = place_of(s, row, key);
  *fresh = place->id == NO_STATE;
  if (!*fresh) return place->id;
  if (s->count == NO_STATE - 1 || (s->count >= 1u << 30)) return NO_STATE;
  if (s->count == s->room) {
    s->room = s->room ? s->room * 2 : 256;
    s->rows = need(realloc(s->rows, (s->room * s->width + 1) * sizeof *s->rows));
  }
  memcpy(s->rows + (size_t) s->count * s->width, row, s->width * sizeof *row);
  vec_push(&s->from, from);
  vec_push(&s->label, label);
  *place = (StatePlace){s->count++, key};
  if (s->count * 2 > s->capacity) grow(s);
  assert(s->count * 2 <= s->capacity && s->from.len == s->count && s->label.len == s->count);
  return s->count - 1;
}

StateId states_add(States *s, const Value *row, StateId from, uint32_t label, bool *fresh)
{
  return states_add_by_key(s, row, states_key(s, row), from, label, fresh);
}

StateId states_from(const States *s, StateId id) { return s->from.data[id]; }
uint32_t states_label(const States *s, StateId id) { return s->label.data[id]; }
uint32_t states_count(const States *s) { return s->count; }

size_t states_bytes(const States *s)
{
  return s->room * s->width * sizeof *s->rows + s->capacity * sizeof *s->table +
         s->from.cap * sizeof *s->from.data + s->label.cap * sizeof *s->label.data;
}
