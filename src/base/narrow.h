#ifndef BASE_NARROW_H
#define BASE_NARROW_H

#include "base/vec.h"

/* A stack of numbers that are mostly small: one byte each, until one does not fit; then two, then
 * four.  Narrow n = {0}; */
typedef struct {
  void *data;
  uint32_t len, cap, width; /* width: bytes of an element; 0 counts as 1 */
} Narrow;

void narrow_push(Narrow *, uint32_t);
void narrow_set(Narrow *, uint32_t place, uint32_t);
void narrow_drop(Narrow *, uint32_t count); /* the lowest ones */
void narrow_trim(Narrow *);                 /* gives back the memory behind the last one */
void narrow_free(Narrow *);

static inline uint32_t narrow_get(const Narrow *n, uint32_t place)
{
  if (n->width <= 1) return ((const uint8_t *) n->data)[place];
  if (n->width == 2) return ((const uint16_t *) n->data)[place];
  return ((const uint32_t *) n->data)[place];
}

#endif
