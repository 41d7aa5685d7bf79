#include "temporal/product/nodes.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"

enum {
  LEAF = 1 << NODE_LEAF_BITS,
  BRANCH = 1 << NODE_BRANCH_BITS,
  ROOT = 1 << (32 - NODE_PAGE_BITS - NODE_LEAF_BITS - NODE_BRANCH_BITS),
  ROWS = 1 << NODE_ROWS_BITS,
  SHELF = 1 << NODE_SHELF_BITS,
  SHELVES = NODES_MOST >> (NODE_PAGE_BITS + NODE_CHUNK_BITS + NODE_SHELF_BITS)
};

void nodes_open(Nodes *n)
{
  *n = (Nodes){0};
  n->shelves = memory_zeroed(SHELVES, sizeof *n->shelves);
  n->rows = memory_zeroed(ROWS, sizeof *n->rows);
  pthread_mutex_init(&n->lock, NULL);
}

static void free_table(NodeTable *table, uint32_t size, uint32_t below, const uint32_t *sizes)
{
  for (uint32_t i = 0; table && i < size; i++) {
    void *part = atomic_load(&table[i]);
    if (below && part) free_table(part, sizes[0], below - 1, sizes + 1);
    else free(part);
  }
  free(table);
}

void nodes_close(Nodes *n)
{
  free_table(n->shelves, SHELVES, 1, (const uint32_t[]){SHELF});
  free_table(n->rows, ROWS, 3, (const uint32_t[]){ROWS, ROOT, BRANCH});
  pthread_mutex_destroy(&n->lock);
}

/* What is in a table at a place, or a new thing of so many bytes.  The lock is held. */
static void *make_part(Nodes *n, NodeTable *table, uint32_t place, size_t bytes)
{
  void *part = node_part(table, place);
  if (part) return part;
  part = memory_zeroed(bytes, 1);
  n->bytes += bytes;
  atomic_store_explicit(&table[place], part, memory_order_release);
  return part;
}

/* Where the number of the page is.  The lock is held. */
static PageNumber *page_place(Nodes *n, StateId state, uint32_t q)
{
  uint32_t page = state >> NODE_PAGE_BITS, leaf = page >> NODE_LEAF_BITS;
  NodeTable *rows = make_part(n, n->rows, q >> NODE_ROWS_BITS, ROWS * sizeof(NodeTable));
  NodeTable *root = make_part(n, rows, q & (ROWS - 1), ROOT * sizeof(NodeTable));
  NodeTable *branch = make_part(n, root, leaf >> NODE_BRANCH_BITS, BRANCH * sizeof(NodeTable));
  PageNumber *pages = make_part(n, branch, leaf & (BRANCH - 1), LEAF * sizeof(PageNumber));
  return &pages[page & (LEAF - 1)];
}

/* The lock is held. */
static uint32_t make_page(Nodes *n, StateId state, uint32_t q)
{
  uint32_t page = n->pages, chunk = page >> NODE_CHUNK_BITS;
  if (page + 1 == NODES_MOST >> NODE_PAGE_BITS) return NO_NODE;
  NodeTable *shelf = make_part(n, n->shelves, chunk >> NODE_SHELF_BITS, SHELF * sizeof(NodeTable));
  NodeChunk *c = make_part(n, shelf, chunk & (SHELF - 1), sizeof *c);
  c->pages[page & (NODE_CHUNK - 1)].first = state & ~(StateId) (NODE_PAGE - 1);
  c->pages[page & (NODE_CHUNK - 1)].q = q;
  n->pages++;
  return page;
}

NodeId nodes_make(Nodes *n, StateId state, uint32_t q)
{
  assert(state != NO_STATE && q < NODES_MOST_Q);
  pthread_mutex_lock(&n->lock);
  PageNumber *place = page_place(n, state, q);
  uint32_t page = atomic_load(place);
  if (!page) {
    page = make_page(n, state, q) + 1; /* 0: there are too many */
    atomic_store_explicit(place, page, memory_order_release);
  }
  pthread_mutex_unlock(&n->lock);
  return page ? (page - 1) << NODE_PAGE_BITS | (state & (NODE_PAGE - 1)) : NO_NODE;
}
