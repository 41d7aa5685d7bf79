#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "csp/machine/compress.h"

/* Strongly connected parts by τ (Tarjan, without recursion). */
typedef struct {
  const Component *c;
  uint32_t *index, *low, *part; /* by state; part is UINT32_MAX at first */
  uint32_t next_index, parts;
  VEC(uint32_t)
  open, path, at; /* states without a part; the way to the current one, and how far
                     their moves are done */
} TauLoops;

static void enter(TauLoops *t, uint32_t state)
{
  t->index[state] = t->low[state] = ++t->next_index;
  vec_push(&t->open, state);
  vec_push(&t->path, state);
  vec_push(&t->at, t->c->begin[state]);
}

static void leave(TauLoops *t, uint32_t state)
{
  t->path.len--, t->at.len--;
  if (t->path.len) {
    uint32_t above = t->path.data[t->path.len - 1];
    if (t->low[state] < t->low[above]) t->low[above] = t->low[state];
  }
  if (t->low[state] != t->index[state]) return;
  for (uint32_t s = UINT32_MAX; s != state;) {
    s = t->open.data[--t->open.len];
    t->part[s] = t->parts;
  }
  t->parts++;
}

static void find_part(TauLoops *t, uint32_t first)
{
  const Component *c = t->c;
  enter(t, first);
  while (t->path.len) {
    uint32_t s = t->path.data[t->path.len - 1], i = t->at.data[t->at.len - 1]++;
    if (i >= c->begin[s + 1] || c->moves[i].event != MACHINE_TAU) {
      leave(t, s);
      continue;
    }
    uint32_t to = c->moves[i].to;
    if (!t->index[to]) enter(t, to);
    else if (t->part[to] == UINT32_MAX && t->index[to] < t->low[s]) t->low[s] = t->index[to];
  }
}

/* One state for each part.  The one of the first state is made first. */
static Component *unite(const TauLoops *t)
{
  const Component *c = t->c;
  ComponentDraft d = {0};
  uint32_t *begin = memory_zeroed((size_t) t->parts + 1, sizeof *begin);
  uint32_t *members = memory_zeroed(c->states, sizeof *members), first = t->part[0];
#define RENAMED(k) ((k) == first ? 0 : (k) == 0 ? first : (k))
  for (uint32_t s = 0; s < c->states; s++) begin[RENAMED(t->part[s]) + 1]++;
  for (uint32_t k = 0; k < t->parts; k++) begin[k + 1] += begin[k];
  for (uint32_t s = 0; s < c->states; s++) members[begin[RENAMED(t->part[s])]++] = s;
  for (uint32_t k = 0, m = 0; k < t->parts; k++) {
    draft_state(&d);
    for (; m < begin[k]; m++)
      for (uint32_t i = c->begin[members[m]]; i < c->begin[members[m] + 1]; i++)
        draft_move(&d, c->moves[i].event, RENAMED(t->part[c->moves[i].to]));
  }
  uint32_t omega = c->omega == NO_OMEGA ? NO_OMEGA : RENAMED(t->part[c->omega]);
#undef RENAMED
  free(begin);
  free(members);
  return component_trim(draft_finish(&d, omega));
}

Component *compress_tau_loops(Component *c)
{
  TauLoops t = {.c = c};
  t.index = memory_zeroed(c->states, sizeof *t.index);
  t.low = memory_zeroed(c->states, sizeof *t.low);
  t.part = memory_alloc(((size_t) c->states + 1) * sizeof *t.part);
  memset(t.part, 0xFF, (size_t) c->states * sizeof *t.part);
  for (uint32_t s = 0; s < c->states; s++)
    if (!t.index[s]) find_part(&t, s);
  Component *result = unite(&t);
  free(t.index), free(t.low), free(t.part);
  vec_free(&t.open), vec_free(&t.path), vec_free(&t.at);
  component_free(c);
  return result;
}
