#include "base/vec.h"

#include <stdio.h>

void *vec_grow(void *data, uint32_t *capacity, size_t element_size)
{
  uint32_t wanted = *capacity ? *capacity * 2 : 8;
  void *grown = wanted > *capacity ? realloc(data, wanted * element_size) : NULL;
  if (!grown) {
    fputs("probity: out of memory\n", stderr);
    abort();
  }
  *capacity = wanted;
  return grown;
}
