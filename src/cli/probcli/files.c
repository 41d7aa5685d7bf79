#include "cli/probcli/files.h"

#include <stdlib.h>
#include <string.h>

#include "cli/output.h"
#include "report/json_report.h"
#include "report/probcli/space.h"
#include "report/probcli/steps.h"

typedef struct {
  const ProbcliLine *line;
  ProbAnswer *answer;
  const char *model; /* or NULL */
  bool good;
} Writing;

/* Takes the text over. */
static void write_text(Writing *w, const char *path, Text *text)
{
  Text error = {0};
  if (!strcmp(path, "user_output")) text_add(&w->answer->out, text_string(text));
  else if (w->model && output_same_file(path, w->model))
    text_printf(&error, "%s would overwrite the model", path);
  else output_write_file(path, text, &error);
  if (error.len) {
    prob_say_error(w->answer, "usage", text_string(&error));
    w->good = false;
  }
  text_free(&error);
  text_free(text);
}

static void write_field(Writing *w, const char *path, const json_t *report, const char *field)
{
  const char *content = json_string_value(json_object_get(report, field));
  Text text = {0};
  if (!content) return;
  text_add(&text, content);
  write_text(w, path, &text);
}

/* -spdot, -save, -dot state_space */
static void write_space(Writing *w, const ProbcliGiven *g, const json_t *report)
{
  Text text = {0};
  if (!json_is_array(json_object_get(report, "states"))) return;
  if (g->id == PROBCLI_SAVE) {
    prob_print_facts(&text, report);
    write_text(w, g->arguments[0], &text);
  } else if (g->id == PROBCLI_SPDOT) {
    prob_print_space(&text, report);
    write_text(w, g->arguments[0], &text);
  } else if (g->id == PROBCLI_DOT && !strncmp(g->arguments[0], "state_space", 11)) {
    prob_print_space(&text, report);
    write_text(w, g->arguments[1], &text);
  }
}

static void write_coverage(Writing *w, const ProbcliGiven *g, const json_t *report)
{
  Text text = {0};
  if (!json_object_get(report, "coverage")) return;
  if (g->id == PROBCLI_MIN_MAX) {
    prob_print_variables(&text, report);
    write_text(w, g->arguments[0], &text);
  } else if (g->id == PROBCLI_CSV) {
    bool variables = !strcmp(g->arguments[0], "variable_coverage");
    if (variables) prob_print_variables(&text, report);
    else prob_print_operations(&text, report);
    write_text(w, g->arguments[1], &text);
  }
}

bool probcli_write(const ProbcliLine *line, ProbAnswer *answer, const ProbcliRequest *request,
                   const json_t *report, const char *file)
{
  Writing w = {line, answer, file, true};
  if (request->action == ACTION_DIAGRAM) write_field(&w, request->of->arguments[2], report, "dot");
  if (request->action == ACTION_TESTS && *request->of->arguments[3])
    write_field(&w, request->of->arguments[3], report, "text");
  for (uint32_t i = 0; i < line->given.len; i++) {
    const ProbcliGiven *g = &line->given.data[i];
    if (request->action == ACTION_SPACE) write_space(&w, g, report);
    if (request->action == ACTION_CHECK) write_coverage(&w, g, report);
    if (request->action == ACTION_PRINT && g->id == PROBCLI_PP)
      write_field(&w, g->arguments[0], report, "text");
  }
  return w.good;
}

/* --------------------------------------------------------------------- steps */

static bool shows(const ProbcliLine *line, const char *option)
{
  for (uint32_t i = 0; i < line->given.len; i++) {
    const ProbcliGiven *g = &line->given.data[i];
    if (g->id == PROBCLI_HISTORY_OPTION && !strcmp(g->arguments[0], option)) return true;
  }
  return false;
}

static void write_steps(Writing *w, const ProbcliGiven *g)
{
  const json_t *steps = w->answer->trace;
  bool history = g->id == PROBCLI_HISTORY, state = g->id == PROBCLI_STATE;
  bool path = g->id == PROBCLI_DOT && !strcmp(g->arguments[0], "history");
  bool last = g->id == PROBCLI_DOT && !strcmp(g->arguments[0], "current_state");
  if (!history && !state && !path && !last) return;
  const char *file = g->arguments[history || state ? 0 : 1];
  if (!steps) {
    Text note = {0};
    text_printf(&note, "nothing was written to %s: there are no steps", file);
    prob_say_note(w->answer, text_string(&note));
    text_free(&note);
    return;
  }
  Text text = {0};
  if (history)
    prob_print_history(&text, steps, shows(w->line, "show_init"), shows(w->line, "show_states"));
  else if (state) prob_print_state(&text, steps);
  else prob_print_path(&text, steps, last);
  write_text(w, file, &text);
}

bool probcli_write_steps(const ProbcliLine *line, ProbAnswer *answer, const char *file)
{
  Writing w = {line, answer, file, true};
  for (uint32_t i = 0; i < line->given.len; i++) write_steps(&w, &line->given.data[i]);
  return w.good;
}

/* ---------------------------------------------------------------------- logs */

/* A mistake or warning as a line of JSON, as the editor that asks for it reads them. */
static void add_error_line(Text *out, const json_t *entry)
{
  const char *severity = json_string_value(json_object_get(entry, "severity"));
  json_t *begin = json_pack("{s:O?, s:O?}", "line", json_object_get(entry, "line"), "col",
                            json_object_get(entry, "column"));
  json_t *end = json_pack("{s:O?, s:O?}", "line", json_object_get(entry, "end_line"), "col",
                          json_object_get(entry, "end_column"));
  bool warning = severity && !strcmp(severity, "warning");
  json_t *line = json_pack(
      "{s:s, s:O?, s:O?, s:O?, s:o, s:o, s:s}", "type", warning ? "warning" : "error", "message",
      json_object_get(entry, "message"), "reason", json_object_get(entry, "code"), "file",
      json_object_get(entry, "file"), "start", begin, "end", end, "version", PROBITY_VERSION);
  char *text = json_dumps(line, JSON_COMPACT);
  text_printf(out, "%s\n", text ? text : "");
  free(text);
  json_decref(line);
}

static void write_errors(Writing *w, const char *path, const json_t *reports)
{
  Text text = {0};
  size_t i, k;
  json_t *report, *entry;
  json_array_foreach(reports, i, report) json_array_foreach(json_object_get(report, "diagnostics"),
                                                            k, entry) add_error_line(&text, entry);
  write_text(w, path, &text);
}

bool probcli_write_logs(const ProbcliPlan *plan, ProbAnswer *answer, const json_t *reports)
{
  const ProbcliLine *line = plan->line;
  Writing w = {line, answer, NULL, true};
  const ProbcliGiven *log = probcli_given(line, PROBCLI_LOG);
  const ProbcliGiven *xml = probcli_given(line, PROBCLI_LOGXML);
  Text text = {0};
  if (plan->error_log) write_errors(&w, plan->error_log, reports);
  if (log) {
    json_report_print(&text, reports);
    write_text(&w, log->arguments[0], &text);
  }
  if (xml) {
    text_printf(&text,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<probcli-run>\n"
                "  <probcli-errors errors=\"%u\" warnings=\"%u\"/>\n</probcli-run>\n",
                answer->error_count, answer->warning_count);
    write_text(&w, xml->arguments[0], &text);
  }
  return w.good;
}
