#include "session/temporal/event_patterns.h"

#include <string.h>

#include "base/memory.h"
#include "base/signatures.h"
#include "csp/script.h"
#include "session/events.h"

static const char *kept(Arena *arena, Text *text)
{
  const char *copy = arena_copy(arena, text_string(text), text->len);
  text_free(text);
  return copy;
}

static EventReading reading_of(Session *session, const System *system)
{
  SpaceOptions options = {0};
  events_read(session, system, &options);
  return options.reading;
}

/* Equal fields have equal texts. */
static const char *field_text(Arena *arena, const EventValue *value)
{
  Text text = {0};
  event_value_add(&text, value, (EventSpelling){0});
  return kept(arena, &text);
}

static EventPattern event_of(Arena *arena, const char *text, EventReading reading)
{
  Event e = event_read(arena, text, reading);
  const char **fields = arena_new_array(arena, const char *, e.count + 1);
  for (uint32_t i = 0; i < e.count; i++) fields[i] = field_text(arena, e.fields[i]);
  return (EventPattern){.name = e.name, .fields = fields, .count = e.count};
}

/* ------------------------------------------------------------------------ patterns */

typedef struct {
  Session *session;
  const System *system;
  EventReading reading;
  TemporalPattern *pattern;
} Taking;

/* The value of an expression of the script, as it is in events; NULL: it has none. */
static const char *value_text(Taking *t, const Source *source, Span span)
{
  CspScript *script = t->system->script;
  const CspNode *node = csp_script_expression(script, source);
  if (!node) return NULL;
  Evaluator *evaluator = csp_script_evaluator(script);
  session_limit_script(t->session, script);
  Datum value = evaluator_value(evaluator, node);
  Text text = {0};
  if (datum_is_fault(value)) {
    diag_error(session_diags(t->session), span, "evaluation", "%s",
               evaluator_fault(evaluator)->message);
    evaluator_forget_fault(evaluator);
    return NULL;
  }
  evaluator_print(evaluator, &text, value);
  return kept(session_arena(t->session), &text);
}

/* c.1 in a formula: the event that the script means by it, or the label of a file. */
static bool read_name(Taking *t, const Source *source, EventPattern *event)
{
  Arena *arena = session_arena(t->session);
  const TemporalPattern *p = t->pattern;
  const char *text = p->name->text;
  if (t->system->script && strchr(text, '.'))
    text = value_text(t, source_part(arena, source, p->name_span), p->name_span);
  if (!text) return false;
  *event = event_of(arena, text, t->reading);
  return true;
}

static bool add_fields(Taking *t, EventPattern *event)
{
  Arena *arena = session_arena(t->session);
  const TemporalPattern *p = t->pattern;
  const char **fields = arena_new_array(arena, const char *, event->count + p->count + 1);
  for (uint32_t i = 0; i < event->count; i++) fields[i] = event->fields[i];
  for (uint32_t i = 0; i < p->count; i++) {
    const TemporalPart *part = p->arguments[i];
    const char **field = &fields[event->count + i], *text = NULL;
    if (!part) continue;
    if (t->system->script) text = value_text(t, part->source, part->span);
    else
      text = arena_copy(arena, part->source->text + (part->span.begin - part->source->base),
                        part->span.end - part->span.begin);
    if (!text) return false;
    *field = field_text(arena, event_value_read(arena, text, t->reading));
  }
  event->fields = fields;
  event->count += p->count;
  event->all = !event->count && !p->has_arguments;
  return true;
}

/* Is there an event of this name?  *fits: one with as many fields; *fields: so many has one. */
static bool is_event(Taking *t, const EventPattern *event, bool *fits, uint32_t *fields)
{
  Lts *lts = t->system->lts;
  bool found = false;
  *fits = event->all;
  if (t->system->script && events_fields(t->system, event->name, fields))
    *fits = event->all || event->count == *fields;
  for (uint32_t i = lts->first_operation; i < lts->label_count; i++) {
    const char *name = lts->label_name(lts, i);
    if (t->system->script) {
      found |= !strcmp(name, event->name);
      continue;
    }
    Event e = event_read(session_arena(t->session), name, t->reading);
    if (strcmp(e.name, event->name)) continue;
    found = true;
    *fields = e.count;
    if (e.count == event->count) *fits = true;
  }
  return found;
}

static bool exists(Taking *t, const EventPattern *event)
{
  bool fits = false;
  uint32_t fields = 0;
  const TemporalPattern *p = t->pattern;
  Diags *diags = session_diags(t->session);
  if (!is_event(t, event, &fits, &fields)) {
    diag_error(diags, p->name_span, "unknown-operation", "there is no event %s", event->name);
    return false;
  }
  if (fits) return true;
  Diag *d = diag_error(diags, p->span, "argument-count", "%s has %u field%s, but %u %s given",
                       event->name, fields, text_plural(fields), event->count,
                       event->count == 1 ? "is" : "are");
  diag_hint(diags, d, "_ stands for any value, the name alone for all events of it");
  return false;
}

bool event_pattern_take(Session *session, const System *system, const Source *source,
                        TemporalPattern *p)
{
  Taking t = {session, system, reading_of(session, system), p};
  EventPattern event;
  if (!read_name(&t, source, &event) || !add_fields(&t, &event) || !exists(&t, &event))
    return false;
  EventPattern *copy = arena_alloc(session_arena(session), sizeof *copy);
  *copy = event;
  p->event = copy;
  return true;
}

/* ------------------------------------------------------------------------- events */

struct EventMatcher {
  Lts *lts;
  EventReading reading;
  Arena *arena;
  Signatures known;         /* label, then arguments … */
  VEC(uint64_t) words;      /* scratch */
  VEC(EventPattern) events; /* … and what they are, by number */
};

EventMatcher *event_matcher_new(Session *session, const System *system)
{
  EventMatcher *m = memory_zeroed(1, sizeof *m);
  m->lts = system->lts;
  m->reading = reading_of(session, system);
  m->arena = arena_new();
  return m;
}

void event_matcher_free(EventMatcher *m)
{
  if (!m) return;
  signatures_free(&m->known);
  vec_free(&m->events);
  vec_free(&m->words);
  arena_free(m->arena);
  free(m);
}

static const EventPattern *event_with(EventMatcher *m, uint32_t label, const Value *arguments)
{
  uint32_t results = 0, count = m->lts->label_arguments(m->lts, label, &results) + results;
  m->words.len = 0;
  vec_push(&m->words, label);
  for (uint32_t i = 0; i < count; i++) vec_push(&m->words, arguments[i].word);
  uint32_t number = signatures_add(&m->known, m->words.data, m->words.len);
  if (number < m->events.len) return &m->events.data[number];
  Text text = {0};
  if (m->lts->print_label) m->lts->print_label(m->lts, &text, label, arguments);
  else text_add(&text, m->lts->label_name(m->lts, label));
  vec_push(&m->events, event_of(m->arena, text_string(&text), m->reading));
  text_free(&text);
  return &m->events.data[number];
}

bool event_matches(void *matcher, const TemporalPattern *p, uint32_t label, const Value *arguments)
{
  EventMatcher *m = matcher;
  const EventPattern *wanted = p->event;
  if (!wanted) return false;
  const EventPattern *event = event_with(m, label, arguments);
  if (strcmp(event->name, wanted->name)) return false;
  if (wanted->all) return true;
  if (event->count != wanted->count) return false;
  for (uint32_t i = 0; i < event->count; i++)
    if (wanted->fields[i] && strcmp(wanted->fields[i], event->fields[i])) return false;
  return true;
}
