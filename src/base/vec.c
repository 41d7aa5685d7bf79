#include "base/vec.h"

#include <stdio.h>

#include "base/memory.h"

void *vec_grow(void *data, uint32_t *capacity, size_t element_size)
{
  uint32_t wanted = *capacity ? *capacity * 2 : 8;
  void *grown = wanted > *capacity ? realloc(data, wanted * element_size) : NULL;
  if (!grown) memory_exhausted();
  *capacity = wanted;
  return grown;
}

void *vec_cut(void *data, uint32_t *capacity, uint32_t length, size_t element_size)
{
  if (length == *capacity) return data;
  if (!length) {
    free(data);
    *capacity = 0;
    return NULL;
  }
  void *cut = realloc(data, length * element_size);
  if (cut) *capacity = length;
  return cut ? cut : data;
}
