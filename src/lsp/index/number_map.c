#include <stdlib.h>

#include "base/memory.h"
#include "lsp/index/index_impl.h"

static uint32_t slot_of(const NumberMap *m, uint64_t key)
{
  uint32_t slot = (uint32_t) ((key * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (m->capacity - 1);
  while (m->keys[slot] && m->keys[slot] != key) slot = (slot + 1) & (m->capacity - 1);
  return slot;
}

void *number_get(const NumberMap *m, uint64_t key)
{
  return m->capacity && key ? m->things[slot_of(m, key)] : NULL;
}

static void grow(NumberMap *m)
{
  NumberMap larger = {.capacity = m->capacity ? 2 * m->capacity : 64, .count = m->count};
  larger.keys = memory_zeroed(larger.capacity, sizeof *larger.keys);
  larger.things = memory_zeroed(larger.capacity, sizeof *larger.things);
  for (uint32_t i = 0; i < m->capacity; i++) {
    if (!m->keys[i]) continue;
    uint32_t slot = slot_of(&larger, m->keys[i]);
    larger.keys[slot] = m->keys[i];
    larger.things[slot] = m->things[i];
  }
  number_free(m);
  *m = larger;
}

void number_put(NumberMap *m, uint64_t key, void *thing)
{
  if (!key) return;
  if (m->count * 2 >= m->capacity) grow(m);
  uint32_t slot = slot_of(m, key);
  m->count += !m->keys[slot];
  m->keys[slot] = key;
  m->things[slot] = thing;
}

void number_free(NumberMap *m)
{
  free(m->keys);
  free(m->things);
  *m = (NumberMap){0};
}
