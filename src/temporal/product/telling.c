#include <assert.h>

#include "temporal/product/depth_impl.h"

/* The words of nodes say where a path may go. */

typedef struct {
  Depth *d;
  Region region;
  uint32_t root; /* live nodes from this word on are what is looked for */
} Telling;

/* Of a path: what is live, or was while a component was divided. */
static uint32_t place(void *context, StateId state, uint32_t q)
{
  const Telling *t = context;
  NodeId node = nodes_number(&t->d->s->nodes, state, q);
  uint32_t word = node == NO_NODE ? 0 : depth_word(t->d, node);
  if (word_is_live(word)) return word >= t->root ? 0 : PART_OUTSIDE;
  return word && t->d->divided ? PART_OUTSIDE : PART_NONE;
}

static bool is_wanted(void *context, uint32_t from, const RegionEdge *edge)
{
  const Telling *t = context;
  return t->region.nodes.data[edge ? edge->to : from].part == 0;
}

/* From the beginning to the first node that is looked for. */
static uint32_t begin_telling(Telling *t, Depth *d, uint32_t root)
{
  const Nodes *nodes = &d->s->nodes;
  *t = (Telling){.d = d, .root = root};
  region_open(&t->region, &d->walker, &d->s->instances, place, t);
  uint32_t first = region_add(&t->region, nodes_state(nodes, d->start), nodes_q(nodes, d->start));
  assert(first == 0);
  uint32_t node = region_way(&t->region, first, 1, PART_OUTSIDE, true, is_wanted, t);
  assert(node != NOWHERE);
  lasso_write_way(&t->region, d->s->out);
  return node;
}

void tell_end(Depth *d, uint32_t word, PathKind kind)
{
  Telling t;
  uint32_t node = begin_telling(&t, d, word);
  lasso_write_end(t.region.nodes.data[node].state, kind, d->s->out);
  region_close(&t.region);
}

void tell_loop(Depth *d, uint32_t root, Tally inner, const InstanceView *instances)
{
  Telling t;
  LoopGoals goals = {0};
  goals_add_marks(&goals, d->tallies.marks);
  if (d->s->fair) {
    uint64_t weak = d->tallies.weak;
    uint64_t strong = d->tallies.strong ? tally_set(&d->tallies, inner).enabled : 0;
    goals_add_terms(&goals, d->s->fair, weak | strong);
  }
  if (instances)
    goals_add_instances(&goals, d->s->fair, instances->possible, instances->count,
                        instances->nodes);
  uint32_t entry = begin_telling(&t, d, root);
  LoopEdges edges = {0};
  loop_find(&t.region, 0, entry, &goals, &edges);
  lasso_write(&t.region, entry, &edges, d->s->out);
  region_close(&t.region);
  vec_free(&edges);
  vec_free(&goals);
}
