#include "report/report.h"

#include <assert.h>

#include "base/clock.h"
#include "report/diag_text.h"
#include "report/evidence.h"

void report_open(Report *r, Session *session, bool json)
{
  *r = (Report){
      .session = session, .fields = json_object(), .json = json, .started = clock_seconds()};
}

void report_extend(Report *report, const char *field, json_t *elements)
{
  json_t *list = json_object_get(report->fields, field);
  if (!list) {
    json_object_set_new(report->fields, field, elements);
    return;
  }
  json_array_extend(list, elements);
  json_decref(elements);
}

void report_close(Report *r)
{
  json_decref(r->fields);
  text_free(&r->out);
  *r = (Report){0};
}

double report_seconds(const Report *r) { return clock_seconds() - r->started; }

/* The last value of a name counts. */
static void add_settings(json_t *all, const char *kind, const Settings *given)
{
  if (!given->len) return;
  json_t *pairs = json_object();
  for (uint32_t i = 0; i < given->len; i++)
    json_object_set_new(pairs, given->data[i].name, json_report_string(given->data[i].value));
  json_object_set_new(all, kind, pairs);
}

json_t *report_json(const Report *r, Verdict verdict)
{
  bool decided = verdict != VERDICT_UNKNOWN && verdict != VERDICT_ERROR;
  ReportHead head = {.command = r->command,
                     .file = r->file,
                     .model = r->model,
                     .verdict = verdict,
                     .complete = !r->incomplete && decided,
                     .seconds = report_seconds(r)};
  const SessionOptions *o = session_options(r->session);
  json_t *report = json_report_new(&head), *settings = json_object_get(report, "settings");
  add_settings(settings, "pref", &o->preferences);
  add_settings(settings, "card", &o->sizes);
  add_settings(settings, "let", &o->constants);
  return report;
}

json_t *report_whole_json(const Report *r, Verdict verdict)
{
  assert(r->fields);
  Diags *diags = session_diags(r->session);
  json_t *report = report_json(r, verdict);
  json_report_add_diags(report, diags);
  if (verdict == VERDICT_ERROR) {
    Text reason = {0};
    diag_text_count(&reason, diag_text_errors(diags), "error");
    json_report_add_reason(report, text_string(&reason));
    text_free(&reason);
  }
  json_object_update(report, r->fields);
  if (r->evidence) json_object_set_new(report, "evidence", evidence_json(r));
  return report;
}

Verdict report_refusal(Report *r, const Refusal *refusal)
{
  const char *message = text_string(&refusal->message);
  bool wrong = refusal->verdict == VERDICT_FAIL;
  json_t *reasons = json_array(), *violations = json_array();
  assert(refusal->verdict == VERDICT_FAIL || refusal->verdict == VERDICT_UNKNOWN);
  if (wrong) {
    diag_violation(session_diags(r->session), refusal->span, "evaluation", "%s", message);
    json_array_append_new(
        violations, json_report_evaluation(session_sources(r->session), refusal->span, message));
  } else {
    json_array_append_new(reasons, json_report_string(message));
  }
  text_printf(&r->out, wrong ? "FAIL it has no value: %s\n" : "UNKNOWN %s\n", message);
  report_extend(r, "violations", violations);
  report_extend(r, "reasons", reasons);
  return refusal->verdict;
}

void report_wrong_text(Report *r, const char *file)
{
  Diags *diags = session_diags(r->session);
  assert(session_has_errors(r->session));
  diags_sort(diags);
  text_clear(&r->out);
  json_object_clear(r->fields);
  text_add(&r->out, "ERROR ");
  diag_text_count(&r->out, diag_text_errors(diags), "error");
  text_printf(&r->out, " in %s\n", file);
}
