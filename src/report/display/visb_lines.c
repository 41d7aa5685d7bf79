#include "report/display/visb_lines.h"

#include <string.h>

#include "report/width.h"

enum { MOST_LINES = 200, MOST_CLICKS = 40, WIDEST_NAME = 30 };

static unsigned width_of_names(const VisbState *s)
{
  unsigned widest = 0;
  for (uint32_t i = 0; i < s->values.len && i < MOST_LINES; i++) {
    const VisbValue *v = &s->values.data[i];
    unsigned width = width_of_text(v->id) + 1 + width_of_text(v->attribute);
    if (width > widest && width <= WIDEST_NAME) widest = width;
  }
  return widest;
}

static void add_value(Text *out, const VisbValue *v, unsigned width)
{
  Text name = {0};
  text_printf(&name, "%s.%s", v->id, v->attribute);
  Text clean = {0};
  width_add_clean(&clean, text_string(&name));
  width_pad(out, text_string(&clean), width);
  text_add(out, " = ");
  width_add_clean(out, v->text);
  text_add_char(out, '\n');
  text_free(&name);
  text_free(&clean);
}

/* Each element once. */
static void add_clicks(Text *out, const Visb *v)
{
  uint32_t shown = 0;
  for (uint32_t i = 0; i < v->events.len && shown <= MOST_CLICKS; i++) {
    bool again = false;
    for (uint32_t k = 0; k < i && !again; k++)
      again = !strcmp(v->events.data[k].id, v->events.data[i].id);
    if (again) continue;
    text_add(out, shown ? ", " : "clicks: ");
    if (shown++ < MOST_CLICKS) width_add_clean(out, v->events.data[i].id);
    else text_add(out, "…");
  }
  if (shown) text_add_char(out, '\n');
}

void visb_lines(Text *out, const Visb *v, const VisbState *s)
{
  unsigned width = width_of_names(s);
  for (uint32_t i = 0; i < s->values.len && i < MOST_LINES; i++)
    add_value(out, &s->values.data[i], width);
  if (s->values.len > MOST_LINES) text_printf(out, "and %u more\n", s->values.len - MOST_LINES);
  add_clicks(out, v);
}
