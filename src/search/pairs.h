#ifndef SEARCH_PAIRS_H
#define SEARCH_PAIRS_H

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/gate.h"

/* A set of 64-bit keys, each with a 32-bit number, and one atomic word kept with each if
 * it is wanted.  Any number of threads add at once, without locks: a key is written
 * first and then published in the index by one compare-and-swap.  Numbers are handed
 * out to threads in blocks.  Keys never move; the index is replaced by a larger one
 * behind the gate. */
#define PAIRS_NONE UINT32_MAX

enum { PAIRS_SEGMENT_BITS = 16, PAIRS_SEGMENT = 1 << PAIRS_SEGMENT_BITS };

typedef struct Pairs Pairs;
struct Pairs {
  uint64_t **segments; /* keys, then words */
  bool with_words;
  /* Slots: in the lowest number_bits the number + 1, 0: free; above, bits of the hash, so
   * that most slots that are passed by are told from the right one without their keys. */
  _Atomic uint32_t *index;
  uint32_t capacity, number_bits;
  uint32_t block;          /* numbers that are handed out at a time; a power of two */
  _Atomic uint64_t handed; /* numbers handed out */
  _Atomic bool full;       /* there was no memory for more */
  _Atomic size_t bytes;
  pthread_mutex_t lock; /* for new segments */
  Gate *gate;
  /* Whether so many more bytes may be taken; or NULL. */
  bool (*may_take)(void *context, size_t bytes);
  void *context;
};

typedef struct { /* of one thread: the numbers it may give */
  uint32_t next, end;
} PairsHand;

Pairs *pairs_new(Gate *, bool with_words);
void pairs_free(Pairs *); /* accepts NULL */
/* The number of the key; PAIRS_NONE if there is no memory for a new one.  A new key
 * comes with this word. */
uint32_t pairs_put(Pairs *, PairsHand *, uint64_t key, uint64_t word, bool *fresh);
/* With one thread: from now on numbers are handed out in blocks of this size (a power
 * of two, at most PAIRS_SEGMENT); all of them are above those handed out before. */
void pairs_set_block(Pairs *, uint32_t block);
/* Behind the gate, or with one thread: enlarges the index if it is rather full. */
void pairs_grow(Pairs *);

static inline uint64_t pairs_key(const Pairs *p, uint32_t number)
{
  assert(p->segments[number >> PAIRS_SEGMENT_BITS]);
  return p->segments[number >> PAIRS_SEGMENT_BITS][number & (PAIRS_SEGMENT - 1)];
}

static inline _Atomic uint64_t *pairs_word(const Pairs *p, uint32_t number)
{
  assert(p->with_words && p->segments[number >> PAIRS_SEGMENT_BITS]);
  uint64_t *segment = p->segments[number >> PAIRS_SEGMENT_BITS];
  return (_Atomic uint64_t *) (segment + PAIRS_SEGMENT) + (number & (PAIRS_SEGMENT - 1));
}

static inline uint64_t pairs_mix(uint64_t key)
{
  key ^= key >> 32;
  key *= UINT64_C(0xD6E8FEB86659FD93);
  key ^= key >> 32;
  key *= UINT64_C(0xD6E8FEB86659FD93);
  return key ^ key >> 32;
}

static inline uint32_t pairs_slot(const Pairs *p, uint64_t hash)
{
  return (uint32_t) ((hash >> 32) * p->capacity >> 32);
}

static inline uint32_t pairs_number(uint32_t entry, uint32_t number_bits) /* of a slot, not 0 */
{
  assert(entry);
  return (entry & ((UINT32_C(1) << number_bits) - 1)) - 1;
}

static inline void pairs_prefetch(const Pairs *p, uint64_t key)
{
  __builtin_prefetch((const void *) (p->index + pairs_slot(p, pairs_mix(key))));
}

/* The same for what its slot leads to, once the slot is there: most keys are known. */
static inline void pairs_prefetch_key(const Pairs *p, uint64_t key)
{
  uint32_t slot = pairs_slot(p, pairs_mix(key));
  uint32_t entry = atomic_load_explicit(&p->index[slot], memory_order_relaxed);
  if (!entry) return;
  uint32_t number = pairs_number(entry, p->number_bits);
  __builtin_prefetch(&p->segments[number >> PAIRS_SEGMENT_BITS][number & (PAIRS_SEGMENT - 1)]);
}

#endif
