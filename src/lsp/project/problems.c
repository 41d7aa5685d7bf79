#include "lsp/project/project.h"

#include "report/json_report.h"

enum { SEVERITY_ERROR = 1, SEVERITY_WARNING = 2 };

/* A place that the client cannot be shown: by its name. */
static void add_place(Text *text, Sources *sources, Span span)
{
  Place place = sources_place(sources, span.begin);
  if (place.source) text_printf(text, "%s:%u:%u: ", place.source->file, place.line, place.column);
}

static json_t *related_json(const Project *p, Analysis *a, const Diag *diag, Text *message,
                            ProblemStyle style)
{
  json_t *list = json_array();
  for (const DiagNote *note = diag->notes; note; note = note->next) {
    json_t *location = style.related ? project_location_json(p, a, note->span) : json_null();
    if (json_is_null(location)) {
      text_add(message, "\n");
      add_place(message, session_sources(a->session), note->span);
      text_printf(message, "note: %s", note->text);
      continue;
    }
    json_array_append_new(list, json_pack("{s:o, s:o}", "location", location, "message",
                                          json_report_string(note->text)));
  }
  return list;
}

static json_t *problem_json(const Project *p, Analysis *a, const Diag *diag, const Range *range,
                            ProblemStyle style)
{
  Text message = {0};
  if (!range->used) add_place(&message, session_sources(a->session), diag->span);
  text_add(&message, diag->message);
  json_t *related = related_json(p, a, diag, &message, style);
  if (diag->hint) text_printf(&message, "\nhint: %s", diag->hint);
  int severity = diag->severity == DIAG_WARNING ? SEVERITY_WARNING : SEVERITY_ERROR;
  json_t *json = json_pack("{s:o, s:i, s:s, s:s, s:o}", "range", project_range_json(range),
                           "severity", severity, "code", diag->code, "source", "probity", "message",
                           json_report_string(text_string(&message)));
  if (json_array_size(related)) json_object_set(json, "relatedInformation", related);
  json_decref(related);
  if (diag->hint)
    json_object_set_new(json, "data", json_pack("{s:o}", "hint", json_report_string(diag->hint)));
  text_free(&message);
  return json;
}

/* The list of a text in the object. */
static json_t *list_of(const Project *p, json_t *all, const UsedText *used)
{
  json_t *uri = project_uri_json(p, used);
  json_t *list = json_object_get(all, json_string_value(uri));
  if (!list) json_object_set_new(all, json_string_value(uri), list = json_array());
  json_decref(uri);
  return list;
}

json_t *project_problems(const Project *p, Analysis *a, ProblemStyle style)
{
  if (a->problems) return a->problems;
  const Diags *diags = session_diags(a->session);
  a->problems = json_object();
  list_of(p, a->problems, &a->used.data[0]);
  for (uint32_t i = 0; i < diags_count(diags); i++) {
    const Diag *diag = diags_get(diags, i);
    Range range = analysis_range(a, diag->span, p->units);
    json_t *list = list_of(p, a->problems, range.used ? range.used : &a->used.data[0]);
    json_array_append_new(list, problem_json(p, a, diag, &range, style));
  }
  return a->problems;
}
