#include "temporal/product/region.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

void region_open(Region *r, Walker *w, Instances *instances, RegionPlace *place, void *context)
{
  bool every = false;
  for (uint32_t i = 0; w->fair && i < w->fair->count; i++) every |= w->fair->terms[i].every;
  *r = (Region){
      .walker = w, .instances = every ? instances : NULL, .place = place, .context = context};
}

void region_close(Region *r)
{
  vec_free(&r->nodes);
  vec_free(&r->edges);
  vec_free(&r->possible);
  vec_free(&r->queue);
  vec_free(&r->way);
  signatures_free(&r->keys);
}

/* ------------------------------------------------------------------------ nodes */

uint32_t region_add(Region *r, StateId state, uint32_t q)
{
  uint32_t part = r->place ? r->place(r->context, state, q) : 0;
  if (part == PART_NONE) return NOWHERE;
  uint64_t key = (uint64_t) state << 32 | q;
  uint32_t node = signatures_add(&r->keys, &key, 1);
  if (node == r->nodes.len) vec_push(&r->nodes, ((RegionNode){state, q, .part = part}));
  return node;
}

/* Those that are possible, steps that lead outside included; of the others by_step says which. */
static void take_instances(Region *r, RegionNode *n, uint32_t *by_step)
{
  const AtlasEdges *edges = &r->walker->here.edges;
  Lts *lts = atlas_lts(r->walker->atlas);
  uint64_t *all = memory_zeroed(edges->all, sizeof *all);
  for (uint32_t i = 0; i < edges->all; i++)
    all[i] = instance_of(r->instances, lts, &edges->edges[i]);
  for (uint32_t i = 0; i < edges->count; i++) by_step[i] = (uint32_t) all[i];
  n->first = r->possible.len;
  n->instances = words_sort(all, edges->all);
  for (uint32_t i = 0; i < n->instances; i++) vec_push(&r->possible, (uint32_t) all[i]);
  free(all);
}

static void look(Region *r, uint32_t node)
{
  Walker *w = r->walker;
  RegionNode n = r->nodes.data[node];
  walker_expand(w, n.state, n.q);
  n.known = true;
  n.ends = w->ends, n.decided = w->decided;
  n.enabled = w->enabled;
  n.vague = w->here.edges.partial || w->here.edges.faulty;
  uint32_t *instances = memory_zeroed(w->here.edges.count, sizeof *instances);
  if (r->instances) take_instances(r, &n, instances);
  n.begin = r->edges.len;
  for (uint32_t i = 0; i < w->successors.len; i++) {
    const Successor *x = &w->successors.data[i];
    uint32_t to = region_add(r, x->to, x->q);
    if (to == NOWHERE) continue;
    vec_push(&r->edges, ((RegionEdge){to, x->step, x->marks, x->taken, instances[x->step]}));
  }
  n.count = r->edges.len - n.begin;
  free(instances);
  r->nodes.data[node] = n;
}

const RegionNode *region_node(Region *r, uint32_t node)
{
  if (!r->nodes.data[node].known) look(r, node);
  return &r->nodes.data[node];
}

/* ------------------------------------------------------------------------- ways */

static uint32_t write_way(Region *r, uint32_t from, uint32_t edge)
{
  vec_push(&r->way, edge);
  for (; r->nodes.data[from].parent != NOWHERE; from = r->nodes.data[from].parent)
    vec_push(&r->way, r->nodes.data[from].by);
  r->source = from;
  for (uint32_t i = 0, k = r->way.len - 1; i < k; i++, k--) {
    uint32_t swapped = r->way.data[i];
    r->way.data[i] = r->way.data[k];
    r->way.data[k] = swapped;
  }
  return r->edges.data[edge].to;
}

static void reach(Region *r, uint32_t node, uint32_t parent, uint32_t by)
{
  RegionNode *n = &r->nodes.data[node];
  if (n->met == r->searches) return;
  n->met = r->searches, n->parent = parent, n->by = by;
  vec_push(&r->queue, node);
}

uint32_t region_way(Region *r, uint32_t from, uint32_t sources, uint32_t part, bool stay,
                    RegionWanted *wanted, void *context)
{
  r->queue.len = r->way.len = 0;
  r->searches++;
  for (uint32_t i = from; i < from + sources; i++) {
    r->source = i;
    if (stay && wanted(context, i, NULL)) return i;
    reach(r, i, NOWHERE, 0);
  }
  for (uint32_t i = 0; i < r->queue.len; i++) {
    uint32_t node = r->queue.data[i];
    RegionNode n = *region_node(r, node);
    for (uint32_t k = n.begin; k < n.begin + n.count; k++) {
      RegionEdge e = r->edges.data[k]; /* looking at nodes moves edges */
      if (part != PART_OUTSIDE && r->nodes.data[e.to].part != part) continue;
      if (wanted(context, node, &e)) return write_way(r, node, k);
      reach(r, e.to, node, k);
    }
  }
  return NOWHERE;
}
