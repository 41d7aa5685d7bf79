#include "compare/refusal.h"

#include <stdlib.h>

/* What all of the sets have in common must be offered.  Without stable states
 * nothing may be refused. */
static bool singletons_fit(const Alphabet *alphabet, const Sets *menus, NormalOffers offers,
                           uint32_t menu)
{
  uint32_t count;
  if (offers.count == 0) {
    sets_get(menus, menu, &count);
    return count == alphabet_calls(alphabet);
  }
  const uint32_t *first = sets_get(menus, offers.sets[0], &count);
  for (uint32_t i = 0; i < count; i++) {
    bool common = !sets_has(menus, menu, first[i]);
    for (uint32_t j = 1; j < offers.count && common; j++)
      common = sets_has(menus, offers.sets[j], first[i]);
    if (common) return false;
  }
  return true;
}

/* Does the state offer just this set?  Of a choice that what is in the set counts. */
static bool offers_exactly(Space *impl, StateId state, uint32_t set)
{
  Alphabet *alphabet = impl->alphabet;
  EdgeRange r = space_edges(impl, state);
  for (uint32_t i = r.begin; i < r.end; i++)
    if (!alphabet_may_call(alphabet, set, impl->edges.data[i].action)) return false;
  return sets_within(alphabet_menus(alphabet), set, space_menu(impl, state));
}

bool refusal_fits(Normal *normal, Space *impl, StateId state, NodeId node, RefineOptions options)
{
  const Sets *menus = alphabet_menus(impl->alphabet);
  uint32_t menu = space_menu(impl, state);
  NormalOffers offers = normal_offers(normal, node);
  if (options.model == REFINE_SINGLETON_FAILURES || options.model == REFINE_NONBLOCKING)
    return singletons_fit(impl->alphabet, menus, offers, menu);
  for (uint32_t i = 0; i < offers.count; i++)
    if (options.exact ? offers_exactly(impl, state, offers.sets[i])
                      : sets_within(menus, offers.sets[i], menu))
      return true;
  return false;
}

bool refusal_forgives(Normal *normal, Alphabet *alphabet, NodeId node, uint32_t action)
{
  NormalOffers offers = normal_offers(normal, node);
  for (uint32_t i = 0; i < offers.count; i++)
    if (!alphabet_may_call(alphabet, offers.sets[i], action)) return true;
  return false;
}

uint32_t *refusal_difference(Normal *normal, Alphabet *alphabet, NodeId node, uint32_t menu,
                             uint32_t *count)
{
  const Sets *menus = alphabet_menus(alphabet);
  NormalOffers offers = normal_offers(normal, node);
  VEC(uint32_t) all = {0};
  for (uint32_t i = 0; i < offers.count; i++) {
    uint32_t size;
    const uint32_t *actions = sets_get(menus, offers.sets[i], &size);
    for (uint32_t j = 0; j < size; j++)
      if (!sets_has(menus, menu, actions[j])) vec_push(&all, actions[j]);
  }
  *count = all.len ? sets_sort(all.data, all.len) : 0;
  return all.data;
}
