#include "base/signatures.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

const uint64_t *signatures_get(const Signatures *s, uint32_t number, uint32_t *count)
{
  uint32_t end = number + 1 < s->begin.len ? s->begin.data[number + 1] : s->words.len;
  *count = end - s->begin.data[number];
  return *count ? s->words.data + s->begin.data[number] : NULL;
}

static uint32_t slot_of(const Signatures *s, const uint64_t *words, uint32_t count)
{
  uint64_t hash = count;
  for (uint32_t i = 0; i < count; i++) {
    hash = (hash ^ words[i]) * UINT64_C(0x9E3779B97F4A7C15);
    hash ^= hash >> 29;
  }
  uint32_t mask = s->capacity - 1, slot = (uint32_t) (hash >> 32) & mask;
  for (; s->slots[slot]; slot = (slot + 1) & mask) {
    uint32_t length;
    const uint64_t *known = signatures_get(s, s->slots[slot] - 1, &length);
    if (length == count && (count == 0 || !memcmp(known, words, count * sizeof *words))) break;
  }
  return slot;
}

static void enlarge(Signatures *s)
{
  free(s->slots);
  s->capacity = s->capacity ? s->capacity * 2 : 64;
  s->slots = memory_zeroed(s->capacity, sizeof *s->slots);
  for (uint32_t i = 0; i < s->begin.len; i++) {
    uint32_t count;
    const uint64_t *words = signatures_get(s, i, &count);
    s->slots[slot_of(s, words, count)] = i + 1;
  }
}

uint32_t signatures_add(Signatures *s, const uint64_t *words, uint32_t count)
{
  if (s->begin.len >= s->capacity / 3 * 2) enlarge(s);
  uint32_t slot = slot_of(s, words, count);
  if (!s->slots[slot]) {
    vec_push(&s->begin, s->words.len);
    for (uint32_t i = 0; i < count; i++) vec_push(&s->words, words[i]);
    s->slots[slot] = s->begin.len;
  }
  return s->slots[slot] - 1;
}

void signatures_clear(Signatures *s)
{
  if (s->begin.len > s->capacity / 8) memset(s->slots, 0, s->capacity * sizeof *s->slots);
  else
    for (uint32_t i = s->begin.len; i-- > 0;) { /* the last one first: its place is found by it */
      uint32_t count;
      const uint64_t *words = signatures_get(s, i, &count);
      s->slots[slot_of(s, words, count)] = 0;
    }
  s->words.len = s->begin.len = 0;
}

void signatures_free(Signatures *s)
{
  vec_free(&s->words);
  vec_free(&s->begin);
  free(s->slots);
  *s = (Signatures){0};
}

static int by_word(const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return (x > y) - (x < y);
}

uint32_t words_sort(uint64_t *words, uint32_t count)
{
  uint32_t kept = 0;
  if (count > 24) qsort(words, count, sizeof *words, by_word);
  else
    for (uint32_t i = 1; i < count; i++) {
      uint64_t w = words[i];
      uint32_t j = i;
      for (; j > 0 && words[j - 1] > w; j--) words[j] = words[j - 1];
      words[j] = w;
    }
  for (uint32_t i = 0; i < count; i++)
    if (i == 0 || words[i] != words[kept - 1]) words[kept++] = words[i];
  return kept;
}
