#include "compare/weak.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"

static bool must_stop(Weak *w, uint32_t step)
{
  if (step % 1024 == 0) space_check_limits(w->space);
  return w->space->stopped;
}

/* ------------------------------------------------------------------- making */

static void find_components(Weak *w)
{
  uint32_t states = states_count(w->space->states);
  Cycles *cycles = cycles_new(w->space);
  LinkList members = {0}, next = {0};
  for (StateId i = 0; i < states; i++) {
    w->of[i] = cycles_component(cycles, i);
    vec_push(&members, link_of(w->of[i], i));
  }
  for (StateId i = 0; i < states; i++) {
    EdgeRange r = space_edges(w->space, i);
    for (uint32_t k = r.begin; k < r.end && w->space->edges.data[k].action == ACTION_TAU; k++) {
      uint32_t to = w->of[w->space->edges.data[k].to];
      if (to != w->of[i]) vec_push(&next, link_of(w->of[i], to));
    }
  }
  w->count = cycles_count(cycles);
  assert(states == states_count(w->space->states));
  w->members = lists_new(&members, w->count);
  w->next = lists_new(&next, w->count);
  cycles_free(cycles);
}

typedef VEC(uint32_t) Numbers;

static void add_set(Numbers *all, const Sets *sets, uint32_t set)
{
  uint32_t count;
  const uint32_t *elements = sets_get(sets, set, &count);
  for (uint32_t i = 0; i < count; i++) vec_push(all, elements[i]);
}

static uint32_t keep_set(Numbers *all, Sets *sets)
{
  uint32_t count = all->len ? sets_sort(all->data, all->len) : 0;
  return sets_add(sets, all->data, count);
}

#ifndef NDEBUG
/* Do hidden edges lead to components with smaller numbers only? */
static bool is_ordered(const Weak *w)
{
  for (uint32_t i = 0; i < w->count; i++)
    for (uint32_t k = w->next.begin[i]; k < w->next.begin[i + 1]; k++)
      if (w->next.items[k] >= i) return false;
  return true;
}
#endif

static void find_calls(Weak *w, uint32_t component, Numbers *all)
{
  Sets *menus = alphabet_menus(w->space->alphabet);
  all->len = 0;
  for (uint32_t i = w->members.begin[component]; i < w->members.begin[component + 1]; i++) {
    uint32_t menu = space_menu(w->space, w->members.items[i]);
    add_set(all, menus, menu);
  }
  for (uint32_t i = w->next.begin[component]; i < w->next.begin[component + 1]; i++)
    add_set(all, menus, w->calls[w->next.items[i]]);
  w->calls[component] = keep_set(all, menus);
}

/* Removes menus that have others inside. */
static void keep_least(Numbers *all, const Sets *menus)
{
  uint32_t kept = 0;
  all->len = all->len ? sets_sort(all->data, all->len) : 0;
  for (uint32_t i = 0; i < all->len; i++) {
    bool least = true;
    for (uint32_t k = 0; k < kept && least; k++)
      least = !sets_within(menus, all->data[k], all->data[i]);
    for (uint32_t k = i + 1; k < all->len && least; k++)
      least = !sets_within(menus, all->data[k], all->data[i]);
    if (least) all->data[kept++] = all->data[i];
  }
  all->len = kept;
}

static void find_offers(Weak *w, uint32_t component, Numbers *all)
{
  StateId first = w->members.items[w->members.begin[component]];
  all->len = 0;
  if (space_is_stable(w->space, first)) vec_push(all, w->calls[component]);
  for (uint32_t i = w->next.begin[component]; i < w->next.begin[component + 1]; i++)
    add_set(all, w->sets, w->offers[w->next.items[i]]);
  keep_least(all, alphabet_menus(w->space->alphabet));
  w->offers[component] = keep_set(all, w->sets);
}

static void find_initial(Weak *w)
{
  bool *reached = memory_zeroed(w->count, sizeof *reached);
  for (uint32_t i = 0; i < w->space->initial.len; i++)
    reached[w->of[w->space->initial.data[i]]] = true;
  for (uint32_t i = w->count; i > 0; i--) {
    if (!reached[i - 1]) continue;
    for (uint32_t k = w->next.begin[i - 1]; k < w->next.begin[i]; k++)
      reached[w->next.items[k]] = true;
    for (uint32_t k = w->members.begin[i - 1]; k < w->members.begin[i]; k++)
      w->initial[w->members.items[k]] = true;
  }
  free(reached);
}

Weak *weak_new(Space *space)
{
  Weak *w = memory_zeroed(1, sizeof *w);
  uint32_t states = states_count(space->states);
  Numbers all = {0};
  w->space = space;
  w->sets = sets_new();
  w->of = memory_zeroed(states, sizeof *w->of);
  w->initial = memory_zeroed(states, sizeof *w->initial);
  find_components(w);
  assert(is_ordered(w));
  w->calls = memory_zeroed(w->count, sizeof *w->calls);
  w->offers = memory_zeroed(w->count, sizeof *w->offers);
  for (uint32_t i = 0; i < w->count && !must_stop(w, i); i++) {
    find_calls(w, i, &all);
    find_offers(w, i, &all);
  }
  find_initial(w);
  vec_free(&all);
  return w;
}

void weak_free(Weak *w)
{
  if (!w) return;
  lists_free(&w->members);
  lists_free(&w->next);
  sets_free(w->sets);
  free(w->of);
  free(w->calls);
  free(w->offers);
  free(w->initial);
  free(w);
}

/* ---------------------------------------------------------------- questions */

bool weak_is_restless(const Weak *w, StateId state)
{
  uint32_t count;
  sets_get(w->sets, w->offers[w->of[state]], &count);
  return count == 0;
}

bool weak_offers(const Weak *w, StateId state, uint32_t menu)
{
  uint32_t count;
  const uint32_t *offers = sets_get(w->sets, w->offers[w->of[state]], &count);
  for (uint32_t i = 0; i < count; i++)
    if (sets_within(alphabet_menus(w->space->alphabet), offers[i], menu)) return true;
  return false;
}

/* Components in the order in which they are found, each once. */
typedef struct {
  Numbers all;
  bool *seen;
} Reach;

static void reach_component(Reach *r, uint32_t component)
{
  if (r->seen[component]) return;
  r->seen[component] = true;
  vec_push(&r->all, component);
}

static void close_reach(const Weak *w, Reach *r)
{
  for (uint32_t i = 0; i < r->all.len; i++) {
    uint32_t at = r->all.data[i];
    for (uint32_t k = w->next.begin[at]; k < w->next.begin[at + 1]; k++)
      reach_component(r, w->next.items[k]);
  }
}

static void step_reach(const Weak *w, const Reach *from, uint32_t action, Reach *to)
{
  for (uint32_t i = 0; i < from->all.len; i++) {
    uint32_t at = from->all.data[i];
    for (uint32_t k = w->members.begin[at]; k < w->members.begin[at + 1]; k++) {
      EdgeRange r = space_edges(w->space, w->members.items[k]);
      for (uint32_t j = r.begin; j < r.end; j++)
        if (alphabet_fits(w->space->alphabet, action, w->space->edges.data[j].action))
          reach_component(to, w->of[w->space->edges.data[j].to]);
    }
  }
}

static void free_reach(Reach *r)
{
  vec_free(&r->all);
  free(r->seen);
}

void weak_after(const Weak *w, StateId state, uint32_t action, StateList *out)
{
  Reach before = {.seen = memory_zeroed(w->count, sizeof *before.seen)};
  Reach after = {.seen = memory_zeroed(w->count, sizeof *after.seen)};
  reach_component(&before, w->of[state]);
  close_reach(w, &before);
  if (action != ACTION_TAU) {
    step_reach(w, &before, action, &after);
    close_reach(w, &after);
  }
  const Reach *result = action == ACTION_TAU ? &before : &after;
  out->len = 0;
  for (uint32_t i = 0; i < result->all.len; i++) {
    uint32_t at = result->all.data[i];
    for (uint32_t k = w->members.begin[at]; k < w->members.begin[at + 1]; k++)
      vec_push(out, w->members.items[k]);
  }
  if (out->len) out->len = sets_sort(out->data, out->len);
  free_reach(&before);
  free_reach(&after);
}
