#include "csp/guide/machine_process.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "csp/guide/links.h"
#include "base/signatures.h"

typedef struct {
  MachineProcess process; /* first */
  MachineLinks links;
  GuideOptions options;
  Signatures rows;     /* the states, by number */
  VEC(Value) row;      /* scratch: the one that is asked about */
  VEC(uint64_t) words; /* scratch: one that is numbered */
  Datum begin;         /* DATUM_FAULT: not known yet */
} Process;

typedef struct { /* what the machine says becomes offers */
  Sink sink;     /* first */
  Process *p;
  Offers *offers;
  bool wrong;
} Offering;

static Process *process_of(MachineProcess *m) { return (Process *) m; }

static Datum state_term(Process *p, const Value *row)
{
  uint32_t width = p->links.machine->width;
  p->words.len = 0;
  for (uint32_t i = 0; i < width; i++) vec_push(&p->words, row[i].word);
  Datum number = datum_int(signatures_add(&p->rows, p->words.data, width));
  return pool_node(p->links.pool, DATUM_PROCESS, TERM_MACHINE, &number, 1);
}

/* A row of its own: numbering others moves those that are stored. */
static const Value *state_row(Process *p, uint32_t state)
{
  uint32_t width;
  const uint64_t *words = signatures_get(&p->rows, state, &width);
  p->row.len = 0;
  for (uint32_t i = 0; i < width; i++) vec_push(&p->row, (Value){words[i]});
  return p->row.data;
}

static void note_trouble(Sink *sink, const Trouble *t)
{
  Offering *o = (Offering *) sink;
  FaultKind kind = t->kind == TROUBLE_FAULT ? FAULT_EVALUATION : FAULT_LIMIT;
  evaluator_raise(o->p->links.evaluator, kind, t->span, "%s", t->message);
  o->wrong = true;
}

/* ------------------------------------------------------------------------ steps */

/* The event of these values; DATUM_FAULT: the channel has none, which is a fault. */
static Datum event_of(Offering *o, uint32_t channel, const Value *values)
{
  MachineLinks *l = &o->p->links;
  bool vague = false;
  const ChannelLink *link = &l->all[channel];
  Datum event = links_event_sure(l, channel, values, &vague);
  bool known = !datum_is_fault(event);
  if (known && evaluator_is_event(l->evaluator, event, link->symbol->span)) return event;
  o->wrong = true;
  if (vague) return evaluator_raise(l->evaluator, FAULT_LIMIT, SPAN_NONE, GUIDE_VAGUE);
  return evaluator_raise(l->evaluator, FAULT_EVALUATION, link->symbol->span,
                         "the %s of the machine has a value that channel %s does not have",
                         link->kind == LINK_PROBE ? "variable" : "operation",
                         link->symbol->name->text);
}

static void offer(Offering *o, Datum event, Datum after)
{
  if (datum_is_fault(event)) return;
  Offer one = {event, after};
  vec_push(o->offers, one);
}

static void accept_step(Sink *sink, const Transition *t)
{
  Offering *o = (Offering *) sink;
  Process *p = o->p;
  uint32_t channel = p->links.channel_of[t->label];
  if (!channel && p->options.block_others) return;
  Datum event = channel ? event_of(o, channel - 1, t->arguments) : EVENT_TAU;
  offer(o, event, state_term(p, t->state));
}

static void offer_probes(Offering *o, const Value *row, Datum here)
{
  MachineLinks *l = &o->p->links;
  for (uint32_t i = 0; i < l->count && !o->wrong; i++)
    if (l->all[i].kind == LINK_PROBE) offer(o, event_of(o, i, &row[l->all[i].at]), here);
}

static bool offers(MachineProcess *m, uint32_t state, Offers *out)
{
  Process *p = process_of(m);
  Lts *machine = p->links.machine;
  Offering o = {{accept_step, note_trouble}, p, out, false};
  const Value *row = state_row(p, state);
  machine->next(machine, row, &o.sink);
  if (!o.wrong) offer_probes(&o, row, state_term(p, row));
  return !o.wrong;
}

/* -------------------------------------------------------------------- beginning */

static void accept_initial(Sink *sink, const Transition *t)
{
  Offering *o = (Offering *) sink;
  offer(o, EVENT_TAU, state_term(o->p, t->state));
}

/* Set-ups of constants become the initial states that follow them. */
static void initialise(Offering *o)
{
  Lts *machine = o->p->links.machine;
  Offers starts = {0};
  Offers *all = o->offers;
  o->offers = &starts;
  machine->initial(machine, &o->sink);
  o->offers = all;
  for (uint32_t i = 0; i < starts.len && !o->wrong; i++) {
    Datum number = datum_part(o->p->links.pool, starts.data[i].after, 0);
    const Value *row = state_row(o->p, (uint32_t) datum_int_of(number));
    if (machine->is_setup(machine, row)) machine->next(machine, row, &o->sink);
    else vec_push(all, starts.data[i]);
  }
  vec_free(&starts);
}

static Datum choice_of(Process *p, const Offers *starts)
{
  if (starts->len == 1) return starts->data[0].after;
  Datum *parts = memory_alloc(starts->len * sizeof *parts);
  for (uint32_t i = 0; i < starts->len; i++) parts[i] = starts->data[i].after;
  Datum choice = pool_node(p->links.pool, DATUM_PROCESS, TERM_INTERNAL, parts, starts->len);
  free(parts);
  return choice;
}

static Datum begin(MachineProcess *m)
{
  Process *p = process_of(m);
  if (!datum_is_fault(p->begin)) return p->begin;
  Offers starts = {0};
  Offering o = {{accept_initial, note_trouble}, p, &starts, false};
  initialise(&o);
  if (!o.wrong && starts.len) p->begin = choice_of(p, &starts);
  else
    evaluator_raise(p->links.evaluator, FAULT_EVALUATION, SPAN_NONE,
                    "the machine has no initial state");
  vec_free(&starts);
  return p->begin;
}

/* ---------------------------------------------------------------------- the whole */

MachineProcess *machine_process_new(Evaluator *evaluator, Lts *machine, GuideOptions options,
                                    Diags *diags)
{
  Process *p = memory_zeroed(1, sizeof *p);
  p->process = (MachineProcess){begin, offers};
  p->options = options;
  p->begin = DATUM_FAULT;
  if (links_open(&p->links, machine, evaluator, diags)) return &p->process;
  machine_process_free(&p->process);
  return NULL;
}

void machine_process_free(MachineProcess *m)
{
  if (!m) return;
  Process *p = process_of(m);
  links_close(&p->links);
  signatures_free(&p->rows);
  vec_free(&p->row);
  vec_free(&p->words);
  free(p);
}
