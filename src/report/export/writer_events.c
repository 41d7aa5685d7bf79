#include <string.h>

#include "compare/seen.h"
#include "report/export/writer.h"

Channel *writer_channel(Writer *w, const char *name, uint32_t fields)
{
  Text key = {0};
  text_printf(&key, "%s %u", name, fields);
  uint32_t id = names_intern(w->keys, text_string(&key), key.len)->id;
  text_free(&key);
  if (id < w->channels.len) return w->channels.data[id];
  Channel *c = arena_new_array(w->arena, Channel, 1);
  *c = (Channel){.name = name,
                 .written = writer_name(w, name, w->space->options.channel_names),
                 .count = fields};
  c->fields = arena_new_array(w->arena, Field, fields + 1);
  for (uint32_t i = 0; i < fields; i++) c->fields[i].kind = kind_new(&w->kinds, KIND_OPEN, 0);
  vec_push(&w->channels, c);
  return c;
}

static void add_event(Writer *w, uint32_t action, const Event *event)
{
  Channel *c = writer_channel(w, event->name, event->count);
  w->events[action] = *event;
  for (uint32_t i = 0; i < event->count; i++)
    kinds_unify(&w->kinds, c->fields[i].kind, kind_of_value(&w->kinds, event->fields[i]));
}

/* The events by the number of the call with which each was seen first. */
static void read_event(Writer *w, uint32_t call)
{
  Space *s = w->space;
  FormatStyle style = {.sequences = SEQUENCES_BY_SHAPE};
  uint32_t action = s->actions.data[call];
  if (action == ACTION_TAU || alphabet_is_tick(s->alphabet, action)) return;
  if (w->events[action].name) return;
  Event event =
      seen_event(s, w->arena, states_label(s->calls, call), states_row(s->calls, call) + 1, style);
  add_event(w, action, &event);
}

void writer_find_events(Writer *w)
{
  uint32_t count = alphabet_count(w->space->alphabet);
  w->events = arena_new_array(w->arena, Event, count);
  w->texts = arena_new_array(w->arena, const char *, count);
  for (uint32_t i = 0; i < w->space->actions.len; i++) read_event(w, i);
  bool hides = false;
  for (uint32_t i = 0; i < w->space->edges.len && !hides; i++)
    hides = w->space->edges.data[i].action == ACTION_TAU;
  /* tau' stands for tau, unless the script has that. */
  bool taken = names_find(w->used, "tau'", strlen("tau'"));
  if (hides) w->hidden = taken ? writer_free_name(w, "hidden") : "tau";
}
