#ifndef SEARCH_STATE_TABLE_H
#define SEARCH_STATE_TABLE_H

#include "search/pairs.h"
#include "search/state_id.h"

/* The states found so far: rows of 32-bit leaves, each stored once, without loss and in
 * little memory.  A row is the fringe of a binary tree; equal inner nodes are stored
 * once and have numbers, so that rows that differ in few leaves share the rest; a state
 * is a root, 8 bytes, and its number is the number of the root.  With each state goes
 * one word: the state it was reached from and by which label.
 *
 * A row in working memory is `cells`: its leaves, then the number of each inner node,
 * parts before wholes.  Any number of threads may add at once, each with its hand. */
typedef struct {
  uint32_t left, right; /* cells */
} StateTableNode;

typedef struct {
  uint32_t leaves, inner, cells; /* cells = leaves + inner */
  StateTableNode *nodes;         /* of the inner nodes, then of the root */
  Pairs *parts, *roots;
  Gate gate;
} StateTable;

typedef struct {
  PairsHand parts, roots;
} StateTableHand;

/* may_take: whether so many more bytes may be used; or NULL. */
StateTable *state_table_new(uint32_t leaves, bool (*may_take)(void *, size_t), void *context);
void state_table_free(StateTable *); /* accepts NULL */
size_t state_table_bytes(const StateTable *);

void state_table_read(const StateTable *, StateId, uint32_t *cells);
/* Brings the inner nodes above changed leaves up to date and gives the root; `changed`
 * has a flag for each cell, those of inner nodes unset.  False: no memory. */
bool state_table_root(StateTable *, StateTableHand *, uint32_t *cells, uint8_t *changed,
                      uint64_t *root);
/* The state with this root; a new one comes with the word.  NO_STATE: no memory. */
StateId state_table_put(StateTable *, StateTableHand *, uint64_t root, uint64_t word, bool *fresh);

static inline void state_table_prefetch(const StateTable *t, uint64_t root)
{
  pairs_prefetch(t->roots, root);
}
static inline void state_table_prefetch_key(const StateTable *t, uint64_t root)
{
  pairs_prefetch_key(t->roots, root);
}
static inline _Atomic uint64_t *state_table_word(const StateTable *t, StateId id)
{
  return pairs_word(t->roots, id);
}

#endif
