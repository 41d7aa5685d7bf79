#ifndef TEMPORAL_PRODUCT_NODES_H
#define TEMPORAL_PRODUCT_NODES_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "search/state_id.h"

/* The nodes of a product: a state of the system with one of the automaton is a number, and with
 * each number goes a word of 32 bits, 0 at first.  Nodes of neighbouring states share a page, so
 * that a node takes little more than its word, and number and node are found from each other
 * without a table of nodes.  Any number of threads may ask at once. */
typedef uint32_t NodeId;

enum {
  NODE_PAGE_BITS = 5,
  NODE_PAGE = 1 << NODE_PAGE_BITS,
  NODE_CHUNK_BITS = 6, /* pages in a chunk */
  NODE_CHUNK = 1 << NODE_CHUNK_BITS,
  NODE_SHELF_BITS = 10, /* chunks on a shelf */

  NODE_LEAF_BITS = 9, /* see NodeTable: pages in a leaf, leaves in a branch, rows in a table */
  NODE_BRANCH_BITS = 9,
  NODE_ROWS_BITS = 8,
  NODES_MOST_Q = 1 << 2 * NODE_ROWS_BITS
};
/* Numbers are below, with some to spare; words have room for flags. */
#define NODES_MOST (UINT32_C(1) << 31)
#define NO_NODE UINT32_MAX

typedef struct {
  struct { /* where the nodes of a page come from */
    StateId first;
    uint32_t q;
  } pages[NODE_CHUNK];
  _Atomic uint32_t words[NODE_CHUNK * NODE_PAGE];
} NodeChunk;

/* Tables of tables, of which only what is used takes memory: of rows, of branches, of leaves with
 * the numbers of pages; or of chunks. */
typedef _Atomic(void *) NodeTable;
typedef _Atomic uint32_t PageNumber; /* + 1; 0: there is no page yet */

typedef struct {
  NodeTable *shelves; /* of chunks */
  NodeTable *rows;    /* by state of the automaton: the pages of its nodes */
  uint32_t pages;
  _Atomic size_t bytes;
  pthread_mutex_t lock; /* for what is new */
} Nodes;

void nodes_open(Nodes *);
void nodes_close(Nodes *);

/* The same as nodes_number, where the page is new, perhaps; NO_NODE: there are too many. */
NodeId nodes_make(Nodes *, StateId, uint32_t q);

static inline void *node_part(NodeTable *table, uint32_t place)
{
  return table ? atomic_load_explicit(&table[place], memory_order_acquire) : NULL;
}

/* The number of a node; NO_NODE: there are too many. */
static inline NodeId nodes_number(Nodes *n, StateId state, uint32_t q)
{
  enum { LEAF = (1 << NODE_LEAF_BITS) - 1, BRANCH = (1 << NODE_BRANCH_BITS) - 1 };
  uint32_t page = state >> NODE_PAGE_BITS, leaf = page >> NODE_LEAF_BITS;
  if (q >= NODES_MOST_Q) return NO_NODE;
  NodeTable *rows = node_part(n->rows, q >> NODE_ROWS_BITS);
  NodeTable *root = node_part(rows, q & ((1 << NODE_ROWS_BITS) - 1));
  NodeTable *branch = node_part(root, leaf >> NODE_BRANCH_BITS);
  PageNumber *pages = node_part(branch, leaf & BRANCH);
  uint32_t number = pages ? atomic_load_explicit(&pages[page & LEAF], memory_order_acquire) : 0;
  if (!number) return nodes_make(n, state, q);
  return (number - 1) << NODE_PAGE_BITS | (state & (NODE_PAGE - 1));
}

static inline NodeChunk *nodes_chunk(const Nodes *n, NodeId id)
{
  enum { CHUNK_BITS = NODE_PAGE_BITS + NODE_CHUNK_BITS };
  NodeTable *shelf =
      atomic_load_explicit(&n->shelves[id >> (CHUNK_BITS + NODE_SHELF_BITS)], memory_order_acquire);
  uint32_t place = id >> CHUNK_BITS & ((1 << NODE_SHELF_BITS) - 1);
  return atomic_load_explicit(&shelf[place], memory_order_acquire);
}
static inline StateId nodes_state(const Nodes *n, NodeId id)
{
  return nodes_chunk(n, id)->pages[id >> NODE_PAGE_BITS & (NODE_CHUNK - 1)].first +
         (id & (NODE_PAGE - 1));
}
static inline uint32_t nodes_q(const Nodes *n, NodeId id)
{
  return nodes_chunk(n, id)->pages[id >> NODE_PAGE_BITS & (NODE_CHUNK - 1)].q;
}
static inline _Atomic uint32_t *nodes_word(const Nodes *n, NodeId id)
{
  return &nodes_chunk(n, id)->words[id & (NODE_CHUNK * NODE_PAGE - 1)];
}
static inline uint32_t nodes_get(const Nodes *n, NodeId id)
{
  return atomic_load_explicit(nodes_word(n, id), memory_order_relaxed);
}
static inline void nodes_set(const Nodes *n, NodeId id, uint32_t word)
{
  atomic_store_explicit(nodes_word(n, id), word, memory_order_relaxed);
}

#endif
