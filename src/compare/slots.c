#include "compare/slots.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
typedef VEC(uint32_t) Numbers;

static uint32_t *need(size_t count)
{
  uint32_t *memory = calloc(count + 1, sizeof *memory);
  if (!memory) memory_exhausted();
  return memory;
}

/* What is known while slots are added, group by group. */
typedef struct {
  Slots slots;
  Numbers actions, groups; /* by slot */
  LinkList of_state, of_slot;
} Maker;

static void begin_group(Maker *m, uint32_t group) { m->slots.first[group] = m->actions.len; }

static uint32_t add_slot(Maker *m, uint32_t group, uint32_t action)
{
  vec_push(&m->actions, action);
  vec_push(&m->groups, group);
  return m->actions.len - 1;
}

static void count_most(Slots *s, const Lists *candidates, uint32_t *counts)
{
  for (uint32_t i = 0; i < candidates->begin[candidates->count]; i++)
    if (++counts[candidates->items[i]] > s->most) s->most = counts[candidates->items[i]];
}

/* Slots of the hidden action first, for visible ones lead to them; then by group. */
static void find_order(Slots *s)
{
  uint32_t total = 0;
  s->order = need(s->count);
  for (uint32_t i = 0; i < s->count; i++)
    if (s->action[i] == ACTION_TAU) s->order[total++] = i;
  for (uint32_t i = 0; i < s->count; i++)
    if (s->action[i] != ACTION_TAU) s->order[total++] = i;
  assert(total == s->count);
}

static Slots finish(Maker *m, uint32_t states)
{
  Slots *s = &m->slots;
  uint32_t *counts = need(m->actions.len);
  s->count = m->actions.len;
  s->first[s->groups] = s->count;
  s->action = m->actions.data ? m->actions.data : need(0);
  s->group = m->groups.data ? m->groups.data : need(0);
  assert(m->groups.len == s->count);
  s->of_state = lists_new(&m->of_state, states);
  s->of_slot = lists_new(&m->of_slot, s->count);
  count_most(s, &s->of_state, counts);
  count_most(s, &s->of_slot, counts);
  find_order(s);
  free(counts);
  return *s;
}

Slots slots_new(const Arrows *ahead, uint32_t states)
{
  Maker m = {.slots = {.groups = states, .group_of = need(states), .first = need(states + 1)}};
  LinkList members = {0};
  for (StateId a = 0; a < states; a++) {
    m.slots.group_of[a] = a;
    vec_push(&members, link_of(a, a));
    begin_group(&m, a);
    for (uint32_t i = ahead->begin[a]; i < ahead->begin[a + 1]; i++) {
      uint32_t action = ahead->edges[i].action;
      if (i == ahead->begin[a] || action != ahead->edges[i - 1].action) add_slot(&m, a, action);
      vec_push(&m.of_state, link_of(ahead->edges[i].to, m.actions.len - 1));
    }
  }
  m.slots.members = lists_new(&members, states);
  return finish(&m, states);
}

/* The visible actions of the members of a component, and of those that it leads to. */
static void find_actions(const Maker *m, const Graph *g, const Weak *w, uint32_t component,
                         Numbers *actions)
{
  vec_push(actions, ACTION_TAU);
  for (uint32_t i = w->members.begin[component]; i < w->members.begin[component + 1]; i++) {
    StateId a = w->members.items[i];
    for (uint32_t k = g->out.begin[a]; k < g->out.begin[a + 1]; k++)
      vec_push(actions, g->out.edges[k].action);
  }
  for (uint32_t i = w->next.begin[component]; i < w->next.begin[component + 1]; i++) {
    uint32_t next = w->next.items[i];
    for (uint32_t k = m->slots.first[next]; k < m->slots.first[next + 1]; k++)
      vec_push(actions, m->actions.data[k]);
  }
  actions->len = sets_sort(actions->data, actions->len);
}

static uint32_t find_in(const uint32_t *first, const uint32_t *actions, uint32_t group,
                        uint32_t action)
{
  uint32_t low = first[group], high = first[group + 1], end = high;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (actions[middle] < action) low = middle + 1;
    else high = middle;
  }
  return low < end && actions[low] == action ? low : NO_SET;
}

/* Whatever a component that hidden edges lead to can do, this one can do. */
static void link_components(Maker *m, const Weak *w, uint32_t component)
{
  for (uint32_t i = w->next.begin[component]; i < w->next.begin[component + 1]; i++) {
    uint32_t next = w->next.items[i];
    for (uint32_t k = m->slots.first[next]; k < m->slots.first[next + 1]; k++) {
      uint32_t mine = find_in(m->slots.first, m->actions.data, component, m->actions.data[k]);
      assert(mine != NO_SET);
      vec_push(&m->of_slot, link_of(k, mine));
    }
  }
}

/* After a visible edge, hidden ones may follow. */
static void link_edges(Maker *m, const Graph *g, const Weak *w, StateId a)
{
  for (uint32_t i = g->out.begin[a]; i < g->out.begin[a + 1]; i++) {
    Edge edge = g->out.edges[i];
    if (edge.action == ACTION_TAU) continue;
    uint32_t slot = find_in(m->slots.first, m->actions.data, w->of[a], edge.action);
    assert(slot != NO_SET);
    vec_push(&m->of_slot, link_of(m->slots.first[w->of[edge.to]], slot));
  }
}

Slots slots_new_weak(const Graph *g, const Weak *w)
{
  Maker m = {
      .slots = {.groups = w->count, .group_of = need(g->count), .first = need(w->count + 1)}};
  LinkList members = {0};
  Numbers actions = {0};
  for (uint32_t i = 0; i < w->count; i++) {
    if (i % 256 == 0) space_check_limits(w->space);
    begin_group(&m, i);
    actions.len = 0;
    if (!w->space->stopped) find_actions(&m, g, w, i, &actions);
    for (uint32_t k = 0; k < actions.len; k++) add_slot(&m, i, actions.data[k]);
    m.slots.first[i + 1] = m.actions.len;
  }
  for (uint32_t i = 0; i < w->count && !w->space->stopped; i++) {
    if (i % 256 == 0) space_check_limits(w->space);
    link_components(&m, w, i);
  }
  for (StateId a = 0; a < g->count && !w->space->stopped; a++) {
    m.slots.group_of[a] = w->of[a];
    vec_push(&members, link_of(w->of[a], a));
    vec_push(&m.of_state, link_of(a, m.slots.first[w->of[a]]));
    link_edges(&m, g, w, a);
  }
  m.slots.members = lists_new(&members, w->count);
  vec_free(&actions);
  return finish(&m, g->count);
}

void slots_free(Slots *s)
{
  lists_free(&s->members);
  lists_free(&s->of_state);
  lists_free(&s->of_slot);
  free(s->group_of);
  free(s->first);
  free(s->action);
  free(s->group);
  free(s->order);
  *s = (Slots){0};
}

uint32_t slots_find(const Slots *s, StateId a, uint32_t action)
{
  return find_in(s->first, s->action, s->group_of[a], action);
}
