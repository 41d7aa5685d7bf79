#include "compare/normal.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"

enum { DIVERGES_UNKNOWN, DIVERGES_NOT, DIVERGES };

typedef struct {
  uint32_t begin, count; /* in Normal.offers */
  bool known;
  uint8_t diverges;
} NormalNode;

struct Normal {
  Space *space;
  Cycles *cycles;
  const Weak *weak;
  bool exact;
  Sets *sets; /* the nodes */
  VEC(NormalNode) nodes;
  PairMap after;         /* (node, action) -> node; DEAD_END: there is none */
  VEC(uint32_t) offers;  /* sets of alphabet_menus */
  VEC(uint32_t) scratch; /* states of a node that is being made */
  VEC(uint32_t) stamps;  /* by state: the last node it was put into */
  uint32_t stamp;
};

static const uint32_t DEAD_END = NO_SET - 1;

Normal *normal_new(Space *space, Cycles *cycles, bool exact, const Weak *weak)
{
  Normal *n = calloc(1, sizeof *n);
  if (!n) memory_exhausted();
  n->space = space;
  n->cycles = cycles;
  n->exact = exact;
  n->weak = weak;
  n->sets = sets_new();
  return n;
}

void normal_free(Normal *n)
{
  if (!n) return;
  sets_free(n->sets);
  vec_free(&n->nodes);
  pair_map_free(&n->after);
  vec_free(&n->offers);
  vec_free(&n->scratch);
  vec_free(&n->stamps);
  free(n);
}

static void begin_node(Normal *n)
{
  n->stamp++;
  n->scratch.len = 0;
}

static void put_state(Normal *n, StateId state)
{
  while (n->stamps.len <= state) vec_push(&n->stamps, 0);
  if (n->stamps.data[state] == n->stamp) return;
  n->stamps.data[state] = n->stamp;
  vec_push(&n->scratch, state);
}

/* Adds what is reached by hidden edges and gives the node its number. */
static NodeId finish_node(Normal *n)
{
  if (n->scratch.len == 0) return NO_NODE;
  for (uint32_t i = 0; i < n->scratch.len; i++) {
    EdgeRange r = space_edges(n->space, n->scratch.data[i]);
    for (uint32_t j = r.begin; j < r.end && n->space->edges.data[j].action == ACTION_TAU; j++)
      put_state(n, n->space->edges.data[j].to);
  }
  uint32_t count = sets_sort(n->scratch.data, n->scratch.len);
  NodeId node = sets_add(n->sets, n->scratch.data, count);
  assert(node <= n->nodes.len);
  if (node == n->nodes.len) vec_push(&n->nodes, (NormalNode){0});
  return node;
}

NodeId normal_node(Normal *n, const StateId *states, uint32_t count)
{
  begin_node(n);
  for (uint32_t i = 0; i < count; i++) put_state(n, states[i]);
  return finish_node(n);
}

/* The first edge of the range with this action or a greater one. */
static uint32_t first_edge(const Space *s, EdgeRange r, uint32_t action)
{
  while (r.begin < r.end) {
    uint32_t middle = r.begin + (r.end - r.begin) / 2;
    if (s->edges.data[middle].action < action) r.begin = middle + 1;
    else r.end = middle;
  }
  return r.begin;
}

/* Where the state gets by the action, or one of the choice. */
static void put_targets(Normal *n, StateId state, uint32_t action)
{
  EdgeRange r = space_edges(n->space, state);
  uint32_t count;
  const uint32_t *actions = alphabet_choices(n->space->alphabet, action, &count);
  const Edge *edges = n->space->edges.data;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t j = first_edge(n->space, r, actions[i]);
         j < r.end && edges[j].action == actions[i]; j++)
      put_state(n, edges[j].to);
}

NodeId normal_after(Normal *n, NodeId node, uint32_t action)
{
  assert(node < n->nodes.len && action != ACTION_TAU);
  uint32_t known = pair_map_get(&n->after, node, action), count;
  if (known != NO_SET) return known == DEAD_END ? NO_NODE : known;
  const StateId *states = sets_get(n->sets, node, &count);
  begin_node(n);
  for (uint32_t i = 0; i < count; i++) put_targets(n, states[i], action);
  NodeId after = finish_node(n);
  pair_map_put(&n->after, node, action, after == NO_NODE ? DEAD_END : after);
  return after;
}

bool normal_diverges(Normal *n, NodeId node)
{
  if (n->nodes.data[node].diverges != DIVERGES_UNKNOWN)
    return n->nodes.data[node].diverges == DIVERGES;
  uint32_t count;
  const StateId *states = sets_get(n->sets, node, &count);
  bool found = false;
  for (uint32_t i = 0; i < count && !found; i++) found = cycles_at(n->cycles, states[i]);
  n->nodes.data[node].diverges = found ? DIVERGES : DIVERGES_NOT;
  return found;
}

/* Keeps the sets from `begin` on that have none of the others inside. */
static void keep_minimal(Normal *n, uint32_t begin)
{
  const Sets *menus = alphabet_menus(n->space->alphabet);
  uint32_t *all = n->offers.data + begin, count = n->offers.len - begin, kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    bool minimal = true;
    for (uint32_t j = 0; j < kept && minimal; j++) minimal = !sets_within(menus, all[j], all[i]);
    for (uint32_t j = i + 1; j < count && minimal; j++)
      minimal = !sets_within(menus, all[j], all[i]);
    if (minimal) all[kept++] = all[i];
  }
  n->offers.len = begin + kept;
}

NormalOffers normal_offers(Normal *n, NodeId node)
{
  assert(node < n->nodes.len);
  NormalNode *about = &n->nodes.data[node];
  if (!about->known) {
    uint32_t count, begin = n->offers.len;
    const StateId *states = sets_get(n->sets, node, &count);
    for (uint32_t i = 0; i < count; i++)
      if (space_is_stable(n->space, states[i]))
        vec_push(&n->offers, space_menu(n->space, states[i]));
      else if (n->weak && weak_is_restless(n->weak, states[i]))
        vec_push(&n->offers, weak_calls(n->weak, states[i]));
    if (n->offers.len > begin)
      n->offers.len = begin + sets_sort(n->offers.data + begin, n->offers.len - begin);
    if (!n->exact && n->offers.len > begin + 1) keep_minimal(n, begin);
    about->begin = begin;
    about->count = n->offers.len - begin;
    about->known = true;
  }
  return (NormalOffers){about->count ? n->offers.data + about->begin : NULL, about->count};
}

const StateId *normal_states(const Normal *n, NodeId node, uint32_t *count)
{
  return sets_get(n->sets, node, count);
}

bool normal_within(const Normal *n, NodeId part, NodeId whole)
{
  return sets_within(n->sets, part, whole);
}

uint32_t normal_count(const Normal *n) { return n->nodes.len; }
