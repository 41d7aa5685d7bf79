#include <string.h>

#include "report/exchange/page_impl.h"
#include "report/exchange/step_text.h"

enum { MOST_COLUMNS = 8 }; /* of variables: more are told one below the other */

typedef struct {
  VEC(const char *) names; /* of all variables, in the order in which they appear */
  const json_t *before;    /* the state before the step, or NULL */
  uint32_t number;         /* of the last step */
  bool columns;
} Steps;

static bool has_name(const Steps *s, const char *name)
{
  for (uint32_t i = 0; i < s->names.len; i++)
    if (!strcmp(s->names.data[i], name)) return true;
  return false;
}

static void collect_names(Steps *s, const json_t *steps)
{
  size_t i;
  json_t *step, *value;
  const char *name;
  json_array_foreach(steps, i, step)
      json_object_foreach(json_object_get(step, "state"), name, value) if (!has_name(s, name))
          vec_push(&s->names, name);
}

static void add_value(Text *out, const json_t *value)
{
  const char *text = json_string_value(value);
  page_text(out, text ? text : value ? "?" : "");
}

static bool changes(const Steps *s, const char *name, const json_t *value)
{
  return value && !json_equal(value, json_object_get(s->before, name));
}

/* A cell for each variable; those that the step changes are marked. */
static void add_cells(Text *out, const Steps *s, const json_t *state)
{
  for (uint32_t i = 0; i < s->names.len; i++) {
    const json_t *value = json_object_get(state, s->names.data[i]);
    bool changed = changes(s, s->names.data[i], value);
    text_add(out, changed ? "<td class=\"changed\"><b>" : "<td>");
    add_value(out, value);
    text_add(out, changed ? "</b></td>" : "</td>");
  }
}

/* The variables that the step changes, one below the other. */
static void add_changes(Text *out, const Steps *s, const json_t *state)
{
  const char *name;
  json_t *value;
  text_add(out, "<td>");
  json_object_foreach((json_t *) state, name, value)
  {
    if (!changes(s, name, value)) continue;
    text_add(out, "<div class=\"changed\"><b>");
    page_text(out, name);
    text_add(out, "</b> = ");
    add_value(out, value);
    text_add(out, "</div>");
  }
  text_add(out, "</td>");
}

/* The set-up of constants and the initialisation are no steps. */
static bool is_numbered(const json_t *step)
{
  const char *name = json_string_value(json_object_get(step, "op"));
  return !name || (strcmp(name, "SETUP_CONSTANTS") != 0 && strcmp(name, "INITIALISATION") != 0);
}

static void add_steps(Text *out, Steps *s, const json_t *steps, const char *remark)
{
  size_t i;
  json_t *step;
  json_array_foreach(steps, i, step)
  {
    const json_t *state = json_object_get(step, "state");
    Text call = {0};
    step_text(&call, step);
    text_add(out, "<tr><td class=\"number\">");
    if (is_numbered(step)) text_printf(out, "%u", ++s->number);
    text_add(out, "</td><td><code>");
    page_text(out, text_string(&call));
    text_printf(out, "</code>%s</td>", remark);
    if (s->columns) add_cells(out, s, state);
    else add_changes(out, s, state);
    text_add(out, "</tr>\n");
    if (json_object_size(state)) s->before = state;
    text_free(&call);
  }
}

void page_steps(Text *out, const Finding *f)
{
  Steps s = {0};
  if (!json_array_size(f->start) && !json_array_size(f->trace) && !json_array_size(f->loop)) return;
  collect_names(&s, f->start);
  collect_names(&s, f->trace);
  collect_names(&s, f->loop);
  s.columns = s.names.len <= MOST_COLUMNS;
  text_add(out, "<table class=\"steps\"><thead><tr><th>step</th><th>operation</th>");
  for (uint32_t i = 0; s.columns && i < s.names.len; i++) {
    text_add(out, "<th>");
    page_text(out, s.names.data[i]);
    text_add(out, "</th>");
  }
  if (!s.columns) text_add(out, "<th>what changes</th>");
  text_add(out, "</tr></thead><tbody>\n");
  add_steps(out, &s, f->start, "");
  add_steps(out, &s, f->trace, "");
  add_steps(out, &s, f->loop, " <i>(repeated for ever)</i>");
  text_add(out, "</tbody></table>\n");
  vec_free(&s.names);
}
