#include "check/joint.h"

#include <stdlib.h>

#include "base/memory.h"
#include "check/graph.h"

typedef struct {
  const Simulation *x;
  PairList pairs; /* also the queue */
  uint64_t *seen;
} Joint;

static void reach(Joint *j, StateId a, StateId c)
{
  uint64_t bit = (uint64_t) a * j->x->impl_count + c;
  if (!simulation_has(j->x, a, c) || (j->seen[bit / 64] >> bit % 64 & 1)) return;
  j->seen[bit / 64] |= UINT64_C(1) << bit % 64;
  StatePair pair = {a, c};
  vec_push(&j->pairs, pair);
}

static void follow(Joint *j, const Arrows *spec, const Arrows *impl, StatePair pair)
{
  for (uint32_t i = impl->begin[pair.c]; i < impl->begin[pair.c + 1]; i++) {
    uint32_t begin, end;
    graph_find(spec, pair.a, impl->edges[i].action, &begin, &end);
    for (uint32_t k = begin; k < end; k++) reach(j, spec->edges[k].to, impl->edges[i].to);
  }
}

static int by_state(const void *x, const void *y)
{
  const StatePair *p = x, *q = y;
  if (p->c != q->c) return p->c < q->c ? -1 : 1;
  return (p->a > q->a) - (p->a < q->a);
}

PairList joint_pairs(const Simulation *x, Space *impl, Space *spec, bool upward)
{
  uint64_t words = ((uint64_t) x->spec_count * x->impl_count + 63) / 64;
  Joint j = {.x = x, .seen = calloc((size_t) words + 1, sizeof *j.seen)};
  if (!j.seen) memory_exhausted();
  Graph c = graph_new(impl), a = graph_new_weak(spec);
  for (StateId i = 0; i < x->impl_count; i++)
    for (StateId k = 0; k < x->spec_count; k++)
      if (upward || (a.initial[k] && c.initial[i])) reach(&j, k, i);
  for (uint32_t i = 0; i < j.pairs.len && !upward; i++) follow(&j, &a.out, &c.out, j.pairs.data[i]);
  graph_free(&a);
  graph_free(&c);
  if (j.pairs.len) qsort(j.pairs.data, j.pairs.len, sizeof *j.pairs.data, by_state);
  free(j.seen);
  return j.pairs;
}
