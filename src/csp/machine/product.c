#include "csp/machine/product.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { WORK_OF_MOVE = 32 };

typedef struct {
  NetworkSink sink; /* first */
  uint32_t width, count;
  VEC(Value) rows;
  uint32_t *slots, capacity; /* open addressing: number + 1 */
  ComponentDraft draft;
} Product;

static const Value *row_of(const Product *p, uint32_t state)
{
  return p->rows.data + (size_t) state * p->width;
}

static uint32_t slot_of(const Product *p, const Value *row)
{
  uint64_t hash = 0;
  for (uint32_t i = 0; i < p->width; i++) {
    hash = (hash ^ row[i].word) * UINT64_C(0x9E3779B97F4A7C15);
    hash ^= hash >> 32;
  }
  uint32_t mask = p->capacity - 1, slot = (uint32_t) hash & mask;
  while (p->slots[slot] && memcmp(row_of(p, p->slots[slot] - 1), row, p->width * sizeof *row) != 0)
    slot = (slot + 1) & mask;
  return slot;
}

static void enlarge(Product *p)
{
  free(p->slots);
  p->capacity = p->capacity ? p->capacity * 2 : 256;
  p->slots = memory_zeroed(p->capacity, sizeof *p->slots);
  for (uint32_t i = 0; i < p->count; i++) p->slots[slot_of(p, row_of(p, i))] = i + 1;
}

static uint32_t add_row(Product *p, const Value *row)
{
  if (p->count >= p->capacity / 3 * 2) enlarge(p);
  uint32_t slot = slot_of(p, row);
  if (!p->slots[slot]) {
    for (uint32_t i = 0; i < p->width; i++) vec_push(&p->rows, row[i]);
    p->slots[slot] = ++p->count;
  }
  return p->slots[slot] - 1;
}

static void accept(NetworkSink *sink, const Firing *firing, const Value *row)
{
  Product *p = (Product *) sink;
  draft_move(&p->draft, firing->event, add_row(p, row));
}

static bool explore_product(Product *p, const Network *n, ProcessSource *source, uint32_t most)
{
  NetworkHand *hand = network_hand_new(n, source->effort.limits);
  Value *row = memory_zeroed(p->width, sizeof *row);
  bool good = true;
  network_first(hand, row);
  add_row(p, row);
  good = !network_hand_stopped(hand);
  for (uint32_t i = 0; i < p->count && good; i++) {
    memcpy(row, row_of(p, i), p->width * sizeof *row);
    uint32_t moves = p->draft.moves.len;
    draft_state(&p->draft);
    network_next(hand, row, &p->sink);
    good =
        p->count <= most && !network_fault(n, row) && !network_hand_stopped(hand) &&
        effort_goes_on(&source->effort, WORK_OF_MOVE * (p->draft.moves.len - moves + UINT64_C(1)));
  }
  if (network_hand_stopped(hand)) source->effort.stopped = network_hand_stopped(hand);
  free(row);
  network_hand_free(hand);
  return good;
}

Component *product_component(const Network *n, ProcessSource *source, uint32_t most_states)
{
  Product p = {.sink = {accept}, .width = network_width(n)};
  Component *c = NULL;
  uint32_t omega = NO_OMEGA;
  if (explore_product(&p, n, source, most_states)) {
    for (uint32_t i = 0; i < p.count; i++)
      if (network_is_done(n, row_of(&p, i))) omega = i;
    c = draft_finish(&p.draft, omega);
  }
  draft_free(&p.draft);
  vec_free(&p.rows);
  free(p.slots);
  return c;
}
