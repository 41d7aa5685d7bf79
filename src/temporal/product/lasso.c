#include "temporal/product/lasso.h"

#include <assert.h>

/* ------------------------------------------------------------------------ goals */

static void add(LoopGoals *goals, int kind, uint32_t which)
{
  vec_push(goals, ((LoopGoal){.kind = kind, .which = which}));
}

void goals_add_marks(LoopGoals *goals, uint64_t marks)
{
  for (uint32_t i = 0; i < AUTOMATON_MOST_MARKS; i++)
    if (marks >> i & 1) add(goals, GOAL_MARK, i);
}

void goals_add_terms(LoopGoals *goals, const FairnessCase *fair, uint64_t enabled)
{
  for (uint32_t i = 0; i < fair->count; i++) {
    const FairnessTerm *t = &fair->terms[i];
    if (!t->every && enabled >> i & 1) add(goals, t->strong ? GOAL_TAKEN : GOAL_UNBLOCKED, i);
  }
}

void goals_add_instances(LoopGoals *goals, const FairnessCase *fair, const uint32_t *possible,
                         uint32_t instances, uint32_t nodes)
{
  for (uint32_t i = 0; i < fair->count; i++) {
    const FairnessTerm *t = &fair->terms[i];
    for (uint32_t k = 0; t->every && k < instances; k++) {
      bool off = !t->strong && possible[k] < nodes;
      if (possible[k]) add(goals, off ? GOAL_NO_INSTANCE : GOAL_INSTANCE, k);
    }
  }
}

/* ------------------------------------------------------------------------ loops */

typedef struct {
  Region *r;
  uint32_t entry;
  LoopGoals *goals;
  LoopEdges *edges;
  uint32_t left; /* goals that are not passed */
} Loop;

static bool has_instance(const Region *r, const RegionNode *n, uint32_t instance)
{
  for (uint32_t k = 0; k < n->instances; k++)
    if (r->possible.data[n->first + k] == instance) return true;
  return false;
}

/* `from` is known. */
static bool passes(const Region *r, const LoopGoal *goal, uint32_t from, const RegionEdge *e)
{
  const RegionNode *n = &r->nodes.data[from];
  assert(n->known);
  switch (goal->kind) {
  case GOAL_MARK: return e->marks >> goal->which & 1;
  case GOAL_TAKEN: return e->taken >> goal->which & 1;
  case GOAL_UNBLOCKED: return (e->taken | ~n->enabled) >> goal->which & 1;
  case GOAL_INSTANCE: return e->instance == goal->which;
  case GOAL_NO_INSTANCE: return e->instance == goal->which || !has_instance(r, n, goal->which);
  }
  return false;
}

static bool passes_some(void *context, uint32_t from, const RegionEdge *edge)
{
  const Loop *l = context;
  for (uint32_t i = 0; i < l->goals->len; i++)
    if (!l->goals->data[i].passed && passes(l->r, &l->goals->data[i], from, edge)) return true;
  return false;
}

static bool is_entry(void *context, uint32_t from, const RegionEdge *edge)
{
  (void) from;
  return edge->to == ((const Loop *) context)->entry;
}

/* Goes the way that region_way has found. */
static uint32_t take_way(Loop *l, uint32_t from)
{
  for (uint32_t i = 0; i < l->r->way.len; i++) {
    const RegionEdge *e = &l->r->edges.data[l->r->way.data[i]];
    vec_push(l->edges, l->r->way.data[i]);
    for (uint32_t k = 0; k < l->goals->len; k++) {
      LoopGoal *goal = &l->goals->data[k];
      if (goal->passed || !passes(l->r, goal, from, e)) continue;
      goal->passed = true;
      l->left--;
    }
    from = e->to;
  }
  return from;
}

static void add_position(const Region *r, uint32_t node, uint32_t edge, Product *out)
{
  vec_push(&out->path, ((PathPosition){r->nodes.data[node].state, r->edges.data[edge].step}));
}

void loop_find(Region *r, uint32_t part, uint32_t entry, LoopGoals *goals, LoopEdges *edges)
{
  Loop l = {.r = r, .entry = entry, .goals = goals, .edges = edges, .left = goals->len};
  for (uint32_t i = 0; i < goals->len; i++) goals->data[i].passed = false;
  edges->len = 0;
  uint32_t at = entry;
  while (l.left || at != entry || !edges->len) {
    uint32_t to = region_way(r, at, 1, part, false, l.left ? passes_some : is_entry, &l);
    assert(to != NOWHERE);
    if (to == NOWHERE) break;
    at = take_way(&l, at);
  }
}

void lasso_write(const Region *r, uint32_t entry, const LoopEdges *edges, Product *out)
{
  uint32_t at = entry;
  out->loop = out->path.len;
  for (uint32_t i = 0; i < edges->len; i++) {
    add_position(r, at, edges->data[i], out);
    at = r->edges.data[edges->data[i]].to;
  }
  assert(at == entry);
  out->kind = PATH_LASSO;
  out->result = PRODUCT_FOUND;
}

void lasso_write_way(const Region *r, Product *out)
{
  uint32_t at = r->source;
  for (uint32_t i = 0; i < r->way.len; i++) {
    add_position(r, at, r->way.data[i], out);
    at = r->edges.data[r->way.data[i]].to;
  }
}

void lasso_write_end(StateId state, PathKind kind, Product *out)
{
  vec_push(&out->path, ((PathPosition){state, NO_STEP}));
  out->kind = kind;
  out->result = PRODUCT_FOUND;
}
