#include <string.h>

#include "compare/event_name.h"
#include "compare/seen.h"

/* Labels as events of CSP. */

/* Values of operations are those of B; what a guide does by itself has values of CSP-M. */
static EventReading reading_of(const Space *s, uint32_t label, uint32_t i)
{
  Lts *lts = s->lts;
  EventReading reading = s->options.reading;
  if (lts->argument_shape)
    reading.notation = lts->argument_shape(lts, label, i) ? EVENT_OF_B : EVENT_OF_CSP;
  return reading;
}

static const EventValue *read_argument(Space *s, Arena *arena, uint32_t label, uint32_t i, Value v)
{
  Text text = {0};
  s->lts->print_argument(s->lts, &text, label, i, v);
  const EventValue *value = event_value_read(arena, text_string(&text), reading_of(s, label, i));
  text_free(&text);
  return value;
}

Event seen_event(Space *s, Arena *arena, uint32_t label, const Value *values, FormatStyle style)
{
  Lts *lts = s->lts;
  Text text = {0};
  uint32_t results, count = lts->label_arguments(lts, label, &results) + results;
  bool whole = lts->print_label || s->options.reading.notation == EVENT_OF_FILE;
  if (lts->print_label) seen_add_whole(&text, s, label, values);
  else seen_add_name(&text, s, label);
  Event event = {.name = arena_copy(arena, text_string(&text), text.len)};
  if (whole) event = event_read(arena, text_string(&text), s->options.reading);
  text_free(&text);
  if (whole) return event;
  const EventValue **fields = arena_new_array(arena, const EventValue *, count + 1);
  FormatStyle kept = lts->style;
  lts->style = style;
  for (uint32_t i = 0; i < count; i++) {
    if (value_same(values[i], VALUE_UNDEFINED))
      event.name = arena_printf(arena, "%s" EVENT_UNDEFINED "%u", event.name, i + 1);
    else fields[event.count++] = read_argument(s, arena, label, i, values[i]);
  }
  lts->style = kept;
  event.fields = fields;
  return event;
}

/* ------------------------------------------------------------ in the form of all systems */

static void add_name(Text *text, const char *const *names, const char *name)
{
  if (names) event_name_read(text, name, names);
  else text_add(text, name);
}

static void add_constructor(const void *context, Text *text, const char *name)
{
  const Space *s = context;
  add_name(text, s->options.constructors, name);
}

void seen_event_add(Text *text, const Space *s, const Event *event)
{
  Text name = {0};
  uint32_t count = event->count;
  add_name(&name, s->options.channel_names, event->name);
  for (uint32_t i = 0; i < s->options.channel_count; i++)
    if (!strcmp(s->options.channels[i].name, text_string(&name)) &&
        s->options.channels[i].fields < count)
      count = s->options.channels[i].fields;
  text_add(text, text_string(&name));
  text_free(&name);
  for (uint32_t i = 0; i < count; i++) {
    text_add_char(text, '.');
    event_value_add(text, event->fields[i], (EventSpelling){add_constructor, s});
  }
}
