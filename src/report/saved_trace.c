#include "report/saved_trace.h"

#include <stdlib.h>
#include <time.h>

#include "lts/print.h"
#include "report/json_report.h"
#include "session/trace_file.h"

/* The version of the form that has these keys; ProB 2 converts older ones than its own. */
enum { FORMAT_VERSION = 5 };

static json_t *column_names(Lts *lts)
{
  json_t *names = json_array();
  for (uint32_t i = 0; lts && i < lts->width; i++)
    if (lts->column_name(lts, i))
      json_array_append_new(names, json_report_string(lts->column_name(lts, i)));
  return names;
}

/* Now, or the time that makes a build the same each time. */
static json_t *time_json(void)
{
  char text[32];
  struct tm parts;
  const char *fixed = getenv("SOURCE_DATE_EPOCH");
  time_t now = fixed && *fixed ? (time_t) strtoll(fixed, NULL, 10) : time(NULL);
  if (!gmtime_r(&now, &parts)) return json_null();
  strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return json_string(text);
}

static json_t *metadata_json(const char *model_name)
{
  json_t *metadata = json_object();
  json_object_set_new(metadata, "fileType", json_string("Trace"));
  json_object_set_new(metadata, "formatVersion", json_integer(FORMAT_VERSION));
  json_object_set_new(metadata, "savedAt", time_json());
  json_object_set_new(metadata, "creator", json_string("probity " PROBITY_VERSION));
  json_object_set_new(metadata, "proB2KernelVersion", json_null());
  json_object_set_new(metadata, "proBCliVersion", json_null());
  json_object_set_new(metadata, "modelName", json_report_string(model_name));
  return metadata;
}

json_t *saved_trace_new(Lts *lts, const char *model_name)
{
  json_t *file = json_object();
  json_object_set_new(file, "description", json_string(TRACE_DESCRIPTION));
  json_object_set_new(file, "transitionList", json_array());
  json_object_set_new(file, "variableNames", column_names(lts));
  json_object_set_new(file, "constantNames", json_array());
  json_object_set_new(file, "setNames", json_array());
  json_object_set_new(file, "machineOperationInfos", json_object());
  json_object_set_new(file, "globalIdentifierTypes", json_object());
  json_object_set_new(file, "metadata", metadata_json(model_name));
  return file;
}

/* Constants are no variables: they are what the set-up gives values to. */
static void note_constants(json_t *file, json_t *step_state)
{
  json_t *constants = json_object_get(file, "constantNames");
  json_t *variables = json_object_get(file, "variableNames"), *rest = json_array();
  const char *name;
  json_t *value;
  if (json_array_size(constants)) return;
  json_object_foreach(step_state, name, value) json_array_append_new(constants, json_string(name));
  for (size_t i = 0; i < json_array_size(variables); i++) {
    json_t *variable = json_array_get(variables, i);
    if (!json_object_get(step_state, json_string_value(variable)))
      json_array_append(rest, variable);
  }
  json_object_set_new(file, "variableNames", rest);
}

static void add_bindings(json_t *object, Lts *lts, const Transition *t, uint32_t from, uint32_t to)
{
  for (uint32_t i = from; i < to && !lts->print_label; i++) {
    Text text = {0};
    lts->print_argument(lts, &text, t->label, i, t->arguments[i]);
    json_object_set_new(object, lts->argument_name(lts, t->label, i),
                        json_report_string(text_string(&text)));
    text_free(&text);
  }
}

static void add_state(json_t *changed, json_t *same, Lts *lts, const Value *state,
                      const Value *before)
{
  for (uint32_t i = 0; i < lts->width; i++) {
    const char *name = lts->column_name(lts, i);
    if (!name || value_is_none(state[i])) continue;
    if (before && value_same(state[i], before[i])) {
      json_array_append_new(same, json_report_string(name));
      continue;
    }
    Text text = {0};
    lts->print_column(lts, &text, i, state[i]);
    json_object_set_new(changed, name, json_report_string(text_string(&text)));
    text_free(&text);
  }
}

/* Takes over the values. */
static void add_step(json_t *file, const char *name, json_t *arguments, json_t *results,
                     json_t *changed, json_t *same)
{
  json_t *step = json_object();
  json_object_set_new(step, "name", json_report_string(name));
  json_object_set_new(step, "params", arguments);
  json_object_set_new(step, "results", results);
  json_object_set_new(step, "destState", changed);
  json_object_set_new(step, "destStateNotChanged", same);
  json_object_set_new(step, "preds", json_array());
  json_object_set_new(step, "postconditions", json_array());
  json_object_set_new(step, "description", json_string(""));
  json_array_append_new(json_object_get(file, "transitionList"), step);
}

void saved_trace_add_event(json_t *file, const char *name)
{
  add_step(file, name, json_object(), json_object(), json_object(), json_array());
}

void saved_trace_add(json_t *file, Lts *lts, const Transition *t, const Value *before)
{
  json_t *arguments = json_object(), *results = json_object();
  json_t *changed = json_object(), *same = json_array();
  FormatStyle style = lts->style;
  lts->style.unicode = false; /* other tools read it */
  uint32_t result_count, count = lts->label_arguments(lts, t->label, &result_count);
  bool setup = lts->is_setup(lts, t->state), start = t->label < lts->first_operation;
  Text name = {0};
  lts_print_name(&name, lts, t);
  add_bindings(arguments, lts, t, 0, count);
  add_bindings(results, lts, t, count, count + result_count);
  add_state(changed, same, lts, t->state, before);
  lts->style = style;
  if (setup) note_constants(file, changed);
  const char *kept = setup   ? TRACE_SETUP_NAME
                     : start ? TRACE_INITIALISATION_NAME
                             : text_string(&name);
  add_step(file, kept, arguments, results, changed, same);
  text_free(&name);
}

void saved_trace_describe(json_t *file, const char *what)
{
  json_object_set_new(file, "description", json_report_string(what));
}

void saved_trace_print(Text *text, const json_t *file) { json_report_print(text, file); }
