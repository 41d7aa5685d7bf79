#include "temporal/product/nodes.h"

#include "base/memory.h"

enum { PAGE_BITS = 12, PAGE = 1 << PAGE_BITS };

uint32_t *node_place(Nodes *n, StateId id, uint32_t q)
{
  while (n->rows.len <= q) vec_push(&n->rows, ((NodePages){{0}}));
  NodePages *row = &n->rows.data[q];
  while (row->pages.len <= id >> PAGE_BITS) vec_push(&row->pages, NULL);
  uint32_t **page = &row->pages.data[id >> PAGE_BITS];
  if (!*page) {
    *page = memory_zeroed(PAGE, sizeof **page);
    n->bytes += PAGE * sizeof **page;
  }
  return &(*page)[id & (PAGE - 1)];
}

void nodes_free(Nodes *n)
{
  for (uint32_t q = 0; q < n->rows.len; q++) {
    NodePages *row = &n->rows.data[q];
    for (uint32_t i = 0; i < row->pages.len; i++) free(row->pages.data[i]);
    vec_free(&row->pages);
  }
  vec_free(&n->rows);
}
