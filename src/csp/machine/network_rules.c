#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "csp/machine/network_impl.h"

/* ------------------------------------------------------------------ leaders */

/* In which share of its states a component can do an event.  Of the parts of a rule the one leads
 * that can do its event in the smallest share of its states, and the others are asked in that
 * order: so few are tried in vain. */
typedef struct {
  uint32_t event;
  double share;
} EventShare;
typedef VEC(EventShare) EventShares; /* ascending by event */

static int by_share_event(const void *a, const void *b)
{
  uint32_t x = ((const EventShare *) a)->event, y = ((const EventShare *) b)->event;
  return (x > y) - (x < y);
}

static void find_component_shares(const Component *c, EventShares *shares)
{
  uint32_t kept = 0;
  for (uint32_t s = 0; s < c->states; s++)
    for (uint32_t i = c->begin[s]; i < c->begin[s + 1]; i++)
      if (i == c->begin[s] || c->moves[i].event != c->moves[i - 1].event)
        vec_push(shares, ((EventShare){c->moves[i].event, 1.0 / c->states}));
  if (shares->len) qsort(shares->data, shares->len, sizeof *shares->data, by_share_event);
  for (uint32_t i = 0; i < shares->len; i++) {
    EventShare *last = kept ? &shares->data[kept - 1] : NULL;
    if (last && last->event == shares->data[i].event) last->share += shares->data[i].share;
    else shares->data[kept++] = shares->data[i];
  }
  shares->len = kept;
}

/* By member. */
static EventShares *find_shares(const NetworkPlan *plan)
{
  EventShares *shares = memory_zeroed(plan->members.len, sizeof *shares);
  for (uint32_t i = 0; i < plan->members.len; i++)
    find_component_shares(plan->members.data[i].leaf->component, &shares[i]);
  return shares;
}

static void free_shares(EventShares *shares, uint32_t members)
{
  for (uint32_t i = 0; i < members; i++) vec_free(&shares[i]);
  free(shares);
}

/* 0 of a DONE_EVENT. */
static double share_of(const EventShares *shares, RulePart part)
{
  EventShare key = {.event = part.event};
  const EventShares *all = &shares[part.component];
  const EventShare *found =
      all->len ? bsearch(&key, all->data, all->len, sizeof key, by_share_event) : NULL;
  return found ? found->share : 0;
}

typedef struct {
  RulePart part;
  double share;
} SharedPart;

static int by_share(const void *a, const void *b)
{
  const SharedPart *x = a, *y = b;
  if (x->share != y->share) return x->share < y->share ? -1 : 1;
  return (x->part.component > y->part.component) - (x->part.component < y->part.component);
}

/* Gives the share of the first. */
static double order_parts(const EventShares *shares, RulePart *parts, uint32_t count,
                          SharedPart *scratch)
{
  for (uint32_t k = 0; k < count; k++)
    scratch[k] = (SharedPart){parts[k], share_of(shares, parts[k])};
  if (count > 1) qsort(scratch, count, sizeof *scratch, by_share);
  for (uint32_t k = 0; k < count; k++) parts[k] = scratch[k].part;
  return scratch[0].share;
}

/* -------------------------------------------------------------------- rules */

static int by_leader(const void *a, const void *b, const RulePart *parts)
{
  const NetworkRule *x = a, *y = b;
  const RulePart *p = &parts[x->begin], *q = &parts[y->begin];
  if (x->chase != y->chase) return x->chase < y->chase ? -1 : 1;
  if (p->component != q->component) return p->component < q->component ? -1 : 1;
  if (p->event != q->event) return p->event < q->event ? -1 : 1;
  if (x->firing.event != y->firing.event) return x->firing.event < y->firing.event ? -1 : 1;
  return (x->begin > y->begin) - (x->begin < y->begin);
}

static void merge_rules(NetworkRule *rules, NetworkRule *scratch, uint32_t count,
                        const RulePart *parts)
{
  if (count < 2) return;
  uint32_t half = count / 2, i = 0, j = half, k = 0;
  merge_rules(rules, scratch, half, parts);
  merge_rules(rules + half, scratch, count - half, parts);
  while (i < half && j < count)
    scratch[k++] = by_leader(&rules[j], &rules[i], parts) < 0 ? rules[j++] : rules[i++];
  while (i < half) scratch[k++] = rules[i++];
  while (j < count) scratch[k++] = rules[j++];
  memcpy(rules, scratch, count * sizeof *rules);
}

/* The rules of one leader follow each other. */
static void find_groups(Network *n)
{
  VEC(RuleGroup) groups = {0};
  for (uint32_t i = 0; i < n->rule_count; i++) {
    uint32_t leader = n->parts[n->rules[i].begin].component, chase = n->rules[i].chase;
    RuleGroup *last = groups.len ? &groups.data[groups.len - 1] : NULL;
    if (last && last->member == leader && last->chase == chase) last->end = i + 1;
    else {
      RuleGroup g = {.member = leader, .chase = chase, .first = i, .end = i + 1};
      vec_push(&groups, g);
      n->free_groups += chase == 0;
    }
  }
  n->groups = groups.data;
  n->group_count = groups.len;
}

void network_take_rules(Network *n, const NetworkPlan *plan)
{
  EventShares *shares = find_shares(plan);
  n->rule_count = plan->rules.len;
  n->part_count = plan->parts.len;
  n->rules = memory_zeroed(n->rule_count, sizeof *n->rules);
  n->parts = memory_zeroed(plan->parts.len, sizeof *n->parts);
  if (plan->parts.len) memcpy(n->parts, plan->parts.data, plan->parts.len * sizeof *n->parts);
  SharedPart *scratch = memory_alloc((n->members + 1) * sizeof *scratch);
  for (uint32_t i = 0; i < n->rule_count; i++) {
    const Rule *r = &plan->rules.data[i];
    assert(r->count > 0 && r->count <= n->members);
    double share = order_parts(shares, &n->parts[r->begin], r->count, scratch);
    Firing firing = {r->event, r->ranked, r->count, &n->parts[r->begin]};
    n->rules[i] = (NetworkRule){firing, r->begin, r->chase, share};
    if (r->count > n->most_parts) n->most_parts = r->count;
  }
  free(scratch);
  free_shares(shares, n->members);
  NetworkRule *spare = memory_alloc((n->rule_count + UINT64_C(1)) * sizeof *spare);
  merge_rules(n->rules, spare, n->rule_count, n->parts);
  free(spare);
  find_groups(n);
}
