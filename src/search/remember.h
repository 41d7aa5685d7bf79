#ifndef SEARCH_REMEMBER_H
#define SEARCH_REMEMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"

/* What the tables of remembered results have in common: hashing the words of a row, and finding out
 * whether remembering pays. */

static inline uint64_t hash_word(uint64_t hash, uint64_t word)
{
  hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
  return hash ^ hash >> 29;
}

typedef struct { /* what remembering must bring in so many calls */
  uint32_t calls, hits, nanoseconds;
} Trial;

typedef struct {
  uint32_t calls, hits, timed;
  uint64_t begun, nanoseconds; /* of the timed calls */
} Trying;

/* Every 16th call is timed; not the first one, which prepares things. */
static inline bool trying_is_timed(const Trying *t) { return t->calls % 16 == 8; }
static inline void trying_begin(Trying *t)
{
  if (trying_is_timed(t)) t->begun = clock_nanoseconds();
}
static inline void trying_end(Trying *t)
{
  if (trying_is_timed(t)) t->nanoseconds += clock_nanoseconds() - t->begun, t->timed++;
}

/* At the end of a trial, which begins anew: is it too cheap or too seldom found again? */
static inline bool trying_failed(Trying *t, Trial trial)
{
  if (t->calls < trial.calls) return false;
  bool cheap = t->timed && t->nanoseconds / t->timed < trial.nanoseconds;
  bool failed = cheap || t->hits < trial.hits;
  *t = (Trying){0};
  return failed;
}

#endif
