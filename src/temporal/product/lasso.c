#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "temporal/product/region.h"

/* What a loop has to pass: a mark; a step of a term, or a node where it is not possible; the same
 * for an instance. */
typedef struct {
  enum { GOAL_MARK, GOAL_TAKEN, GOAL_NOT_ENABLED, GOAL_INSTANCE, GOAL_NO_INSTANCE } kind;
  uint32_t which;
  bool passed;
} LoopGoal;

typedef struct {
  Region *r;
  uint32_t part, entry;
  VEC(LoopGoal) goals;
  VEC(uint32_t) edges; /* of the loop */
  uint32_t left;       /* goals that are not passed */
} Loop;

static bool has_instance(const Region *r, const RegionNode *n, uint32_t instance)
{
  for (uint32_t k = 0; k < n->instances; k++)
    if (r->instances.data[n->first + k] == instance) return true;
  return false;
}

static bool passes(Loop *l, const LoopGoal *goal, uint32_t node, const RegionEdge *e)
{
  Region *r = l->r;
  switch (goal->kind) {
  case GOAL_MARK: return e && e->marks >> goal->which & 1;
  case GOAL_TAKEN: return e && e->taken >> goal->which & 1;
  case GOAL_INSTANCE: return e && e->instance == goal->which;
  case GOAL_NOT_ENABLED: return !(region_node(r, node)->enabled >> goal->which & 1);
  case GOAL_NO_INSTANCE: return !has_instance(r, region_node(r, node), goal->which);
  }
  return false;
}

static bool passes_some(void *context, uint32_t node, const RegionEdge *edge)
{
  Loop *l = context;
  for (uint32_t i = 0; i < l->goals.len; i++)
    if (!l->goals.data[i].passed && passes(l, &l->goals.data[i], node, edge)) return true;
  return false;
}

static bool is_entry(void *context, uint32_t node, const RegionEdge *edge)
{
  (void) edge;
  return node == ((Loop *) context)->entry;
}

static void note_passed(Loop *l, uint32_t node, const RegionEdge *edge)
{
  for (uint32_t i = 0; i < l->goals.len; i++) {
    LoopGoal *goal = &l->goals.data[i];
    if (goal->passed || !passes(l, goal, node, edge)) continue;
    goal->passed = true;
    l->left--;
  }
}

/* Goes the way that region_way has found. */
static void take_way(Loop *l)
{
  for (uint32_t i = 0; i < l->r->way.len; i++) {
    RegionEdge e = l->r->edges.data[l->r->way.data[i]]; /* looking at nodes moves edges */
    vec_push(&l->edges, l->r->way.data[i]);
    note_passed(l, e.to, &e);
  }
}

/* ------------------------------------------------------------------------ goals */

static void add_goal(Loop *l, int kind, uint32_t which)
{
  vec_push(&l->goals, ((LoopGoal){.kind = kind, .which = which}));
  l->left++;
}

typedef struct {
  uint64_t taken, enabled, everywhere;
  uint32_t nodes, *possible;
  bool *done;
} PartView;

static PartView view_part(Loop *l)
{
  Region *r = l->r;
  PartView v = {.everywhere = UINT64_MAX};
  v.possible = memory_zeroed(r->names.begin.len, sizeof *v.possible);
  v.done = memory_zeroed(r->names.begin.len, sizeof *v.done);
  for (uint32_t i = 0; i < r->count; i++) {
    const RegionNode *n = &r->nodes[i];
    if (n->part != l->part) continue;
    v.nodes++;
    v.enabled |= n->enabled;
    v.everywhere &= n->enabled;
    for (uint32_t k = 0; k < n->instances; k++) v.possible[r->instances.data[n->first + k]]++;
    for (uint32_t k = n->begin; k < n->begin + n->count; k++) {
      const RegionEdge *e = &r->edges.data[k];
      if (r->nodes[e->to].part != l->part) continue;
      v.taken |= e->taken;
      if (r->every) v.done[e->instance] = true;
    }
  }
  return v;
}

/* What is possible somewhere is taken, or (weak terms) there is a place where it is not. */
static void add_fair_goals(Loop *l)
{
  Region *r = l->r;
  PartView v = view_part(l);
  for (uint32_t i = 0; i < r->fair->count; i++) {
    const FairnessTerm *t = &r->fair->terms[i];
    if (!t->every && v.enabled >> i & 1) {
      bool off = !t->strong && !(v.everywhere >> i & 1);
      add_goal(l, off ? GOAL_NOT_ENABLED : GOAL_TAKEN, i);
    }
    for (uint32_t k = 0; t->every && k < r->names.begin.len; k++) {
      if (!v.possible[k]) continue;
      bool off = !t->strong && v.possible[k] < v.nodes;
      add_goal(l, off ? GOAL_NO_INSTANCE : GOAL_INSTANCE, k);
    }
  }
  free(v.possible);
  free(v.done);
}

/* ------------------------------------------------------------------------- paths */

static bool is_in_part(void *context, uint32_t node, const RegionEdge *edge)
{
  const Loop *l = context;
  (void) edge;
  return l->r->nodes[node].part == l->part;
}

static void add_position(Loop *l, uint32_t node, uint32_t step)
{
  DepthSearch *d = l->r->search;
  vec_push(&d->s->out->path, ((PathPosition){d->live.data[node].state, step}));
}

/* From the beginning to a node for which `wanted` says yes: all positions before it. */
static uint32_t write_beginning(Loop *l, RegionWanted *wanted)
{
  Region *r = l->r;
  uint32_t to = region_way(r, 0, PART_OUTSIDE, true, wanted, l), at = 0;
  assert(to != NO_STEP);
  for (uint32_t i = 0; i < r->way.len; i++) {
    const RegionEdge *e = &r->edges.data[r->way.data[i]];
    add_position(l, at, e->step);
    at = e->to;
  }
  assert(at == to);
  return to;
}

static void write_loop(Loop *l)
{
  Product *out = l->r->search->s->out;
  uint32_t at = l->entry;
  note_passed(l, at, NULL);
  while (l->left) {
    uint32_t to = region_way(l->r, at, l->part, false, passes_some, l);
    assert(to != NO_STEP);
    take_way(l);
    at = to;
  }
  if (at != l->entry || !l->edges.len) {
    at = region_way(l->r, at, l->part, false, is_entry, l);
    assert(at == l->entry);
    take_way(l);
  }
  out->loop = out->path.len;
  at = l->entry;
  for (uint32_t i = 0; i < l->edges.len; i++) {
    const RegionEdge *e = &l->r->edges.data[l->edges.data[i]];
    add_position(l, at, e->step);
    at = e->to;
  }
  assert(at == l->entry);
  out->kind = PATH_LASSO;
  out->result = PRODUCT_FOUND;
}

static bool write_in_case(DepthSearch *d, uint32_t first, const FairnessCase *fair)
{
  Region region;
  uint64_t marks = automaton_marks(d->s->request->automaton);
  region_open(&region, d, first, fair);
  Loop l = {.r = &region, .part = fair ? region_fair_part(&region, marks) : 0};
  bool found = l.part != PART_OUTSIDE;
  if (found) {
    l.entry = write_beginning(&l, is_in_part);
    for (uint32_t i = 0; i < AUTOMATON_MOST_MARKS; i++)
      if (marks >> i & 1) add_goal(&l, GOAL_MARK, i);
    if (fair) add_fair_goals(&l);
    write_loop(&l);
  }
  vec_free(&l.goals);
  vec_free(&l.edges);
  region_close(&region);
  return found;
}

bool lasso_write(DepthSearch *d, uint32_t root)
{
  const Fairness *fairness = d->s->request->fairness;
  uint32_t first = 0;
  while (d->live.data[first].number < root) first++;
  if (!fairness) return write_in_case(d, first, NULL);
  for (uint32_t i = 0; i < fairness->count; i++)
    if (write_in_case(d, first, &fairness->cases[i])) return true;
  return false;
}

void lasso_write_end(DepthSearch *d, uint32_t number, PathKind kind)
{
  Region region;
  uint32_t last = d->live.len - 1;
  assert(d->live.data[last].number == number);
  (void) number;
  region_open(&region, d, last, NULL);
  Loop l = {.r = &region, .part = 0};
  uint32_t at = write_beginning(&l, is_in_part);
  assert(at == last);
  add_position(&l, at, NO_STEP);
  region_close(&region);
  d->s->out->kind = kind;
  d->s->out->result = PRODUCT_FOUND;
}
