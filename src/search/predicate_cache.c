#include "search/predicate_cache.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"
#include "search/remember.h"

/* Entries are the words of the constants and of the columns read, in one list for each
 * predicate; the slots find them by their hash. */
enum { MOST_WORDS = 1 << 20 };
static const Trial trial = {.calls = 1024, .hits = 1024 / 8, .nanoseconds = 2000};

typedef struct {
  bool on;
  uint32_t *columns, width; /* the constants, and what it reads */
  VEC(uint64_t) words;
  VEC(uint32_t) slots; /* number of an entry + 1; open addressing */
  Trying trying;
} Known;

struct PredicateCache {
  Lts *lts;
  bool always;
  Known *known; /* by predicate */
};

static void choose_columns(Lts *lts, uint32_t predicate, Known *k)
{
  k->columns = memory_zeroed(lts->width, sizeof *k->columns);
  for (uint32_t i = 0; i < lts->width; i++)
    if (i < lts->constants || lts->predicate_reads(lts, predicate, i)) k->columns[k->width++] = i;
  /* What reads everything finds nothing again; one column is a mark.  What reads nothing is
   * evaluated once anyway. */
  k->on = k->width > 0 && k->width < lts->width - 1;
}

PredicateCache *predicate_cache_new(Lts *lts, bool always)
{
  if (!lts->predicate_reads) return NULL;
  PredicateCache *c = memory_zeroed(1, sizeof *c);
  c->lts = lts;
  c->always = always;
  c->known = memory_zeroed(lts->predicate_count, sizeof *c->known);
  for (uint32_t p = 0; p < lts->predicate_count; p++) choose_columns(lts, p, &c->known[p]);
  return c;
}

void predicate_cache_free(PredicateCache *c)
{
  if (!c) return;
  for (uint32_t p = 0; p < c->lts->predicate_count; p++) {
    free(c->known[p].columns);
    vec_free(&c->known[p].words);
    vec_free(&c->known[p].slots);
  }
  free(c->known);
  free(c);
}

static void forget(Known *k)
{
  k->words.len = 0;
  if (k->slots.len) memset(k->slots.data, 0, k->slots.len * sizeof *k->slots.data);
}

void predicate_cache_clear(PredicateCache *c)
{
  for (uint32_t p = 0; p < c->lts->predicate_count; p++) forget(&c->known[p]);
}

/* ---- entries */

static uint64_t hash_of(const Known *k, const Value *row)
{
  uint64_t hash = 0;
  for (uint32_t i = 0; i < k->width; i++) hash = hash_word(hash, row[k->columns[i]].word);
  return hash_word(hash, 0);
}

static bool fits(const Known *k, const uint64_t *entry, const Value *row)
{
  uint32_t i = 0;
  while (i < k->width && entry[i] == row[k->columns[i]].word) i++;
  return i == k->width;
}

/* The slot of the entry, or the free one where it belongs. */
static uint32_t *find(const Known *k, const Value *row)
{
  uint32_t mask = k->slots.len - 1, at = (uint32_t) (hash_of(k, row) >> 32) & mask;
  for (; k->slots.data[at]; at = (at + 1) & mask) {
    size_t entry = (size_t) (k->slots.data[at] - 1) * k->width;
    if (fits(k, k->words.data + entry, row)) break;
  }
  return &k->slots.data[at];
}

static uint64_t hash_of_entry(const Known *k, const uint64_t *entry)
{
  uint64_t hash = 0;
  for (uint32_t i = 0; i < k->width; i++) hash = hash_word(hash, entry[i]);
  return hash_word(hash, 0);
}

static void grow(Known *k)
{
  uint32_t size = k->slots.len ? k->slots.len * 2 : 64, count = k->words.len / k->width;
  free(k->slots.data);
  k->slots.data = memory_zeroed(size, sizeof *k->slots.data);
  k->slots.len = k->slots.cap = size;
  for (uint32_t i = 0; i < count; i++) {
    const uint64_t *entry = k->words.data + (size_t) i * k->width;
    uint32_t at = (uint32_t) (hash_of_entry(k, entry) >> 32) & (size - 1);
    while (k->slots.data[at]) at = (at + 1) & (size - 1);
    k->slots.data[at] = i + 1;
  }
}

static void add(Known *k, const Value *row)
{
  uint32_t count = k->words.len / k->width;
  if (k->words.len > MOST_WORDS) forget(k), count = 0;
  if (count * UINT64_C(2) >= k->slots.len) grow(k);
  uint32_t *slot = find(k, row);
  if (*slot) return;
  for (uint32_t i = 0; i < k->width; i++) vec_push(&k->words, row[k->columns[i]].word);
  *slot = count + 1;
}

/* ---- whether it pays */

static void judge(const PredicateCache *c, Known *k)
{
  if (c->always || !trying_failed(&k->trying, trial)) return;
  k->on = false;
  vec_free(&k->words);
  vec_free(&k->slots);
}

bool predicate_cache_knows(PredicateCache *c, uint32_t predicate, const Value *row)
{
  Known *k = &c->known[predicate];
  if (!k->on) return false;
  k->trying.calls++;
  if (k->slots.len && *find(k, row)) {
    k->trying.hits++;
    return true;
  }
  trying_begin(&k->trying);
  return false;
}

void predicate_cache_tell(PredicateCache *c, uint32_t predicate, const Value *row, bool good)
{
  Known *k = &c->known[predicate];
  if (!k->on) return;
  trying_end(&k->trying);
  if (good) add(k, row);
  judge(c, k);
}
