#include "report/json_report.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/json_text.h"
#include "syntax/utf8.h"

static const char *verdict_text(Verdict verdict)
{
  switch (verdict) {
  case VERDICT_PASS: return "pass";
  case VERDICT_FAIL: return "fail";
  case VERDICT_UNKNOWN: return "unknown";
  case VERDICT_ERROR: return "error";
  }
  return "error";
}

static size_t ascii_length(const char *string)
{
  size_t length = 0;
  while (string[length] > 0) length++;
  return length;
}

json_t *json_report_string(const char *string)
{
  if (!string) return json_null();
  Text clean = {0};
  size_t left = strlen(string), ascii = ascii_length(string);
  if (ascii == left) return json_stringn_nocheck(string, left);
  for (unsigned step; left > 0; string += step, left -= step) {
    step = utf8_length(string, left);
    if (step > 0) text_add_bytes(&clean, string, step);
    else text_add(&clean, "\uFFFD"), step = 1;
  }
  json_t *result = json_stringn_nocheck(text_string(&clean), clean.len);
  text_free(&clean);
  return result;
}

json_t *json_report_new(const ReportHead *head)
{
  json_t *report = json_object();
  if (!report) memory_exhausted();
  json_object_set_new(report, "schema", json_integer(JSON_REPORT_SCHEMA));
  json_object_set_new(report, "command", json_report_string(head->command));
  json_object_set_new(report, "file", json_report_string(head->file));
  json_object_set_new(report, "model", json_report_string(head->model));
  json_object_set_new(report, "verdict", json_string(verdict_text(head->verdict)));
  json_object_set_new(report, "complete", json_boolean(head->complete));
  json_object_set_new(report, "reasons", json_array());
  json_object_set_new(report, "seconds", json_real(head->seconds));
  json_object_set_new(report, "settings", json_object());
  json_object_set_new(report, "diagnostics", json_array());
  return report;
}

void json_report_add_reason(json_t *report, const char *reason)
{
  json_array_append_new(json_object_get(report, "reasons"), json_report_string(reason));
}

/* file, line, column, end_line, end_column; null where the span is nowhere. */
static void set_place(json_t *object, Sources *sources, Span span)
{
  Place begin = sources_place(sources, span.begin);
  Place end = span.end > span.begin ? sources_place(sources, span.end) : begin;
  bool known = begin.source != NULL;
  json_object_set_new(object, "file", json_report_string(known ? begin.source->name : NULL));
  json_object_set_new(object, "line", known ? json_integer(begin.line) : json_null());
  json_object_set_new(object, "column", known ? json_integer(begin.column) : json_null());
  json_object_set_new(object, "end_line", known ? json_integer(end.line) : json_null());
  json_object_set_new(object, "end_column", known ? json_integer(end.column) : json_null());
}

static json_t *diag_object(Severity severity, const char *code, const char *message)
{
  json_t *object = json_object();
  json_object_set_new(object, "severity", json_string(severity_word(severity)));
  json_object_set_new(object, "code", json_report_string(code));
  json_object_set_new(object, "message", json_report_string(message));
  return object;
}

static json_t *diag_json(Sources *sources, const Diag *diag)
{
  json_t *object = diag_object(diag->severity, diag->code, diag->message);
  set_place(object, sources, diag->span);
  if (diag->hint) json_object_set_new(object, "hint", json_report_string(diag->hint));
  if (!diag->notes) return object;
  json_t *notes = json_array();
  for (const DiagNote *note = diag->notes; note; note = note->next) {
    json_t *entry = json_object();
    json_object_set_new(entry, "message", json_report_string(note->text));
    set_place(entry, sources, note->span);
    json_array_append_new(notes, entry);
  }
  json_object_set_new(object, "notes", notes);
  return object;
}

void json_report_add_diags(json_t *report, const Diags *diags)
{
  json_t *list = json_object_get(report, "diagnostics");
  for (uint32_t i = 0; i < diags_count(diags); i++)
    json_array_append_new(list, diag_json(diags_sources(diags), diags_get(diags, i)));
  if (diags_dropped(diags) > 0)
    json_object_set_new(report, "diagnostics_dropped", json_integer(diags_dropped(diags)));
}

void json_report_add_error(json_t *report, const char *code, const char *message, const char *hint)
{
  json_t *object = diag_object(DIAG_ERROR, code, message);
  set_place(object, NULL, SPAN_NONE);
  if (hint) json_object_set_new(object, "hint", json_report_string(hint));
  json_array_append_new(json_object_get(report, "diagnostics"), object);
}

void json_report_print(Text *out, const json_t *report)
{
  json_text(out, report);
  text_add_char(out, '\n');
}

static json_t *type_json(const Type *type)
{
  Text text = {0};
  if (type) type_print(&text, type);
  json_t *result = type ? json_report_string(text_string(&text)) : json_null();
  text_free(&text);
  return result;
}

json_t *json_report_symbol(Sources *sources, const Symbol *symbol)
{
  json_t *object = json_object();
  json_object_set_new(object, "name", json_report_string(symbol->name->text));
  json_object_set_new(object, "kind", json_report_string(symbol_kind_text(symbol)));
  json_object_set_new(object, "type", type_json(symbol->type));
  set_place(object, sources, symbol->span);
  return object;
}

static json_t *locals_json(Symbol *const *locals, uint32_t count)
{
  json_t *list = json_array();
  for (uint32_t i = 0; i < count; i++) {
    json_t *object = json_object();
    json_object_set_new(object, "name", json_report_string(locals[i]->name->text));
    json_object_set_new(object, "type", type_json(locals[i]->type));
    json_array_append_new(list, object);
  }
  return list;
}

json_t *json_report_operation(Sources *sources, const Operation *operation)
{
  json_t *object = json_object();
  json_object_set_new(object, "name", json_report_string(operation->symbol->name->text));
  json_object_set_new(object, "parameters",
                      locals_json(operation->parameters, operation->parameter_count));
  json_object_set_new(object, "results", locals_json(operation->results, operation->result_count));
  json_object_set_new(object, "machine", json_report_string(operation->machine->name->text));
  json_object_set_new(object, "transition", json_boolean(operation->top_level));
  set_place(object, sources, operation->symbol->span);
  return object;
}
