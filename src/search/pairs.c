#include "search/pairs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Invariant: `handed` is at most FULL_PARTS / FULL_OF of the capacity whenever somebody
 * probes, so there is always a free slot. */
enum { SEGMENTS = 1 << (32 - PAIRS_SEGMENT_BITS), FIRST_CAPACITY = 1 << 12 };
enum { FULL_PARTS = 4, FULL_OF = 5 };
enum { AHEAD = 24 }; /* entries that are looked at in advance */
static const uint64_t MOST_NUMBERS = (UINT64_C(1) << 31) - PAIRS_SEGMENT; /* see number_bits */

static void *need(void *memory)
{
  if (!memory) memory_exhausted();
  return memory;
}

/* All numbers that fit into an index of this capacity, and one more. */
static uint32_t number_bits(uint32_t capacity)
{
  uint32_t bits = 0;
  while (bits < 31 && capacity >> bits) bits++;
  return bits;
}

Pairs *pairs_new(Gate *gate, bool with_words)
{
  Pairs *p = need(calloc(1, sizeof *p));
  p->segments = need(calloc(SEGMENTS, sizeof *p->segments));
  p->capacity = FIRST_CAPACITY;
  p->number_bits = number_bits(p->capacity);
  p->index = need(calloc(p->capacity, sizeof *p->index));
  p->bytes = sizeof *p + p->capacity * sizeof *p->index;
  p->block = 64;
  p->with_words = with_words;
  p->gate = gate;
  pthread_mutex_init(&p->lock, NULL);
  return p;
}

void pairs_free(Pairs *p)
{
  if (!p) return;
  for (uint32_t i = 0; i < SEGMENTS && p->segments[i]; i++) free(p->segments[i]);
  free(p->segments);
  free((void *) p->index);
  pthread_mutex_destroy(&p->lock);
  free(p);
}

static uint32_t entry_of(const Pairs *p, uint32_t number, uint64_t hash)
{
  return (uint32_t) hash << p->number_bits | (number + 1);
}

static bool may_take(Pairs *p, size_t bytes)
{
  return !p->may_take || p->may_take(p->context, bytes);
}

static bool make_segment(Pairs *p, uint32_t number)
{
  uint64_t **segment = &p->segments[number >> PAIRS_SEGMENT_BITS];
  size_t bytes = PAIRS_SEGMENT * sizeof **segment * (p->with_words ? 2 : 1);
  pthread_mutex_lock(&p->lock);
  if (!*segment && may_take(p, bytes)) {
    *segment = malloc(bytes);
    if (*segment) p->bytes += bytes;
  }
  bool made = *segment;
  pthread_mutex_unlock(&p->lock);
  return made;
}

static uint32_t larger(uint32_t capacity)
{
  uint64_t next =
      capacity < 1 << 20 ? capacity * UINT64_C(4) : capacity + UINT64_C(1) * capacity / 2;
  return next < UINT32_MAX ? (uint32_t) next : UINT32_MAX;
}

static bool is_crowded(const Pairs *p, uint64_t numbers)
{
  return numbers * FULL_OF > (uint64_t) p->capacity * FULL_PARTS;
}

/* The keys of neighbours in the index are anywhere in memory. */
static void prefetch_key(const Pairs *p, uint32_t entry, uint32_t bits)
{
  uint32_t number = entry ? pairs_number(entry, bits) : 0;
  if (entry)
    __builtin_prefetch(&p->segments[number >> PAIRS_SEGMENT_BITS][number & (PAIRS_SEGMENT - 1)]);
}

void pairs_grow(Pairs *p)
{
  uint64_t wanted = atomic_load(&p->handed) + UINT64_C(64) * p->block;
  if (!is_crowded(p, wanted) || p->full) return;
  uint32_t capacity = larger(p->capacity), old_capacity = p->capacity;
  while (capacity < UINT32_MAX && wanted * FULL_OF > (uint64_t) capacity * FULL_PARTS)
    capacity = larger(capacity);
  _Atomic uint32_t *old = p->index, *index = NULL;
  if (capacity > old_capacity && may_take(p, capacity * sizeof *index))
    index = calloc(capacity, sizeof *index);
  if (!index) {
    p->full = true;
    return;
  }
  uint32_t old_bits = p->number_bits;
  p->index = index;
  p->capacity = capacity;
  p->number_bits = number_bits(capacity);
  assert(capacity > old_capacity && p->number_bits >= old_bits);
  for (uint32_t i = 0; i < old_capacity; i++) {
    uint32_t entry = atomic_load_explicit(&old[i], memory_order_relaxed);
    if (i + AHEAD < old_capacity)
      prefetch_key(p, atomic_load_explicit(&old[i + AHEAD], memory_order_relaxed), old_bits);
    if (!entry) continue;
    uint32_t number = pairs_number(entry, old_bits);
    uint64_t hash = pairs_mix(pairs_key(p, number));
    uint32_t at = pairs_slot(p, hash);
    while (atomic_load_explicit(&index[at], memory_order_relaxed))
      at = at + 1 == capacity ? 0 : at + 1;
    atomic_store_explicit(&index[at], entry_of(p, number, hash), memory_order_relaxed);
  }
  p->bytes += (capacity - old_capacity) * sizeof *index;
  free((void *) old);
}

/* A block of numbers, with room in the index for them; false if there is none. */
static bool take_block(Pairs *p, PairsHand *hand)
{
  if (p->full) return false;
  uint64_t begin = atomic_fetch_add(&p->handed, p->block), end = begin + p->block;
  while (is_crowded(p, end) && !p->full) gate_close(p->gate);
  if (p->full || end > MOST_NUMBERS || !make_segment(p, (uint32_t) begin)) {
    p->full = true;
    return false;
  }
  /* A block lies in one segment, and the index has room for it. */
  assert(begin >> PAIRS_SEGMENT_BITS == (end - 1) >> PAIRS_SEGMENT_BITS && !is_crowded(p, end));
  *hand = (PairsHand){(uint32_t) begin, (uint32_t) end};
  return true;
}

void pairs_set_block(Pairs *p, uint32_t block)
{
  assert(block > 0 && block <= PAIRS_SEGMENT && (block & (block - 1)) == 0);
  uint64_t rest = atomic_load(&p->handed) % block;
  if (rest) atomic_fetch_add(&p->handed, block - rest);
  p->block = block;
}

static void write_pair(Pairs *p, uint32_t number, uint64_t key, uint64_t word)
{
  p->segments[number >> PAIRS_SEGMENT_BITS][number & (PAIRS_SEGMENT - 1)] = key;
  if (p->with_words) atomic_store_explicit(pairs_word(p, number), word, memory_order_relaxed);
}

uint32_t pairs_put(Pairs *p, PairsHand *hand, uint64_t key, uint64_t word, bool *fresh)
{
  gate_pass(p->gate);
  *fresh = false;
  bool room = hand->next < hand->end || take_block(p, hand);
  _Atomic uint32_t *index = p->index;
  uint32_t number = hand->next;
  bool written = false;
  uint64_t hash = pairs_mix(key);
  uint32_t mine = entry_of(p, number, hash);
  for (uint32_t at = pairs_slot(p, hash);; at = at + 1 == p->capacity ? 0 : at + 1) {
    uint32_t entry = atomic_load_explicit(&index[at], memory_order_acquire);
    if (!entry) {
      if (!room) return PAIRS_NONE;
      if (!written) write_pair(p, number, key, word);
      written = true;
      if (atomic_compare_exchange_strong_explicit(&index[at], &entry, mine, memory_order_release,
                                                  memory_order_acquire)) {
        hand->next++;
        *fresh = true;
        return number;
      }
    }
    if ((entry ^ mine) >> p->number_bits) continue; /* another hash */
    uint32_t other = pairs_number(entry, p->number_bits);
    if (pairs_key(p, other) == key) return other;
  }
}
