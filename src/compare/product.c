#include "compare/product.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { COVERS_TRIED = 64 };

static uint32_t slot_of(const ProductPairs *p, NodeId node, StateId state)
{
  uint64_t key = (uint64_t) node << 32 | state;
  uint32_t mask = p->capacity - 1;
  uint32_t slot = (uint32_t) ((key * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & mask;
  for (; p->table[slot] != NO_PAIR; slot = (slot + 1) & mask) {
    const ProductPair *known = &p->all.data[p->table[slot]];
    if (known->node == node && known->state == state) break;
  }
  return slot;
}

uint32_t product_find(const ProductPairs *p, NodeId node, StateId state)
{
  if (state >= p->first.len || p->first.data[state].pair == NO_PAIR) return NO_PAIR;
  if (p->first.data[state].node == node) return p->first.data[state].pair;
  return p->capacity ? p->table[slot_of(p, node, state)] : NO_PAIR;
}

static void enlarge(ProductPairs *p)
{
  free(p->table);
  p->capacity = p->capacity ? p->capacity * 2 : 1024;
  p->table = malloc((size_t) p->capacity * sizeof *p->table);
  if (!p->table) memory_exhausted();
  memset(p->table, 0xFF, (size_t) p->capacity * sizeof *p->table);
  for (uint32_t i = 0; i < p->all.len; i++)
    if (p->first.data[p->all.data[i].state].pair != i)
      p->table[slot_of(p, p->all.data[i].node, p->all.data[i].state)] = i;
}

/* Notes where the pair is found. */
static void index_pair(ProductPairs *p, ProductPair pair, uint32_t number)
{
  static const FirstPair none = {NO_NODE, NO_PAIR};
  while (p->first.len <= pair.state) vec_push(&p->first, none);
  if (p->first.data[pair.state].pair == NO_PAIR) {
    p->first.data[pair.state] = (FirstPair){pair.node, number};
    return;
  }
  if (p->others >= p->capacity / 3 * 2) enlarge(p);
  p->table[slot_of(p, pair.node, pair.state)] = number;
  p->others++;
}

static void link_pair(ProductPairs *p, uint32_t number)
{
  StateId state = p->all.data[number].state;
  while (p->last.len <= state) vec_push(&p->last, NO_PAIR);
  vec_push(&p->before, p->last.data[state]);
  p->last.data[state] = number;
  assert(p->before.len == number + 1);
}

uint32_t product_add(ProductPairs *p, ProductPair pair, PairStage stage)
{
  uint32_t number = p->all.len, states = 1;
  if (number >= UINT32_C(1) << 31) return NO_PAIR;
  assert(product_find(p, pair.node, pair.state) == NO_PAIR);
  assert(pair.from == NO_PAIR || pair.from < number);
  index_pair(p, pair, number);
  vec_push(&p->all, pair);
  vec_push(&p->stages, (uint8_t) stage);
  if (pair.node != NO_NODE && !p->linked) normal_states(p->normal, pair.node, &states);
  if (p->linked) link_pair(p, number);
  else if (states > 1) {
    p->linked = true;
    for (uint32_t i = 0; i <= number; i++) link_pair(p, i);
  }
  return number;
}

bool product_covered(const ProductPairs *p, NodeId node, StateId state, PairStage stage)
{
  if (!p->linked || state >= p->last.len || node == NO_NODE) return false;
  uint32_t at = p->last.data[state];
  for (uint32_t tried = 0; at != NO_PAIR && tried < COVERS_TRIED; at = p->before.data[at]) {
    tried++;
    if (stage != PAIR_LATER && p->stages.data[at] == PAIR_LATER) continue;
    if (p->all.data[at].node == NO_NODE) continue;
    if (normal_within(p->normal, p->all.data[at].node, node)) return true;
  }
  return false;
}

void product_free(ProductPairs *p)
{
  vec_free(&p->all);
  vec_free(&p->stages);
  vec_free(&p->last);
  vec_free(&p->before);
  vec_free(&p->first);
  free(p->table);
  p->table = NULL;
}
