#include "report/prove/path_report.h"

#include <string.h>

/* ---------------------------------------------------------------------------- paths */

/* The proof that has the values of the path: the one with parameters, if there is one. */
static const Proof *values_of(const PathChecked *c)
{
  return c->along ? &c->witness : &c->found->proof;
}

static const char *variable_value(const PathChecked *c, uint32_t position, uint32_t variable)
{
  return path_value(values_of(c), c->steps.states.data[position][variable]);
}

static void show_state(const PathChecked *c, uint32_t position, Text *out)
{
  const Symbols *variables = &c->steps.model->variables;
  bool some = false;
  for (uint32_t i = 0; i < variables->len; i++) {
    const char *value = variable_value(c, position, i);
    const char *before = position ? variable_value(c, position - 1, i) : NULL;
    if (!value || (before && !strcmp(value, before))) continue;
    text_printf(out, "%s%s = %s", some ? ", " : "         ", variables->data[i]->name->text, value);
    some = true;
  }
  if (some) text_add_char(out, '\n');
}

static void show_step(const PathChecked *c, uint32_t position, Text *out)
{
  if (!c->operations) {
    text_printf(out, "%5u. (some operation)\n", position + 1);
    return;
  }
  const Operation *op = c->steps.operations.data[c->operations[position]];
  text_printf(out, "%5u. %s", position + 1, op->symbol->name->text);
  for (uint32_t i = 0; c->along && i < op->parameter_count; i++) {
    const char *value = path_value(&c->witness, c->steps.parameters.data[position][i]);
    text_printf(out, "%s%s", i ? "," : "(", value ? value : "_");
  }
  text_add(out, c->along && op->parameter_count ? ")\n" : "\n");
}

static void show_given(const ShownValues *values, bool sets, Text *out)
{
  for (uint32_t i = 0; i < values->len; i++)
    if (sets || values->data[i].role == ROLE_CONSTANT)
      text_printf(out, "         %s = %s\n", values->data[i].name, values->data[i].value);
}

/* What is false in the last state, which needs no number. */
static void add_violated(const PathChecked *c, Text *out)
{
  const char *text = values_of(c)->counterexample.violated;
  Text position = {0};
  text_printf(&position, "@%u", c->found->length);
  for (const char *at; text && (at = strstr(text, position.data)); text = at + position.len)
    text_add_bytes(out, text, (size_t) (at - text));
  text_add(out, text ? text : "the invariant");
  text_free(&position);
}

static void show_path(const PathChecked *c, Text *out)
{
  const Counterexample *x = &values_of(c)->counterexample;
  show_given(&x->sets, true, out);
  show_given(&x->values, false, out);
  text_add(out, "       INITIALISATION\n");
  show_state(c, 0, out);
  for (uint32_t at = 0; at < c->found->length; at++) {
    show_step(c, at, out);
    show_state(c, at + 1, out);
  }
  text_add(out, "  false: ");
  add_violated(c, out);
  text_add_char(out, '\n');
}

/* ----------------------------------------------------------------------------- JSON */

static json_t *state_json(const PathChecked *c, uint32_t position)
{
  const Symbols *variables = &c->steps.model->variables;
  json_t *state = json_object();
  for (uint32_t i = 0; i < variables->len; i++)
    json_object_set_new(state, variables->data[i]->name->text,
                        json_report_string(variable_value(c, position, i)));
  return state;
}

static json_t *arguments_json(const PathChecked *c, uint32_t position)
{
  json_t *all = json_object();
  const Operation *op = c->steps.operations.data[c->operations[position]];
  for (uint32_t i = 0; c->along && i < op->parameter_count; i++)
    json_object_set_new(
        all, op->parameters[i]->name->text,
        json_report_string(path_value(&c->witness, c->steps.parameters.data[position][i])));
  return all;
}

static json_t *step_json(const PathChecked *c, uint32_t position)
{
  const char *op = "INITIALISATION";
  bool known = position && c->operations;
  if (known) op = c->steps.operations.data[c->operations[position - 1]]->symbol->name->text;
  else if (position) op = NULL;
  json_t *step = json_object();
  json_object_set_new(step, "op", json_report_string(op));
  json_object_set_new(step, "args", known ? arguments_json(c, position - 1) : json_object());
  json_object_set_new(step, "results", json_object());
  json_object_set_new(step, "state", state_json(c, position));
  return step;
}

static json_t *violations_json(const PathChecked *c)
{
  json_t *list = json_array();
  if (!c->found) return list;
  json_t *entry = json_object(), *trace = json_array();
  for (uint32_t at = 0; at <= c->found->length; at++)
    json_array_append_new(trace, step_json(c, at));
  json_object_set_new(entry, "kind", json_string("invariant"));
  json_object_set_new(entry, "message", json_report_string(values_of(c)->counterexample.violated));
  json_object_set_new(entry, "trace", trace);
  json_array_append_new(list, entry);
  return list;
}

static void add_fields(Report *report, const PathChecked *c, const PathRequest *request)
{
  json_t *paths = json_object(), *reasons = json_array();
  json_object_set_new(paths, "steps", json_integer(request->steps));
  json_object_set_new(paths, "clear", json_integer(c->clear));
  json_object_set_new(paths, "clear_bounded", json_integer(c->clear_bounded));
  json_object_set_new(paths, "by_induction",
                      c->by_induction ? json_integer(c->by_induction) : json_null());
  json_object_set_new(report->fields, "paths", paths);
  json_object_set_new(report->fields, "invariant_violated", json_boolean(c->found != NULL));
  if (c->verdict == VERDICT_UNKNOWN && c->unknown)
    json_array_append_new(reasons, json_report_string(c->unknown));
  report_extend(report, "violations", violations_json(c));
  report_extend(report, "reasons", reasons);
}

/* -------------------------------------------------------------------------- verdict */

static void add_unknown(Text *out, const PathChecked *c)
{
  text_add(out, "UNKNOWN ");
  if (c->clear_bounded)
    text_printf(out, "no violation within %u step%s%s", c->clear_bounded - 1,
                text_plural(c->clear_bounded - 1),
                c->clear < c->clear_bounded ? ", in a limited scope" : "");
  else text_add(out, "nothing is known of the first states");
  if (c->unknown) text_printf(out, " (%s)", c->unknown);
}

Verdict path_report(Report *report, const PathChecked *c, const PathRequest *request)
{
  Text *out = &report->out;
  add_fields(report, c, request);
  report->incomplete |= c->verdict == VERDICT_UNKNOWN;
  if (c->found) show_path(c, out);
  text_add(out, "only the invariant was checked, on paths; formulas are taken for well-defined: "
                "see `probity prove --kind WD`\n");
  if (c->verdict == VERDICT_FAIL)
    text_printf(out, "FAIL invariant violated after %u step%s", c->found->length,
                text_plural(c->found->length));
  else if (c->verdict == VERDICT_PASS)
    text_printf(out, "PASS the invariant holds on all paths, by induction over %u step%s",
                c->by_induction, text_plural(c->by_induction));
  else add_unknown(out, c);
  text_printf(out, ", %.2f s\n", report_seconds(report));
  return c->verdict;
}
