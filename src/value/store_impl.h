#ifndef VALUE_STORE_IMPL_H
#define VALUE_STORE_IMPL_H

#include "base/memory.h"
#include "value/store.h"

/* What the files of value/ share about nodes.
 *
 * payload by kind; W: a value word
 *   BIGINT    sign (1: negative), limbs, least significant first, no leading zero
 *   REAL      the double
 *   STRING    bytes, padded with at least one zero byte; count is in bytes
 *   PAIR      W W
 *   RECORD    W …
 *   FREE      number of the constructor, W or VALUE_UNDEFINED
 *   BITSET    words of bits; the last is not zero
 *   INTERVAL  W W, least and greatest
 *   INTSET    W (the least, small), number of elements, words of bits; bit i: least + i;
 *             the lowest bit is set, the last word is not zero
 *   ARRAY     W …
 *   PACKED_SEQ, PACKED, MAP   see map.h; MAP: two other words, then W …
 *   SORTED    W …, ascending
 *   LAZY      what, W … */
typedef struct {
  uint64_t hash;
  uint32_t count;  /* words of payload (STRING: bytes) */
  uint16_t kind;   /* ValueNodeKind */
  bool holds_lazy; /* is a lazy set, or one is somewhere inside */
  uint64_t payload[];
} Node;

typedef struct {
  uint32_t number; /* of the node + 1; 0: free */
  uint32_t check;  /* high half of its hash    */
} Slot;

typedef struct Chunk Chunk;
struct Chunk {
  Chunk *older;
  size_t used, size; /* in words */
  uint64_t data[];
};

enum { SCRATCH_DEPTH = 6, CHOOSE_ROWS = 33 };

struct Store {
  StoreConfig config;
  Node **nodes;
  uint32_t count, capacity;
  Slot *slots;
  uint64_t slot_count; /* a power of two, at least twice count */
  Chunk *newest, *spare;
  size_t bytes;
  uint64_t lookups, hits; /* of store_intern */
  struct {
    uint64_t *words;
    size_t size;
  } scratch[SCRATCH_DEPTH];
  uint32_t scratch_used;
  uint32_t choose[CHOOSE_ROWS][CHOOSE_ROWS]; /* binomial coefficients */
};

static inline void *checked(void *memory)
{
  if (!memory) memory_exhausted();
  return memory;
}

/* The one value with this (canonical) payload. */
Value store_intern(Store *, ValueNodeKind, const uint64_t *payload, uint64_t count);
/* The same, with what is known from a node that differs in few words: the hash, which for
 * kinds that are made of values is a sum, so that what the old words contributed goes and
 * what the new ones contribute comes (SORTED: whatever i is); and that the content is
 * plain, as both the node and the new words hold no lazy set. */
Value store_intern_near(Store *, ValueNodeKind, const uint64_t *payload, uint64_t count,
                        uint64_t hash, bool plain);
uint64_t store_word_hash(const Store *, ValueNodeKind, uint64_t i, uint64_t word);

/* Working memory, not initialised; given back in reverse order of taking. */
uint64_t *scratch_take(Store *, uint64_t words);
void scratch_give(Store *);

static inline const Node *node_of(const Store *store, Value v)
{
  return store->nodes[value_node_number(v)];
}
static inline const Node *node_of_payload(const uint64_t *payload)
{
  return (const Node *) (payload - offsetof(Node, payload) / sizeof *payload);
}
static inline Value node_value(const Node *node, uint64_t i) { return (Value){node->payload[i]}; }
static inline bool value_has_node(Value v)
{
  return value_tag(v) == TAG_NODE || value_tag(v) == TAG_LAZY;
}

/* Is this node plain, and will it be so with this value in it? */
static inline bool node_stays_plain(const Store *store, const Node *node, Value added)
{
  return !node->holds_lazy && !(value_has_node(added) && node_of(store, added)->holds_lazy);
}

/* Index of the first value word in the payload of this kind; UINT32_MAX: none. */
static inline uint32_t node_first_child(uint32_t kind)
{
  switch ((ValueNodeKind) kind) {
  case NODE_KIND_PAIR:
  case NODE_KIND_RECORD:
  case NODE_KIND_INTERVAL:
  case NODE_KIND_ARRAY:
  case NODE_KIND_SORTED: return 0;
  case NODE_KIND_FREE:
  case NODE_KIND_LAZY: return 1;
  case NODE_KIND_MAP: return 2;
  case NODE_KIND_BIGINT:
  case NODE_KIND_REAL:
  case NODE_KIND_STRING:
  case NODE_KIND_BITSET:
  case NODE_KIND_INTSET:
  case NODE_KIND_PACKED_SEQ:
  case NODE_KIND_PACKED: break;
  }
  return UINT32_MAX;
}

/* A view of any integer as mpz: read only, valid as long as the node and `limb`. */
typedef struct {
  mpz_t z;
  mp_limb_t limb[1];
} IntView;
void int_view(const Store *, Value, IntView *);

#endif
