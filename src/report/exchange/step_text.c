#include "report/exchange/step_text.h"

static void add_values(Text *out, const json_t *values)
{
  const char *name, *between = "";
  json_t *value;
  json_object_foreach((json_t *) values, name, value)
  {
    const char *text = json_string_value(value);
    text_printf(out, "%s%s = %s", between, name, text ? text : "?");
    between = ", ";
  }
}

void step_text(Text *out, const json_t *step)
{
  const char *event = json_string_value(step);
  const char *call = json_string_value(json_object_get(step, "call"));
  const char *name = json_string_value(json_object_get(step, "op"));
  const json_t *arguments = json_object_get(step, "args");
  const json_t *results = json_object_get(step, "results");
  if (event || call || !name) {
    text_add(out, event ? event : call ? call : "start");
    return;
  }
  text_add(out, name);
  if (json_object_size(arguments)) {
    text_add_char(out, '(');
    add_values(out, arguments);
    text_add_char(out, ')');
  }
  if (!json_object_size(results)) return;
  text_add(out, " --> ");
  add_values(out, results);
}
