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
  uint32_t width = g->machine->width;
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

/* A step of the machine that the process must take part in. */
static void synchronise(Sink *sink, const Transition *t)
{
  Combining *c = (Combining *) sink;
  Guide *g = c->g;
  Datum event = guide_event(g, c->channel, t->arguments);
  if (datum_is_fault(event)) return;
  for (uint32_t i = 0; i < c->steps->count; i++)
    if (datum_same(c->steps->steps[i].event, event))
      hand_over(c, t, t->state, datum_numbers_add(&g->processes, c->steps->steps[i].after));
}

void guide_initial(Lts *lts, Sink *sink)
{
  Guide *g = guide_of(lts);
  Combining c = {{keep_process, pass_trouble}, g, sink, 0, NULL, 0};
  g->machine->initial(g->machine, &c.sink);
}

/* ------------------------------------------------- what the process can do now */

typedef struct {
  Sink sink; /* first */
  Guide *g;
  uint32_t channel;
  VEC(Datum) events;
} Offering;

static void note_event(Sink *sink, const Transition *t)
{
  Offering *o = (Offering *) sink;
  Datum event = guide_event(o->g, o->channel, t->arguments);
  if (!datum_is_fault(event)) vec_push(&o->events, event);
}

static void ignore_trouble(Sink *sink, const Trouble *t)
{
  (void) sink;
  (void) t;
}

/* All events of open channels that the machine can do, or that its variables are. */
static Datum offered(Guide *g, const Value *state)
{
  Offering o = {{note_event, ignore_trouble}, g, 0, {0}};
  for (uint32_t i = 0; i < g->link_count; i++) {
    const ChannelLink *link = &g->links[i];
    if (!link->open) continue;
    o.channel = i;
    if (link->kind == LINK_OPERATION) {
      g->machine->step(g->machine, state, link->at, &o.sink);
    } else {
      Datum event = guide_event(g, i, &state[link->at]);
      if (!datum_is_fault(event)) vec_push(&o.events, event);
    }
  }
  Datum set = datum_set(g->pool, o.events.data, o.events.len);
  vec_free(&o.events);
  return set;
}

/* Steps are remembered, so there is a stepper for each set of events that the machine offers. */
static Stepper *stepper_in(Guide *g, const Value *state)
{
  if (!g->has_open) return g->stepper;
  Datum set = offered(g, state);
  evaluator_set_surroundings(g->evaluator, set);
  for (uint32_t i = 0; i < g->surroundings.len; i++)
    if (g->surroundings.data[i].offered == set.word) return g->surroundings.data[i].stepper;
  Surroundings s = {set.word, stepper_new(g->evaluator)};
  vec_push(&g->surroundings, s);
  return s.stepper;
}

static void report_fault(Guide *g, Sink *sink)
{
  const CspFault *f = evaluator_fault(g->evaluator);
  Trouble t = {.kind = f->kind == FAULT_LIMIT ? TROUBLE_INCOMPLETE : TROUBLE_FAULT,
               .label = UINT32_MAX,
               .span = f->span,
               .message = f->message};
  sink->trouble(sink, &t);
  evaluator_forget_fault(g->evaluator);
}

/* ------------------------------------------------------------------------- steps */

/* A step of the process alone: the machine stays. */
static void step_alone(const Combining *c, uint32_t label, Datum event, Datum after,
                       const Value *state)
{
  Value number = value_small(label < GUIDE_CHANNELS ? 0 : datum_numbers_add(&c->g->events, event));
  Transition t = {c->g->machine->label_count + label, &number, NULL};
  hand_over(c, &t, state, datum_numbers_add(&c->g->processes, after));
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
      step_alone(c, GUIDE_TAU, step.event, step.after, state);
    } else if (datum_same(step.event, EVENT_TICK)) {
      step_alone(c, GUIDE_TICK, step.event, step.after, state);
    } else {
      uint32_t channel = datum_number(dot_part(g->pool, step.event, 0));
      const ChannelLink *link = &g->links[channel];
      if (link->kind == LINK_OPERATION) continue;
      bool held = link->kind == LINK_OWN ||
                  datum_same(guide_event(g, channel, &state[link->at]), step.event);
      if (held) step_alone(c, label_of_channel(g, channel), step.event, step.after, state);
    }
  }
}

static bool has_channel(const Guide *g, const StepList *list, uint32_t channel)
{
  for (uint32_t i = 0; i < list->count; i++) {
    Datum event = list->steps[i].event;
    if (datum_is(event, DATUM_BOOL)) continue;
    if (datum_number(dot_part(g->pool, event, 0)) == channel) return true;
  }
  return false;
}

static void machine_steps(Combining *c, const StepList *list, const Value *state)
{
  Guide *g = c->g;
  Lts *m = g->machine;
  for (uint32_t label = m->first_operation; label < m->label_count; label++) {
    if (!g->channel_of[label]) {
      c->sink.accept = keep_process;
      if (!g->options.block_others) m->step(m, state, label, &c->sink);
      continue;
    }
    c->channel = g->channel_of[label] - 1;
    c->steps = list;
    c->sink.accept = synchronise;
    if (has_channel(g, list, c->channel)) m->step(m, state, label, &c->sink);
  }
}

void guide_next(Lts *lts, const Value *state, Sink *sink)
{
  Guide *g = guide_of(lts);
  uint32_t process = (uint32_t) value_small_int(state[g->machine->width]);
  Combining c = {{keep_process, pass_trouble}, g, sink, process, NULL, 0};
  if (g->machine->is_setup(g->machine, state)) {
    g->machine->next(g->machine, state, &c.sink);
    return;
  }
  StepList list = {0};
  if (!stepper_steps(stepper_in(g, state), g->processes.all.data[process], &list))
    report_fault(g, sink);
  machine_steps(&c, &list, state);
  own_steps(&c, &list, state);
}
