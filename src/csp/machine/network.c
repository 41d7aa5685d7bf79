#include "csp/machine/network.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { WORD_BITS = 61, TAG_BITS_OF_WORD = 3 };

typedef struct {       /* a move that leads rules */
  uint32_t first, end; /* of Network.rules */
  uint64_t bits;       /* of the state after it, where they belong in the word */
} Lead;

typedef struct { /* a move that others may need */
  uint32_t event;
  uint64_t bits;
} Follow;

typedef struct {
  uint32_t word, shift;
  uint64_t mask;
  uint32_t *lead_begin, *follow_begin; /* by state, and one more */
  Lead *leads;
  Follow *follows; /* of a state ascending by event */
} Field;

typedef struct {
  uint32_t event;
  uint32_t begin, count; /* parts; the first one leads */
} NetworkRule;

struct Network {
  uint32_t width, members, rule_count, most_parts;
  Field *fields;
  uint32_t *leaders, leader_count; /* members that lead rules */
  NetworkRule *rules;              /* by the leader and its event */
  RulePart *parts;
  Member *about;
  bool has_faults, ends;
};

void network_plan_free(NetworkPlan *p)
{
  vec_free(&p->members);
  vec_free(&p->rules);
  vec_free(&p->parts);
}

/* ------------------------------------------------------------------ members */

static uint32_t member_states(const Member *m) { return m->leaf->component->states + m->chain; }

/* The state of a member after i of its DONE_EVENTs. */
static uint32_t done_state(const Member *m, uint32_t i)
{
  return i == 0 ? m->leaf->component->omega : m->leaf->component->states + i - 1;
}

static uint32_t bits_for(uint32_t greatest)
{
  uint32_t bits = 0;
  for (; greatest; greatest >>= 1) bits++;
  return bits;
}

/* Places the fields into words: each into the first one that has room. */
static void place_fields(Network *n)
{
  uint32_t *used = memory_zeroed(n->members, sizeof *used);
  n->width = 1;
  for (uint32_t i = 0; i < n->members; i++) {
    Field *f = &n->fields[i];
    uint32_t bits = bits_for(member_states(&n->about[i]) - 1), word = 0;
    while (word < n->width && used[word] + bits > WORD_BITS) word++;
    if (word == n->width) n->width++;
    f->word = word;
    f->shift = used[word] + TAG_BITS_OF_WORD;
    f->mask = ((UINT64_C(1) << bits) - 1) << f->shift;
    used[word] += bits;
  }
  free(used);
}

static uint64_t field_bits(const Field *f, uint32_t state) { return (uint64_t) state << f->shift; }

/* -------------------------------------------------------------------- rules */

/* Parts are moved so that the first one leads. */
static int by_leader(const void *a, const void *b, const RulePart *parts)
{
  const NetworkRule *x = a, *y = b;
  const RulePart *p = &parts[x->begin], *q = &parts[y->begin];
  if (p->component != q->component) return p->component < q->component ? -1 : 1;
  if (p->event != q->event) return p->event < q->event ? -1 : 1;
  if (x->event != y->event) return x->event < y->event ? -1 : 1;
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

static void take_rules(Network *n, const NetworkPlan *plan)
{
  n->rule_count = plan->rules.len;
  n->rules = memory_zeroed(n->rule_count, sizeof *n->rules);
  n->parts = memory_zeroed(plan->parts.len, sizeof *n->parts);
  if (plan->parts.len) memcpy(n->parts, plan->parts.data, plan->parts.len * sizeof *n->parts);
  for (uint32_t i = 0; i < n->rule_count; i++) {
    const Rule *r = &plan->rules.data[i];
    RulePart *parts = &n->parts[r->begin];
    uint32_t least = 0;
    assert(r->count > 0);
    for (uint32_t k = 1; k < r->count; k++)
      if (parts[k].component < parts[least].component) least = k;
    RulePart leader = parts[least];
    parts[least] = parts[0];
    parts[0] = leader;
    n->rules[i] = (NetworkRule){r->event, r->begin, r->count};
    if (r->count > n->most_parts) n->most_parts = r->count;
  }
  NetworkRule *scratch = memory_alloc((n->rule_count + UINT64_C(1)) * sizeof *scratch);
  merge_rules(n->rules, scratch, n->rule_count, n->parts);
  free(scratch);
}

/* ------------------------------------------------------------------- fields */

typedef struct {              /* how an event of one member is used */
  uint32_t event, first, end; /* rules that it leads */
  bool follows;
} EventUse;
typedef VEC(EventUse) EventUses; /* ascending by event */

static int by_use(const void *a, const void *b)
{
  uint32_t x = ((const EventUse *) a)->event, y = ((const EventUse *) b)->event;
  return (x > y) - (x < y);
}

static void collect_uses(const Network *n, EventUses *uses)
{
  for (uint32_t i = 0; i < n->rule_count;) {
    RulePart lead = n->parts[n->rules[i].begin];
    uint32_t first = i;
    for (; i < n->rule_count; i++) {
      RulePart other = n->parts[n->rules[i].begin];
      if (other.component != lead.component || other.event != lead.event) break;
      for (uint32_t k = 1; k < n->rules[i].count; k++) {
        RulePart p = n->parts[n->rules[i].begin + k];
        vec_push(&uses[p.component], ((EventUse){p.event, 0, 0, true}));
      }
    }
    vec_push(&uses[lead.component], ((EventUse){lead.event, first, i, false}));
  }
}

static void settle_uses(EventUses *u)
{
  uint32_t kept = 0;
  if (u->len) qsort(u->data, u->len, sizeof *u->data, by_use);
  for (uint32_t i = 0; i < u->len; i++) {
    EventUse *last = kept ? &u->data[kept - 1] : NULL, use = u->data[i];
    if (!last || last->event != use.event) {
      u->data[kept++] = use;
      continue;
    }
    last->follows |= use.follows;
    if (use.end > use.first) last->first = use.first, last->end = use.end;
  }
  u->len = kept;
}

static const EventUse *find_use(const EventUses *u, uint32_t event)
{
  EventUse key = {.event = event};
  return u->len ? bsearch(&key, u->data, u->len, sizeof key, by_use) : NULL;
}

typedef struct {
  VEC(Lead) leads;
  VEC(Follow) follows;
} FieldMoves;

static void add_field_move(FieldMoves *m, const EventUses *uses, const Field *f, Move move)
{
  const EventUse *use = find_use(uses, move.event);
  if (!use) return;
  uint64_t bits = field_bits(f, move.to);
  if (use->end > use->first) vec_push(&m->leads, ((Lead){use->first, use->end, bits}));
  if (use->follows) vec_push(&m->follows, ((Follow){move.event, bits}));
}

static void fill_field(Field *f, const Member *about, const EventUses *uses)
{
  const Component *c = about->leaf->component;
  uint32_t states = member_states(about);
  FieldMoves m = {0};
  f->lead_begin = memory_zeroed((size_t) states + 1, sizeof *f->lead_begin);
  f->follow_begin = memory_zeroed((size_t) states + 1, sizeof *f->follow_begin);
  for (uint32_t s = 0; s < states; s++) {
    if (s < c->states)
      for (uint32_t i = c->begin[s]; i < c->begin[s + 1]; i++)
        add_field_move(&m, uses, f, c->moves[i]);
    for (uint32_t i = 0; i < about->chain; i++)
      if (s == done_state(about, i))
        add_field_move(&m, uses, f, (Move){DONE_EVENT(i + 1), done_state(about, i + 1)});
    f->lead_begin[s + 1] = m.leads.len;
    f->follow_begin[s + 1] = m.follows.len;
  }
  f->leads = m.leads.data;
  f->follows = m.follows.data;
}

Network *network_new(const NetworkPlan *plan)
{
  Network *n = memory_zeroed(1, sizeof *n);
  n->members = plan->members.len;
  n->about = memory_zeroed(n->members, sizeof *n->about);
  memcpy(n->about, plan->members.data, n->members * sizeof *n->about);
  n->fields = memory_zeroed(n->members, sizeof *n->fields);
  n->leaders = memory_zeroed(n->members, sizeof *n->leaders);
  place_fields(n);
  take_rules(n, plan);
  EventUses *uses = memory_zeroed(n->members, sizeof *uses);
  collect_uses(n, uses);
  n->ends = true;
  for (uint32_t i = 0; i < n->members; i++) {
    settle_uses(&uses[i]);
    fill_field(&n->fields[i], &n->about[i], &uses[i]);
    if (n->fields[i].leads) n->leaders[n->leader_count++] = i;
    vec_free(&uses[i]);
    n->has_faults |= n->about[i].leaf->faults.len > 0;
    n->ends &= n->about[i].leaf->component->omega != NO_OMEGA;
  }
  free(uses);
  return n;
}

void network_free(Network *n)
{
  if (!n) return;
  for (uint32_t i = 0; i < n->members; i++) {
    free(n->fields[i].lead_begin);
    free(n->fields[i].follow_begin);
    free(n->fields[i].leads);
    free(n->fields[i].follows);
  }
  free(n->fields);
  free(n->leaders);
  free(n->rules);
  free(n->parts);
  free(n->about);
  free(n);
}

/* --------------------------------------------------------------------- rows */

uint32_t network_width(const Network *n) { return n->width; }
uint32_t network_members(const Network *n) { return n->members; }

Datum network_process(const Network *n, uint32_t member) { return n->about[member].leaf->process; }

static uint32_t field_state(const Field *f, const Value *row)
{
  return (uint32_t) ((row[f->word].word & f->mask) >> f->shift);
}

uint32_t network_state(const Network *n, const Value *row, uint32_t member)
{
  return field_state(&n->fields[member], row);
}

void network_first(const Network *n, Value *row)
{
  for (uint32_t i = 0; i < n->width; i++) row[i] = value_bits(0);
}

bool network_is_done(const Network *n, const Value *row)
{
  for (uint32_t i = 0; i < n->members && n->ends; i++)
    if (network_state(n, row, i) != done_state(&n->about[i], n->about[i].chain)) return false;
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

typedef struct { /* the moves of a part that fit */
  const Follow *at, *first, *end;
  const Field *field;
} Choice;

struct NetworkHand {
  const Network *network;
  Value *row;
  Choice *choices;
};

NetworkHand *network_hand_new(const Network *n)
{
  NetworkHand *h = memory_zeroed(1, sizeof *h);
  h->network = n;
  h->row = memory_zeroed(n->width, sizeof *h->row);
  h->choices = memory_zeroed(n->most_parts, sizeof *h->choices);
  return h;
}

void network_hand_free(NetworkHand *h)
{
  if (!h) return;
  free(h->row);
  free(h->choices);
  free(h);
}

/* The moves of the part in this state of the whole; false: there are none. */
static bool find_choice(const Network *n, const Value *row, RulePart part, Choice *choice)
{
  enum { FEW = 8 };
  const Field *f = &n->fields[part.component];
  uint32_t state = field_state(f, row);
  const Follow *low = f->follows + f->follow_begin[state];
  const Follow *end = f->follows + f->follow_begin[state + 1], *high = end;
  while (high - low > FEW) {
    const Follow *middle = low + (high - low) / 2;
    if (middle->event < part.event) low = middle + 1;
    else high = middle;
  }
  while (low < end && low->event < part.event) low++;
  if (low == end || low->event != part.event) return false;
  high = low + 1;
  while (high < end && high->event == part.event) high++;
  *choice = (Choice){low, low, high, f};
  return true;
}

static void put_field(Value *row, const Field *f, uint64_t bits)
{
  row[f->word].word = (row[f->word].word & ~f->mask) | bits;
}

/* A rule of several parts whose first one has moved already. */
static void take_together(NetworkHand *h, const NetworkRule *r, const Value *row, NetworkSink *sink)
{
  const Network *n = h->network;
  const RulePart *parts = n->parts + r->begin;
  uint32_t others = r->count - 1;
  for (uint32_t i = 0; i < others; i++)
    if (!find_choice(n, row, parts[i + 1], &h->choices[i])) return;
  for (uint32_t i = 0; i < others; i++)
    put_field(h->row, h->choices[i].field, h->choices[i].at->bits);
  for (;;) { /* all combinations, like an odometer */
    sink->accept(sink, r->event, h->row, parts, r->count);
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

void network_next(NetworkHand *h, const Value *row, NetworkSink *sink)
{
  const Network *n = h->network;
  memcpy(h->row, row, n->width * sizeof *row);
  for (uint32_t k = 0; k < n->leader_count; k++) {
    const Field *f = &n->fields[n->leaders[k]];
    uint32_t state = field_state(f, row);
    const Lead *lead = f->leads + f->lead_begin[state], *end = f->leads + f->lead_begin[state + 1];
    for (; lead < end; lead++) {
      put_field(h->row, f, lead->bits);
      for (uint32_t i = lead->first; i < lead->end; i++) {
        const NetworkRule *r = &n->rules[i];
        if (r->count > 1) take_together(h, r, row, sink);
        else sink->accept(sink, r->event, h->row, n->parts + r->begin, 1);
      }
    }
    put_field(h->row, f, row[f->word].word & f->mask);
  }
}
