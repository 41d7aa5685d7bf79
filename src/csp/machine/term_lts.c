#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "csp/machine/machine_impl.h"
#include "lts/plain.h"

/* States are terms; a row is the number of one in the pool. */
typedef struct {
  EventLts base; /* first */
  Machine *machine;
} TermLts;

static void free_terms(Lts *);

static TermLts *terms_of(Lts *lts)
{
  assert(lts->free == free_terms);
  return (TermLts *) lts;
}

bool term_lts_is(const Lts *lts) { return lts->free == free_terms; }
Machine *term_lts_machine(const Lts *lts) { return ((const TermLts *) lts)->machine; }

static Value value_of_term(Datum term) { return value_small(datum_number(term)); }

static Datum term_of_value(Value v)
{
  return (Datum){(uint64_t) value_small_int(v) << 4 | DATUM_PROCESS};
}

static void initial(Lts *lts, Sink *sink)
{
  Value row = value_of_term(terms_of(lts)->machine->process);
  sink->accept(sink, &(Transition){LABEL_START, NULL, &row});
}

static void next(Lts *lts, const Value *state, Sink *sink)
{
  Machine *m = terms_of(lts)->machine;
  StepList list;
  if (!m->source.steps(&m->source, term_of_value(*state), &list)) {
    CspFault fault = m->source.take_fault(&m->source);
    event_lts_trouble(&fault, sink);
    return;
  }
  bool waiting = list.count && datum_same(list.steps[0].event, EVENT_TAU);
  for (uint32_t i = 0; i < list.count; i++) {
    uint32_t event = datum_numbers_add(&m->events, list.steps[i].event);
    if (waiting && machine_waits(m, event)) continue;
    Value argument = value_small(event), row = value_of_term(list.steps[i].after);
    sink->accept(sink, &(Transition){event_label(&m->labels, event), &argument, &row});
  }
}

static bool is_terminated(Lts *lts, const Value *state)
{
  return datum_tag(terms_of(lts)->machine->source.pool, term_of_value(*state)) == TERM_OMEGA;
}

static LtsColumn column(Lts *lts, uint32_t i)
{
  (void) lts, (void) i;
  return (LtsColumn){.kind = COLUMN_WIDE};
}

static void print_column(Lts *lts, Text *text, uint32_t i, Value v)
{
  ProcessSource *source = &terms_of(lts)->machine->source;
  (void) i;
  source->print(source, text, term_of_value(v));
}

static void free_terms(Lts *lts)
{
  machine_free(terms_of(lts)->machine);
  free(lts);
}

Lts *term_lts_new(Machine *m)
{
  TermLts *t = memory_zeroed(1, sizeof *t);
  event_lts_init(&t->base, &m->labels);
  t->machine = m;
  Lts *lts = &t->base.lts;
  lts->width = 1;
  lts->initial = initial;
  lts->next = next;
  lts->is_terminated = is_terminated;
  lts->column = column;
  lts->column_name = lts_plain_column_name;
  lts->print_column = print_column;
  lts->describe = machine_describe;
  lts->free = free_terms;
  return lts;
}
