#include "csp/machine/labels.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "csp/machine/component.h"
#include "lts/plain.h"

void event_labels_init(EventLabels *l, ProcessSource *source, EventTable *events)
{
  *l = (EventLabels){.source = source, .events = events};
}

void event_labels_free(EventLabels *l)
{
  for (uint32_t i = 0; i < l->names.len; i++) free(l->names.data[i]);
  vec_free(&l->names);
  vec_free(&l->labels);
  datum_numbers_free(&l->channels);
}

void event_labels_add(EventLabels *l, Datum channel)
{
  Text name = {0};
  uint32_t number = datum_numbers_add(&l->channels, channel);
  if (number < l->names.len) return;
  l->source->print(l->source, &name, channel);
  text_add(&name, ""); /* never NULL */
  vec_push(&l->names, name.data);
}

static Datum channel_of(const EventLabels *l, uint32_t event)
{
  return dot_part(l->source->pool, l->events->all.data[event], 0);
}

void event_labels_complete(EventLabels *l)
{
  for (uint32_t i = MACHINE_FIRST_EVENT; i < l->events->all.len; i++)
    event_labels_add(l, channel_of(l, i));
  if (l->events->all.len) event_label(l, l->events->all.len - 1);
}

uint32_t event_label(EventLabels *l, uint32_t event)
{
  while (l->labels.len <= event) {
    uint32_t e = l->labels.len, label = e == MACHINE_TAU ? LABEL_TAU : LABEL_TICK;
    if (e >= MACHINE_FIRST_EVENT)
      label = LABEL_CHANNELS + datum_numbers_find(&l->channels, channel_of(l, e));
    assert(label < LABEL_CHANNELS + l->channels.all.len);
    vec_push(&l->labels, label);
  }
  return l->labels.data[event];
}

/* ------------------------------------------------------------------ the Lts */

static EventLabels *labels_of(Lts *lts) { return ((EventLts *) lts)->labels; }

static const char *label_name(Lts *lts, uint32_t label)
{
  switch (label) {
  case LABEL_START: return "INITIALISATION";
  case LABEL_TAU: return lts->style.unicode ? "τ" : "tau";
  case LABEL_TICK: return lts->style.unicode ? "✓" : "tick";
  default: return labels_of(lts)->names.data[label - LABEL_CHANNELS];
  }
}

static bool is_hidden(Lts *lts, uint32_t label)
{
  (void) lts;
  return label == LABEL_TAU;
}

static bool is_tick(Lts *lts, uint32_t label)
{
  (void) lts;
  return label == LABEL_TICK;
}

static uint32_t label_arguments(Lts *lts, uint32_t label, uint32_t *results)
{
  (void) lts;
  *results = 0;
  return label >= LABEL_CHANNELS;
}

static const char *argument_name(Lts *lts, uint32_t label, uint32_t i)
{
  (void) lts, (void) label, (void) i;
  return "";
}

static Datum event_of(Lts *lts, Value argument)
{
  return labels_of(lts)->events->all.data[value_small_int(argument)];
}

/* What follows the channel. */
static void print_argument(Lts *lts, Text *text, uint32_t label, uint32_t i, Value v)
{
  ProcessSource *source = labels_of(lts)->source;
  Datum event = event_of(lts, v);
  uint32_t count = dot_count(source->pool, event);
  (void) label, (void) i;
  if (count > 1) source->print(source, text, dot_slice(source->pool, event, 1, count));
}

static void print_label(Lts *lts, Text *text, uint32_t label, const Value *arguments)
{
  EventLabels *l = labels_of(lts);
  if (label < LABEL_CHANNELS || !arguments) text_add(text, label_name(lts, label));
  else l->source->print(l->source, text, event_of(lts, arguments[0]));
}

void event_lts_init(EventLts *e, EventLabels *labels)
{
  e->labels = labels;
  e->lts = (Lts){.label_count = LABEL_CHANNELS + labels->channels.all.len,
                 .label_width = 1,
                 .first_operation = LABEL_TAU,
                 .unconditional = true,
                 .events = true,
                 .is_setup = lts_plain_is_setup,
                 .holds = lts_plain_holds,
                 .predicate = lts_plain_predicate,
                 .is_hidden = is_hidden,
                 .is_tick = is_tick,
                 .label_name = label_name,
                 .label_arguments = label_arguments,
                 .argument_name = argument_name,
                 .print_argument = print_argument,
                 .print_label = print_label};
}

void event_lts_trouble(const CspFault *fault, Sink *sink)
{
  bool wrong = fault->kind == FAULT_EVALUATION;
  Trouble t = {.kind = wrong ? TROUBLE_FAULT : TROUBLE_INCOMPLETE,
               .label = LABEL_TAU,
               .span = fault->span,
               .message = fault->message};
  sink->trouble(sink, &t);
}
