#include "compare/cycles.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"

/* Tarjan's algorithm without recursion.  Components are completed in such an order
 * that those that a component reaches are complete before it. */
enum { MARK_STACKED = 1, MARK_CYCLE = 2 };

typedef struct {
  StateId state;
  uint32_t edge; /* the next one, counted from the first */
} CycleFrame;

struct Cycles {
  Space *space;
  VEC(uint32_t) order; /* by state: 0 not seen, else its place in the order of discovery */
  VEC(uint32_t) low;
  VEC(uint32_t) component; /* by state; complete ones only */
  VEC(uint8_t) marks;
  VEC(StateId) stack;
  VEC(CycleFrame) frames;
  uint32_t seen, components;
};

Cycles *cycles_new(Space *space)
{
  Cycles *c = calloc(1, sizeof *c);
  if (!c) memory_exhausted();
  c->space = space;
  return c;
}

void cycles_free(Cycles *c)
{
  if (!c) return;
  vec_free(&c->order);
  vec_free(&c->low);
  vec_free(&c->component);
  vec_free(&c->marks);
  vec_free(&c->stack);
  vec_free(&c->frames);
  free(c);
}

static void open_state(Cycles *c, StateId state)
{
  space_edges(c->space, state);
  while (c->order.len < states_count(c->space->states)) {
    vec_push(&c->order, 0);
    vec_push(&c->low, 0);
    vec_push(&c->component, 0);
    vec_push(&c->marks, 0);
  }
  assert(c->order.data[state] == 0); /* each state is opened once */
  c->order.data[state] = c->low.data[state] = ++c->seen;
  c->marks.data[state] |= MARK_STACKED;
  vec_push(&c->stack, state);
  CycleFrame frame = {state, 0};
  vec_push(&c->frames, frame);
}

static void lower(Cycles *c, StateId state, uint32_t order)
{
  if (order < c->low.data[state]) c->low.data[state] = order;
}

/* All edges of the state are done. */
static void close_state(Cycles *c, StateId state)
{
  c->frames.len--;
  if (c->frames.len) lower(c, c->frames.data[c->frames.len - 1].state, c->low.data[state]);
  if (c->low.data[state] != c->order.data[state]) return;
  bool several = c->stack.data[c->stack.len - 1] != state;
  for (StateId top = NO_STATE; top != state;) {
    assert(c->stack.len > 0);
    top = c->stack.data[--c->stack.len];
    c->marks.data[top] &= (uint8_t) ~MARK_STACKED;
    if (several) c->marks.data[top] |= MARK_CYCLE;
    c->component.data[top] = c->components;
  }
  c->components++;
}

/* The target of a hidden edge of the state, counted from 0; NO_STATE after the last. */
static StateId hidden_target(Space *s, StateId state, uint32_t number)
{
  EdgeRange r = space_edges(s, state);
  if (r.begin + number >= r.end) return NO_STATE;
  const Edge *edge = &s->edges.data[r.begin + number];
  return edge->action == ACTION_TAU ? edge->to : NO_STATE;
}

static void visit(Cycles *c, StateId root)
{
  assert(c->stack.len == 0 && c->frames.len == 0);
  open_state(c, root);
  while (c->frames.len) {
    CycleFrame *frame = &c->frames.data[c->frames.len - 1];
    StateId state = frame->state, to = hidden_target(c->space, state, frame->edge++);
    if (to == NO_STATE) {
      close_state(c, state);
      continue;
    }
    if (to == state) c->marks.data[state] |= MARK_CYCLE;
    if (c->order.data[to] == 0) open_state(c, to);
    else if (c->marks.data[to] & MARK_STACKED) lower(c, state, c->order.data[to]);
  }
}

static void find(Cycles *c, StateId state)
{
  if (state >= c->order.len || c->order.data[state] == 0) visit(c, state);
}

bool cycles_at(Cycles *c, StateId state)
{
  find(c, state);
  return c->marks.data[state] & MARK_CYCLE;
}

uint32_t cycles_component(Cycles *c, StateId state)
{
  find(c, state);
  return c->component.data[state];
}

uint32_t cycles_count(const Cycles *c) { return c->components; }

void cycles_loop(Cycles *c, StateId state, StateList *loop)
{
  StateList queue = {0};
  VEC(uint32_t) from = {0}; /* places in the queue */
  vec_push(&queue, state);
  vec_push(&from, 0);
  PairMap seen = {0};
  uint32_t last = NO_STATE;
  for (uint32_t at = 0; at < queue.len && last == NO_STATE; at++) {
    StateId to;
    for (uint32_t i = 0; (to = hidden_target(c->space, queue.data[at], i)) != NO_STATE; i++) {
      if (to == state) {
        last = at;
        break;
      }
      if (pair_map_get(&seen, to, 0) != NO_SET) continue;
      pair_map_put(&seen, to, 0, 1);
      vec_push(&queue, to);
      vec_push(&from, at);
    }
  }
  for (; last != NO_STATE && last != 0; last = from.data[last]) vec_push(loop, queue.data[last]);
  for (uint32_t i = 0; i < loop->len / 2; i++) {
    StateId other = loop->data[i];
    loop->data[i] = loop->data[loop->len - 1 - i];
    loop->data[loop->len - 1 - i] = other;
  }
  assert(last != NO_STATE); /* the state lies on a cycle */
  vec_push(loop, state);
  pair_map_free(&seen);
  vec_free(&queue);
  vec_free(&from);
}
