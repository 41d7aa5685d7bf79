#include "base/twin.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* By an eighth, so that little of a large array is without use. */
void twin_make_room(Twin *t)
{
  enum { LEAST = 64 };
  uint32_t more = t->cap / 8 < LEAST ? LEAST : t->cap / 8;
  if (more > UINT32_MAX - t->cap) memory_exhausted();
  uint32_t cap = t->cap + more;
  t->data = memory_resize(t->data, (size_t) cap * sizeof *t->data);
  if (t->high)
    memmove(t->data + (cap - t->high), t->data + (t->cap - t->high), t->high * sizeof *t->data);
  t->cap = cap;
}

void twin_free(Twin *t)
{
  free(t->data);
  *t = (Twin){0};
}
