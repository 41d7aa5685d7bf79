#include "search/state_table.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"

static void *need(void *memory)
{
  if (!memory) memory_exhausted();
  return memory;
}

/* Makes the nodes over the cells first … first+count-1; gives the cell of the topmost,
 * which for the whole row is the root and has no cell. */
static uint32_t build(StateTable *t, uint32_t first, uint32_t count)
{
  if (count == 1) return first;
  uint32_t half = count / 2;
  uint32_t left = build(t, first, half), right = build(t, first + half, count - half);
  t->nodes[t->inner] = (StateTableNode){left, right};
  return t->leaves + t->inner++;
}

static void grow(void *context)
{
  StateTable *t = context;
  pairs_grow(t->parts);
  pairs_grow(t->roots);
}

StateTable *state_table_new(uint32_t leaves, bool (*may_take)(void *, size_t), void *context)
{
  StateTable *t = need(calloc(1, sizeof *t));
  t->leaves = leaves;
  t->nodes = need(calloc(leaves + 1, sizeof *t->nodes));
  if (leaves > 1) build(t, 0, leaves), t->inner--; /* the last one is the root */
  t->cells = t->leaves + t->inner;
  assert(leaves > 0 && t->inner == (leaves > 2 ? leaves - 2 : 0)); /* and the root */
  gate_init(&t->gate, grow, t);
  t->parts = pairs_new(&t->gate, false);
  t->roots = pairs_new(&t->gate, true);
  t->parts->may_take = t->roots->may_take = may_take;
  t->parts->context = t->roots->context = context;
  return t;
}

void state_table_free(StateTable *t)
{
  if (!t) return;
  pairs_free(t->parts);
  pairs_free(t->roots);
  gate_destroy(&t->gate);
  free(t->nodes);
  free(t);
}

size_t state_table_bytes(const StateTable *t) { return t->parts->bytes + t->roots->bytes; }

static void split(uint64_t pair, StateTableNode node, uint32_t *cells)
{
  cells[node.left] = (uint32_t) (pair >> 32);
  cells[node.right] = (uint32_t) pair;
}

void state_table_read(const StateTable *t, StateId id, uint32_t *cells)
{
  uint64_t root = pairs_key(t->roots, id);
  if (t->leaves == 1) cells[0] = (uint32_t) root;
  else split(root, t->nodes[t->inner], cells);
  for (uint32_t i = t->inner; i-- > 0;)
    split(pairs_key(t->parts, cells[t->leaves + i]), t->nodes[i], cells);
}

bool state_table_root(StateTable *t, StateTableHand *hand, uint32_t *cells, uint8_t *changed,
                      uint64_t *root)
{
  bool fresh;
  for (uint32_t i = 0; i < t->inner; i++) {
    StateTableNode node = t->nodes[i];
    assert(node.left < t->leaves + i && node.right < t->leaves + i); /* parts before wholes */
    if (!changed[node.left] && !changed[node.right]) continue;
    uint64_t pair = (uint64_t) cells[node.left] << 32 | cells[node.right];
    uint32_t number = pairs_put(t->parts, &hand->parts, pair, 0, &fresh);
    if (number == PAIRS_NONE) return false;
    cells[t->leaves + i] = number;
    changed[t->leaves + i] = 1;
  }
  if (t->leaves == 1) *root = cells[0];
  else {
    StateTableNode top = t->nodes[t->inner];
    *root = (uint64_t) cells[top.left] << 32 | cells[top.right];
  }
  return true;
}

StateId state_table_put(StateTable *t, StateTableHand *hand, uint64_t root, uint64_t word,
                        bool *fresh)
{
  return pairs_put(t->roots, &hand->roots, root, word, fresh);
}
