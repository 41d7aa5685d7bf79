#include "session/trace_file.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static const char *kept(TraceFile *file, const char *text)
{
  return arena_copy(file->arena, text, strlen(text));
}

/* The first of these fields that is there and not null. */
static const json_t *field(const json_t *object, const char *first, const char *second)
{
  const json_t *value = json_object_get(object, first);
  if (!value || json_is_null(value)) value = json_object_get(object, second);
  return value && json_is_null(value) ? NULL : value;
}

/* A value is a text; what else JSON has is written as B would. */
static const char *value_text(TraceFile *file, const json_t *value)
{
  if (json_is_string(value)) return kept(file, json_string_value(value));
  if (json_is_integer(value))
    return arena_printf(file->arena, "%lld", (long long) json_integer_value(value));
  if (json_is_boolean(value)) return json_is_true(value) ? "TRUE" : "FALSE";
  return NULL;
}

static void add_binding(TraceFile *file, TraceBindings *list, const char *name, const json_t *value)
{
  const char *text = value_text(file, value);
  if (text) vec_push(list, ((TraceBinding){name ? kept(file, name) : NULL, text}));
}

/* {"x": "1"}, [{"name": "x", "value": "1"}] or ["1"] */
static void read_bindings(TraceFile *file, const json_t *from, TraceBindings *list)
{
  const char *name;
  json_t *value;
  if (json_is_object(from))
    json_object_foreach((json_t *) from, name, value) add_binding(file, list, name, value);
  for (size_t i = 0; json_is_array(from) && i < json_array_size(from); i++) {
    const json_t *item = json_array_get(from, i);
    if (json_is_object(item))
      add_binding(file, list, json_string_value(json_object_get(item, "name")),
                  json_object_get(item, "value"));
    else add_binding(file, list, NULL, item);
  }
}

static void read_names(TraceFile *file, const json_t *from, TraceBindings *list)
{
  for (size_t i = 0; json_is_array(from) && i < json_array_size(from); i++) {
    const char *name = json_string_value(json_array_get(from, i));
    if (name) vec_push(list, ((TraceBinding){.name = kept(file, name)}));
  }
}

static TraceStepKind kind_of(const char *name)
{
  static const char *const setups[] = {TRACE_SETUP_NAME, "SETUP_CONSTANTS",
                                       "$partial_setup_constants", "PARTIAL_SETUP_CONSTANTS"};
  static const char *const starts[] = {TRACE_INITIALISATION_NAME, "INITIALISATION",
                                       "INITIALISE_MACHINE", "INITIALISATION_EVENT"};
  for (size_t i = 0; i < sizeof setups / sizeof *setups; i++)
    if (!strcmp(name, setups[i])) return TRACE_SETUP;
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (!strcmp(name, starts[i])) return TRACE_INITIALISATION;
  return TRACE_OPERATION;
}

/* {"kind": "PREDICATE", "predicate": "x = 1"}, {"kind": "OPERATION_ENABLED", "operation": "op"} */
static void read_conditions(TraceFile *file, const json_t *from, TraceConditions *list)
{
  for (size_t i = 0; json_is_array(from) && i < json_array_size(from); i++) {
    const json_t *item = json_array_get(from, i);
    const char *kind = json_string_value(json_object_get(item, "kind"));
    const char *operation = json_string_value(json_object_get(item, "operation"));
    const char *predicate = json_string_value(json_object_get(item, "predicate"));
    TraceCondition c = {.operation = operation ? kept(file, operation) : NULL,
                        .predicate = predicate && *predicate ? kept(file, predicate) : NULL};
    bool enabled = kind && !strcmp(kind, "OPERATION_ENABLED");
    bool disabled = kind && !strcmp(kind, "OPERATION_DISABLED");
    c.kind = enabled ? AFTER_ENABLED : disabled ? AFTER_DISABLED : AFTER_PREDICATE;
    if (c.kind == AFTER_PREDICATE ? c.predicate != NULL : c.operation != NULL) vec_push(list, c);
  }
}

static bool read_step(TraceFile *file, const json_t *from, size_t number, Text *error)
{
  const json_t *name = json_is_object(from) ? field(from, "name", "op") : NULL;
  if (!json_is_string(name)) {
    text_printf(error, "step %zu of the trace has no name", number);
    return false;
  }
  TraceFileStep step = {.kind = kind_of(json_string_value(name)),
                        .name = kept(file, json_string_value(name))};
  read_bindings(file, field(from, "params", "args"), &step.arguments);
  read_bindings(file, field(from, "results", "results"), &step.results);
  read_bindings(file, field(from, "destState", "state"), &step.state);
  read_names(file, json_object_get(from, "destStateNotChanged"), &step.unchanged);
  read_conditions(file, json_object_get(from, "postconditions"), &step.after);
  read_bindings(file, json_object_get(from, "preds"), &step.more);
  vec_push(&file->steps, step);
  return true;
}

/* The list of steps: of a trace file, or the first trace of a report. */
static const json_t *step_list(const json_t *root)
{
  const json_t *list = json_is_array(root) ? root : field(root, "transitionList", "trace");
  if (list) return list;
  const json_t *counterexample = json_object_get(root, "counterexample");
  const json_t *violation = json_array_get(json_object_get(root, "violations"), 0);
  return field(violation ? violation : counterexample, "trace", "trace");
}

TraceFile *trace_file_read(const char *text, size_t length, Text *error)
{
  json_error_t problem;
  json_t *root = json_loadb(text, length, 0, &problem);
  if (!root) {
    text_printf(error, "this is not a trace file: line %d, column %d: %s", problem.line,
                problem.column, problem.text);
    return NULL;
  }
  TraceFile *file = calloc(1, sizeof *file);
  if (!file) memory_exhausted();
  file->arena = arena_new();
  const json_t *list = step_list(root);
  const char *model =
      json_string_value(field(json_object_get(root, "metadata"), "modelName", "modelName"));
  const char *description = json_string_value(json_object_get(root, "description"));
  if (model) file->model = kept(file, model);
  if (description) file->description = kept(file, description);
  bool good = json_is_array(list);
  if (!good) text_add(error, "this is JSON, but not a trace: it has no list transitionList");
  for (size_t i = 0; good && i < json_array_size(list); i++)
    good = read_step(file, json_array_get(list, i), i + 1, error);
  json_decref(root);
  if (good) return file;
  trace_file_free(file);
  return NULL;
}

void trace_file_free(TraceFile *file)
{
  if (!file) return;
  for (uint32_t i = 0; i < file->steps.len; i++) {
    vec_free(&file->steps.data[i].arguments);
    vec_free(&file->steps.data[i].results);
    vec_free(&file->steps.data[i].state);
    vec_free(&file->steps.data[i].unchanged);
    vec_free(&file->steps.data[i].after);
    vec_free(&file->steps.data[i].more);
  }
  vec_free(&file->steps);
  arena_free(file->arena);
  free(file);
}
