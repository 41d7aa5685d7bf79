#include "csp/machine/acceptance.h"

#include <assert.h>

/* ✓ has the least number after τ. */
static bool offers_tick(const Component *c, uint32_t s)
{
  return c->begin[s] < c->begin[s + 1] && c->moves[c->begin[s]].event == MACHINE_TICK;
}

bool acceptance_within(const Component *c, uint32_t a, uint32_t b)
{
  assert(component_is_stable(c, a) && component_is_stable(c, b));
  if (c->begin[a] == c->begin[a + 1]) return true;
  if (offers_tick(c, a)) return offers_tick(c, b);
  if (offers_tick(c, b)) return false;
  uint32_t i = c->begin[a], j = c->begin[b];
  for (; i < c->begin[a + 1]; i++) {
    while (j < c->begin[b + 1] && c->moves[j].event < c->moves[i].event) j++;
    if (j == c->begin[b + 1] || c->moves[j].event != c->moves[i].event) return false;
  }
  return true;
}

void acceptance_minimal(const Component *c, StateSet *set, Effort *effort)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < set->len; i++) {
    uint32_t s = set->data[i], left = 0;
    uint64_t offers = c->begin[s + 1] - c->begin[s];
    bool covered = false;
    if (!effort_goes_on(effort, (kept + UINT64_C(1)) * (offers + 4))) return;
    for (uint32_t k = 0; k < kept && !covered; k++) covered = acceptance_within(c, set->data[k], s);
    if (covered) continue;
    for (uint32_t k = 0; k < kept; k++)
      if (!acceptance_within(c, s, set->data[k])) set->data[left++] = set->data[k];
    set->data[left] = s;
    kept = left + 1;
  }
  set->len = kept;
}

void tau_closure(const Component *c, StateSet *set, uint8_t *mark)
{
  for (uint32_t i = 0; i < set->len; i++) mark[set->data[i]] = 1;
  for (uint32_t i = 0; i < set->len; i++) {
    uint32_t s = set->data[i];
    for (uint32_t m = c->begin[s]; m < c->begin[s + 1] && c->moves[m].event == MACHINE_TAU; m++)
      if (!mark[c->moves[m].to]) {
        mark[c->moves[m].to] = 1;
        vec_push(set, c->moves[m].to);
      }
  }
  for (uint32_t i = 0; i < set->len; i++) mark[set->data[i]] = 0;
}
