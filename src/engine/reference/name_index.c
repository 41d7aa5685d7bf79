#include "engine/reference/name_index.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"

enum { FEW_NAMES = 8 };

NameIndex name_index_new(Symbol *const *names, uint32_t count)
{
  NameIndex index = {.names = names, .count = count};
  if (count <= FEW_NAMES) return index;
  assert(count < UINT32_C(1) << 30);
  uint32_t size = 4 * FEW_NAMES;
  while (size < 2 * count) size *= 2;
  index.slots = memory_zeroed(size, sizeof *index.slots);
  index.mask = size - 1;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t at = name_index_slot(&index, names[i]);
    while (index.slots[at] && names[index.slots[at] - 1] != names[i]) at = (at + 1) & index.mask;
    if (!index.slots[at]) index.slots[at] = i + 1;
  }
  return index;
}

void name_index_free(NameIndex *index)
{
  free(index->slots);
  index->slots = NULL;
}
