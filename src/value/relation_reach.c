#include <assert.h>
#include <stdlib.h>

#include "value/relation_impl.h"

/* What is reached from some values along the pairs of a relation: each value that is reached is
 * looked at once, so that nothing is computed of the rest of the relation. */

typedef struct {
  Store *store;
  const Shape *pair;
  Value r, wanted; /* wanted: or VALUE_UNDEFINED */
  Values reached;
  uint32_t *slots; /* number + 1 of a value, by its word; 0: free */
  uint64_t mask;
  uint64_t steps;
  bool found;
} Reach;

/* Of the value, or the free one where it belongs. */
static uint32_t *slot_of(const Reach *x, Value v)
{
  uint64_t h = v.word * UINT64_C(0x9E3779B97F4A7C15), at = (h ^ h >> 32) & x->mask;
  while (x->slots[at] && !value_same(x->reached.data[x->slots[at] - 1], v)) at = (at + 1) & x->mask;
  return &x->slots[at];
}

static void grow(Reach *x)
{
  free(x->slots);
  x->mask = x->mask ? 2 * x->mask + 1 : 63;
  x->slots = checked(calloc(x->mask + 1, sizeof *x->slots));
  for (uint32_t i = 0; i < x->reached.len; i++) *slot_of(x, x->reached.data[i]) = i + 1;
}

static void add(Reach *x, Value v)
{
  if (x->reached.len * UINT64_C(2) >= x->mask) grow(x);
  uint32_t *slot = slot_of(x, v);
  if (*slot) return;
  vec_push(&x->reached, v);
  *slot = x->reached.len;
  x->found |= value_same(v, x->wanted);
}

static void add_images(Reach *x, Value from)
{
  RelIter it = rel_iter_from(x->store, x->pair, x->r, from);
  x->steps++;
  for (Value ignored, y; rel_next(&it, &ignored, &y); x->steps++) add(x, y);
}

static void go_on(Reach *x)
{
  for (uint32_t i = 0; i < x->reached.len && !x->found; i++) add_images(x, x->reached.data[i]);
  free(x->slots);
}

Value rel_reach(Store *store, const Shape *pair, Value r, Value from, uint64_t *steps)
{
  Reach x = {.store = store, .pair = pair, .r = r, .wanted = VALUE_UNDEFINED};
  assert(pair->args[0] == pair->args[1]);
  if (value_is_empty_set(r)) return VALUE_EMPTY_SET;
  SetIter it = set_iter(store, pair->args[0], rel_image(store, pair, r, from));
  for (Value v; set_next(&it, &v);) add(&x, v);
  go_on(&x);
  *steps += x.steps;
  return values_finish(store, pair->args[0], &x.reached);
}

bool rel_reaches(Store *store, const Shape *pair, Value r, Value from, Value to, uint64_t *steps)
{
  Reach x = {.store = store, .pair = pair, .r = r, .wanted = to};
  assert(pair->args[0] == pair->args[1]);
  if (value_is_empty_set(r)) return false;
  add_images(&x, from);
  go_on(&x);
  vec_free(&x.reached);
  *steps += x.steps;
  return x.found;
}
