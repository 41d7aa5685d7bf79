#include "compare/joint.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "compare/slots.h"

/* Slots with states of the implementation are reached, too: from there all that the slot
 * leads to is. */
typedef struct {
  const Simulation *x;
  Slots slots;
  Lists states_of, slots_of; /* by slot: its candidates */
  PairList pairs;            /* also the queue */
  VEC(SlotState) places;     /* a stack */
  uint64_t *seen, *seen_places;
} Joint;

/* Was the bit not set before? */
static bool mark(uint64_t *bits, uint64_t bit)
{
  if (bits[bit / 64] >> bit % 64 & 1) return false;
  bits[bit / 64] |= UINT64_C(1) << bit % 64;
  return true;
}

static void reach(Joint *j, StateId a, StateId c)
{
  StatePair pair = {a, c};
  if (simulation_has(j->x, a, c) && mark(j->seen, (uint64_t) a * j->x->impl_count + c))
    vec_push(&j->pairs, pair);
}

static void reach_place(Joint *j, uint32_t slot, StateId c)
{
  SlotState place = {slot, c};
  if (mark(j->seen_places, (uint64_t) slot * j->x->impl_count + c)) vec_push(&j->places, place);
}

static void follow(Joint *j, const Arrows *impl, StatePair pair)
{
  for (uint32_t i = impl->begin[pair.c]; i < impl->begin[pair.c + 1]; i++) {
    uint32_t slot = slots_find(&j->slots, pair.a, impl->edges[i].action);
    if (slot != NO_SET) reach_place(j, slot, impl->edges[i].to);
  }
  while (j->places.len) {
    SlotState p = j->places.data[--j->places.len];
    for (uint32_t i = j->states_of.begin[p.slot]; i < j->states_of.begin[p.slot + 1]; i++)
      reach(j, j->states_of.items[i], p.c);
    for (uint32_t i = j->slots_of.begin[p.slot]; i < j->slots_of.begin[p.slot + 1]; i++)
      reach_place(j, j->slots_of.items[i], p.c);
  }
}

static int by_state(const void *x, const void *y)
{
  const StatePair *p = x, *q = y;
  if (p->c != q->c) return p->c < q->c ? -1 : 1;
  return (p->a > q->a) - (p->a < q->a);
}

static uint64_t *bits(uint64_t count)
{
  uint64_t *memory = calloc((size_t) (count / 64) + 1, sizeof *memory);
  if (!memory) memory_exhausted();
  return memory;
}

PairList joint_pairs(const Simulation *x, Space *impl, Space *spec, bool upward)
{
  Graph c = graph_new(impl, false), a = graph_new(spec, true);
  Weak *weak = a.hidden || c.hidden ? weak_new(spec) : NULL;
  const bool *first = weak ? weak->initial : a.initial;
  Joint j = {.x = x, .slots = weak ? slots_new_weak(&a, weak) : slots_new(&a.out, a.count)};
  j.states_of = lists_inverse(&j.slots.of_state, j.slots.count);
  j.slots_of = lists_inverse(&j.slots.of_slot, j.slots.count);
  j.seen = bits((uint64_t) x->spec_count * x->impl_count);
  j.seen_places = bits((uint64_t) j.slots.count * x->impl_count);
  for (StateId i = 0; i < x->impl_count; i++)
    for (StateId k = 0; k < x->spec_count; k++)
      if (upward || (first[k] && c.initial[i])) reach(&j, k, i);
  for (uint32_t i = 0; i < j.pairs.len && !upward; i++) follow(&j, &c.out, j.pairs.data[i]);
  assert(j.places.len == 0);
  if (j.pairs.len) qsort(j.pairs.data, j.pairs.len, sizeof *j.pairs.data, by_state);
  lists_free(&j.states_of);
  lists_free(&j.slots_of);
  slots_free(&j.slots);
  weak_free(weak);
  graph_free(&a);
  graph_free(&c);
  vec_free(&j.places);
  free(j.seen);
  free(j.seen_places);
  return j.pairs;
}
