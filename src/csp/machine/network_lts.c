#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "csp/machine/machine_impl.h"
#include "lts/plain.h"

typedef struct {
  EventLts base; /* first */
  Machine *machine;
  bool owns;
  NetworkHand *hand;
  Value *row;
} NetworkLts;

static void free_network(Lts *);
static Lts *fork_network(Lts *);

static NetworkLts *network_of(Lts *lts)
{
  assert(lts->free == free_network);
  return (NetworkLts *) lts;
}

bool network_lts_is(const Lts *lts) { return lts->free == free_network; }
Machine *network_lts_machine(const Lts *lts) { return ((const NetworkLts *) lts)->machine; }

/* Something is missing: a limit was reached. */
static void tell_stopped(const NetworkLts *n, Sink *sink)
{
  const char *stopped = network_hand_stopped(n->hand);
  if (stopped) event_lts_trouble(&(CspFault){FAULT_LIMIT, SPAN_NONE, stopped}, sink);
}

static void initial(Lts *lts, Sink *sink)
{
  NetworkLts *n = network_of(lts);
  network_first(n->hand, n->row);
  tell_stopped(n, sink);
  if (!network_hand_stopped(n->hand)) sink->accept(sink, &(Transition){LABEL_START, NULL, n->row});
}

typedef struct {
  NetworkSink sink; /* first */
  const uint32_t *labels;
  Sink *out;
} Forward;

static void forward(NetworkSink *sink, const Firing *firing, const Value *row)
{
  Forward *f = (Forward *) sink;
  Value argument = value_small(firing->event);
  f->out->accept(f->out, &(Transition){f->labels[firing->event], &argument, row});
}

typedef struct {
  NetworkSink sink; /* first */
  bool found;
} TauSearch;

static void find_tau(NetworkSink *sink, const Firing *firing, const Value *row)
{
  (void) row;
  ((TauSearch *) sink)->found |= firing->event == MACHINE_TAU;
}

typedef struct {
  Forward forward; /* first */
  const bool *waits;
} Preferring;

static void forward_urgent(NetworkSink *sink, const Firing *firing, const Value *row)
{
  if (!((Preferring *) sink)->waits[firing->event]) forward(sink, firing, row);
}

/* Events of low priority wait where τ is possible. */
static void next_preferring(NetworkLts *n, const Value *state, Sink *sink)
{
  const Machine *m = n->machine;
  TauSearch search = {{find_tau}, false};
  network_next(n->hand, state, &search.sink);
  if (network_hand_stopped(n->hand)) return;
  Preferring p = {{{search.found ? forward_urgent : forward}, m->labels.labels.data, sink},
                  m->waits.data};
  network_next(n->hand, state, &p.forward.sink);
}

static void next(Lts *lts, const Value *state, Sink *sink)
{
  NetworkLts *n = network_of(lts);
  const Machine *m = n->machine;
  const StateFault *fault = network_fault(m->network, state);
  if (fault) {
    event_lts_trouble(&fault->fault, sink);
  } else if (m->waits.len) {
    next_preferring(n, state, sink);
  } else {
    Forward f = {{forward}, m->labels.labels.data, sink};
    network_next(n->hand, state, &f.sink);
  }
  tell_stopped(n, sink);
}

static bool is_terminated(Lts *lts, const Value *state)
{
  return network_is_done(network_of(lts)->machine->network, state);
}

static LtsColumn column(Lts *lts, uint32_t i)
{
  (void) lts, (void) i;
  return (LtsColumn){.kind = COLUMN_WIDE};
}

static void print_column(Lts *lts, Text *text, uint32_t i, Value v)
{
  (void) lts, (void) i;
  text_printf(text, "%llu", (unsigned long long) value_bits_of(v));
}

static NetworkLts *open_network(Machine *m, bool owns)
{
  NetworkLts *n = memory_zeroed(1, sizeof *n);
  event_lts_init(&n->base, &m->labels);
  n->machine = m;
  n->owns = owns;
  n->hand = network_hand_new(m->network, m->source.effort.limits);
  n->row = memory_zeroed(network_width(m->network), sizeof *n->row);
  Lts *lts = &n->base.lts;
  lts->width = network_width(m->network);
  lts->initial = initial;
  lts->next = next;
  lts->is_terminated = is_terminated;
  lts->column = column;
  lts->column_name = lts_plain_column_name;
  lts->print_column = print_column;
  lts->describe = machine_describe;
  lts->fork = fork_network;
  lts->free = free_network;
  return n;
}

static Lts *fork_network(Lts *lts)
{
  NetworkLts *n = open_network(network_of(lts)->machine, false);
  n->base.lts.style = lts->style;
  return &n->base.lts;
}

static void free_network(Lts *lts)
{
  NetworkLts *n = network_of(lts);
  network_hand_free(n->hand);
  if (n->owns) machine_free(n->machine);
  free(n->row);
  free(n);
}

Lts *network_lts_new(Machine *m) { return &open_network(m, true)->base.lts; }

/* ------------------------------------------------------------- what happened */

typedef struct {
  NetworkSink sink; /* first */
  NetworkLts *network;
  const Transition *wanted;
  MachineMoved *moved;
  void *context;
  bool found;
} Watch;

static int by_component(const void *a, const void *b)
{
  const RulePart *x = a, *y = b;
  return (x->component > y->component) - (x->component < y->component);
}

static void tell_part(const Watch *w, RulePart part)
{
  EventLabels *l = &w->network->machine->labels;
  Lts *lts = &w->network->base.lts;
  bool done = part.event >= l->events->all.len || part.event == MACHINE_TICK;
  Value argument = value_small(part.event);
  Text text = {0};
  if (done || part.event == MACHINE_TAU)
    lts->print_label(lts, &text, done ? LABEL_TICK : LABEL_TAU, NULL);
  else lts->print_label(lts, &text, event_label(l, part.event), &argument);
  w->moved(w->context, part.component, text_string(&text));
  text_free(&text);
}

static void compare_move(NetworkSink *sink, const Firing *firing, const Value *row)
{
  Watch *w = (Watch *) sink;
  const Machine *m = w->network->machine;
  const Transition *t = w->wanted;
  if (w->found || m->labels.labels.data[firing->event] != t->label) return;
  if (t->label >= LABEL_CHANNELS && t->arguments &&
      value_small_int(t->arguments[0]) != firing->event)
    return;
  if (memcmp(row, t->state, network_width(m->network) * sizeof *row) != 0) return;
  w->found = true;
  RulePart *sorted = memory_alloc(firing->count * sizeof *sorted);
  memcpy(sorted, firing->parts, firing->count * sizeof *sorted);
  qsort(sorted, firing->count, sizeof *sorted, by_component);
  for (uint32_t i = 0; i < firing->count; i++) tell_part(w, sorted[i]);
  free(sorted);
}

/* By a hand of its own: the row of the other one is the transition that is asked about, if it has
 * just been found. */
void network_lts_moves(Lts *lts, const Value *before, const Transition *t, MachineMoved *moved,
                       void *context)
{
  NetworkLts *n = network_of(lts);
  Watch w = {{compare_move}, n, t, moved, context, false};
  NetworkHand *hand = network_hand_new(n->machine->network, n->machine->source.effort.limits);
  network_next(hand, before, &w.sink);
  network_hand_free(hand);
}

/* Beyond its states a component has ended. */
void network_lts_offers(Lts *lts, const Value *state, uint32_t member, MachineMoved *moved,
                        void *context)
{
  NetworkLts *n = network_of(lts);
  const Network *network = n->machine->network;
  const Component *c = network_component(network, member);
  uint32_t at = network_state(network, state, member), last = UINT32_MAX;
  Watch w = {.network = n, .moved = moved, .context = context};
  for (uint32_t i = at < c->states ? c->begin[at] : 0; at < c->states && i < c->begin[at + 1];
       i++) {
    if (c->moves[i].event != last) tell_part(&w, (RulePart){member, c->moves[i].event});
    last = c->moves[i].event;
  }
}
