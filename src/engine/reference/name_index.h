#ifndef ENGINE_NAME_INDEX_H
#define ENGINE_NAME_INDEX_H

#include <stdint.h>

#include "model/model.h"

/* Which of some names is it?  Few names are looked through; more of them have a table. */
typedef struct {
  Symbol *const *names;
  uint32_t count;
  uint32_t *slots; /* number + 1, or 0: open addressing; NULL: there is no table */
  uint32_t mask;
} NameIndex;

NameIndex name_index_new(Symbol *const *names, uint32_t count);
void name_index_free(NameIndex *);

static inline uint32_t name_index_slot(const NameIndex *index, const Symbol *symbol)
{
  uint64_t hash = (uint64_t) (uintptr_t) symbol * UINT64_C(0x9E3779B97F4A7C15);
  return (uint32_t) (hash >> 32) & index->mask;
}

/* Its number, or `count`; of a name that occurs twice, the first one. */
static inline uint32_t name_index_find(const NameIndex *index, const Symbol *symbol)
{
  uint32_t i = 0;
  if (!index->slots) {
    while (i < index->count && index->names[i] != symbol) i++;
    return i;
  }
  uint32_t at = name_index_slot(index, symbol);
  for (; (i = index->slots[at]); at = (at + 1) & index->mask)
    if (index->names[i - 1] == symbol) return i - 1;
  return index->count;
}

#endif
