#include <string.h>

#include "csp/guide/guide_impl.h"

/* What one side can do, whatever the other one does: for people. */

enum { MOST_SHOWN = 20, MOST_VALUES = 5 };

static void ignore_trouble(Sink *sink, const Trouble *t)
{
  (void) sink;
  (void) t;
}

static bool process_steps(Guide *g, const Value *state, StepList *list)
{
  Datum process = g->processes.all.data[guide_process(&g->lts, state)];
  if (stepper_steps(guide_stepper_in(g, state, NULL), process, list)) return true;
  evaluator_forget_fault(g->links.evaluator);
  return false;
}

static void print_event(Guide *g, Text *text, Datum event)
{
  if (datum_same(event, EVENT_TAU)) text_add(text, "τ");
  else if (datum_same(event, EVENT_TICK)) text_add(text, "✓");
  else evaluator_print(g->links.evaluator, text, event);
}

static bool is_of_channel(const Guide *g, Datum event, uint32_t channel)
{
  return !datum_is(event, DATUM_BOOL) && datum_number(dot_part(g->links.pool, event, 0)) == channel;
}

/* Each event once: all of them (NO_NUMBER), or those of a channel.  Gives their number. */
static uint32_t print_offers(Guide *g, Text *text, const Value *state, uint32_t channel,
                             uint32_t most)
{
  StepList list = {0};
  uint32_t count = 0;
  Datum last = DATUM_FAULT;
  process_steps(g, state, &list);
  for (uint32_t i = 0; i < list.count; i++) {
    Datum event = list.steps[i].event;
    bool wanted = channel == NO_NUMBER || is_of_channel(g, event, channel);
    if (!wanted || datum_same(event, last)) continue;
    last = event;
    if (count++ >= most) continue;
    if (count > 1) text_add(text, ", ");
    print_event(g, text, event);
  }
  if (count > most) text_add(text, " …");
  return count;
}

void guide_print_offers(Lts *lts, Text *text, const Value *state)
{
  print_offers(guide_of(lts), text, state, NO_NUMBER, MOST_SHOWN);
}

/* ------------------------------------------------------------------- refusals */

typedef struct {
  Sink sink; /* first */
  Guide *g;
  uint32_t channel; /* NO_NUMBER: none */
  uint32_t count;
  Text events; /* of the channel, that the machine can do */
} MachineSide;

static void note_step(Sink *sink, const Transition *t)
{
  MachineSide *m = (MachineSide *) sink;
  if (m->count++ >= MOST_VALUES || m->channel == NO_NUMBER) return;
  Text one = {0};
  Datum event = links_event(&m->g->links, m->channel, t->arguments);
  if (datum_is_fault(event)) text_add(&one, "a value that the channel does not have");
  else print_event(m->g, &one, event);
  bool told = m->events.len && strstr(text_string(&m->events), text_string(&one));
  if (!told) text_printf(&m->events, "%s%s", m->events.len ? ", " : "", text_string(&one));
  text_free(&one);
}

/* Channels that are no operations: the process alone decides, or the value of the variable. */
static bool why_own(Guide *g, Text *text, const Value *state, uint32_t own)
{
  Text offers = {0};
  uint32_t channel = own < GUIDE_CHANNELS ? NO_NUMBER : g->channels.data[own - GUIDE_CHANNELS];
  uint32_t count = channel == NO_NUMBER ? 0 : print_offers(g, &offers, state, channel, MOST_VALUES);
  if (count) text_printf(text, "the process offers %s", text_string(&offers));
  else text_add(text, "the process cannot do it now");
  text_free(&offers);
  return true;
}

bool guide_why_refused(Lts *lts, Text *text, const Value *state, uint32_t label)
{
  Guide *g = guide_of(lts);
  Lts *machine = g->links.machine;
  if (label >= machine->label_count) return why_own(g, text, state, label - machine->label_count);
  uint32_t channel = g->links.channel_of[label] ? g->links.channel_of[label] - 1 : NO_NUMBER;
  MachineSide m = {{note_step, ignore_trouble}, g, channel, 0, {0}};
  Text offers = {0};
  machine->step(machine, state, label, &m.sink);
  if (m.count && channel == NO_NUMBER)
    text_add(text, "it is no channel of the script, and such operations are blocked");
  else if (m.count && print_offers(g, &offers, state, channel, MOST_VALUES))
    text_printf(text, "the machine can do %s%s, the process %s", text_string(&m.events),
                m.count > MOST_VALUES ? " …" : "", text_string(&offers));
  else if (m.count) text_add(text, "the process does not take part");
  text_free(&m.events);
  text_free(&offers);
  return m.count > 0;
}
