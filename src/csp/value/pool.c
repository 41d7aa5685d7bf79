#include "csp/value/datum.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "base/arena.h"
#include "base/memory.h"
#include "base/vec.h"

/* Behind the parts of a large set there is one word more: its index, made when it is asked for. */
typedef struct {
  uint32_t hash, kind, tag, count;
  Datum parts[];
} PoolNode;

enum { SET_INDEXED_FROM = 8 };

/* An open table of the numbers of nodes, at most two thirds full; an entry with number 0 is free,
 * for the first node has the number 1.  The hash beside it spares most looks at nodes. */
typedef struct {
  uint32_t hash, number;
} PoolEntry;

struct Pool {
  Arena *arena; /* of the nodes: they never move */
  VEC(PoolNode *) nodes;
  PoolEntry *table;
  uint32_t capacity; /* a power of two */
};

enum { FIRST_CAPACITY = 1 << 10 };

Pool *pool_new(void)
{
  Pool *pool = memory_zeroed(1, sizeof *pool);
  pool->arena = arena_new();
  vec_push(&pool->nodes, NULL);
  pool->capacity = FIRST_CAPACITY;
  pool->table = memory_zeroed(pool->capacity, sizeof *pool->table);
  return pool;
}

void pool_free(Pool *pool)
{
  if (!pool) return;
  arena_free(pool->arena);
  vec_free(&pool->nodes);
  free(pool->table);
  free(pool);
}

size_t pool_bytes(const Pool *pool)
{
  return sizeof *pool + arena_bytes(pool->arena) + pool->nodes.cap * sizeof *pool->nodes.data +
         pool->capacity * sizeof *pool->table;
}

static const PoolNode *node_of(const Pool *pool, Datum d)
{
  assert(datum_is_node(d) && datum_number(d) < pool->nodes.len);
  return pool->nodes.data[datum_number(d)];
}

uint32_t datum_tag(const Pool *pool, Datum d) { return node_of(pool, d)->tag; }
uint32_t datum_count(const Pool *pool, Datum d) { return node_of(pool, d)->count; }
const Datum *datum_parts(const Pool *pool, Datum d) { return node_of(pool, d)->parts; }

Datum datum_part(const Pool *pool, Datum d, uint32_t i)
{
  const PoolNode *node = node_of(pool, d);
  assert(i < node->count);
  return node->parts[i];
}

/* ---- elements of sets: an open table of their words, at most half full */

static uint64_t index_mask(uint32_t count)
{
  uint64_t capacity = 2 * SET_INDEXED_FROM;
  while (capacity < 2 * (uint64_t) count) capacity *= 2;
  return capacity - 1;
}

static uint64_t index_slot(const Datum *table, uint64_t mask, Datum d)
{
  uint64_t at = (d.word * UINT64_C(0x9E3779B97F4A7C15)) >> 32 & mask;
  while (!datum_is_fault(table[at]) && !datum_same(table[at], d)) at = (at + 1) & mask;
  return at;
}

static const Datum *set_index(const Pool *pool, const PoolNode *set)
{
  Datum *table = (Datum *) (uintptr_t) set->parts[set->count].word;
  if (table) return table;
  uint64_t mask = index_mask(set->count);
  table = arena_new_array(pool->arena, Datum, mask + 1);
  for (uint32_t i = 0; i < set->count; i++)
    table[index_slot(table, mask, set->parts[i])] = set->parts[i];
  ((PoolNode *) set)->parts[set->count].word = (uint64_t) (uintptr_t) table;
  return table;
}

bool datum_set_has(const Pool *pool, Datum set, Datum d)
{
  assert(datum_is(set, DATUM_SET));
  const PoolNode *node = node_of(pool, set);
  if (node->count >= SET_INDEXED_FROM) {
    const Datum *table = set_index(pool, node);
    return !datum_is_fault(table[index_slot(table, index_mask(node->count), d)]);
  }
  for (uint32_t i = 0; i < node->count; i++)
    if (datum_same(node->parts[i], d)) return true;
  return false;
}

static void grow_table(Pool *pool)
{
  if (pool->capacity > UINT32_MAX / 2) memory_give_up("too many values");
  uint32_t capacity = pool->capacity * 2;
  PoolEntry *table = memory_zeroed(capacity, sizeof *table);
  for (uint32_t k = 0; k < pool->capacity; k++) {
    PoolEntry entry = pool->table[k];
    if (!entry.number) continue;
    uint32_t at = entry.hash & (capacity - 1);
    while (table[at].number) at = (at + 1) & (capacity - 1);
    table[at] = entry;
  }
  free(pool->table);
  pool->table = table;
  pool->capacity = capacity;
}

static bool node_is(const PoolNode *node, DatumKind kind, uint32_t tag, const Datum *parts,
                    uint32_t count)
{
  if (node->kind != kind || node->tag != tag || node->count != count) return false;
  return !count || !memcmp(node->parts, parts, count * sizeof *parts);
}

static uint32_t new_node(Pool *pool, const PoolNode *head, const Datum *parts)
{
  size_t words = head->count + (head->kind == DATUM_SET && head->count >= SET_INDEXED_FROM);
  PoolNode *node = arena_alloc(pool->arena, sizeof *node + words * sizeof *parts);
  *node = *head;
  if (head->count) memcpy(node->parts, parts, head->count * sizeof *parts);
  vec_push(&pool->nodes, node);
  return pool->nodes.len - 1;
}

Datum pool_node(Pool *pool, DatumKind kind, uint32_t tag, const Datum *parts, uint32_t count)
{
  assert(kind >= DATUM_DOT && kind <= DATUM_PROCESS);
  if (pool->nodes.len > pool->capacity / 3 * 2) grow_table(pool);
  uint64_t long_hash = XXH3_64bits_withSeed(count ? (const void *) parts : "",
                                            count * sizeof *parts, (uint64_t) tag << 4 | kind);
  uint32_t hash = (uint32_t) (long_hash >> 32 ^ long_hash);
  uint32_t at = hash & (pool->capacity - 1);
  for (; pool->table[at].number; at = (at + 1) & (pool->capacity - 1)) {
    PoolEntry entry = pool->table[at];
    if (entry.hash != hash) continue;
    if (node_is(pool->nodes.data[entry.number], kind, tag, parts, count))
      return (Datum){(uint64_t) entry.number << 4 | kind};
  }
  for (uint32_t i = 0; i < count; i++) assert(!datum_is_fault(parts[i]));
  uint32_t number = new_node(pool, &(PoolNode){hash, kind, tag, count}, parts);
  pool->table[at] = (PoolEntry){hash, number};
  return (Datum){(uint64_t) number << 4 | kind};
}
