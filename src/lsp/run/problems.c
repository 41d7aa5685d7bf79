#include <string.h>
#include <strings.h>

#include "lsp/run/run_impl.h"
#include "report/exchange/step_text.h"
#include "report/json_report.h"

/* Findings of a report as diagnostics in the texts that the client has. */

enum { SEVERITY_ERROR = 1, SEVERITY_WARNING, SEVERITY_INFORMATION, STEPS_LIMIT = 200 };

typedef struct {
  Run *run;
  Analysis *analysis;
  Index *index;
  Span usual;   /* where something stands that has no place */
  bool related; /* the client shows further places */
} Teller;

/* ---- places */

static const Source *source_of(const Teller *t, const char *file)
{
  Sources *sources = session_sources(t->analysis->session);
  const Source *source;
  for (uint32_t i = 0; file && (source = sources_number(sources, i)); i++)
    if (!strcmp(source->file, file) || !strcmp(source->name, file)) return source;
  return NULL;
}

/* Lines and columns from 1, columns in characters. */
static uint32_t position_of(const Teller *t, const Source *source, const json_t *place,
                            const char *line, const char *column)
{
  json_int_t number = json_integer_value(json_object_get(place, line));
  json_int_t left = json_integer_value(json_object_get(place, column));
  uint32_t length = 0, i = 0;
  if (number < 1 || number > UINT32_MAX) return source->base;
  const char *text =
      sources_line(session_sources(t->analysis->session), source, (uint32_t) number, &length);
  while (i < length && left > 1) {
    for (i++; i < length && ((unsigned char) text[i] & 0xC0) == 0x80;) i++;
    left--;
  }
  return source->base + (uint32_t) (text - source->text) + i;
}

static Span span_of(const Teller *t, const json_t *place)
{
  const Source *source = source_of(t, json_string_value(json_object_get(place, "file")));
  if (!source || !json_is_integer(json_object_get(place, "line"))) return t->usual;
  uint32_t begin = position_of(t, source, place, "line", "column");
  uint32_t end = position_of(t, source, place, "end_line", "end_column");
  return (Span){begin, end > begin ? end : begin};
}

/* What a step is an occurrence of: `op` of op(1), `c` of c.1. */
static Span span_of_name(const Teller *t, const char *name, size_t length)
{
  for (uint32_t i = 0; i < index_decls(t->index); i++) {
    const Decl *d = index_decl(t->index, i);
    bool step = d->kind == DECL_OPERATION || d->kind == DECL_EVENT || d->kind == DECL_CHANNEL;
    if (step && d->name->len == length && !memcmp(d->name->text, name, length)) return d->span;
  }
  const Words *words = index_words(t->index, t->analysis->source);
  const char *text = t->analysis->source->text;
  for (uint32_t i = 0; i < words->count; i++) {
    Span s = words->at[i].span;
    if (words->at[i].kind == WORD_COMMENT || s.end - s.begin != length) continue;
    if (!strncasecmp(text + (s.begin - t->analysis->source->base), name, length)) return s;
  }
  return t->usual;
}

static Span span_of_step(const Teller *t, const json_t *step)
{
  const char *event = json_string_value(step);
  const char *name = event ? event : json_string_value(json_object_get(step, "op"));
  if (!name) return t->usual;
  size_t length = strcspn(name, event ? ".(" : "(");
  return span_of_name(t, name, length);
}

/* ---- steps */

static void add_changes(Text *out, const json_t *step, const json_t *before)
{
  const json_t *state = json_object_get(step, "state");
  const char *name, *between = ":  ";
  json_t *value;
  json_object_foreach((json_t *) state, name, value)
  {
    if (json_equal(value, json_object_get(before, name))) continue;
    const char *text = json_string_value(value);
    text_printf(out, "%s%s = %s", between, name, text ? text : "?");
    between = ", ";
  }
}

typedef struct {
  json_t *related; /* for clients that show them */
  Text *message;   /* for others */
  uint32_t count;
} Steps;

static void add_step(const Teller *t, Steps *s, const json_t *step, const json_t *before,
                     const char *remark)
{
  Text text = {0};
  if (++s->count > STEPS_LIMIT) return;
  text_printf(&text, "%u. ", s->count);
  step_text(&text, step);
  add_changes(&text, step, before);
  text_add(&text, remark);
  if (t->related) {
    json_t *location =
        project_location_json(&t->run->lsp->project, t->analysis, span_of_step(t, step));
    json_array_append_new(s->related, json_pack("{s:o, s:o}", "location", location, "message",
                                                json_report_string(text_string(&text))));
  } else {
    text_printf(s->message, "\n%s", text_string(&text));
  }
  text_free(&text);
}

static void add_steps(const Teller *t, Steps *s, const json_t *steps, const char *remark)
{
  size_t i;
  json_t *step;
  const json_t *before = NULL;
  json_array_foreach((json_t *) steps, i, step)
  {
    add_step(t, s, step, before, remark);
    before = json_object_get(step, "state");
  }
}

/* ---- findings */

static int severity_of(FindingOutcome outcome)
{
  switch (outcome) {
  case FINDING_FAIL: return SEVERITY_ERROR;
  case FINDING_OPEN: return SEVERITY_WARNING;
  default: return SEVERITY_INFORMATION;
  }
}

static void add_finding(const Teller *t, json_t *all, const Finding *f)
{
  Text message = {0};
  Steps steps = {.related = json_array(), .message = &message};
  Range range = analysis_range(t->analysis, span_of(t, f->place), t->run->lsp->project.units);
  if (f->name && strcmp(f->name, f->message) != 0 && strncmp(f->message, f->name, strlen(f->name)))
    text_printf(&message, "%s: ", f->name);
  text_add(&message, f->message);
  while (message.len && message.data[message.len - 1] == '\n') message.data[--message.len] = '\0';
  add_steps(t, &steps, f->start, "");
  add_steps(t, &steps, f->trace, "");
  add_steps(t, &steps, f->loop, " (repeated for ever)");
  if (steps.count > STEPS_LIMIT)
    text_printf(&message, "\n… and %u more steps", steps.count - STEPS_LIMIT);
  Text source = {0};
  text_printf(&source, "probity %s", run_word(t->run->kind));
  json_t *json =
      json_pack("{s:o, s:i, s:s, s:s, s:o}", "range", project_range_json(&range), "severity",
                severity_of(f->outcome), "code", f->rule, "source", text_string(&source), "message",
                json_report_string(text_string(&message)));
  if (json_array_size(steps.related)) json_object_set(json, "relatedInformation", steps.related);
  json_decref(steps.related);
  text_free(&source);
  text_free(&message);
  json_t *uri = project_uri_json(&t->run->lsp->project, range.used);
  json_t *list = json_object_get(all, json_string_value(uri));
  if (!list) json_object_set_new(all, json_string_value(uri), list = json_array());
  json_array_append_new(list, json);
  json_decref(uri);
}

/* The name of the machine, or else the first word. */
static Span usual_place(const Teller *t)
{
  const Source *source = t->analysis->source;
  for (uint32_t i = 0; i < index_decls(t->index); i++) {
    const Decl *d = index_decl(t->index, i);
    bool here = d->span.begin >= source->base && d->span.begin < source->base + source->length;
    if (here && (d->kind == DECL_MACHINE || d->kind == DECL_CONTEXT)) return d->span;
  }
  const Words *words = index_words(t->index, source);
  return words->count ? words->at[0].span : (Span){source->base, source->base};
}

json_t *run_problems(Run *run, const Findings *findings)
{
  json_t *all = json_object();
  Document *d = documents_find(&run->lsp->project.documents, run->uri);
  if (!d) return all; /* nobody looks at it */
  Teller t = {.run = run, .analysis = project_analysis(&run->lsp->project, d)};
  t.related = lsp_can(run->lsp, "textDocument.publishDiagnostics.relatedInformation");
  t.index = analysis_index(t.analysis);
  t.usual = usual_place(&t);
  uint32_t parts = findings->list.len - 1;
  if (findings_need_whole(findings)) parts++;
  for (uint32_t i = 0; i < parts; i++) {
    const Finding *f = &findings->list.data[i];
    if (f->outcome != FINDING_PASS && f->outcome != FINDING_ERROR) add_finding(&t, all, f);
  }
  return all;
}
