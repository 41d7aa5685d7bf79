#include "compare/sets.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/memory.h"
#include "base/vec.h"

/* The sets stand one after the other; a table of numbers, at most half full,
 * finds them.  begin has one entry more than there are sets. */
struct Sets {
  VEC(uint32_t) elements;
  VEC(uint32_t) begin;
  uint32_t *table;
  uint32_t capacity; /* a power of two */
};

static uint32_t *new_table(uint32_t capacity)
{
  uint32_t *table = malloc((size_t) capacity * sizeof *table);
  if (!table) memory_exhausted();
  memset(table, 0xFF, (size_t) capacity * sizeof *table);
  return table;
}

Sets *sets_new(void)
{
  Sets *sets = calloc(1, sizeof *sets);
  if (!sets) memory_exhausted();
  sets->capacity = 256;
  sets->table = new_table(sets->capacity);
  vec_push(&sets->begin, 0);
  vec_push(&sets->elements, 0); /* so that there is memory for the empty set */
  sets->elements.len = 0;
  return sets;
}

void sets_free(Sets *sets)
{
  if (!sets) return;
  vec_free(&sets->elements);
  vec_free(&sets->begin);
  free(sets->table);
  free(sets);
}

#ifndef NDEBUG
static bool is_ascending(const uint32_t *elements, uint32_t count)
{
  for (uint32_t i = 1; i < count; i++)
    if (elements[i - 1] >= elements[i]) return false;
  return true;
}
#endif

uint32_t sets_count(const Sets *sets) { return sets->begin.len - 1; }

const uint32_t *sets_get(const Sets *sets, uint32_t set, uint32_t *count)
{
  assert(set < sets_count(sets));
  *count = sets->begin.data[set + 1] - sets->begin.data[set];
  return sets->elements.data + sets->begin.data[set];
}

/* Where the set is, or the free place where it belongs. */
static uint32_t slot_of(const Sets *sets, const uint32_t *elements, uint32_t count)
{
  static const uint32_t none[1] = {0};
  size_t bytes = count * sizeof *elements;
  uint32_t mask = sets->capacity - 1;
  uint32_t slot = (uint32_t) XXH3_64bits(count ? elements : none, bytes) & mask;
  for (; sets->table[slot] != NO_SET; slot = (slot + 1) & mask) {
    uint32_t length;
    const uint32_t *known = sets_get(sets, sets->table[slot], &length);
    if (length == count && (count == 0 || !memcmp(known, elements, bytes))) break;
  }
  return slot;
}

static void grow(Sets *sets)
{
  free(sets->table);
  sets->capacity *= 2;
  sets->table = new_table(sets->capacity);
  for (uint32_t i = 0, count; i < sets_count(sets); i++) {
    const uint32_t *elements = sets_get(sets, i, &count);
    sets->table[slot_of(sets, elements, count)] = i;
  }
}

uint32_t sets_add(Sets *sets, const uint32_t *elements, uint32_t count)
{
  assert(is_ascending(elements, count));
  uint32_t slot = slot_of(sets, elements, count);
  if (sets->table[slot] != NO_SET) return sets->table[slot];
  uint32_t number = sets_count(sets);
  for (uint32_t i = 0; i < count; i++) vec_push(&sets->elements, elements[i]);
  vec_push(&sets->begin, sets->elements.len);
  sets->table[slot] = number;
  if (sets_count(sets) > sets->capacity / 2) grow(sets);
  assert(sets_count(sets) <= sets->capacity / 2); /* there is a free place */
  return number;
}

bool sets_within(const Sets *sets, uint32_t part, uint32_t whole)
{
  if (part == whole) return true;
  uint32_t few, many, j = 0;
  const uint32_t *x = sets_get(sets, part, &few), *y = sets_get(sets, whole, &many);
  if (few > many) return false;
  for (uint32_t i = 0; i < few; i++, j++) {
    while (j < many && y[j] < x[i]) j++;
    if (j == many || y[j] != x[i]) return false;
  }
  return true;
}

bool sets_has(const Sets *sets, uint32_t set, uint32_t element)
{
  uint32_t count, low = 0;
  const uint32_t *elements = sets_get(sets, set, &count);
  while (low < count) {
    uint32_t middle = low + (count - low) / 2;
    if (elements[middle] < element) low = middle + 1;
    else count = middle;
  }
  uint32_t all;
  sets_get(sets, set, &all);
  return low < all && elements[low] == element;
}

static int by_size(const void *a, const void *b)
{
  const uint32_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

uint32_t sets_sort(uint32_t *elements, uint32_t count)
{
  bool sorted = true;
  for (uint32_t i = 1; i < count && sorted; i++) sorted = elements[i - 1] < elements[i];
  if (sorted) return count;
  qsort(elements, count, sizeof *elements, by_size);
  uint32_t kept = 1;
  for (uint32_t i = 1; i < count; i++)
    if (elements[i] != elements[kept - 1]) elements[kept++] = elements[i];
  assert(is_ascending(elements, kept));
  return kept;
}

/* ------------------------------------------------------------------ PairMap */

static uint32_t place_of(const PairMap *map, uint64_t key)
{
  uint32_t mask = map->capacity - 1;
  uint32_t at = (uint32_t) ((key * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & mask;
  while (map->values[at] != NO_SET && map->keys[at] != key) at = (at + 1) & mask;
  return at;
}

uint32_t pair_map_get(const PairMap *map, uint32_t first, uint32_t second)
{
  if (map->capacity == 0) return NO_SET;
  return map->values[place_of(map, (uint64_t) first << 32 | second)];
}

static void enlarge(PairMap *map)
{
  PairMap old = *map;
  map->capacity = old.capacity ? old.capacity * 2 : 1024;
  map->keys = malloc((size_t) map->capacity * sizeof *map->keys);
  if (!map->keys) memory_exhausted();
  map->values = new_table(map->capacity);
  for (uint32_t i = 0; i < old.capacity; i++) {
    if (old.values[i] == NO_SET) continue;
    uint32_t at = place_of(map, old.keys[i]);
    map->keys[at] = old.keys[i];
    map->values[at] = old.values[i];
  }
  free(old.keys);
  free(old.values);
}

void pair_map_put(PairMap *map, uint32_t first, uint32_t second, uint32_t value)
{
  if (map->count >= map->capacity / 2) enlarge(map);
  uint64_t key = (uint64_t) first << 32 | second;
  uint32_t at = place_of(map, key);
  assert(value != NO_SET && map->values[at] == NO_SET);
  map->keys[at] = key;
  map->values[at] = value;
  map->count++;
}

void pair_map_free(PairMap *map)
{
  free(map->keys);
  free(map->values);
  *map = (PairMap){0};
}
