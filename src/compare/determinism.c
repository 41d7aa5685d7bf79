#include "compare/determinism.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "compare/constant_keys.h"

typedef struct {
  uint32_t from, action; /* a node of the list, and the step from there; NO_NODE: none */
  NodeId node;
} Reached;

typedef struct {
  Space *space;
  Normal *normal;
  VEC(Reached) list; /* breadth-first */
  VEC(bool) seen;    /* by node */
  bool forced;       /* so far */
} OffersWalk;

static void reach(OffersWalk *w, NodeId node, uint32_t from, uint32_t action)
{
  if (node == NO_NODE) return;
  while (w->seen.len <= node) vec_push(&w->seen, false);
  if (w->seen.data[node]) return;
  w->seen.data[node] = true;
  vec_push(&w->list, ((Reached){from, action, node}));
}

/* Has the other system an initial state for each key below `count`? */
static bool has_keys(const Space *other, const uint32_t *keys, uint32_t count)
{
  bool *found = memory_alloc((count + 1) * sizeof *found);
  uint32_t missing = count;
  memset(found, 0, (count + 1) * sizeof *found);
  for (uint32_t i = 0; i < other->initial.len; i++) {
    uint32_t key = keys[other->initial.data[i]];
    if (key >= count || found[key]) continue;
    found[key] = true;
    missing--;
  }
  free(found);
  return missing == 0;
}

/* One node for the initial states of each key. */
static void begin(OffersWalk *w, Space *other)
{
  Names *names = names_new();
  uint32_t *keys = constant_keys(w->space, other, names), key_count = names_count(names);
  uint32_t *other_keys = constant_keys(other, w->space, names);
  w->forced = has_keys(other, other_keys, key_count);
  free(other_keys);
  uint32_t count = w->space->initial.len;
  Keyed *all = constant_keys_order(w->space, keys);
  StateList group = {0};
  for (uint32_t i = 0; i < count; i++) {
    vec_push(&group, all[i].state);
    if (i + 1 < count && all[i + 1].key == all[i].key) continue;
    reach(w, normal_node(w->normal, group.data, group.len), NO_NODE, ACTION_TAU);
    group.len = 0;
  }
  vec_free(&group);
  free(all);
  free(keys);
  names_free(names);
}

/* Are there different actions with the same call? */
static bool chooses_results(const Alphabet *alphabet, uint32_t *actions, uint32_t count)
{
  count = count ? sets_sort(actions, count) : 0;
  for (uint32_t i = 0; i < count; i++) actions[i] = alphabet_call(alphabet, actions[i]);
  return count && sets_sort(actions, count) < count;
}

/* Goes on from the node by all that its states can do; false: by hidden steps, too. */
static bool expand(OffersWalk *w, uint32_t at)
{
  uint32_t count;
  NodeId node = w->list.data[at].node;
  const StateId *states = normal_states(w->normal, node, &count);
  VEC(uint32_t) actions = {0};
  bool visible = true;
  for (uint32_t i = 0; i < count; i++) {
    EdgeRange range = space_edges(w->space, states[i]);
    for (uint32_t e = range.begin; e < range.end; e++) {
      uint32_t action = w->space->edges.data[e].action;
      visible &= action != ACTION_TAU;
      if (actions.len == 0 || actions.data[actions.len - 1] != action) vec_push(&actions, action);
    }
  }
  for (uint32_t i = 0; visible && i < actions.len; i++)
    reach(w, normal_after(w->normal, node, actions.data[i]), at, actions.data[i]);
  if (chooses_results(w->space->alphabet, actions.data, actions.len)) w->forced = false;
  vec_free(&actions);
  return visible;
}

/* Do two states of the node offer different things? */
static bool differs(OffersWalk *w, NodeId node, Determinism *d)
{
  uint32_t count;
  const StateId *states = normal_states(w->normal, node, &count);
  for (uint32_t i = 1; i < count; i++)
    if (space_menu(w->space, states[i]) != space_menu(w->space, states[0])) {
      d->one = states[0];
      d->other = states[i];
      return true;
    }
  return false;
}

static void take_trace(const OffersWalk *w, uint32_t at, Determinism *d)
{
  for (uint32_t i = at; w->list.data[i].from != NO_NODE; i = w->list.data[i].from)
    vec_push(&d->trace, w->list.data[i].action);
  for (uint32_t i = 0; i < d->trace.len / 2; i++) {
    uint32_t last = d->trace.len - 1 - i, action = d->trace.data[i];
    d->trace.data[i] = d->trace.data[last];
    d->trace.data[last] = action;
  }
}

Determinism *determinism_find(Space *space, Space *other, uint32_t limit)
{
  Determinism *d = memory_alloc(sizeof *d);
  *d = (Determinism){0};
  Cycles *cycles = cycles_new(space);
  OffersWalk w = {.space = space, .normal = normal_new(space, cycles, true, NULL)};
  begin(&w, other);
  bool found = false;
  uint32_t i = 0;
  for (; i < w.list.len && i < limit && !found && !d->hidden && !space->stopped; i++) {
    d->hidden = !expand(&w, i);
    found = !d->hidden && differs(&w, w.list.data[i].node, d);
    if (found) take_trace(&w, i, d);
  }
  d->decided = !d->hidden && (found || (i == w.list.len && space->complete && !space->stopped));
  d->holds = d->decided && !found;
  d->forced = d->holds && w.forced;
  vec_free(&w.list);
  vec_free(&w.seen);
  normal_free(w.normal);
  cycles_free(cycles);
  return d;
}

void determinism_free(Determinism *d)
{
  if (!d) return;
  vec_free(&d->trace);
  free(d);
}
