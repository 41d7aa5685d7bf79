#include "csp/machine/machine.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "csp/machine/machine_impl.h"

enum { MOST_STATES = 2000000, MOST_RULES = 8000000 };

/* Leaves may take so long; those that are infinite are explored step by step after that. */
enum { SECONDS_FOR_LEAVES = 5, SHARE_FOR_LEAVES = 4 };

static double time_for_leaves(const ProcessSource *source)
{
  const Limits *l = source->effort.limits;
  double now = clock_seconds(), left = l->deadline - now;
  return now + (l->deadline > 0 ? left / SHARE_FOR_LEAVES : SECONDS_FOR_LEAVES);
}

void machine_free(Machine *m)
{
  network_free(m->network);
  leaf_store_free(&m->leaves);
  event_labels_free(&m->labels);
  datum_numbers_free(&m->events);
  vec_free(&m->waits);
  free(m);
}

bool machine_waits(Machine *m, uint32_t event)
{
  if (datum_is_fault(m->priority)) return false;
  while (m->waits.len <= event) {
    uint32_t e = m->waits.len;
    bool waits = e >= MACHINE_FIRST_EVENT &&
                 m->source.contains(&m->source, m->priority, m->events.all.data[e]);
    vec_push(&m->waits, waits);
  }
  return m->waits.data[event];
}

/* The rules and leaves; false: it must be done by terms. */
static bool make_network(Machine *m)
{
  NetworkPlan plan = {0};
  bool good = skeleton_plan(&m->leaves, m->process, &plan);
  if (good) m->network = network_new(&plan);
  network_plan_free(&plan);
  return good;
}

static void add_channels(Machine *m)
{
  Datum channel;
  for (uint32_t at = 0; m->source.next_channel(&m->source, &at, &channel);)
    event_labels_add(&m->labels, channel);
}

Lts *machine_lts_from(ProcessSource source, Datum process, MachineOptions options)
{
  CompressMode mode = options.plain                      ? COMPRESS_NEVER
                      : datum_is_fault(options.priority) ? COMPRESS_FREELY
                                                         : COMPRESS_STRONGLY;
  Machine *m = memory_zeroed(1, sizeof *m);
  m->source = source;
  m->events = event_table_new();
  m->process = process;
  m->priority = options.priority;
  m->leaves = (LeafStore){.source = &m->source,
                          .events = &m->events,
                          .mode = mode,
                          .most_states = options.most_states ? options.most_states : MOST_STATES,
                          .most_rules = MOST_RULES,
                          .until = time_for_leaves(&source)};
  event_labels_init(&m->labels, &m->source, &m->events);
  /* A process without parallels is explored as far as it is needed: it may be infinite. */
  if (!skeleton_is_leaf(source.pool, process) && make_network(m)) {
    event_labels_complete(&m->labels);
    machine_waits(m, m->events.all.len - 1);
    return network_lts_new(m);
  }
  add_channels(m);
  return term_lts_new(m);
}

Lts *machine_lts(Stepper *stepper, Datum process, MachineOptions options)
{
  return machine_lts_from(source_of_stepper(stepper), process, options);
}

/* ------------------------------------------------------------------- inside */

static Machine *machine_of(const Lts *lts)
{
  return network_lts_is(lts) ? network_lts_machine(lts) : term_lts_machine(lts);
}

bool machine_is(const Lts *lts) { return network_lts_is(lts) || term_lts_is(lts); }

uint32_t machine_components(const Lts *lts)
{
  return network_lts_is(lts) ? network_members(machine_of(lts)->network) : 1;
}

void machine_print_component(Lts *lts, uint32_t component, Text *text)
{
  Machine *m = machine_of(lts);
  Datum process = network_lts_is(lts) ? network_process(m->network, component) : m->process;
  m->source.print(&m->source, text, process);
}

void machine_moves(Lts *lts, const Value *before, const Transition *t, MachineMoved *moved,
                   void *context)
{
  Text text = {0};
  if (network_lts_is(lts)) {
    network_lts_moves(lts, before, t, moved, context);
    return;
  }
  lts->print_label(lts, &text, t->label, t->arguments);
  moved(context, 0, text_string(&text));
  text_free(&text);
}

void machine_offers(Lts *lts, const Value *state, uint32_t component, MachineMoved *moved,
                    void *context)
{
  if (network_lts_is(lts)) network_lts_offers(lts, state, component, moved, context);
}
