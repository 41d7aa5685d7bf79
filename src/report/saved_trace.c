#include "report/saved_trace.h"

#include "lts/print.h"
#include "report/json_report.h"
#include "session/trace_file.h"

static json_t *column_names(Lts *lts)
{
  json_t *names = json_array();
  for (uint32_t i = 0; i < lts->width; i++)
    if (lts->column_name(lts, i))
      json_array_append_new(names, json_report_string(lts->column_name(lts, i)));
  return names;
}

json_t *saved_trace_new(Lts *lts, const char *model_name)
{
  json_t *file = json_object(), *metadata = json_object();
  json_object_set_new(file, "description", json_string(TRACE_DESCRIPTION));
  json_object_set_new(file, "transitionList", json_array());
  json_object_set_new(file, "variableNames", column_names(lts));
  json_object_set_new(file, "constantNames", json_array());
  json_object_set_new(file, "setNames", json_array());
  json_object_set_new(file, "machineOperationInfos", json_object());
  json_object_set_new(file, "globalIdentifierTypes", json_object());
  json_object_set_new(metadata, "fileType", json_string("Trace"));
  json_object_set_new(metadata, "formatVersion", json_integer(1));
  json_object_set_new(metadata, "creator", json_string("probity " PROBITY_VERSION));
  json_object_set_new(metadata, "modelName", json_report_string(model_name));
  json_object_set_new(file, "metadata", metadata);
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

void saved_trace_add(json_t *file, Lts *lts, const Transition *t, const Value *before)
{
  json_t *step = json_object(), *arguments = json_object(), *results = json_object();
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
  json_object_set_new(step, "name",
                      json_report_string(setup   ? TRACE_SETUP_NAME
                                         : start ? TRACE_INITIALISATION_NAME
                                                 : text_string(&name)));
  text_free(&name);
  json_object_set_new(step, "params", arguments);
  json_object_set_new(step, "results", results);
  json_object_set_new(step, "destState", changed);
  json_object_set_new(step, "destStateNotChanged", same);
  json_object_set_new(step, "preds", json_array());
  json_array_append_new(json_object_get(file, "transitionList"), step);
}

void saved_trace_describe(json_t *file, const char *what)
{
  json_object_set_new(file, "description", json_report_string(what));
}

void saved_trace_print(Text *text, const json_t *file) { json_report_print(text, file); }
