#include <assert.h>
#include <string.h>

#include "csp/guide/guide_impl.h"

typedef struct {
  Sink sink; /* first */
  Guide *g;
  Sink *out;
  uint32_t process; /* of the successors */
  /* of synchronised steps: */
  const StepList *steps; /* NULL: the process stays as it is */
  uint32_t channel;
} Combining;

static void hand_over(const Combining *c, const Transition *t, const Value *machine_state,
                      uint32_t process)
{
  Guide *g = c->g;
  uint32_t width = g->links.machine->width;
  if (machine_state) memcpy(g->row, machine_state, width * sizeof *g->row);
  g->row[width] = value_small(process);
  Transition both = {t->label, t->arguments, g->row};
  c->out->accept(c->out, &both);
}

static void keep_process(Sink *sink, const Transition *t)
{
  const Combining *c = (const Combining *) sink;
  hand_over(c, t, t->state, c->process);
}

static void pass_trouble(Sink *sink, const Trouble *t)
{
  const Combining *c = (const Combining *) sink;
  c->out->trouble(c->out, t);
}

/* Some outcomes of the machine are not known: nothing that follows is complete. */
static void doubt(Sink *out, uint32_t label, const char *message)
{
  Trouble t = {.kind = TROUBLE_INCOMPLETE, .label = label, .message = message};
  out->trouble(out, &t);
}

/* The event of these values, or a doubt whether there is one. */
static Datum event_of(Guide *g, uint32_t channel, const Value *values, Sink *out)
{
  const ChannelLink *link = &g->links.all[channel];
  bool vague = false;
  Datum event = links_event_sure(&g->links, channel, values, &vague);
  if (vague && out) doubt(out, link->kind == LINK_OPERATION ? link->at : UINT32_MAX, GUIDE_VAGUE);
  return event;
}

/* A step of the machine that the process must take part in. */
static void synchronise(Sink *sink, const Transition *t)
{
  Combining *c = (Combining *) sink;
  Guide *g = c->g;
  Datum event = event_of(g, c->channel, t->arguments, c->out);
  if (datum_is_fault(event)) return;
  for (uint32_t i = 0; i < c->steps->count; i++)
    if (datum_same(c->steps->steps[i].event, event))
      hand_over(c, t, t->state, datum_numbers_add(&g->processes, c->steps->steps[i].after));
}

void guide_initial(Lts *lts, Sink *sink)
{
  Guide *g = guide_of(lts);
  Combining c = {{keep_process, pass_trouble}, g, sink, 0, NULL, 0};
  g->links.machine->initial(g->links.machine, &c.sink);
}

/* ------------------------------------------------- what the process can do now */

typedef struct {
  Sink sink; /* first */
  Guide *g;
  Sink *out; /* or NULL */
  uint32_t channel;
  VEC(Datum) events;
} Offering;

static void note_event(Sink *sink, const Transition *t)
{
  Offering *o = (Offering *) sink;
  Datum event = event_of(o->g, o->channel, t->arguments, o->out);
  if (!datum_is_fault(event)) vec_push(&o->events, event);
}

/* Values may be missing.  If the process asks for them, the trouble itself is told then. */
static void offering_trouble(Sink *sink, const Trouble *t)
{
  const Offering *o = (const Offering *) sink;
  if (o->out) doubt(o->out, t->label, t->message);
}

/* All events of open channels that the machine can do, or that its variables are. */
static Datum offered(Guide *g, const Value *state, Sink *out)
{
  Offering o = {{note_event, offering_trouble}, g, out, 0, {0}};
  for (uint32_t i = 0; i < g->links.count; i++) {
    const ChannelLink *link = &g->links.all[i];
    if (!link->open) continue;
    o.channel = i;
    if (link->kind == LINK_OPERATION) {
      g->links.machine->step(g->links.machine, state, link->at, &o.sink);
    } else {
      Datum event = event_of(g, i, &state[link->at], out);
      if (!datum_is_fault(event)) vec_push(&o.events, event);
    }
  }
  Datum set = datum_set(g->links.pool, o.events.data, o.events.len);
  vec_free(&o.events);
  return set;
}

/* Steps are remembered, so there is a stepper for each set of events that the machine offers; of
 * sets that share a place only the last one has it. */
Stepper *guide_stepper_in(Guide *g, const Value *state, Sink *out)
{
  if (!g->links.has_open) return g->stepper;
  Datum set = offered(g, state, out);
  evaluator_set_surroundings(g->links.evaluator, set);
  Surroundings *s = &g->surroundings[datum_number(set) % SURROUNDINGS];
  if (!s->stepper) s->stepper = stepper_new(g->links.evaluator);
  else if (s->offered != set.word) stepper_forget(s->stepper);
  s->offered = set.word;
  return s->stepper;
}

static void report_fault(Guide *g, Sink *sink)
{
  const CspFault *f = evaluator_fault(g->links.evaluator);
  Trouble t = {.kind = f->kind == FAULT_EVALUATION ? TROUBLE_FAULT : TROUBLE_INCOMPLETE,
               .label = UINT32_MAX,
               .span = f->span,
               .message = f->message};
  sink->trouble(sink, &t);
  evaluator_forget_fault(g->links.evaluator);
}

/* ------------------------------------------------------------------------- steps */

/* A step of the process alone: the machine stays. */
static void step_alone(const Combining *c, uint32_t label, const Step *step, const Value *state)
{
  Guide *g = c->g;
  Transition t = {g->links.machine->label_count + label, g->fields, NULL};
  uint32_t count = label < GUIDE_CHANNELS ? 0 : dot_count(g->links.pool, step->event), field = 0;
  for (uint32_t at = 1; at < count;) {
    uint32_t to = evaluator_field_end(g->links.evaluator, step->event, at);
    Datum value = dot_slice(g->links.pool, step->event, at, to);
    assert(field < g->widest);
    g->fields[field++] = value_small(datum_numbers_add(&g->values, value));
    at = to;
  }
  hand_over(c, &t, state, datum_numbers_add(&g->processes, step->after));
}

static uint32_t label_of_channel(const Guide *g, uint32_t channel)
{
  uint32_t i = 0;
  while (g->channels.data[i] != channel) i++;
  return GUIDE_CHANNELS + i;
}

static void own_steps(const Combining *c, const StepList *list, const Value *state)
{
  Guide *g = c->g;
  for (uint32_t i = 0; i < list->count; i++) {
    Step step = list->steps[i];
    if (datum_same(step.event, EVENT_TAU)) {
      step_alone(c, GUIDE_TAU, &step, state);
    } else if (datum_same(step.event, EVENT_TICK)) {
      step_alone(c, GUIDE_TICK, &step, state);
    } else {
      uint32_t channel = datum_number(dot_part(g->links.pool, step.event, 0));
      const ChannelLink *link = &g->links.all[channel];
      if (link->kind == LINK_OPERATION) continue;
      bool held = link->kind == LINK_OWN ||
                  datum_same(event_of(g, channel, &state[link->at], c->out), step.event);
      if (held) step_alone(c, label_of_channel(g, channel), &step, state);
    }
  }
}

static bool has_channel(const Guide *g, const StepList *list, uint32_t channel)
{
  for (uint32_t i = 0; i < list->count; i++) {
    Datum event = list->steps[i].event;
    if (datum_is(event, DATUM_BOOL)) continue;
    if (datum_number(dot_part(g->links.pool, event, 0)) == channel) return true;
  }
  return false;
}

static void machine_steps(Combining *c, const StepList *list, const Value *state)
{
  Guide *g = c->g;
  Lts *m = g->links.machine;
  for (uint32_t label = m->first_operation; label < m->label_count; label++) {
    if (!g->links.channel_of[label]) {
      c->sink.accept = keep_process;
      if (!g->options.block_others) m->step(m, state, label, &c->sink);
      continue;
    }
    c->channel = g->links.channel_of[label] - 1;
    c->steps = list;
    c->sink.accept = synchronise;
    if (has_channel(g, list, c->channel)) m->step(m, state, label, &c->sink);
  }
}

static bool is_noted(const Guide *g, uint32_t channel)
{
  for (uint32_t i = 0; i < g->unread.len; i++)
    if (g->unread.data[i].channel == channel) return true;
  return false;
}

/* The process wants to read a value that its channel does not have. */
static void note_unread(Guide *g, uint32_t channel, const Value *state)
{
  const ChannelLink *link = &g->links.all[channel];
  Lts *m = g->links.machine;
  Evaluator *evaluator = g->links.evaluator;
  bool vague = false;
  Datum event = links_event_sure(&g->links, channel, &state[link->at], &vague);
  if (vague) return;
  if (!datum_is_fault(event) && evaluator_is_event(evaluator, event, link->symbol->span)) return;
  evaluator_forget_fault(evaluator);
  Text text = {0};
  m->print_column(m, &text, link->at, state[link->at]);
  Unread unread = {channel, arena_copy(g->links.arena, text_string(&text), text.len)};
  vec_push(&g->unread, unread);
  text_free(&text);
}

static void look_at_probes(Guide *g, const StepList *list, const Value *state)
{
  for (uint32_t i = 0; i < g->channels.len; i++) {
    uint32_t channel = g->channels.data[i];
    if (g->links.all[channel].kind != LINK_PROBE || is_noted(g, channel)) continue;
    if (has_channel(g, list, channel)) note_unread(g, channel, state);
  }
}

void guide_next(Lts *lts, const Value *state, Sink *sink)
{
  Guide *g = guide_of(lts);
  uint32_t process = (uint32_t) value_small_int(state[g->links.machine->width]);
  Combining c = {{keep_process, pass_trouble}, g, sink, process, NULL, 0};
  if (g->links.machine->is_setup(g->links.machine, state)) {
    g->links.machine->next(g->links.machine, state, &c.sink);
    return;
  }
  StepList list = {0};
  if (!stepper_steps(guide_stepper_in(g, state, sink), g->processes.all.data[process], &list))
    report_fault(g, sink);
  machine_steps(&c, &list, state);
  own_steps(&c, &list, state);
  look_at_probes(g, &list, state);
}
