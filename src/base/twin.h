#ifndef BASE_TWIN_H
#define BASE_TWIN_H

#include <assert.h>
#include <stdint.h>

/* Two stacks of numbers in one array, from both ends of it: what moves from one to the other takes
 * no more memory.  Twin t = {0}; */
typedef struct {
  uint32_t *data;
  uint32_t cap;
  uint32_t low, high; /* how many are in each */
} Twin;

void twin_make_room(Twin *); /* for one more */
void twin_free(Twin *);

static inline void twin_push_low(Twin *t, uint32_t x)
{
  if (t->low + t->high == t->cap) twin_make_room(t);
  t->data[t->low++] = x;
}
static inline void twin_push_high(Twin *t, uint32_t x)
{
  if (t->low + t->high == t->cap) twin_make_room(t);
  t->data[t->cap - ++t->high] = x;
}
/* The first one that was pushed has the place 0. */
static inline uint32_t twin_low(const Twin *t, uint32_t place)
{
  assert(place < t->low);
  return t->data[place];
}
static inline uint32_t twin_high(const Twin *t, uint32_t place)
{
  assert(place < t->high);
  return t->data[t->cap - 1 - place];
}

#endif
