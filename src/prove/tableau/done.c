#include <stdlib.h>

#include "base/memory.h"
#include "prove/tableau/tableau_impl.h"

uint64_t tableau_hash(uint64_t h, uint64_t x)
{
  h = (h ^ x) * 0x9E3779B97F4A7C15u;
  return h ^ (h >> 29);
}

bool tableau_is_done(const Tableau *t, uint64_t key)
{
  if (!t->done.len) return false;
  for (uint64_t i = key & (t->done.len - 1); t->done.data[i]; i = (i + 1) & (t->done.len - 1))
    if (t->done.data[i] == key) return true;
  return false;
}

static void put_done(Tableau *t, uint64_t key)
{
  uint64_t i = key & (t->done.len - 1);
  while (t->done.data[i]) i = (i + 1) & (t->done.len - 1);
  t->done.data[i] = key;
}

void tableau_note_done(Tableau *t, uint64_t key)
{
  if (2 * (t->done_count + 1) > t->done.len) {
    uint64_t *old = t->done.data;
    uint32_t length = t->done.len;
    t->done.len = t->done.cap = length ? 2 * length : 256;
    t->done.data = memory_zeroed(t->done.len, sizeof *t->done.data);
    for (uint32_t i = 0; i < length; i++)
      if (old[i]) put_done(t, old[i]);
    free(old);
  }
  put_done(t, key);
  t->done_count++;
}

/* ------------------------------------------------------------------- instances */

static KnownInstance *place_of(const Tableau *t, uint64_t key)
{
  uint64_t i = key & (t->known.len - 1);
  while (t->known.data[i].key && t->known.data[i].key != key) i = (i + 1) & (t->known.len - 1);
  return &t->known.data[i];
}

static void make_room(Tableau *t)
{
  KnownInstance *old = t->known.data;
  uint32_t length = t->known.len;
  t->known.len = t->known.cap = length ? 2 * length : 256;
  t->known.data = memory_zeroed(t->known.len, sizeof *t->known.data);
  for (uint32_t i = 0; i < length; i++)
    if (old[i].key) *place_of(t, old[i].key) = old[i];
  free(old);
}

Term *tableau_known_instance(Tableau *t, uint64_t key)
{
  if (2 * (t->known_count + 1) > t->known.len) make_room(t);
  KnownInstance *at = place_of(t, key);
  if (!at->key) t->known_count++;
  at->key = key;
  return &at->instance;
}
