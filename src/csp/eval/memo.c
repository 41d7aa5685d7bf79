#include <assert.h>

#include "base/memory.h"
#include "csp/eval/evaluator_impl.h"

static uint32_t slot_of(const Memo *m, uint64_t key)
{
  uint32_t mask = m->capacity - 1;
  uint32_t slot = (uint32_t) ((key * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & mask;
  while (m->keys[slot] && m->keys[slot] != key) slot = (slot + 1) & mask;
  return slot;
}

Datum memo_get(const Memo *m, uint64_t key)
{
  if (!m->capacity) return MEMO_ABSENT;
  uint32_t slot = slot_of(m, key);
  return m->keys[slot] ? m->values[slot] : MEMO_ABSENT;
}

static void enlarge(Memo *m)
{
  Memo old = *m;
  m->capacity = old.capacity ? old.capacity * 2 : 256;
  m->keys = memory_zeroed(m->capacity, sizeof *m->keys);
  m->values = memory_zeroed(m->capacity, sizeof *m->values);
  for (uint32_t i = 0; i < old.capacity; i++)
    if (old.keys[i]) {
      uint32_t slot = slot_of(m, old.keys[i]);
      m->keys[slot] = old.keys[i];
      m->values[slot] = old.values[i];
    }
  free(old.keys);
  free(old.values);
}

void memo_put(Memo *m, uint64_t key, Datum value)
{
  assert(key);
  if (m->count >= m->capacity / 3 * 2) enlarge(m);
  uint32_t slot = slot_of(m, key);
  m->count += !m->keys[slot];
  m->keys[slot] = key;
  m->values[slot] = value;
}

void memo_free(Memo *m)
{
  free(m->keys);
  free(m->values);
  *m = (Memo){0};
}
