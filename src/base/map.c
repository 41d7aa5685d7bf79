#include "base/map.h"

#include <stdlib.h>

#include "base/memory.h"

/* Open addressing, at most half full; capacity is a power of two or 0. */

static uint32_t slot_of(const Map *map, const Name *key)
{
  uint32_t mask = map->capacity - 1, slot = (uint32_t) key->hash & mask;
  while (map->keys[slot] && map->keys[slot] != key) slot = (slot + 1) & mask;
  return slot;
}

/* No name is absent, too: where a text is wrong, one may be missing. */
void *map_get(const Map *map, const Name *key)
{
  return key && map->capacity ? map->values[slot_of(map, key)] : NULL;
}

static void grow(Map *map)
{
  Map old = *map;
  map->capacity = old.capacity ? old.capacity * 2 : 16;
  map->keys = calloc(map->capacity, sizeof *map->keys);
  map->values = calloc(map->capacity, sizeof *map->values);
  if (!map->keys || !map->values) memory_exhausted();
  for (uint32_t i = 0; i < old.capacity; i++) {
    if (!old.keys[i]) continue;
    uint32_t slot = slot_of(map, old.keys[i]);
    map->keys[slot] = old.keys[i];
    map->values[slot] = old.values[i];
  }
  free(old.keys);
  free(old.values);
}

void map_put(Map *map, const Name *key, void *value)
{
  if (map->count * 2 >= map->capacity) grow(map);
  uint32_t slot = slot_of(map, key);
  if (!map->keys[slot]) map->count++;
  map->keys[slot] = key;
  map->values[slot] = value;
}

void map_free(Map *map)
{
  free(map->keys);
  free(map->values);
  *map = (Map){0};
}
