#include "temporal/ctl/labels.h"

#include <string.h>

#include "base/memory.h"

/* Each set is computed twice if something is not known.  `may`: edges that are not known may exist,
 * and lead to where they are wanted; paths may end in open nodes.  Otherwise they do not. */

static uint64_t *new_set(CtlLabels *l) { return arena_new_array(l->arena, uint64_t, l->words + 1); }

static uint64_t *copy_set(CtlLabels *l, const uint64_t *set)
{
  uint64_t *copy = new_set(l);
  memcpy(copy, set, l->words * sizeof *copy);
  return copy;
}

/* ---------------------------------------------------------------- edges backwards */

static void turn_edges(CtlLabels *l)
{
  const CtlGraph *g = l->graph;
  uint32_t nodes = g->states.len, *begin = memory_zeroed((size_t) nodes + 1, sizeof *begin);
  uint32_t *before = memory_alloc(((size_t) g->to.len + 1) * sizeof *before);
  for (uint32_t e = 0; e < g->to.len; e++) begin[g->to.data[e]]++;
  for (uint32_t n = 0, sum = 0; n <= nodes; n++) {
    sum += begin[n]; /* for now, where they end: each is put before the last */
    begin[n] = sum;
  }
  for (uint32_t n = graph_expanded(g); n-- > 0;) {
    EdgeRange edges = graph_edges(g, n);
    for (uint32_t e = edges.begin; e < edges.end; e++) before[--begin[g->to.data[e]]] = n;
  }
  l->before_begin = begin;
  l->before = before;
}

/* --------------------------------------------------------------------- fixpoints */

/* EX; `wanted`: the edges that count, or NULL. */
static uint64_t *before_set(CtlLabels *l, const uint64_t *f, const uint64_t *wanted, bool may)
{
  const CtlGraph *g = l->graph;
  uint64_t *set = may ? copy_set(l, g->open.data) : new_set(l);
  for (uint32_t n = 0; n < graph_expanded(g); n++) {
    EdgeRange edges = graph_edges(g, n);
    for (uint32_t e = edges.begin; e < edges.end; e++)
      if (bit_of(f, g->to.data[e]) && (!wanted || bit_of(wanted, e))) {
        bit_set(set, n);
        break;
      }
  }
  return set;
}

/* EU: the least set with b, and with what leads to it from a. */
static uint64_t *until_set(CtlLabels *l, const uint64_t *a, const uint64_t *b, bool may)
{
  const CtlGraph *g = l->graph;
  uint64_t *set = copy_set(l, b);
  for (uint32_t i = 0; may && i < l->words; i++) set[i] |= a[i] & g->open.data[i];
  l->queue.len = 0;
  for (uint32_t n = 0; n < g->states.len; n++)
    if (bit_of(set, n)) vec_push(&l->queue, n);
  while (l->queue.len) {
    uint32_t n = l->queue.data[--l->queue.len];
    for (uint32_t e = l->before_begin[n]; e < l->before_begin[n + 1]; e++) {
      uint32_t from = l->before[e];
      if (!bit_of(a, from) || bit_of(set, from)) continue;
      bit_set(set, from);
      vec_push(&l->queue, from);
    }
  }
  return set;
}

/* EG: the greatest set inside of f whose nodes lead to it, or may be the end of a path. */
static uint64_t *always_set(CtlLabels *l, const uint64_t *f, bool may)
{
  const CtlGraph *g = l->graph;
  uint64_t *set = copy_set(l, f);
  uint32_t *ways = memory_zeroed(g->states.len, sizeof *ways); /* edges to the set */
  l->queue.len = 0;
  for (uint32_t n = 0; n < g->states.len; n++) {
    EdgeRange edges = graph_edges(g, n);
    for (uint32_t e = edges.begin; e < edges.end; e++) ways[n] += bit_of(f, g->to.data[e]);
    if (bit_of(g->dead.data, n) || (may && bit_of(g->open.data, n))) ways[n] = UINT32_MAX;
    if (!ways[n] && bit_of(set, n)) vec_push(&l->queue, n);
  }
  while (l->queue.len) {
    uint32_t n = l->queue.data[--l->queue.len];
    bit_clear(set, n);
    for (uint32_t e = l->before_begin[n]; e < l->before_begin[n + 1]; e++) {
      uint32_t from = l->before[e];
      if (ways[from] == UINT32_MAX || --ways[from]) continue;
      if (bit_of(set, from)) vec_push(&l->queue, from);
    }
  }
  free(ways);
  return set;
}

/* ---------------------------------------------------------------------- formulas */

static uint64_t *constant_set(CtlLabels *l, bool all)
{
  uint64_t *set = new_set(l);
  memset(set, all ? 0xff : 0, l->words * sizeof *set);
  return set;
}

static uint64_t *opposite_set(CtlLabels *l, const uint64_t *f)
{
  uint64_t *set = new_set(l);
  for (uint32_t i = 0; i < l->words; i++) set[i] = ~f[i];
  return set;
}

static uint64_t *joined_set(CtlLabels *l, const uint64_t *a, const uint64_t *b, bool both)
{
  uint64_t *set = new_set(l);
  for (uint32_t i = 0; i < l->words; i++) set[i] = both ? a[i] & b[i] : a[i] | b[i];
  return set;
}

/* Where it surely holds, or where it does perhaps. */
static const uint64_t *set_of(CtlLabels *l, Ctl f, bool may)
{
  const CtlNode *n = ctl_node(l->table, f);
  const KnownBits *atoms = l->graph->truth;
  if (n->kind == CTL_CONSTANT) return constant_set(l, f == CTL_TRUE);
  if (n->kind == CTL_ATOM) return may ? atoms[n->a].may.data : atoms[n->a].must.data;
  if (n->kind == CTL_NOT) return opposite_set(l, may ? l->of[n->a].must : l->of[n->a].may);
  bool two = n->kind == CTL_AND || n->kind == CTL_OR || n->kind == CTL_EU;
  const CtlLabel *x = &l->of[n->a], *y = &l->of[two ? n->b : n->a];
  const uint64_t *a = may ? x->may : x->must, *b = may ? y->may : y->must;
  switch (n->kind) {
  case CTL_AND:
  case CTL_OR: return joined_set(l, a, b, n->kind == CTL_AND);
  case CTL_EX: return before_set(l, a, NULL, may);
  case CTL_EX_STEP:
    return before_set(l, a, may ? atoms[n->b].may.data : atoms[n->b].must.data, may);
  case CTL_EU: return until_set(l, a, b, may);
  default: return always_set(l, a, may);
  }
}

/* The parts of the formula; true if edges are needed backwards. */
static bool mark_parts(const CtlTable *t, Ctl f, bool *part)
{
  bool back = false;
  part[f] = true;
  for (Ctl i = f + 1; i-- > 0;) {
    const CtlNode *n = ctl_node(t, i);
    if (!part[i] || n->kind < CTL_NOT) continue;
    part[n->a] = true;
    if (n->kind == CTL_AND || n->kind == CTL_OR || n->kind == CTL_EU) part[n->b] = true;
    back |= n->kind == CTL_EU || n->kind == CTL_EG;
  }
  return back;
}

bool labels_open(CtlLabels *l, const CtlGraph *g, const CtlTable *t, Ctl f)
{
  *l = (CtlLabels){.graph = g, .table = t, .formula = f, .words = bit_words(g->states.len)};
  bool exact = !g->open_count && !g->unsure;
  size_t sets = ((size_t) f + 1) * (exact ? 1 : 2) * l->words * sizeof(uint64_t);
  size_t arrays = (size_t) g->states.len * 4 * sizeof(uint32_t) + g->to.len * sizeof(uint32_t);
  if (!atlas_may_take(g->atlas, sets + arrays)) return false;
  bool *part = memory_zeroed((size_t) f + 1, sizeof *part);
  l->arena = arena_new();
  l->of = arena_new_array(l->arena, CtlLabel, f + 1);
  if (mark_parts(t, f, part)) turn_edges(l);
  for (Ctl i = 0; i <= f; i++)
    if (part[i]) {
      const uint64_t *must = set_of(l, i, false);
      l->of[i] = (CtlLabel){must, exact ? must : NULL};
      if (!exact) l->of[i].may = set_of(l, i, true);
    }
  free(part);
  return true;
}

void labels_close(CtlLabels *l)
{
  arena_free(l->arena);
  free(l->before_begin);
  free(l->before);
  vec_free(&l->queue);
}
