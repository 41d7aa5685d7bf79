#include "report/json_report.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

static bool is_path(const char *path, bool folder_too)
{
  struct stat info;
  return stat(path, &info) == 0 && (folder_too || !S_ISDIR(info.st_mode));
}

/* The rest of a name after its file: /A or (inv2), without what sets it apart. */
static void add_element(json_t *object, const char *rest)
{
  size_t length = strlen(rest);
  bool bracketed = *rest == '(' && rest[length - 1] == ')';
  Text element = {0};
  text_add_bytes(&element, rest + 1, length - 1 - bracketed);
  json_object_set_new(object, "element", json_report_string(text_string(&element)));
  text_free(&element);
}

/* Texts have names for people, such as system.zip/M1.bum(inv2); the file is the longest part of
 * it that exists. */
void json_report_set_file(json_t *object, const char *name)
{
  Text path = {0};
  text_add(&path, name);
  while (path.len > 0 && !is_path(path.data, path.len == strlen(name))) {
    do path.len--;
    while (path.len > 0 && path.data[path.len] != '/' && path.data[path.len] != '(');
    path.data[path.len] = '\0';
  }
  bool whole = path.len == strlen(name), inner = !path.len && *name == '<';
  const char *file = path.len ? path.data : inner ? NULL : name; /* perhaps it is missing */
  json_object_set_new(object, "file", json_report_string(file));
  if (inner) json_object_set_new(object, "element", json_report_string(name));
  else if (path.len && !whole && name[path.len + 1]) add_element(object, name + path.len);
  text_free(&path);
}

json_t *json_report_new(const ReportHead *head)
{
  json_t *report = json_object();
  if (!report) memory_exhausted();
  json_object_set_new(report, "schema", json_integer(JSON_REPORT_SCHEMA));
  json_object_set_new(report, "command", json_report_string(head->command));
  if (head->file) json_report_set_file(report, head->file);
  else json_object_set_new(report, "file", json_null());
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

void json_report_set_place(json_t *object, Sources *sources, Span span)
{
  Place begin = sources_place(sources, span.begin);
  Place end = span.end > span.begin ? sources_place(sources, span.end) : begin;
  bool known = begin.source != NULL;
  if (known) json_report_set_file(object, begin.source->name);
  else json_object_set_new(object, "file", json_null());
  json_object_set_new(object, "line", known ? json_integer(begin.line) : json_null());
  json_object_set_new(object, "column", known ? json_integer(begin.column) : json_null());
  json_object_set_new(object, "end_line", known ? json_integer(end.line) : json_null());
  json_object_set_new(object, "end_column", known ? json_integer(end.column) : json_null());
}

json_t *json_report_evaluation(Sources *sources, Span span, const char *message)
{
  json_t *object = json_object();
  json_object_set_new(object, "kind", json_string("evaluation"));
  json_object_set_new(object, "message", json_report_string(message));
  json_report_set_place(object, sources, span);
  json_object_set_new(object, "trace", json_array());
  return object;
}

static json_t *diag_object(Severity severity, const char *code, const char *message)
{
  json_t *object = json_object();
  json_object_set_new(object, "severity", json_string(severity_word(severity)));
  json_object_set_new(object, "code", json_report_string(code));
  json_object_set_new(object, "message", json_report_string(message));
  return object;
}

/* NULL: an edit is of no text that people write, but of a part of a file such as Rodin's. */
static json_t *fix_json(Sources *sources, const DiagFix *fix)
{
  json_t *edits = json_array(), *object = json_object();
  bool good = fix->edits != NULL;
  json_object_set_new(object, "title", json_report_string(fix->title));
  for (const DiagEdit *edit = fix->edits; edit; edit = edit->next) {
    json_t *entry = json_object();
    json_report_set_place(entry, sources, edit->span);
    json_object_set_new(entry, "text", json_report_string(edit->text));
    good &= !json_object_get(entry, "element");
    json_array_append_new(edits, entry);
  }
  json_object_set_new(object, "edits", edits);
  if (good) return object;
  json_decref(object);
  return NULL;
}

static void add_fixes(json_t *object, Sources *sources, const DiagFix *first)
{
  json_t *fixes = json_array();
  for (const DiagFix *fix = first; fix; fix = fix->next) {
    json_t *one = fix_json(sources, fix);
    if (one) json_array_append_new(fixes, one);
  }
  if (json_array_size(fixes)) json_object_set_new(object, "fixes", fixes);
  else json_decref(fixes);
}

static void add_notes(json_t *object, Sources *sources, const DiagNote *first)
{
  json_t *notes = json_array();
  for (const DiagNote *note = first; note; note = note->next) {
    json_t *entry = json_object();
    json_object_set_new(entry, "message", json_report_string(note->text));
    json_report_set_place(entry, sources, note->span);
    json_array_append_new(notes, entry);
  }
  json_object_set_new(object, "notes", notes);
}

static json_t *diag_json(Sources *sources, const Diag *diag)
{
  json_t *object = diag_object(diag->severity, diag->code, diag->message);
  json_report_set_place(object, sources, diag->span);
  if (diag->hint) json_object_set_new(object, "hint", json_report_string(diag->hint));
  if (diag->fixes) add_fixes(object, sources, diag->fixes);
  if (diag->notes) add_notes(object, sources, diag->notes);
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
  json_report_set_place(object, NULL, SPAN_NONE);
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
  json_report_set_place(object, sources, symbol->span);
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
  json_report_set_place(object, sources, operation->symbol->span);
  return object;
}
