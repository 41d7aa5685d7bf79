#include "csp/machine/component.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

Component *component_new(uint32_t states, uint32_t moves)
{
  Component *c = memory_zeroed(1, sizeof *c);
  c->states = states;
  c->omega = NO_OMEGA;
  c->begin = memory_zeroed((size_t) states + 1, sizeof *c->begin);
  c->moves = memory_zeroed(moves, sizeof *c->moves);
  return c;
}

void component_free(Component *c)
{
  if (!c) return;
  free(c->begin);
  free(c->moves);
  free(c);
}

static int by_event(const void *a, const void *b)
{
  const Move *x = a, *y = b;
  if (x->event != y->event) return x->event < y->event ? -1 : 1;
  return (x->to > y->to) - (x->to < y->to);
}

void component_check(const Component *c)
{
  assert(c->states > 0 && c->begin[0] == 0);
  assert(c->omega == NO_OMEGA ||
         (c->omega < c->states && c->begin[c->omega] == c->begin[c->omega + 1]));
  for (uint32_t s = 0; s < c->states; s++) {
    assert(c->begin[s] <= c->begin[s + 1]);
    for (uint32_t i = c->begin[s]; i < c->begin[s + 1]; i++) {
      assert(c->moves[i].to < c->states);
      assert(i == c->begin[s] || by_event(&c->moves[i - 1], &c->moves[i]) < 0);
      assert((c->moves[i].event == MACHINE_TICK) == (c->moves[i].to == c->omega));
    }
  }
  (void) c, (void) by_event;
}

bool component_is_stable(const Component *c, uint32_t state)
{
  return c->begin[state] == c->begin[state + 1] || c->moves[c->begin[state]].event != MACHINE_TAU;
}

/* ------------------------------------------------------------------- drafts */

uint32_t draft_state(ComponentDraft *d)
{
  vec_push(&d->begin, d->moves.len);
  return d->begin.len - 1;
}

void draft_move(ComponentDraft *d, uint32_t event, uint32_t to)
{
  assert(d->begin.len > 0);
  vec_push(&d->moves, ((Move){event, to}));
}

static void sort_moves(Move *moves, uint32_t count)
{
  if (count > 16) {
    qsort(moves, count, sizeof *moves, by_event);
    return;
  }
  for (uint32_t i = 1; i < count; i++) {
    Move m = moves[i];
    uint32_t j = i;
    for (; j > 0 && by_event(&moves[j - 1], &m) > 0; j--) moves[j] = moves[j - 1];
    moves[j] = m;
  }
}

Component *draft_finish(ComponentDraft *d, uint32_t omega)
{
  Component *c = component_new(d->begin.len, d->moves.len);
  uint32_t kept = 0;
  c->omega = omega;
  for (uint32_t s = 0; s < c->states; s++) {
    uint32_t from = d->begin.data[s], to = s + 1 < c->states ? d->begin.data[s + 1] : d->moves.len;
    if (to > from) sort_moves(d->moves.data + from, to - from);
    for (uint32_t i = from; i < to; i++) {
      if (i > from && by_event(&d->moves.data[i - 1], &d->moves.data[i]) == 0) continue;
      c->moves[kept++] = d->moves.data[i];
    }
    c->begin[s + 1] = kept;
  }
  draft_free(d);
  component_check(c);
  return c;
}

void draft_free(ComponentDraft *d)
{
  vec_free(&d->begin);
  vec_free(&d->moves);
}

/* --------------------------------------------------------------------- trim */

Component *component_trim(Component *c)
{
  ComponentDraft d = {0};
  uint32_t *number = memory_alloc((size_t) c->states * sizeof *number), count = 1;
  uint32_t *order = memory_alloc((size_t) c->states * sizeof *order);
  memset(number, 0xFF, (size_t) c->states * sizeof *number);
  number[0] = order[0] = 0;
  for (uint32_t i = 0; i < count; i++) {
    draft_state(&d);
    for (uint32_t m = c->begin[order[i]]; m < c->begin[order[i] + 1]; m++) {
      uint32_t to = c->moves[m].to;
      if (number[to] == UINT32_MAX) {
        order[count] = to;
        number[to] = count++;
      }
      draft_move(&d, c->moves[m].event, number[to]);
    }
  }
  uint32_t omega = c->omega == NO_OMEGA ? NO_OMEGA : number[c->omega];
  free(number);
  free(order);
  component_free(c);
  return draft_finish(&d, omega);
}
