#include "temporal/ctl/graph.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

/* Marks the atoms of a formula; operands have smaller numbers. */
static void ask(CtlGraph *g, const CtlTable *t, Ctl f)
{
  bool *used = memory_zeroed((size_t) f + 1, sizeof *used);
  used[f] = true;
  for (Ctl i = f + 1; i-- > 0;) {
    const CtlNode *n = ctl_node(t, i);
    if (!used[i] || n->kind == CTL_CONSTANT) continue;
    bool step = n->kind == CTL_EX_STEP;
    if (n->kind == CTL_ATOM || step) g->asked[step ? n->b : n->a] = true;
    g->asks_steps |= step;
    if (n->kind != CTL_ATOM) used[n->a] = true;
    if (n->kind == CTL_AND || n->kind == CTL_OR || n->kind == CTL_EU) used[n->b] = true;
  }
  free(used);
}

void graph_open(CtlGraph *g, Atlas *atlas, Atoms *atoms, const CtlTable *t, Ctl f)
{
  *g = (CtlGraph){.atlas = atlas, .atoms = atoms};
  g->asked = memory_zeroed(atoms->count, sizeof *g->asked);
  g->truth = memory_zeroed(atoms->count, sizeof *g->truth);
  g->letter = memory_zeroed(atoms->count, sizeof *g->letter);
  g->row = memory_zeroed(atlas_lts(atlas)->width, sizeof *g->row);
  nodes_open(&g->numbers);
  vec_push(&g->begin, 0);
  ask(g, t, f);
}

void graph_close(CtlGraph *g)
{
  for (uint32_t i = 0; i < g->atoms->count; i++) {
    vec_free(&g->truth[i].must);
    vec_free(&g->truth[i].may);
  }
  free(g->asked);
  free(g->truth);
  free(g->letter);
  free(g->row);
  nodes_close(&g->numbers);
  vec_free(&g->states);
  vec_free(&g->begin);
  vec_free(&g->to);
  vec_free(&g->open);
  vec_free(&g->dead);
}

static bool asks(const CtlGraph *g, uint32_t atom, bool of_step)
{
  return g->asked[atom] && g->atoms->of_step[atom] == of_step;
}

/* Makes room for a node or an edge; nothing is known of it. */
static void reach(CtlGraph *g, uint32_t i, bool edge)
{
  for (uint32_t k = 0; k < g->atoms->count; k++)
    if (asks(g, k, edge)) {
      bits_reach(&g->truth[k].must, i, false);
      bits_reach(&g->truth[k].may, i, true);
    }
}

/* Keeps the letter, of a node or an edge. */
static void keep(CtlGraph *g, uint32_t i, bool edge)
{
  for (uint32_t k = 0; k < g->atoms->count; k++)
    if (asks(g, k, edge)) {
      uint8_t t = g->letter[k];
      bit_put(g->truth[k].must.data, i, t == TRUTH_TRUE);
      bit_put(g->truth[k].may.data, i, t != TRUTH_FALSE);
      g->unsure |= t != TRUTH_TRUE && t != TRUTH_FALSE;
    }
}

uint32_t graph_node(CtlGraph *g, StateId state)
{
  NodeId number = nodes_number(&g->numbers, state, 0);
  uint32_t known = nodes_get(&g->numbers, number);
  if (known) return known - 1;
  uint32_t node = g->states.len;
  vec_push(&g->states, state);
  nodes_set(&g->numbers, number, node + 1);
  reach(g, node, false);
  bits_reach(&g->open, node, true);
  bits_reach(&g->dead, node, false);
  g->open_count++;
  return node;
}

static int by_number(const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return (x > y) - (x < y);
}

/* Sorts the edges from there on and leaves out repetitions. */
static void tidy(CtlGraph *g, uint32_t begin)
{
  uint32_t *to = g->to.data, kept = begin;
  if (g->to.len - begin < 2) return;
  qsort(to + begin, g->to.len - begin, sizeof *to, by_number);
  for (uint32_t i = begin; i < g->to.len; i++)
    if (i == begin || to[i] != to[i - 1]) to[kept++] = to[i];
  g->to.len = kept;
}

static void take_edges(CtlGraph *g, const Situation *here)
{
  uint32_t begin = g->to.len;
  for (uint32_t i = 0; i < here->edges.count; i++) {
    const AtlasEdge *e = &here->edges.edges[i];
    uint32_t edge = g->to.len;
    vec_push(&g->to, graph_node(g, e->to));
    if (!g->asks_steps) continue;
    g->atoms->tell_step(g->atoms, here, e, g->asked, g->letter);
    reach(g, edge, true);
    keep(g, edge, true);
  }
  if (!g->asks_steps) tidy(g, begin);
}

static bool has_room(CtlGraph *g, uint32_t count)
{
  if (count <= INT32_MAX - g->to.len) return true;
  atlas_add_reason(g->atlas, "there are too many transitions");
  return false;
}

/* False: a limit was reached, and the node is as before. */
static bool look_at(CtlGraph *g, uint32_t node)
{
  Situation here;
  situation_enter(&here, g->atlas, g->states.data[node], g->row);
  bool open = situation_is_open(&here, g->atlas);
  bool limit = here.edges.partial && atlas_stopped(g->atlas);
  g->full |= limit || !has_room(g, here.edges.count);
  if (g->full) return false;
  g->atoms->tell_state(g->atoms, &here, g->asked, g->letter);
  keep(g, node, false);
  if (!open) {
    bit_clear(g->open.data, node);
    g->open_count--;
    if (!here.edges.count) bit_set(g->dead.data, node);
  }
  take_edges(g, &here);
  vec_push(&g->begin, g->to.len);
  return true;
}

bool graph_expand(CtlGraph *g, uint32_t expanded)
{
  assert(!g->full);
  while (graph_expanded(g) < expanded) {
    uint32_t node = graph_expanded(g);
    if (node == g->states.len || atlas_must_stop(g->atlas) || !look_at(g, node)) return false;
  }
  return true;
}
