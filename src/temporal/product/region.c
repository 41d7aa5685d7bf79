#include "temporal/product/region.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "lts/print.h"

enum { NOT_KNOWN = UINT32_MAX };

static uint32_t place_of(const DepthSearch *d, uint32_t number)
{
  uint32_t low = 0, high = d->live.len;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (d->live.data[middle].number < number) low = middle + 1;
    else high = middle;
  }
  assert(low < d->live.len && d->live.data[low].number == number);
  return low;
}

/* --------------------------------------------------------------------- fairness */

static bool is_true(const uint8_t *letter, uint32_t atom) { return letter[atom] == TRUTH_TRUE; }
static bool is_vague(const uint8_t *letter, uint32_t atom) { return letter[atom] >= TRUTH_UNKNOWN; }

/* What is not known makes loops less fair. */
static uint64_t enabled_terms(Region *r)
{
  uint64_t set = 0;
  for (uint32_t i = 0; r->fair && i < r->fair->count; i++) {
    const FairnessTerm *t = &r->fair->terms[i];
    if (t->every) continue;
    bool vague = is_vague(r->walker->letter, t->enabled);
    r->walker->incomplete |= vague;
    if (vague || is_true(r->walker->letter, t->enabled)) set |= UINT64_C(1) << i;
  }
  return set;
}

static uint64_t taken_terms(Region *r, const uint8_t *letter)
{
  uint64_t set = 0;
  for (uint32_t i = 0; r->fair && i < r->fair->count; i++) {
    const FairnessTerm *t = &r->fair->terms[i];
    if (t->every) continue;
    r->walker->incomplete |= is_vague(letter, t->taken);
    if (is_true(letter, t->taken)) set |= UINT64_C(1) << i;
  }
  return set;
}

/* The number of an operation with its arguments; results do not count. */
static uint32_t instance_of(Region *r, const AtlasEdge *e)
{
  Lts *lts = atlas_lts(r->search->s->request->atlas);
  Text text = {0};
  uint32_t results, count = lts->label_arguments(lts, e->label, &results);
  text_printf(&text, "%u", e->label);
  for (uint32_t i = 0; i < count; i++) {
    text_add_char(&text, ',');
    lts->print_argument(lts, &text, e->label, i, e->arguments[i]);
  }
  uint32_t words = (uint32_t) (text.len + 7) / 8;
  uint64_t *packed = memory_zeroed(words, sizeof *packed);
  memcpy(packed, text.data, text.len);
  uint32_t number = signatures_add(&r->names, packed, words);
  free(packed);
  text_free(&text);
  return number;
}

/* Those that are possible, steps that lead outside included; of the others by_step says which. */
static void take_instances(Region *r, RegionNode *n, uint32_t *by_step)
{
  const AtlasEdges *edges = &r->walker->here.edges;
  uint64_t *all = memory_zeroed(edges->all, sizeof *all);
  for (uint32_t i = 0; i < edges->all; i++) all[i] = instance_of(r, &edges->edges[i]);
  for (uint32_t i = 0; i < edges->count; i++) by_step[i] = (uint32_t) all[i];
  n->vague = edges->partial || edges->faulty;
  n->first = r->instances.len;
  n->instances = words_sort(all, edges->all);
  for (uint32_t i = 0; i < n->instances; i++) vec_push(&r->instances, (uint32_t) all[i]);
  free(all);
}

/* ------------------------------------------------------------------------ nodes */

static void expand(Region *r, uint32_t node)
{
  DepthSearch *d = r->search;
  Walker *w = r->walker;
  RegionNode *n = &r->nodes[node];
  LiveNode here = d->live.data[node];
  uint32_t atoms = w->request->atoms->count;
  walker_expand(w, here.state, here.q);
  n->enabled = enabled_terms(r);
  uint32_t *instances = memory_zeroed(w->here.edges.count, sizeof *instances);
  if (r->every) take_instances(r, n, instances);
  n->begin = r->edges.len;
  for (uint32_t i = 0; i < w->successors.len; i++) {
    const Successor *x = &w->successors.data[i];
    uint32_t number = *node_place(&d->s->nodes, x->to, x->q);
    if (number == 0 || number == NODE_DEAD) continue;
    const uint8_t *letter = w->also_asked ? w->letters.data + (size_t) x->step * atoms : NULL;
    RegionEdge e = {place_of(d, number), x->step, x->marks, letter ? taken_terms(r, letter) : 0,
                    instances[x->step]};
    vec_push(&r->edges, e);
  }
  n->count = r->edges.len - n->begin;
  free(instances);
}

const RegionNode *region_node(Region *r, uint32_t node)
{
  if (r->nodes[node].begin == NOT_KNOWN) expand(r, node);
  return &r->nodes[node];
}

void region_open(Region *r, DepthSearch *d, uint32_t first, const FairnessCase *fair)
{
  *r = (Region){.search = d, .walker = &d->s->walker, .fair = fair, .count = d->live.len};
  r->nodes = memory_zeroed(r->count, sizeof *r->nodes);
  for (uint32_t i = 0; i < r->count; i++)
    r->nodes[i] = (RegionNode){.begin = NOT_KNOWN, .part = i < first ? PART_OUTSIDE : 0};
  Walker *w = r->walker;
  uint32_t atoms = w->request->atoms->count;
  if (fair && !w->also_asked) w->also_asked = memory_zeroed(atoms, sizeof *w->also_asked);
  for (uint32_t i = 0; fair && i < fair->count; i++) {
    const FairnessTerm *t = &fair->terms[i];
    r->every |= t->every;
    if (!t->every) w->also_asked[t->enabled] = w->also_asked[t->taken] = true;
  }
}

void region_close(Region *r)
{
  Walker *w = r->walker;
  free(w->also_asked);
  w->also_asked = NULL;
  free(r->nodes);
  vec_free(&r->edges);
  vec_free(&r->instances);
  vec_free(&r->queue);
  vec_free(&r->way);
  signatures_free(&r->names);
}

/* ------------------------------------------------------------------------- ways */

static uint32_t write_way(Region *r, uint32_t from, uint32_t source, uint32_t last)
{
  vec_push(&r->way, last);
  for (uint32_t at = source; at != from; at = r->nodes[at].parent)
    vec_push(&r->way, r->nodes[at].by);
  for (uint32_t i = 0, k = r->way.len - 1; i < k; i++, k--) {
    uint32_t edge = r->way.data[i];
    r->way.data[i] = r->way.data[k];
    r->way.data[k] = edge;
  }
  return r->edges.data[last].to;
}

uint32_t region_way(Region *r, uint32_t from, uint32_t part, bool stay, RegionWanted *wanted,
                    void *context)
{
  r->queue.len = r->way.len = 0;
  if (stay && wanted(context, from, NULL)) return from;
  uint32_t search = ++r->searches;
  vec_push(&r->queue, from);
  r->nodes[from].met = search;
  for (uint32_t i = 0; i < r->queue.len; i++) {
    uint32_t node = r->queue.data[i];
    const RegionNode *n = region_node(r, node);
    for (uint32_t k = n->begin; k < n->begin + n->count; k++) {
      RegionEdge e = r->edges.data[k]; /* looking at nodes moves edges */
      RegionNode *to = &r->nodes[e.to];
      if (part != PART_OUTSIDE && to->part != part) continue;
      if (wanted(context, e.to, &e)) return write_way(r, from, node, k);
      if (to->met == search) continue;
      to->met = search, to->parent = node, to->by = k;
      vec_push(&r->queue, e.to);
    }
  }
  return NO_STEP;
}
