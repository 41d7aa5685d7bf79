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

/* ------------------------------------------------------------ as the other side writes it */

static bool has(const char *const *names, const char *name)
{
  for (; names && *names; names++)
    if (!strcmp(*names, name)) return true;
  return false;
}

/* The name, unless the script knows only the one that stands for it.  In files, that may also stand
 * for names that fit, but had another meaning. */
static void add_name(Text *text, const Space *s, const char *const *names, const char *name)
{
  Text other = {0};
  bool fits = event_name_fits(name);
  if (names && (!fits || s->options.reading.notation == EVENT_OF_FILE) && !has(names, name)) {
    event_name_add(&other, name);
    if (fits) text_add_char(&other, '\'');
  }
  text_add(text, other.len && has(names, text_string(&other)) ? text_string(&other) : name);
  text_free(&other);
}

static void add_constructor(const void *context, Text *text, const char *name)
{
  const Space *s = context;
  add_name(text, s, s->options.constructors, name);
}

/* A value; those of files that fit into no type of CSP-M are constants. */
static void add_field(Text *text, const Space *s, const EventValue *value)
{
  Text plain = {0}, written = {0};
  event_value_add(&plain, value, (EventSpelling){0});
  if (s->options.reading.notation == EVENT_OF_FILE && value->form != EVENT_WORD)
    add_name(&written, s, s->options.constructors, text_string(&plain));
  if (written.len && strcmp(text_string(&written), text_string(&plain)) != 0)
    text_add(text, text_string(&written));
  else event_value_add(text, value, (EventSpelling){add_constructor, s});
  text_free(&plain);
  text_free(&written);
}

void seen_event_add(Text *text, const Space *s, const Event *event)
{
  Text name = {0};
  uint32_t count = event->count;
  add_name(&name, s, s->options.channel_names, event->name);
  for (uint32_t i = 0; i < s->options.channel_count; i++)
    if (!strcmp(s->options.channels[i].name, text_string(&name)) &&
        s->options.channels[i].fields < count)
      count = s->options.channels[i].fields;
  text_add(text, text_string(&name));
  text_free(&name);
  for (uint32_t i = 0; i < count; i++) {
    text_add_char(text, '.');
    add_field(text, s, event->fields[i]);
  }
}
