#include <assert.h>

#include "prove/tableau/egraph.h"

typedef struct {
  Egraph *e;
  Explanation *list;
  VEC(EPending) todo; /* pairs that are equal */
} Explain;

static void ask(Explain *x, uint32_t a, uint32_t b)
{
  if (a != b) vec_push(&x->todo, ((EPending){a, b, {JOIN_LITERAL, 0}}));
}

static uint32_t kid(const Egraph *e, uint32_t node, uint32_t i)
{
  return e->kids.data[e->nodes.data[node].kids + i];
}

static uint32_t value_of(const Egraph *e, uint32_t node)
{
  return e->nodes.data[e->nodes.data[node].root].value;
}

/* Why this join could be made. */
static void explain_join(Explain *x, uint32_t a, uint32_t b, Join join)
{
  Egraph *e = x->e;
  bool swapped = join.kind == JOIN_SWAPPED;
  uint32_t equation = a == e->yes || a == e->no ? b : a;
  switch (join.kind) {
  case JOIN_LITERAL: vec_push(x->list, join.lit); return;
  case JOIN_CONGRUENCE:
  case JOIN_SWAPPED:
    for (uint32_t i = 0; i < e->nodes.data[a].count; i++)
      ask(x, kid(e, a, i), kid(e, b, swapped ? 1 - i : i));
    return;
  case JOIN_REFLEXIVE: ask(x, kid(e, equation, 0), kid(e, equation, 1)); return;
  case JOIN_DISTINCT:
    for (uint32_t i = 0; i < 2; i++) {
      uint32_t side = kid(e, equation, i);
      ask(x, side, value_of(e, side));
    }
    return;
  }
}

/* The first node that is on both ways to the root of the proof tree. */
static uint32_t meeting_point(Egraph *e, uint32_t a, uint32_t b)
{
  e->mark++;
  for (uint32_t i = a; i != NO_NODE; i = e->nodes.data[i].proof) e->marks.data[i] = e->mark;
  while (e->marks.data[b] != e->mark) {
    b = e->nodes.data[b].proof;
    assert(b != NO_NODE);
  }
  return b;
}

static void explain_way(Explain *x, uint32_t from, uint32_t to, uint32_t run)
{
  Egraph *e = x->e;
  for (uint32_t i = from; i != to; i = e->nodes.data[i].proof) {
    if (e->edge_marks.data[i] == run) continue;
    e->edge_marks.data[i] = run;
    explain_join(x, i, e->nodes.data[i].proof, e->nodes.data[i].join);
  }
}

static void work_off(Explain *x)
{
  Egraph *e = x->e;
  uint32_t run = ++e->mark;
  while (x->todo.len) {
    EPending p = x->todo.data[--x->todo.len];
    uint32_t meet = meeting_point(e, p.x, p.y);
    explain_way(x, p.x, meet, run);
    explain_way(x, p.y, meet, run);
  }
  vec_free(&x->todo);
}

void egraph_explain(Egraph *e, uint32_t a, uint32_t b, Explanation *list)
{
  Explain x = {.e = e, .list = list};
  ask(&x, a, b);
  work_off(&x);
}

void egraph_explain_conflict(Egraph *e, Explanation *list)
{
  Explain x = {.e = e, .list = list};
  EPending p = e->conflict_of;
  explain_join(&x, p.x, p.y, p.join);
  ask(&x, p.x, value_of(e, p.x));
  ask(&x, p.y, value_of(e, p.y));
  work_off(&x);
}
