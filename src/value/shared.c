#include "value/shared.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/vec.h"
#include "value/store_impl.h"

/* The contents are spread over shards by their hash; each shard has a lock, a table and
 * memory of its own.  The number of a content is its place in the shard and the shard.
 *
 * Who holds a number got it, directly or by some other thread, from an insertion that
 * was finished before; so contents are read without a lock: they never move. */
enum {
  SHARD_BITS = 6,
  SHARDS = 1 << SHARD_BITS,
  FIRST_SEGMENT_BITS = 4,
  FIRST_SEGMENT = 1 << FIRST_SEGMENT_BITS,
  SEGMENTS = 31 - SHARD_BITS - FIRST_SEGMENT_BITS + 1,
  FIRST_CHUNK = 1 << 6,
  LARGEST_CHUNK = 1 << 16
};

/* Contents that are no nodes of a store: a word that stands for itself, and a lazy
 * set, which is a word of the one store that knows it. */
enum { CONTENT_WORD = 30, CONTENT_PINNED = 31 };

typedef struct {
  pthread_mutex_t lock;
  uint32_t *slots; /* place + 1; 0: free */
  uint32_t capacity, count;
  Node **segments[SEGMENTS]; /* each twice as large as the one before */
  Chunk *chunks;
  _Atomic size_t bytes;
} Shard;

struct Shared {
  Shard shards[SHARDS];
};

struct SharedView {
  Shared *shared;
  Store *store;
  VEC(uint32_t) numbers; /* by node of the store: its number + 1; 0: not known      */
  VEC(uint32_t) nodes;   /* by number: the node of the store + 1; 0: not made        */
  VEC(Value) pending;    /* values (export) whose parts come first                   */
  VEC(uint32_t) wanted;  /* numbers (import) whose parts come first                  */
  VEC(uint64_t) payload; /* scratch */
  bool pins, has_pinned;
};

Shared *shared_new(void)
{
  Shared *shared = checked(calloc(1, sizeof *shared));
  for (uint32_t i = 0; i < SHARDS; i++) pthread_mutex_init(&shared->shards[i].lock, NULL);
  return shared;
}

void shared_free(Shared *shared)
{
  if (!shared) return;
  shared_check(shared);
  for (uint32_t i = 0; i < SHARDS; i++) {
    Shard *s = &shared->shards[i];
    for (uint32_t j = 0; j < SEGMENTS && s->segments[j]; j++) free(s->segments[j]);
    for (Chunk *chunk = s->chunks, *older; chunk; chunk = older) {
      older = chunk->older;
      free(chunk);
    }
    free(s->slots);
    pthread_mutex_destroy(&s->lock);
  }
  free(shared);
}

size_t shared_bytes(Shared *shared)
{
  size_t bytes = sizeof *shared;
  for (uint32_t i = 0; i < SHARDS; i++)
    bytes += atomic_load_explicit(&shared->shards[i].bytes, memory_order_relaxed);
  return bytes;
}

/* ---- a shard; its lock is held ---- */

static size_t words_of(uint32_t kind, uint64_t count)
{
  return kind == NODE_KIND_STRING ? count / sizeof(uint64_t) + 1 : count;
}

/* Segment k has the FIRST_SEGMENT << k places from FIRST_SEGMENT * (2^k - 1) on. */
static uint32_t segment_of(uint32_t place)
{
  return (uint32_t) (31 - FIRST_SEGMENT_BITS - __builtin_clz(place + FIRST_SEGMENT));
}

static Node **place_of(const Shard *s, uint32_t place)
{
  uint32_t segment = segment_of(place);
  return &s->segments[segment][place + FIRST_SEGMENT - ((uint32_t) FIRST_SEGMENT << segment)];
}

static bool grow_slots(Shard *s)
{
  uint32_t capacity = s->capacity ? s->capacity * 2 : 64, mask = capacity - 1;
  uint32_t *slots = calloc(capacity, sizeof *slots);
  if (!slots) return false;
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t at = (uint32_t) ((*place_of(s, i))->hash >> SHARD_BITS) & mask;
    while (slots[at]) at = (at + 1) & mask;
    slots[at] = i + 1;
  }
  free(s->slots);
  s->bytes += (capacity - s->capacity) * sizeof *slots;
  s->slots = slots;
  s->capacity = capacity;
  return true;
}

static Node *new_node(Shard *s, size_t words)
{
  words += sizeof(Node) / sizeof(uint64_t);
  if (!s->chunks || s->chunks->size - s->chunks->used < words) {
    size_t size = s->chunks ? s->chunks->size * 2 : FIRST_CHUNK;
    if (size > LARGEST_CHUNK) size = LARGEST_CHUNK;
    if (size < words) size = words;
    Chunk *chunk = malloc(sizeof *chunk + size * sizeof(uint64_t));
    if (!chunk) return NULL;
    *chunk = (Chunk){.older = s->chunks, .used = 0, .size = size};
    s->chunks = chunk;
    s->bytes += sizeof *chunk + size * sizeof(uint64_t);
  }
  Node *node = (Node *) (s->chunks->data + s->chunks->used);
  s->chunks->used += words;
  return node;
}

static bool make_segment(Shard *s)
{
  uint32_t number = segment_of(s->count);
  if (s->segments[number]) return true;
  size_t bytes = ((size_t) FIRST_SEGMENT << number) * sizeof(Node *);
  Node **segment = malloc(bytes);
  s->segments[number] = segment;
  s->bytes += segment ? bytes : 0;
  return segment;
}

static bool append(Shard *s, uint32_t at, uint64_t hash, uint32_t kind, const uint64_t *payload,
                   uint32_t count)
{
  if (s->count == SHARED_LIMIT >> SHARD_BITS || !make_segment(s)) return false;
  size_t words = words_of(kind, count);
  Node *node = new_node(s, words);
  if (!node) return false;
  node->hash = hash;
  node->count = count;
  node->kind = (uint16_t) kind;
  node->holds_lazy = false;
  if (words) memcpy(node->payload, payload, words * sizeof *payload);
  *place_of(s, s->count) = node;
  s->slots[at] = ++s->count;
  return true;
}

/* The number of the content; SHARED_FULL if there is no room. */
static int64_t number_of(Shared *shared, uint32_t kind, const uint64_t *payload, uint32_t count)
{
  size_t bytes = words_of(kind, count) * sizeof *payload;
  uint64_t hash = XXH3_64bits_withSeed(payload, bytes, kind);
  uint32_t shard = (uint32_t) hash & (SHARDS - 1);
  Shard *s = &shared->shards[shard];
  pthread_mutex_lock(&s->lock);
  bool room = s->count * UINT64_C(2) < s->capacity || grow_slots(s);
  uint32_t mask = s->capacity - 1, at = (uint32_t) (hash >> SHARD_BITS) & mask;
  for (; room && s->slots[at]; at = (at + 1) & mask) {
    const Node *node = *place_of(s, s->slots[at] - 1);
    if (node->hash == hash && node->kind == kind && node->count == count &&
        !memcmp(node->payload, payload, bytes))
      break;
  }
  room = room && (s->slots[at] || append(s, at, hash, kind, payload, count));
  int64_t number = room ? (int64_t) (s->slots[at] - 1) << SHARD_BITS | shard : SHARED_FULL;
  pthread_mutex_unlock(&s->lock);
  return number;
}

/* ---- self-check ---- */

#ifndef NDEBUG
static void check_shard(Shard *s, uint32_t shard)
{
  uint32_t used = 0, mask = s->capacity - 1;
  for (uint32_t i = 0; i < s->capacity; i++) used += s->slots[i] != 0;
  assert(used == s->count);                              /* every content stands there once */
  assert(s->count * UINT64_C(2) <= s->capacity);         /* probing ends soon */
  assert(s->capacity == 0 || (s->capacity & mask) == 0); /* so that the mask is one */
  for (uint32_t i = 0; i < s->count; i++) {
    const Node *node = *place_of(s, i);
    uint32_t at = (uint32_t) (node->hash >> SHARD_BITS) & mask;
    size_t bytes = words_of(node->kind, node->count) * sizeof *node->payload;
    assert((node->hash & (SHARDS - 1)) == shard); /* it belongs here */
    assert(node->hash == XXH3_64bits_withSeed(node->payload, bytes, node->kind));
    while (s->slots[at] && s->slots[at] != i + 1) at = (at + 1) & mask;
    assert(s->slots[at] == i + 1); /* it is found */
  }
}
#endif

void shared_check(Shared *shared)
{
#ifndef NDEBUG
  for (uint32_t i = 0; i < SHARDS; i++) {
    Shard *s = &shared->shards[i];
    pthread_mutex_lock(&s->lock);
    check_shard(s, i);
    pthread_mutex_unlock(&s->lock);
  }
#else
  (void) shared;
#endif
}

static const Node *content_of(const Shared *shared, uint32_t number)
{
  return *place_of(&shared->shards[number & (SHARDS - 1)], number >> SHARD_BITS);
}

/* ---- views ---- */

SharedView *shared_view_new(Shared *shared, Store *store)
{
  SharedView *view = checked(calloc(1, sizeof *view));
  view->shared = shared;
  view->store = store;
  return view;
}

void shared_view_free(SharedView *view)
{
  if (!view) return;
  vec_free(&view->numbers);
  vec_free(&view->nodes);
  vec_free(&view->pending);
  vec_free(&view->wanted);
  vec_free(&view->payload);
  free(view);
}

size_t shared_view_bytes(const SharedView *view)
{
  return (view->numbers.cap + (size_t) view->nodes.cap) * sizeof(uint32_t);
}

void shared_view_pin(SharedView *view) { view->pins = true; }
bool shared_view_has_pinned(const SharedView *view) { return view->has_pinned; }

void shared_view_forget(SharedView *view, StoreMark mark)
{
  if (view->numbers.len > mark.count) view->numbers.len = mark.count;
  for (uint32_t i = 0; i < view->nodes.len; i++)
    if (view->nodes.data[i] > mark.count) view->nodes.data[i] = 0;
}

static void remember(SharedView *view, uint32_t number, uint32_t node)
{
  while (view->nodes.len <= number) vec_push(&view->nodes, 0);
  while (view->numbers.len <= node) vec_push(&view->numbers, 0);
  view->nodes.data[number] = node + 1;
  view->numbers.data[node] = number + 1;
}

/* The number of a value that has a node, or 0 - 1 if it is not known yet. */
static int64_t known_number(const SharedView *view, Value v)
{
  uint32_t node = value_node_number(v);
  return node < view->numbers.len ? (int64_t) view->numbers.data[node] - 1 : -1;
}

/* Puts the parts that have no number yet onto the list; false if there are none. */
static bool await_parts(SharedView *view, const Node *node)
{
  uint32_t before = view->pending.len;
  for (uint64_t i = node_first_child(node->kind); i < node->count; i++) {
    Value part = node_value(node, i);
    if (value_has_node(part) && known_number(view, part) < 0) vec_push(&view->pending, part);
  }
  return view->pending.len > before;
}

static Value with_number(Value v, uint32_t number)
{
  return (Value){(uint64_t) number << 8 | (v.word & 255)};
}

/* All parts have numbers. */
static int64_t export_node(SharedView *view, Value v, const Node *node)
{
  view->payload.len = 0;
  size_t words = words_of(node->kind, node->count);
  uint64_t first = node_first_child(node->kind);
  for (uint64_t i = 0; i < words; i++) {
    Value part = node_value(node, i);
    if (i >= first && value_has_node(part))
      part = with_number(part, (uint32_t) known_number(view, part));
    vec_push(&view->payload, part.word);
  }
  int64_t number = number_of(view->shared, node->kind, view->payload.data, node->count);
  if (number >= 0) remember(view, (uint32_t) number, value_node_number(v));
  return number;
}

static int64_t export_lazy(SharedView *view, Value v)
{
  if (!view->pins) return SHARED_LAZY;
  int64_t number = number_of(view->shared, CONTENT_PINNED, &v.word, 1);
  if (number >= 0) remember(view, (uint32_t) number, value_node_number(v));
  view->has_pinned = true;
  return number;
}

int64_t shared_export(SharedView *view, Value v)
{
  if (!value_has_node(v)) return number_of(view->shared, CONTENT_WORD, &v.word, 1);
  int64_t number = known_number(view, v);
  if (number >= 0) return number;
  view->pending.len = 0;
  vec_push(&view->pending, v);
  while (view->pending.len) {
    Value next = view->pending.data[view->pending.len - 1];
    const Node *node = node_of(view->store, next);
    if (value_tag(next) != TAG_LAZY && await_parts(view, node)) continue;
    number = value_tag(next) == TAG_LAZY ? export_lazy(view, next) : export_node(view, next, node);
    if (number < 0) return number;
    view->pending.len--;
  }
  return number;
}

static bool is_made(const SharedView *view, uint32_t number)
{
  return number < view->nodes.len && view->nodes.data[number];
}

static bool await_nodes(SharedView *view, const Node *content)
{
  uint32_t before = view->wanted.len;
  for (uint64_t i = node_first_child(content->kind); i < content->count; i++) {
    Value part = node_value(content, i);
    if (value_has_node(part) && !is_made(view, value_node_number(part)))
      vec_push(&view->wanted, value_node_number(part));
  }
  return view->wanted.len > before;
}

/* All parts are made. */
static Value import_node(SharedView *view, uint32_t number, const Node *content)
{
  view->payload.len = 0;
  size_t words = words_of(content->kind, content->count);
  uint64_t first = node_first_child(content->kind);
  for (uint64_t i = 0; i < words; i++) {
    Value part = node_value(content, i);
    if (i >= first && value_has_node(part))
      part = with_number(part, view->nodes.data[value_node_number(part)] - 1);
    vec_push(&view->payload, part.word);
  }
  Value v =
      store_intern(view->store, (ValueNodeKind) content->kind, view->payload.data, content->count);
  remember(view, number, value_node_number(v));
  return v;
}

/* The word of a node of the store that is made already. */
static Value made_value(const SharedView *view, uint32_t number, const Node *content)
{
  return (Value){(uint64_t) (view->nodes.data[number] - 1) << 8 | (uint64_t) content->kind << 3 |
                 TAG_NODE};
}

Value shared_import(SharedView *view, uint32_t number)
{
  const Node *content = content_of(view->shared, number);
  if (content->kind >= CONTENT_WORD) return node_value(content, 0);
  if (is_made(view, number)) return made_value(view, number, content);
  Value v = VALUE_UNDEFINED;
  view->wanted.len = 0;
  vec_push(&view->wanted, number);
  while (view->wanted.len) {
    uint32_t next = view->wanted.data[view->wanted.len - 1];
    content = content_of(view->shared, next);
    assert(content->kind < CONTENT_WORD); /* pinned ones are made when they are exported */
    if (await_nodes(view, content)) continue;
    v = import_node(view, next, content);
    view->wanted.len--;
  }
  return v;
}
