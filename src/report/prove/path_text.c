#include "report/prove/path_text.h"

#include <string.h>

#include "report/json_report.h"

/* ---------------------------------------------------------------------------- parts */

static const char *variable_value(const ShownPath *p, uint32_t position, uint32_t variable)
{
  return path_value(p->proof, p->steps->states.data[position][variable]);
}

/* The operation that leaves the position; NULL: it is not known. */
static const Operation *operation_at(const ShownPath *p, uint32_t position)
{
  const uint32_t *operations = p->path.operations;
  return operations ? p->steps->operations.data[operations[position]] : NULL;
}

static const char *argument_value(const ShownPath *p, uint32_t position, uint32_t parameter)
{
  return path_value(p->proof, p->path.parameters[position][parameter]);
}

void path_add_violated(const ShownPath *p, Text *out)
{
  /* It is said of the last state, which needs no number. */
  const char *text = p->proof->counterexample.violated;
  Text position = {0};
  text_printf(&position, "@%u", p->path.length);
  for (const char *at; text && (at = strstr(text, position.data)); text = at + position.len)
    text_add_bytes(out, text, (size_t) (at - text));
  text_add(out, text ? text : "the invariant");
  text_free(&position);
}

/* ----------------------------------------------------------------------------- text */

static void show_state(const ShownPath *p, uint32_t position, Text *out)
{
  const Symbols *variables = &p->steps->model->variables;
  bool some = false;
  for (uint32_t i = 0; i < variables->len; i++) {
    const char *value = variable_value(p, position, i);
    const char *before = position ? variable_value(p, position - 1, i) : NULL;
    if (!value || (before && !strcmp(value, before))) continue;
    text_printf(out, "%s%s = %s", some ? ", " : "         ", variables->data[i]->name->text, value);
    some = true;
  }
  if (some) text_add_char(out, '\n');
}

static void show_step(const ShownPath *p, uint32_t position, Text *out)
{
  const Operation *op = operation_at(p, position);
  text_printf(out, "%5u. %s", position + 1, op ? op->symbol->name->text : "some operation");
  for (uint32_t i = 0; p->has_parameters && op && i < op->parameter_count; i++) {
    const char *value = argument_value(p, position, i);
    text_printf(out, "%s%s", i ? "," : "(", value ? value : "_");
  }
  text_add(out, p->has_parameters && op && op->parameter_count ? ")\n" : "\n");
}

static void show_given(const ShownValues *values, bool sets, Text *out)
{
  for (uint32_t i = 0; i < values->len; i++)
    if (sets || values->data[i].role == ROLE_CONSTANT)
      text_printf(out, "         %s = %s\n", values->data[i].name, values->data[i].value);
}

void path_show_start(const ShownPath *p, Text *out)
{
  show_given(&p->proof->counterexample.sets, true, out);
  show_given(&p->proof->counterexample.values, false, out);
  if (p->path.from_start) text_add(out, "       INITIALISATION\n");
  show_state(p, 0, out);
}

void path_text(const ShownPath *p, Text *out)
{
  path_show_start(p, out);
  for (uint32_t at = 0; at < p->path.length; at++) {
    show_step(p, at, out);
    show_state(p, at + 1, out);
  }
  text_add(out, "  false: ");
  path_add_violated(p, out);
  text_add_char(out, '\n');
}

/* ----------------------------------------------------------------------------- JSON */

static json_t *state_json(const ShownPath *p, uint32_t position)
{
  const Symbols *variables = &p->steps->model->variables;
  json_t *state = json_object();
  for (uint32_t i = 0; i < variables->len; i++)
    json_object_set_new(state, variables->data[i]->name->text,
                        json_report_string(variable_value(p, position, i)));
  return state;
}

static json_t *arguments_json(const ShownPath *p, uint32_t position)
{
  json_t *all = json_object();
  const Operation *op = operation_at(p, position);
  for (uint32_t i = 0; p->has_parameters && op && i < op->parameter_count; i++)
    json_object_set_new(all, op->parameters[i]->name->text,
                        json_report_string(argument_value(p, position, i)));
  return all;
}

/* The step that leads to the position; a path that begins anywhere begins with no operation. */
static json_t *step_json(const ShownPath *p, uint32_t position)
{
  const Operation *op = position ? operation_at(p, position - 1) : NULL;
  const char *name = op ? op->symbol->name->text : NULL;
  if (!position && p->path.from_start) name = "INITIALISATION";
  json_t *step = json_object();
  json_object_set_new(step, "op", json_report_string(name));
  json_object_set_new(step, "args", position ? arguments_json(p, position - 1) : json_object());
  json_object_set_new(step, "results", json_object());
  json_object_set_new(step, "state", state_json(p, position));
  return step;
}

json_t *path_json(const ShownPath *p)
{
  json_t *trace = json_array();
  for (uint32_t at = 0; at <= p->path.length; at++) json_array_append_new(trace, step_json(p, at));
  return trace;
}
