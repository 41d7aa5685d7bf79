#include "value/store.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "value/map.h"

/* Nodes lie in chunks in the order of their numbers; the table finds a node by its
 * content: open addressing, linear probing.
 *
 * Invariant of the table: it is what inserting the nodes 0, 1, 2 … in this order gives.
 * Hence the newest node was never probed over, and emptying its slot removes it;
 * growing inserts the oldest first.  Children have lower numbers than their parents. */

enum { FIRST_CHUNK = 1 << 11, LARGEST_CHUNK = 1 << 19, NODE_HEADER = 2, KEPT_SCRATCH = 1 << 20 };
static_assert(sizeof(Node) == NODE_HEADER * sizeof(uint64_t), "header of a node");

/* ---- life ---- */

static void fill_choose(Store *store)
{
  for (uint32_t n = 0; n < CHOOSE_ROWS; n++) {
    store->choose[n][0] = 1;
    for (uint32_t k = 1; k <= n; k++)
      store->choose[n][k] = store->choose[n - 1][k - 1] + store->choose[n - 1][k];
  }
}

Store *store_new_with(StoreConfig config)
{
  assert(config.bits_limit <= IMMEDIATE_SET_LIMIT && config.bitset_limit < UINT32_MAX);
  assert(config.dense_factor >= 1 && config.dense_factor <= 64);
  Store *store = checked(calloc(1, sizeof *store));
  store->config = config;
  store->slot_count = 256;
  store->slots = checked(calloc(store->slot_count, sizeof *store->slots));
  store->bytes = sizeof *store + store->slot_count * sizeof *store->slots;
  fill_choose(store);
  return store;
}

Store *store_new(void) { return store_new_with(STORE_DEFAULTS); }

void store_free(Store *store)
{
  if (!store) return;
  for (Chunk *chunk = store->newest, *older; chunk; chunk = older) {
    older = chunk->older;
    free(chunk);
  }
  for (uint32_t i = 0; i < SCRATCH_DEPTH; i++) free(store->scratch[i].words);
  free(store->spare);
  free(store->nodes);
  free(store->slots);
  free(store);
}

size_t store_bytes(const Store *store) { return store->bytes; }
uint32_t store_count(const Store *store) { return store->count; }

StoreFigures store_figures(const Store *store)
{
  return (StoreFigures){store->count, store->bytes, store->lookups, store->hits};
}

/* ---- working memory ---- */

uint64_t *scratch_take(Store *store, uint64_t words)
{
  if (store->scratch_used == SCRATCH_DEPTH) memory_give_up("values are nested too deeply");
  uint32_t i = store->scratch_used++;
  if (words > SIZE_MAX / 16) memory_exhausted();
  if (store->scratch[i].size < words || !store->scratch[i].words) {
    free(store->scratch[i].words);
    store->bytes -= store->scratch[i].size * sizeof(uint64_t);
    store->scratch[i].size = words < 64 ? 64 : words + words / 2;
    store->bytes += store->scratch[i].size * sizeof(uint64_t);
    store->scratch[i].words = checked(malloc(store->scratch[i].size * sizeof(uint64_t)));
  }
  return store->scratch[i].words;
}

void scratch_give(Store *store)
{
  assert(store->scratch_used > 0);
  uint32_t i = --store->scratch_used;
  if (store->scratch[i].size <= KEPT_SCRATCH) return;
  store->bytes -= store->scratch[i].size * sizeof(uint64_t);
  free(store->scratch[i].words);
  store->scratch[i].words = NULL;
  store->scratch[i].size = 0;
}

/* ---- memory of nodes ---- */

static size_t chunk_bytes(const Chunk *chunk)
{
  return sizeof *chunk + chunk->size * sizeof(uint64_t);
}

static void drop_chunk(Store *store, Chunk *chunk)
{
  store->bytes -= chunk_bytes(chunk);
  free(chunk);
}

static void add_chunk(Store *store, size_t at_least)
{
  size_t size = store->newest ? store->newest->size * 2 : FIRST_CHUNK;
  if (size > LARGEST_CHUNK) size = LARGEST_CHUNK;
  if (size < at_least || store->config.lone_nodes) size = at_least;
  Chunk *chunk = store->spare;
  store->spare = NULL;
  if (chunk && chunk->size < at_least) {
    drop_chunk(store, chunk);
    chunk = NULL;
  }
  if (!chunk) {
    chunk = checked(malloc(sizeof *chunk + size * sizeof(uint64_t)));
    chunk->size = size;
    store->bytes += chunk_bytes(chunk);
  }
  chunk->used = 0;
  chunk->older = store->newest;
  store->newest = chunk;
}

static Node *alloc_node(Store *store, size_t payload_words)
{
  size_t words = NODE_HEADER + payload_words;
  if (!store->newest || store->newest->size - store->newest->used < words ||
      store->config.lone_nodes)
    add_chunk(store, words);
  Node *node = (Node *) (store->newest->data + store->newest->used);
  store->newest->used += words;
  return node;
}

/* Makes `node` and all that was allocated after it free again. */
static void free_from(Store *store, const Node *node)
{
  const uint64_t *at = (const uint64_t *) node;
  Chunk *chunk;
  while (chunk = store->newest, at < chunk->data || at >= chunk->data + chunk->size) {
    store->newest = chunk->older;
    if (!store->spare && chunk->size <= LARGEST_CHUNK && !store->config.lone_nodes)
      store->spare = chunk;
    else drop_chunk(store, chunk);
  }
#ifndef NDEBUG
  memset(chunk->data + (at - chunk->data), 0xA5,
         (size_t) (chunk->data + chunk->used - at) * sizeof *at);
#endif
  chunk->used = (size_t) (at - chunk->data);
}

/* ---- the table ---- */

static size_t payload_words(uint32_t kind, uint64_t count)
{
  return kind == NODE_KIND_STRING ? count / sizeof(uint64_t) + 1 : count;
}

/* Nodes that are made of values have sums as hashes: of what each word of the payload
 * contributes, so that the hash of a node that differs in one word is known at once. */
static uint64_t base_hash(const Store *store, ValueNodeKind kind)
{
  return store->config.equal_hashes ? 1 : (kind + 1) * UINT64_C(0x9E3779B97F4A7C15);
}

uint64_t store_word_hash(const Store *store, ValueNodeKind kind, uint64_t i, uint64_t word)
{
  if (store->config.equal_hashes) return 0;
  Value v = {word};
  uint64_t h = word;
  if (value_has_node(v) && i >= node_first_child(kind)) h = node_of(store, v)->hash;
  if (kind != NODE_KIND_SORTED) h ^= (i + 1) * UINT64_C(0xC2B2AE3D27D4EB4F);
  h = (h ^ h >> 32) * UINT64_C(0x9E3779B97F4A7C15);
  h = (h ^ h >> 29) * UINT64_C(0xD6E8FEB86659FD93);
  return h ^ h >> 32;
}

static uint64_t content_hash(const Store *store, ValueNodeKind kind, const uint64_t *payload,
                             uint64_t count)
{
  uint64_t hash = base_hash(store, kind);
  if (store->config.equal_hashes) return hash;
  if (kind == NODE_KIND_STRING) return XXH3_64bits_withSeed(payload, count, hash);
  if (node_first_child(kind) == UINT32_MAX)
    return XXH3_64bits_withSeed(payload, count * sizeof *payload, hash);
  for (uint64_t i = 0; i < count; i++) hash += store_word_hash(store, kind, i, payload[i]);
  return hash;
}

static void insert(Store *store, uint32_t number)
{
  uint64_t hash = store->nodes[number]->hash, mask = store->slot_count - 1, at = hash & mask;
  while (store->slots[at].number) at = (at + 1) & mask;
  store->slots[at] = (Slot){number + 1, (uint32_t) (hash >> 32)};
}

static void grow_table(Store *store)
{
  free(store->slots);
  store->bytes += store->slot_count * sizeof *store->slots;
  store->slot_count *= 2;
  store->slots = checked(calloc(store->slot_count, sizeof *store->slots));
  for (uint32_t i = 0; i < store->count; i++) insert(store, i);
}

static void grow_nodes(Store *store)
{
  uint32_t capacity = store->capacity ? store->capacity * 2 : 256;
  if (capacity <= store->capacity) memory_give_up("too many values");
  store->nodes = checked(realloc(store->nodes, capacity * sizeof *store->nodes));
  store->bytes += (capacity - store->capacity) * sizeof *store->nodes;
  store->capacity = capacity;
}

static Value node_word(uint32_t number, ValueNodeKind kind)
{
  if (kind == NODE_KIND_LAZY) return (Value){(uint64_t) number << 8 | TAG_LAZY};
  return (Value){(uint64_t) number << 8 | (uint64_t) kind << 3 | TAG_NODE};
}

static bool holds_lazy(const Store *store, ValueNodeKind kind, const uint64_t *payload,
                       uint64_t count)
{
  if (kind == NODE_KIND_LAZY) return true;
  for (uint64_t i = node_first_child(kind); i < count; i++) {
    Value v = {payload[i]};
    if (value_has_node(v) && node_of(store, v)->holds_lazy) return true;
  }
  return false;
}

/* A new node with this content, which is not in the store. */
static Value append(Store *store, ValueNodeKind kind, const uint64_t *payload, uint64_t count,
                    uint64_t hash, bool lazy)
{
  if (count > UINT32_MAX) memory_give_up("a value is too large");
  if (store->count == store->capacity) grow_nodes(store);
  size_t words = payload_words(kind, count);
  Node *node = alloc_node(store, words);
  node->hash = hash;
  node->count = (uint32_t) count;
  node->kind = (uint16_t) kind;
  node->holds_lazy = lazy;
  if (kind == NODE_KIND_STRING) {
    node->payload[words - 1] = 0;
    if (count) memcpy(node->payload, payload, count);
  } else {
    memcpy(node->payload, payload, words * sizeof *payload);
  }
  uint32_t number = store->count++;
  store->nodes[number] = node;
  if (store->count * UINT64_C(2) > store->slot_count) grow_table(store);
  else insert(store, number);
  return node_word(number, kind);
}

Value store_intern(Store *store, ValueNodeKind kind, const uint64_t *payload, uint64_t count)
{
  return store_intern_near(store, kind, payload, count, content_hash(store, kind, payload, count),
                           false);
}

Value store_intern_near(Store *store, ValueNodeKind kind, const uint64_t *payload, uint64_t count,
                        uint64_t hash, bool plain)
{
  uint64_t mask = store->slot_count - 1;
  store->lookups++;
  size_t bytes = kind == NODE_KIND_STRING ? count : count * sizeof *payload;
  for (uint64_t at = hash & mask; store->slots[at].number; at = (at + 1) & mask) {
    if (store->slots[at].check != (uint32_t) (hash >> 32)) continue;
    uint32_t number = store->slots[at].number - 1;
    const Node *node = store->nodes[number];
    if (node->hash == hash && node->kind == kind && node->count == count &&
        !memcmp(node->payload, payload, bytes)) {
      store->hits++;
      return node_word(number, kind);
    }
  }
  return append(store, kind, payload, count, hash,
                !plain && holds_lazy(store, kind, payload, count));
}

/* ---- mark and release ---- */

StoreMark store_mark(const Store *store) { return (StoreMark){store->count}; }

static void remove_newest(Store *store)
{
  uint32_t number = store->count - 1;
  uint64_t mask = store->slot_count - 1, at = store->nodes[number]->hash & mask;
  while (store->slots[at].number != number + 1) at = (at + 1) & mask;
  store->slots[at] = (Slot){0, 0};
  store->count = number;
}

static void drop_nodes(Store *store, uint32_t count)
{
  if (store->count == count) return;
  const Node *first = store->nodes[count];
  if (store->count - count > store->slot_count / 8 && count < store->slot_count / 64) {
    memset(store->slots, 0, store->slot_count * sizeof *store->slots);
    store->count = count;
    for (uint32_t i = 0; i < count; i++) insert(store, i);
  } else {
    while (store->count > count) remove_newest(store);
  }
  free_from(store, first);
}

/* Marks in `reached` (by number - from) the new nodes that v is made of; gives the
 * words they occupy.  `pending` has room for every new node. */
static size_t reach(const Store *store, Value v, uint32_t from, uint32_t *reached,
                    uint32_t *pending)
{
  size_t words = 0;
  uint32_t depth = 0;
  if (!value_has_node(v) || value_node_number(v) < from) return 0;
  if (reached[value_node_number(v) - from]) return 0;
  reached[value_node_number(v) - from] = 1;
  pending[depth++] = value_node_number(v);
  while (depth) {
    const Node *node = store->nodes[pending[--depth]];
    words += NODE_HEADER + payload_words(node->kind, node->count);
    for (uint64_t i = node_first_child(node->kind); i < node->count; i++) {
      Value child = node_value(node, i);
      if (!value_has_node(child) || value_node_number(child) < from) continue;
      if (reached[value_node_number(child) - from]) continue;
      reached[value_node_number(child) - from] = 1;
      pending[depth++] = value_node_number(child);
    }
  }
  return words;
}

static Value renamed(Value v, uint32_t from, const uint32_t *names)
{
  if (!value_has_node(v) || value_node_number(v) < from) return v;
  return (Value){(uint64_t) names[value_node_number(v) - from] << 8 | (v.word & 255)};
}

/* Copies the reached nodes away, drops all new ones and makes the copies again; in
 * ascending order, so children come first.  Afterwards names[old - from] is the new number. */
static void rebuild(Store *store, uint32_t from, uint32_t *names, size_t words)
{
  uint64_t *saved = checked(malloc(words * sizeof *saved)), *at = saved;
  uint32_t *old = checked(malloc((store->count - from) * sizeof *old)), kept = 0;
  for (uint32_t i = 0; i < store->count - from; i++) {
    if (!names[i]) continue;
    const Node *node = store->nodes[from + i];
    size_t size = NODE_HEADER + payload_words(node->kind, node->count);
    memcpy(at, node, size * sizeof *at);
    old[kept++] = i;
    at += size;
  }
  drop_nodes(store, from);
  at = saved;
  for (uint32_t k = 0; k < kept; k++) {
    Node *node = (Node *) at;
    for (uint64_t i = node_first_child(node->kind); i < node->count; i++)
      node->payload[i] = renamed(node_value(node, i), from, names).word;
    names[old[k]] = store->count;
    append(store, node->kind, node->payload, node->count, node->hash, node->holds_lazy);
    at += NODE_HEADER + payload_words(node->kind, node->count);
  }
  free(old);
  free(saved);
}

void store_release_many(Store *store, StoreMark mark, Value *survivors, uint32_t count)
{
  assert(mark.count <= store->count);
  bool any = false;
  for (uint32_t i = 0; i < count; i++)
    any |= value_has_node(survivors[i]) && value_node_number(survivors[i]) >= mark.count;
  if (!any) {
    drop_nodes(store, mark.count);
    return;
  }
  uint32_t fresh = store->count - mark.count;
  uint32_t *names = checked(calloc(fresh, sizeof *names));
  uint32_t *pending = checked(malloc(fresh * sizeof *pending));
  size_t words = 0;
  for (uint32_t i = 0; i < count; i++)
    words += reach(store, survivors[i], mark.count, names, pending);
  rebuild(store, mark.count, names, words);
  for (uint32_t i = 0; i < count; i++) survivors[i] = renamed(survivors[i], mark.count, names);
  free(pending);
  free(names);
}

Value store_release(Store *store, StoreMark mark, Value survivor)
{
  store_release_many(store, mark, &survivor, 1);
  return survivor;
}

/* ---- self-check ---- */

static void check(bool holds, const char *what)
{
  if (holds) return;
  fprintf(stderr, "probity: broken invariant of the value store: %s\n", what);
  abort();
}

static void check_order(const Store *store, const Node *node)
{
  for (uint32_t i = 1; i < node->count; i++)
    check(value_compare(store, node_value(node, i - 1), node_value(node, i)) < 0,
          "the elements of a set ascend");
}

static void check_node(const Store *store, uint32_t number)
{
  const Node *node = store->nodes[number];
  const uint64_t *p = node->payload;
  check(content_hash(store, node->kind, p, node->count) == node->hash, "a hash fits its content");
  check(holds_lazy(store, node->kind, p, node->count) == node->holds_lazy,
        "a node knows whether it holds a lazy set");
  for (uint64_t i = node_first_child(node->kind); i < node->count; i++) {
    Value child = node_value(node, i);
    if (!value_has_node(child)) continue;
    check(value_node_number(child) < number, "children are older than their parents");
    check(node_word(value_node_number(child), node_of(store, child)->kind).word == child.word,
          "a word names the kind of its node");
  }
  if (node->kind == NODE_KIND_SORTED) check_order(store, node);
  if (kind_is_map(node->kind)) check(map_is_canonical(store, node), "a map is canonical");
  if (node->kind == NODE_KIND_BITSET) check(p[node->count - 1] != 0, "a bit set is trimmed");
  if (node->kind == NODE_KIND_INTSET)
    check((p[2] & 1) && p[node->count - 1] != 0, "an integer set is trimmed");
  if (node->kind == NODE_KIND_INTERVAL)
    check(int_compare(store, node_value(node, 0), node_value(node, 1)) <= 0, "lo <= hi");
}

void store_check(const Store *store)
{
  uint64_t used = 0, mask = store->slot_count - 1;
  for (uint64_t i = 0; i < store->slot_count; i++) used += store->slots[i].number != 0;
  check(used == store->count, "the table holds every node once");
  check(store->count * UINT64_C(2) <= store->slot_count, "the table is at most half full");
  check(store->scratch_used == 0, "working memory was given back");
  for (uint32_t i = 0; i < store->count; i++) {
    uint64_t at = store->nodes[i]->hash & mask;
    while (store->slots[at].number && store->slots[at].number != i + 1) {
      check(store->slots[at].number < i + 1, "probing passes older nodes only");
      at = (at + 1) & mask;
    }
    check(store->slots[at].number == i + 1, "every node is found");
    check_node(store, i);
  }
}
