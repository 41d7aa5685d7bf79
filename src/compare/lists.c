#include "compare/lists.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
static int by_number(const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return (x > y) - (x < y);
}

Lists lists_new(LinkList *links, uint32_t count)
{
  Lists l = {.count = count};
  uint32_t kept = 0;
  if (links->len) qsort(links->data, links->len, sizeof *links->data, by_number);
  for (uint32_t i = 0; i < links->len; i++)
    if (i == 0 || links->data[i] != links->data[i - 1]) links->data[kept++] = links->data[i];
  l.begin = calloc(count + (size_t) 2, sizeof *l.begin);
  l.items = calloc(kept + (size_t) 1, sizeof *l.items);
  if (!l.begin || !l.items) memory_exhausted();
  for (uint32_t i = 0; i < kept; i++) {
    assert(links->data[i] >> 32 < count);
    l.begin[(links->data[i] >> 32) + 1]++;
    l.items[i] = (uint32_t) links->data[i];
  }
  for (uint32_t i = 0; i < count; i++) l.begin[i + 1] += l.begin[i];
  assert(l.begin[count] == kept);
  vec_free(links);
  return l;
}

Lists lists_inverse(const Lists *l, uint32_t count)
{
  LinkList links = {0};
  for (uint32_t i = 0; i < l->count; i++)
    for (uint32_t k = l->begin[i]; k < l->begin[i + 1]; k++)
      vec_push(&links, link_of(l->items[k], i));
  return lists_new(&links, count);
}

void lists_free(Lists *l)
{
  free(l->begin);
  free(l->items);
  *l = (Lists){0};
}
