#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "csp/machine/network_impl.h"

void network_plan_free(NetworkPlan *p)
{
  vec_free(&p->members);
  vec_free(&p->rules);
  vec_free(&p->parts);
  vec_free(&p->chases);
  vec_free(&p->priorities.ranks);
  vec_free(&p->priorities.above);
}

Network *network_new(NetworkPlan *plan)
{
  Network *n = memory_zeroed(1, sizeof *n);
  n->members = plan->members.len;
  n->about = memory_zeroed(n->members, sizeof *n->about);
  memcpy(n->about, plan->members.data, n->members * sizeof *n->about);
  n->fields = memory_zeroed(n->members, sizeof *n->fields);
  network_place_fields(n);
  network_take_rules(n, plan);
  n->chase_count = plan->chases.len;
  n->chases = memory_zeroed(n->chase_count, sizeof *n->chases);
  for (uint32_t i = 0; i < n->chase_count; i++) n->chases[i] = plan->chases.data[i];
  n->priorities = plan->priorities;
  plan->priorities = (Priorities){0};
  network_choose_masks(n);
  network_fill_fields(n);
  network_fill_masks(n);
  n->ends = true;
  for (uint32_t i = 0; i < n->members; i++) {
    n->has_faults |= n->about[i].leaf->faults.len > 0;
    n->ends &= n->about[i].leaf->component->omega != NO_OMEGA;
  }
  return n;
}

static void free_group(RuleGroup *g)
{
  for (uint32_t k = 0; g->masks && k < g->partner_count; k++) free(g->masks[k]);
  free(g->masks);
  free(g->partners);
}

void network_free(Network *n)
{
  if (!n) return;
  for (uint32_t i = 0; i < n->members; i++) {
    free(n->fields[i].lead_begin);
    free(n->fields[i].follow_begin);
    free(n->fields[i].leads);
    free(n->fields[i].follows);
    free(n->fields[i].found);
  }
  for (uint32_t i = 0; i < n->group_count; i++) free_group(&n->groups[i]);
  free(n->fields);
  free(n->groups);
  free(n->chases);
  vec_free(&n->priorities.ranks);
  vec_free(&n->priorities.above);
  free(n->rules);
  free(n->parts);
  free(n->slots);
  free(n->about);
  free(n);
}

/* --------------------------------------------------------------------- rows */

uint32_t network_width(const Network *n) { return n->width; }
uint32_t network_members(const Network *n) { return n->members; }

Datum network_process(const Network *n, uint32_t member) { return n->about[member].leaf->process; }

const Component *network_component(const Network *n, uint32_t member)
{
  return n->about[member].leaf->component;
}

uint32_t network_state(const Network *n, const Value *row, uint32_t member)
{
  return field_state(&n->fields[member], row);
}

bool network_is_done(const Network *n, const Value *row)
{
  for (uint32_t i = 0; i < n->members && n->ends; i++)
    if (network_state(n, row, i) != member_done(&n->about[i], n->about[i].chain)) return false;
  return n->ends;
}

static const StateFault *find_fault(const Leaf *leaf, uint32_t state)
{
  uint32_t low = 0, high = leaf->faults.len;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (leaf->faults.data[middle].state < state) low = middle + 1;
    else high = middle;
  }
  bool found = low < leaf->faults.len && leaf->faults.data[low].state == state;
  return found ? &leaf->faults.data[low] : NULL;
}

const StateFault *network_fault(const Network *n, const Value *row)
{
  const StateFault *fault = NULL;
  for (uint32_t i = 0; n->has_faults && i < n->members && !fault; i++)
    fault = find_fault(n->about[i].leaf, network_state(n, row, i));
  return fault;
}

/* -------------------------------------------------------------- transitions */

NetworkHand *network_hand_new(const Network *n, const Limits *limits)
{
  NetworkHand *h = memory_zeroed(1, sizeof *h);
  h->network = n;
  h->row = memory_zeroed(n->width, sizeof *h->row);
  h->choices = memory_zeroed(n->most_parts, sizeof *h->choices);
  if (n->chase_count) h->chaser = chaser_new(n, limits);
  if (n->priorities.ranks.len) h->ranking = ranking_new(n);
  return h;
}

const char *network_hand_stopped(const NetworkHand *h)
{
  return h->chaser ? chaser_stopped(h->chaser) : NULL;
}

void network_hand_free(NetworkHand *h)
{
  if (!h) return;
  free(h->row);
  free(h->choices);
  chaser_free(h->chaser);
  ranking_free(h->ranking);
  free(h);
}

/* The first move of the state by the event, or the first one after it. */
static const Follow *search_follow(const Field *f, uint32_t state, uint32_t event)
{
  const Follow *low = f->follows + f->follow_begin[state];
  const Follow *high = f->follows + f->follow_begin[state + 1];
  while (low < high) {
    const Follow *middle = low + (high - low) / 2;
    if (middle->event < event) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* The moves of the part in this state of the whole; false: there are none. */
static bool find_choice(const Network *n, const Value *row, uint32_t part, Choice *choice)
{
  uint32_t event = n->parts[part].event;
  const Field *f = &n->fields[n->parts[part].component];
  uint32_t state = field_state(f, row);
  const Follow *first, *end = f->follows + f->follow_begin[state + 1];
  if (f->found) {
    uint32_t found = f->found[(size_t) state * f->slots + n->slots[part]];
    if (found == UINT32_MAX) return false;
    first = f->follows + found;
  } else {
    first = search_follow(f, state, event);
    if (first == end || first->event != event) return false;
  }
  const Follow *behind = first + 1;
  while (behind < end && behind->event == event) behind++;
  *choice = (Choice){first, first, behind, f};
  return true;
}

static void put_field(Value *row, const Field *f, uint64_t bits)
{
  row[f->word].word = (row[f->word].word & ~f->mask) | bits;
}

/* The parts of a rule from the number `from` on take part in every way; those before have moved. */
static void take_together(NetworkHand *h, const NetworkRule *r, uint32_t from, const Value *row,
                          NetworkSink *sink)
{
  const Network *n = h->network;
  uint32_t others = r->firing.count - from;
  for (uint32_t i = 0; i < others; i++)
    if (!find_choice(n, row, r->begin + from + i, &h->choices[i])) return;
  for (uint32_t i = 0; i < others; i++)
    put_field(h->row, h->choices[i].field, h->choices[i].at->bits);
  for (;;) { /* all combinations, like an odometer */
    sink->accept(sink, &r->firing, h->row);
    uint32_t i = 0;
    for (; i < others; i++) {
      Choice *c = &h->choices[i];
      if (++c->at == c->end) c->at = c->first;
      put_field(h->row, c->field, c->at->bits);
      if (c->at != c->first) break;
    }
    if (i == others) break;
  }
  for (uint32_t i = 0; i < others; i++) {
    const Field *f = h->choices[i].field;
    put_field(h->row, f, row[f->word].word & f->mask);
  }
}

static void take_by_moves(NetworkHand *h, const RuleGroup *g, const Value *row, NetworkSink *sink)
{
  const Network *n = h->network;
  const Field *f = &n->fields[g->member];
  uint32_t state = field_state(f, row);
  const Lead *lead = f->leads + f->lead_begin[state], *end = f->leads + f->lead_begin[state + 1];
  for (; lead < end; lead++) {
    put_field(h->row, f, lead->bits);
    for (uint32_t i = lead->first; i < lead->end; i++) {
      const NetworkRule *r = &n->rules[i];
      if (r->firing.count > 1) take_together(h, r, 1, row, sink);
      else sink->accept(sink, &r->firing, h->row);
    }
  }
  put_field(h->row, f, row[f->word].word & f->mask);
}

static void take_by_masks(NetworkHand *h, const RuleGroup *g, const Value *row, NetworkSink *sink)
{
  const Network *n = h->network;
  for (uint32_t word = 0; word < g->words; word++) {
    uint64_t permitted = UINT64_MAX;
    for (uint32_t k = 0; k < g->partner_count && permitted; k++) {
      uint32_t state = field_state(&n->fields[g->partners[k]], row);
      permitted &= g->masks[k][(size_t) state * g->words + word];
    }
    for (; permitted; permitted &= permitted - 1) {
      uint32_t rule = g->first + word * 64 + (uint32_t) __builtin_ctzll(permitted);
      take_together(h, &n->rules[rule], 0, row, sink);
    }
  }
}

void network_take_group(NetworkHand *h, const RuleGroup *g, const Value *row, NetworkSink *sink)
{
  if (g->words) take_by_masks(h, g, row, sink);
  else take_by_moves(h, g, row, sink);
}

void network_take_all(NetworkHand *h, const Value *row, NetworkSink *sink)
{
  const Network *n = h->network;
  if (h->chaser) {
    chaser_next(h, row, sink);
    return;
  }
  memcpy(h->row, row, n->width * sizeof *row);
  for (uint32_t k = 0; k < n->group_count; k++) network_take_group(h, &n->groups[k], row, sink);
}

void network_next(NetworkHand *h, const Value *row, NetworkSink *sink)
{
  if (h->chaser) chaser_begin(h->chaser);
  if (h->ranking) ranking_next(h, row, sink);
  else network_take_all(h, row, sink);
}

void network_first(NetworkHand *h, Value *row)
{
  for (uint32_t i = 0; i < h->network->width; i++) row[i] = value_bits(0);
  if (!h->chaser) return;
  chaser_begin(h->chaser);
  chaser_first(h->chaser, row);
}
