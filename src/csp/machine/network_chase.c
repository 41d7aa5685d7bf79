#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "csp/machine/network_impl.h"

enum { WORK_OF_STEP = 32 };

struct Chaser {
  NetworkSink sink; /* first: takes the first transition */
  NetworkHand hand; /* another one: a transition is followed while others are being found */
  Value *next, *mark, *after;
  bool *diverges; /* by chase, for the state whose transitions are asked for */
  bool found;
  Effort effort;
};
typedef struct Chaser Chaser;

static void take_first(NetworkSink *sink, const Firing *firing, const Value *row)
{
  Chaser *c = (Chaser *) sink;
  (void) firing;
  if (c->found) return;
  c->found = true;
  memcpy(c->next, row, c->hand.network->width * sizeof *row);
}

Chaser *chaser_new(const Network *n, const Limits *limits)
{
  Chaser *c = memory_zeroed(1, sizeof *c);
  c->sink.accept = take_first;
  c->effort.limits = limits;
  c->hand = (NetworkHand){.network = n};
  c->hand.row = memory_zeroed(n->width, sizeof(Value));
  c->hand.choices = memory_zeroed(n->most_parts, sizeof *c->hand.choices);
  c->next = memory_zeroed(n->width, sizeof *c->next);
  c->mark = memory_zeroed(n->width, sizeof *c->mark);
  c->after = memory_zeroed(n->width, sizeof *c->after);
  c->diverges = memory_zeroed(n->chase_count, sizeof *c->diverges);
  return c;
}

void chaser_free(Chaser *c)
{
  if (!c) return;
  free(c->hand.row);
  free(c->hand.choices);
  free(c->next);
  free(c->mark);
  free(c->after);
  free(c->diverges);
  free(c);
}

/* The first step of a chase, from the row to c->next; false: there is none. */
static bool find_step(Chaser *c, const Value *row, uint32_t chase)
{
  const Network *n = c->hand.network;
  c->found = false;
  memcpy(c->hand.row, row, n->width * sizeof *row);
  for (uint32_t i = n->free_groups; i < n->group_count && !c->found; i++)
    if (n->groups[i].chase == chase + 1) network_take_group(&c->hand, &n->groups[i], row, &c->sink);
  return c->found;
}

const char *chaser_stopped(const Chaser *c) { return c->effort.stopped; }

/* A loop is found when it comes back to the last of the rows where a mark was left, after 1, 2, 4 …
 * steps.  Then the row stays one of the loop.  False: it is time to stop. */
static bool follow_chase(Chaser *c, Value *row, uint32_t chase)
{
  size_t bytes = c->hand.network->width * sizeof *row;
  memcpy(c->mark, row, bytes);
  for (uint64_t taken = 1, next_mark = 1; find_step(c, row, chase); taken++) {
    memcpy(row, c->next, bytes);
    if (!memcmp(row, c->mark, bytes)) return true;
    if (!effort_goes_on(&c->effort, WORK_OF_STEP)) return false;
    if (taken == next_mark) {
      memcpy(c->mark, row, bytes);
      next_mark *= 2;
    }
  }
  return true;
}

static bool follow_all(Chaser *c, Value *row)
{
  for (uint32_t i = 0; i < c->hand.network->chase_count; i++)
    if (!follow_chase(c, row, i)) return false;
  return true;
}

void chaser_begin(Chaser *c) { c->effort.stopped = NULL; }
void chaser_first(Chaser *c, Value *row) { follow_all(c, row); }

typedef struct {
  NetworkSink sink; /* first */
  NetworkHand *hand;
  NetworkSink *out;
  bool divergent; /* some chase is */
} Following;

static bool is_held(const Chaser *c, uint32_t member)
{
  const Network *n = c->hand.network;
  for (uint32_t i = 0; i < n->chase_count; i++)
    if (c->diverges[i] && n->chases[i].first <= member && member < n->chases[i].end) return true;
  return false;
}

static void follow(NetworkSink *sink, const Firing *firing, const Value *row)
{
  Following *f = (Following *) sink;
  Chaser *c = f->hand->chaser;
  for (uint32_t i = 0; f->divergent && i < firing->count; i++)
    if (is_held(c, firing->parts[i].component)) return;
  memcpy(c->after, row, f->hand->network->width * sizeof *row);
  if (follow_all(c, c->after)) f->out->accept(f->out, firing, c->after);
}

/* In a row that was followed steps are possible only where they never end. */
static bool find_divergent(Chaser *c, const Value *row)
{
  bool any = false;
  for (uint32_t i = 0; i < c->hand.network->chase_count; i++)
    any |= c->diverges[i] = find_step(c, row, i);
  return any;
}

void chaser_next(NetworkHand *h, const Value *row, NetworkSink *sink)
{
  const Network *n = h->network;
  Following f = {{follow}, h, sink, find_divergent(h->chaser, row)};
  if (f.divergent) {
    RulePart part = {n->chases[0].first, MACHINE_TAU};
    sink->accept(sink, &(Firing){MACHINE_TAU, MACHINE_TAU, 1, &part}, row);
  }
  memcpy(h->row, row, n->width * sizeof *row);
  for (uint32_t k = 0; k < n->free_groups; k++) network_take_group(h, &n->groups[k], row, &f.sink);
}
