#include "report/compare/comparison.h"
#include "report/export/export.h"
#include "report/export/writer.h"

static Writer *writer_new(const Systems *systems)
{
  Arena *arena = arena_new();
  Writer *w = arena_new_array(arena, Writer, 1);
  *w = (Writer){.systems = systems, .space = systems->impl_space, .arena = arena};
  w->kinds = (Kinds){.arena = arena, .keys = names_new()};
  w->keys = names_new();
  w->used = names_new();
  w->sets = names_new();
  return w;
}

static void free_fields(Field *fields, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) {
    names_free(fields[i].texts);
    text_free(&fields[i].list);
  }
}

static void writer_free(Writer *w)
{
  for (uint32_t i = 0; i < w->channels.len; i++)
    free_fields(w->channels.data[i]->fields, w->channels.data[i]->count);
  for (uint32_t i = 0; i < w->kinds.constructors.len; i++)
    free_fields(w->kinds.constructors.data[i]->fields, w->kinds.constructors.data[i]->count);
  vec_free(&w->channels);
  vec_free(&w->kinds.constructors);
  vec_free(&w->listed);
  vec_free(&w->shapes);
  vec_free(&w->nametypes);
  names_free(w->kinds.keys);
  names_free(w->keys);
  names_free(w->used);
  names_free(w->sets);
  arena_free(w->arena);
}

/* The events as they are written, which also says what values the fields have. */
static void write_events(Writer *w)
{
  w->texts[ACTION_TAU] = w->hidden;
  for (uint32_t i = 1; i < alphabet_count(w->space->alphabet); i++) {
    const Event *event = &w->events[i];
    if (!event->name) continue;
    Text text = {0};
    Channel *c = writer_channel(w, event->name, event->count);
    text_add(&text, c->written);
    for (uint32_t k = 0; k < c->count; k++) {
      text_add_char(&text, '.');
      writer_add_field(w, &text, event->fields[k], &c->fields[k]);
    }
    w->texts[i] = arena_copy(w->arena, text_string(&text), text.len);
    text_free(&text);
  }
}

static void add_process(Text *text, const Writer *w, const char *name, StateId state)
{
  Space *s = w->space;
  EdgeRange r = space_edges(s, state);
  text_printf(text, "%s%u =", name, state);
  for (uint32_t i = r.begin; i < r.end; i++) {
    Edge edge = s->edges.data[i];
    text_add(text, i > r.begin ? " [] " : " ");
    if (alphabet_is_tick(s->alphabet, edge.action)) text_add(text, "SKIP");
    else text_printf(text, "%s -> %s%u", w->texts[edge.action], name, edge.to);
  }
  text_add(text, r.begin == r.end ? " STOP\n" : "\n");
}

static void add_head(Report *report, const Systems *systems)
{
  const Space *s = systems->impl_space;
  uint32_t states = states_count(s->states);
  text_printf(&report->out, "-- All behaviour of %s, complete", systems->file);
  comparison_add_sizes(report, systems);
  text_printf(&report->out, ": %u state%s, %llu transition%s.\n", states, text_plural(states),
              (unsigned long long) s->edge_count, text_plural(s->edge_count));
}

void export_csp(Report *report, const Systems *systems)
{
  Writer *w = writer_new(systems);
  Text *text = &report->out;
  writer_find_channels(w);
  writer_find_events(w);
  writer_find_datatypes(w);
  write_events(w);
  add_head(report, systems);
  writer_add_declarations(w, text);
  const char *name = writer_process_name(w);
  const Space *s = w->space;
  for (StateId i = 0; i < states_count(s->states); i++) add_process(text, w, name, i);
  bool brackets = w->hidden && s->initial.len > 1;
  text_add(text, brackets ? "\nSystem = (" : "\nSystem = ");
  for (uint32_t i = 0; i < s->initial.len; i++)
    text_printf(text, "%s%s%u", i ? " |~| " : "", name, s->initial.data[i]);
  text_add(text, brackets ? ")" : "");
  if (w->hidden) text_printf(text, " \\ {%s}", w->hidden);
  text_add_char(text, '\n');
  writer_free(w);
}
