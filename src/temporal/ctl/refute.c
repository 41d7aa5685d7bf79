#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "temporal/ctl/check_impl.h"

/* Why a formula fails, as a path.  What is to be shown of a state, that a formula holds there or
 * that it does not, goes on to a part of the formula, and to the end of a path if the formula says
 * that there is one.  At first any of several states will do. */

enum { ANY_STEP = UINT32_MAX };

typedef struct { /* a position; by: the atom of the step to the next one, or ANY_STEP */
  uint32_t node, by;
} PathNode;

typedef struct {
  const CtlLabels *labels;
  const CtlGraph *graph;
  VEC(uint32_t) from; /* nodes; once there is a path, its last one */
  VEC(PathNode) path;
  VEC(uint32_t) queue;
  uint32_t *parent; /* scratch: by node */
  CtlChecked *out;
} Showing;

/* ------------------------------------------------------------------------- ways */

/* Appends the way to the node, without its first one if the path is there already. */
static void append_way(Showing *s, uint32_t node, bool there)
{
  uint32_t begin = s->path.len - there, count = 1;
  for (uint32_t n = node; s->parent[n] != n; n = s->parent[n]) count++;
  while (s->path.len < begin + count) vec_push(&s->path, ((PathNode){0, ANY_STEP}));
  for (uint32_t i = begin + count; i-- > begin; node = s->parent[node]) s->path.data[i].node = node;
}

/* The shortest way from where it is to one of the goals; all before the last is within a set.
 * `there`: the path is where the way begins. */
static void go(Showing *s, const uint64_t *within, const uint64_t *goals, bool there)
{
  const CtlGraph *g = s->graph;
  memset(s->parent, 0xff, g->states.len * sizeof *s->parent);
  s->queue.len = 0;
  for (uint32_t i = 0; i < s->from.len; i++) {
    vec_push(&s->queue, s->from.data[i]);
    s->parent[s->from.data[i]] = s->from.data[i];
  }
  for (uint32_t i = 0; i < s->queue.len; i++) {
    uint32_t n = s->queue.data[i];
    if (bit_of(goals, n)) {
      append_way(s, n, there);
      s->from.len = 0;
      vec_push(&s->from, n);
      return;
    }
    if (!bit_of(within, n)) continue;
    EdgeRange edges = graph_edges(g, n);
    for (uint32_t e = edges.begin; e < edges.end; e++) {
      uint32_t to = g->to.data[e];
      if (s->parent[to] != UINT32_MAX) continue;
      s->parent[to] = n;
      vec_push(&s->queue, to);
    }
  }
  assert(false); /* it is known that there is one */
}

/* One step to where the formula holds, by this atom. */
static void step(Showing *s, Ctl f, uint32_t by)
{
  const CtlGraph *g = s->graph;
  for (uint32_t i = 0; i < s->from.len; i++) {
    uint32_t n = s->from.data[i];
    EdgeRange edges = graph_edges(g, n);
    for (uint32_t e = edges.begin; e < edges.end; e++) {
      uint32_t to = g->to.data[e];
      bool wanted = by == ANY_STEP || bit_of(g->truth[by].must.data, e);
      if (!wanted || !holds_surely(s->labels, f, to)) continue;
      if (!s->path.len) vec_push(&s->path, ((PathNode){n, by}));
      s->path.data[s->path.len - 1].by = by;
      vec_push(&s->path, ((PathNode){to, ANY_STEP}));
      s->from.len = 0;
      vec_push(&s->from, to);
      return;
    }
  }
  assert(false);
}

/* -------------------------------------------------------------------- whole paths */

/* The successor inside of the set that was met first; UINT32_MAX: none. */
static uint32_t earliest(const CtlGraph *g, uint32_t n, const uint64_t *set)
{
  uint32_t least = UINT32_MAX;
  EdgeRange edges = graph_edges(g, n);
  for (uint32_t e = edges.begin; e < edges.end; e++) {
    uint32_t to = g->to.data[e];
    if (bit_of(set, to) && to < least) least = to;
  }
  return least;
}

/* Adds the loop that is reached in the set by going back as far as possible, unless a deadlock is
 * reached before. */
static void add_loop(const Showing *s, const uint64_t *set, uint64_t *goals)
{
  const CtlGraph *g = s->graph;
  uint64_t *met = memory_zeroed(s->labels->words, sizeof *met);
  uint32_t n = s->from.data[0];
  for (; n != UINT32_MAX && !bit_of(met, n); n = earliest(g, n, set)) bit_set(met, n);
  for (; n != UINT32_MAX && !bit_of(goals, n); n = earliest(g, n, set)) bit_set(goals, n);
  free(met);
}

/* The path goes around inside of the set to where it is. */
static void close_loop(Showing *s, const uint64_t *set)
{
  uint32_t node = s->from.data[0];
  uint64_t *goal = memory_zeroed(s->labels->words, sizeof *goal);
  EdgeRange edges = graph_edges(s->graph, node);
  bit_set(goal, node);
  s->out->path.kind = PATH_LASSO;
  s->out->path.loop = s->path.len - 1;
  s->from.len = 0;
  for (uint32_t e = edges.begin; e < edges.end; e++)
    if (bit_of(set, s->graph->to.data[e])) vec_push(&s->from, s->graph->to.data[e]);
  go(s, set, goal, false);
  s->path.len--;
  free(goal);
}

/* A path that stays in the set: to a deadlock, or around a loop. */
static void stay(Showing *s, const uint64_t *set)
{
  const CtlGraph *g = s->graph;
  uint64_t *goals = memory_zeroed(s->labels->words, sizeof *goals);
  for (uint32_t i = 0; i < s->labels->words; i++) goals[i] = set[i] & g->dead.data[i];
  add_loop(s, set, goals);
  go(s, set, goals, s->path.len > 0);
  if (bit_of(g->dead.data, s->from.data[0])) s->out->path.kind = PATH_FINITE;
  else close_loop(s, set);
  free(goals);
}

/* --------------------------------------------------------------------- formulas */

static bool is_sure(const Showing *s, Ctl f, bool truth, uint32_t node)
{
  return truth ? holds_surely(s->labels, f, node) : fails_surely(s->labels, f, node);
}

/* One of two parts is enough: that for which it is easier, where it is so. */
static Ctl choose(Showing *s, const CtlNode *n, bool truth)
{
  const CtlTable *t = s->labels->table;
  bool swap = ctl_node(t, n->a)->temporal && !ctl_node(t, n->b)->temporal;
  Ctl parts[2] = {swap ? n->b : n->a, swap ? n->a : n->b};
  for (uint32_t i = 0; i < 2; i++) {
    uint32_t kept = 0;
    for (uint32_t k = 0; k < s->from.len; k++)
      if (is_sure(s, parts[i], truth, s->from.data[k])) s->from.data[kept++] = s->from.data[k];
    if (!kept) continue;
    s->from.len = kept;
    return parts[i];
  }
  assert(false);
  return parts[0];
}

/* Both parts are needed: what is left if one can be seen in the state; CTL_TRUE, which no part is:
 * nothing that a path could show. */
static Ctl rest_of(const CtlTable *t, const CtlNode *n)
{
  if (!ctl_node(t, n->a)->temporal) return n->b;
  return ctl_node(t, n->b)->temporal ? CTL_TRUE : n->a;
}

/* A path because of which the formula has this truth where it is. */
static void show(Showing *s, Ctl f, bool truth)
{
  const CtlTable *t = s->labels->table;
  const CtlLabel *labels = s->labels->of;
  for (;;) {
    const CtlNode *n = ctl_node(t, f);
    bool both = (n->kind == CTL_AND) == truth;
    if (!n->temporal) return;
    if (n->kind == CTL_NOT) truth = !truth, f = n->a;
    else if (n->kind == CTL_AND || n->kind == CTL_OR) {
      f = both ? rest_of(t, n) : choose(s, n, truth);
      s->out->open |= f == CTL_TRUE;
    } else if (!truth) {
      s->out->open = true;
      return;
    } else if (n->kind == CTL_EG) {
      s->out->open |= ctl_node(t, n->a)->temporal;
      stay(s, labels[f].must);
      return;
    } else if (n->kind == CTL_EU) {
      s->out->open |= ctl_node(t, n->a)->temporal;
      go(s, labels[n->a].must, labels[n->b].must, s->path.len > 0);
      f = n->b;
    } else {
      step(s, n->a, n->kind == CTL_EX_STEP ? n->b : ANY_STEP);
      f = n->a;
    }
  }
}

/* ------------------------------------------------------------------------ steps */

/* Which edge of the state leads there, with the atom; NO_STEP: none. */
static uint32_t step_between(CtlGraph *g, PathNode from, StateId to)
{
  Situation here;
  situation_enter(&here, g->atlas, g->states.data[from.node], g->row);
  for (uint32_t i = 0; i < here.edges.count; i++) {
    const AtlasEdge *e = &here.edges.edges[i];
    if (e->to != to) continue;
    if (from.by == ANY_STEP) return i;
    g->atoms->tell_step(g->atoms, &here, e, g->asked, g->letter);
    if (g->letter[from.by] == TRUTH_TRUE) return i;
  }
  return NO_STEP;
}

static void write_path(const Showing *s, CtlGraph *g, Product *out)
{
  bool lasso = out->kind == PATH_LASSO;
  out->result = PRODUCT_FOUND;
  for (uint32_t i = 0; i < s->path.len; i++) {
    PathNode here = s->path.data[i];
    bool last = i + 1 == s->path.len;
    uint32_t next = last ? out->loop : i + 1;
    PathPosition p = {g->states.data[here.node], NO_STEP};
    if (!last || lasso) {
      p.step = step_between(g, here, g->states.data[s->path.data[next].node]);
      if (p.step == NO_STEP) out->result = PRODUCT_NONE;
    }
    vec_push(&out->path, p);
  }
}

void ctl_refute(const CtlRequest *r, const CtlLabels *l, CtlGraph *g, CtlChecked *out)
{
  Showing s = {.labels = l, .graph = g, .out = out};
  s.parent = memory_alloc(((size_t) g->states.len + 1) * sizeof *s.parent);
  out->path.kind = PATH_PREFIX;
  for (uint32_t i = 0; i < r->initial_count; i++) {
    uint32_t node = graph_node(g, r->initial[i]);
    if (fails_surely(l, r->formula, node)) vec_push(&s.from, node);
  }
  show(&s, r->formula, false);
  if (!s.path.len) vec_push(&s.path, ((PathNode){s.from.data[0], ANY_STEP}));
  write_path(&s, g, &out->path);
  vec_free(&s.from);
  vec_free(&s.path);
  vec_free(&s.queue);
  free(s.parent);
}
