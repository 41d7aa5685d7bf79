#ifndef BASE_MAP_H
#define BASE_MAP_H

#include <stdint.h>

#include "base/names.h"

/* A hash table from Name to pointer.  Map m = {0};  map_put(&m, name, thing);
 * map_free(&m) frees the table, not what it points to. */
typedef struct {
  const Name **keys;
  void **values;
  uint32_t capacity, count;
} Map;

void *map_get(const Map *, const Name *);  /* NULL if absent */
void map_put(Map *, const Name *, void *); /* replaces       */
void map_free(Map *);

#endif
