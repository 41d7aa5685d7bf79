#ifndef COMPARE_LISTS_H
#define COMPARE_LISTS_H

#include <stdint.h>

#include "base/vec.h"

/* A list of numbers for each of 0 … count-1, one behind the other:
 * items[begin[i]] … items[begin[i + 1] - 1], ascending. */
typedef struct {
  uint32_t count, *begin, *items;
} Lists;

typedef VEC(uint64_t) LinkList;

static inline uint64_t link_of(uint32_t owner, uint32_t item)
{
  return (uint64_t) owner << 32 | item;
}

Lists lists_new(LinkList *, uint32_t count); /* repeated links count once; the list is freed */
Lists lists_inverse(const Lists *, uint32_t count);
void lists_free(Lists *);

#endif
