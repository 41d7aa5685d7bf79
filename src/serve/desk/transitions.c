#include <string.h>

#include "lts/print.h"
#include "report/change.h"
#include "report/json_report.h"
#include "serve/desk/desk_impl.h"

/* Transitions and steps as JSON, with what they change. */

enum {
  CHANGE_BYTES = 200,
  TEXT_BYTES = 1000,
  ARGUMENT_BYTES = 500,
  MOST_CHANGES = 20,
  ELEMENTS = 20
};

/* Of a long value in a call the beginning. */
static void cut_value(Text *text, size_t from)
{
  size_t end = from + ARGUMENT_BYTES;
  if (text->len <= end) return;
  while (((unsigned char) text->data[end] & 0xC0) == 0x80) end--;
  text->data[text->len = end] = '\0';
  text_add(text, "…");
}

static json_t *change_json(Desk *d, const DeskColumn *c, const Value *state, const Value *before)
{
  Lts *lts = desk_lts(d);
  Text text = {0};
  bool cut;
  bool points = before && change_print(&text, lts, c->column, before[c->column], state[c->column]);
  if (!points) {
    text_printf(&text, "%s = ", c->name);
    desk_print_column(d, &text, c, state, ELEMENTS);
  }
  json_t *json = json_object();
  json_object_set_new(json, "name", json_report_string(c->name));
  json_object_set_new(json, "text", desk_text_cut(&text, CHANGE_BYTES, &cut));
  text_free(&text);
  return json;
}

json_t *desk_changes_json(Desk *d, const Transition *t, const Value *before)
{
  json_t *list = json_array();
  uint32_t count = 0;
  for (uint32_t i = 0; i < d->open.columns.len && count < MOST_CHANGES; i++) {
    const DeskColumn *c = &d->open.columns.data[i];
    Value v = t->state[c->column];
    if (value_is_none(v) || (before && value_same(v, before[c->column]))) continue;
    json_array_append_new(list, change_json(d, c, t->state, before));
    count++;
  }
  return list;
}

/* Arguments, or results. */
static json_t *arguments_json(Lts *lts, const Transition *t, uint32_t from, uint32_t to)
{
  json_t *list = json_array();
  for (uint32_t i = from; i < to && !lts->print_label; i++) {
    Text text = {0};
    bool cut;
    lts->print_argument(lts, &text, t->label, i, t->arguments[i]);
    json_array_append_new(list, desk_text_cut(&text, ARGUMENT_BYTES, &cut));
    text_free(&text);
  }
  return list;
}

/* {operation, name, text, changes} */
static json_t *step_json(Desk *d, const Transition *t, const Value *before)
{
  Lts *lts = desk_lts(d);
  Text name = {0}, text = {0};
  bool cut;
  FormatStyle style = lts->style;
  lts->style.most = ELEMENTS;
  json_t *json = json_object();
  lts_print_name(&name, lts, t);
  lts_print_transition(&text, lts, t, cut_value);
  json_object_set_new(json, "operation", desk_operation_number(lts, t->label));
  json_object_set_new(json, "name", desk_text_cut(&name, TEXT_BYTES, &cut));
  json_object_set_new(json, "text", desk_text_cut(&text, TEXT_BYTES, &cut));
  json_object_set_new(json, "changes", desk_changes_json(d, t, before));
  lts->style = style;
  text_free(&name);
  text_free(&text);
  return json;
}

json_t *desk_transition_json(Desk *d, uint32_t index)
{
  Lts *lts = desk_lts(d);
  const Animator *a = desk_animator(d);
  const Transition *t = &a->enabled.data[index];
  uint32_t results, arguments = lts->label_arguments(lts, t->label, &results);
  json_t *json = step_json(d, t, animator_state(a));
  FormatStyle style = lts->style;
  lts->style.most = ELEMENTS;
  json_object_set_new(json, "index", json_integer(index));
  json_object_set_new(json, "arguments", arguments_json(lts, t, 0, arguments));
  json_object_set_new(json, "results", arguments_json(lts, t, arguments, arguments + results));
  lts->style = style;
  return json;
}

/* ------------------------------------------------------------------- history */

void desk_path_changed(Desk *d) { d->turn++; }

void desk_path_forgotten(Desk *d)
{
  for (uint32_t i = 0; i < d->open.steps.len; i++) json_decref(d->open.steps.data[i].step);
  d->open.steps.len = 0;
}

/* The i-th step of the path; each is made once. */
static json_t *kept_step(Desk *d, uint32_t i)
{
  const Animator *a = desk_animator(d);
  const Transition *t = &a->path.data[i];
  while (d->open.steps.len <= i) vec_push(&d->open.steps, ((KeptStep){0}));
  KeptStep *kept = &d->open.steps.data[i];
  const Value *before = i ? a->path.data[i - 1].state : NULL;
  if (!kept->step || kept->state != t->state || kept->before != before) {
    json_decref(kept->step);
    *kept = (KeptStep){t->state, before, step_json(d, t, before)};
  }
  return json_incref(kept->step);
}

json_t *desk_history_json(Desk *d, uint32_t from, uint32_t count)
{
  const Animator *a = desk_animator(d);
  json_t *json = json_object(), *items = json_array();
  if (from > a->path.len) from = a->path.len;
  if (count > a->path.len - from) count = a->path.len - from;
  for (uint32_t i = from; i < from + count; i++) json_array_append_new(items, kept_step(d, i));
  json_object_set_new(json, "at", json_integer(a->at));
  json_object_set_new(json, "length", json_integer(a->path.len));
  json_object_set_new(json, "from", json_integer(from));
  json_object_set_new(json, "items", items);
  return json;
}
