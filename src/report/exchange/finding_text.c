#include "report/exchange/finding_text.h"

#include "report/exchange/step_text.h"

/* Of each step what it changes. */
static void add_steps(Text *out, const json_t *steps, const char *remark)
{
  size_t i;
  const json_t *before = NULL, *state;
  json_t *step, *value;
  const char *name;
  json_array_foreach(steps, i, step)
  {
    text_add(out, "  ");
    step_text(out, step);
    text_printf(out, "%s\n", remark);
    state = json_object_get(step, "state");
    json_object_foreach((json_t *) state, name, value)
    {
      const char *text = json_string_value(value);
      if (json_equal(value, json_object_get(before, name))) continue;
      text_printf(out, "       %s = %s\n", name, text ? text : "?");
    }
    if (state) before = state;
  }
}

void finding_text(Text *out, const Finding *f)
{
  const char *file = json_string_value(json_object_get(f->place, "file"));
  const json_t *line = json_object_get(f->place, "line");
  if (file && json_is_integer(line))
    text_printf(out, "%s:%lld:%lld: ", file, (long long) json_integer_value(line),
                (long long) json_integer_value(json_object_get(f->place, "column")));
  text_printf(out, "%s\n", f->message);
  add_steps(out, f->start, "");
  add_steps(out, f->trace, "");
  add_steps(out, f->loop, " (repeated for ever)");
}
