#include "report/trace.h"

#include "lts/print.h"
#include "csp/guide/guide.h"
#include "report/change.h"
#include "report/json_report.h"
#include "report/width.h"

enum { MOST_BYTES = 4000, SHOWN_BYTES = 1000 };

/* Of a value whose text, from there on, would fill screens, the beginning is enough: the whole is
 * in JSON. */
static void cut_value(Text *text, size_t from)
{
  size_t length = text->len - from, end = from + SHOWN_BYTES;
  if (length <= MOST_BYTES) return;
  while (((unsigned char) text->data[end] & 0xC0) == 0x80) end--; /* not inside of a character */
  text->data[text->len = end] = '\0';
  text_printf(text, "… (%zu characters)", length);
}

static bool is_shown(Lts *lts, const Value *state, uint32_t column)
{
  return lts->column_name(lts, column) && !value_is_none(state[column]);
}

/* x = 1, or what has changed in it. */
static void print_column(Text *text, Lts *lts, uint32_t i, const Value *state, const Value *before,
                         bool cut)
{
  if (before && change_print(text, lts, i, before[i], state[i])) return;
  text_printf(text, "%s = ", lts->column_name(lts, i));
  size_t begin = text->len;
  lts->print_column(lts, text, i, state[i]);
  if (cut) cut_value(text, begin);
}

static bool has_news(Lts *lts, const Value *state, const Value *before, uint32_t i)
{
  return is_shown(lts, state, i) && !(before && value_same(state[i], before[i]));
}

void trace_print_state(Text *text, Lts *lts, const Value *state, const Value *before)
{
  const char *between = "";
  for (uint32_t i = 0; i < lts->width; i++) {
    if (!has_news(lts, state, before, i)) continue;
    text_add(text, between);
    print_column(text, lts, i, state, before, false);
    between = ", ";
  }
}

/* The same on lines of their own, as many values on each as fit. */
static void print_lines(Text *text, Lts *lts, const Value *state, const Value *before)
{
  enum { MARGIN = 9, LINE_WIDTH = 100 };
  unsigned column = 0;
  Text item = {0};
  for (uint32_t i = 0; i < lts->width; i++) {
    if (!has_news(lts, state, before, i)) continue;
    text_clear(&item);
    print_column(&item, lts, i, state, before, true);
    unsigned width = width_of_text(text_string(&item));
    bool wraps = column && column + 2 + width > LINE_WIDTH;
    if (column) text_add(text, wraps ? "," : ", ");
    if (wraps) text_add_char(text, '\n');
    if (wraps || !column) text_add_repeated(text, ' ', MARGIN), column = MARGIN;
    else column += 2;
    text_add(text, text_string(&item));
    column += width;
  }
  if (column) text_add_char(text, '\n');
  text_free(&item);
}

void trace_print_step(Text *text, Lts *lts, const Transition *t, const Value *before,
                      uint32_t number, bool state)
{
  Text label = {0};
  lts_print_transition(&label, lts, t, cut_value);
  if (t->label >= lts->first_operation)
    text_printf(text, "  %3u. %s\n", number, text_string(&label));
  else text_printf(text, "       %s\n", text_string(&label));
  if (state) print_lines(text, lts, t->state, before);
  text_free(&label);
}

/* Adds name: value and empties the text. */
static void add_value(json_t *object, const char *name, Text *text)
{
  json_object_set_new(object, name, json_report_string(text_string(text)));
  text_clear(text);
}

/* What two steps in a row have in common is one value: traces may be long. */
static json_t *shared(const json_t *last, const char *field, json_t *fresh)
{
  json_t *old = json_object_get(last, field);
  bool same = old && json_equal(old, fresh);
  if (same) json_decref(fresh);
  return same ? json_incref(old) : fresh;
}

static void add_arguments(json_t *lists[2], Lts *lts, const Transition *t)
{
  uint32_t results, arguments = lts->label_arguments(lts, t->label, &results);
  Text text = {0};
  for (uint32_t i = 0; i < arguments + results && !lts->print_label; i++) {
    lts->print_argument(lts, &text, t->label, i, t->arguments[i]);
    add_value(lists[i >= arguments], lts->argument_name(lts, t->label, i), &text);
  }
  text_free(&text);
}

/* The columns from there on.  `earlier`: the texts of `before`; or both NULL. */
static json_t *columns_json(Lts *lts, uint32_t from, const Value *state, const Value *before,
                            const json_t *earlier)
{
  json_t *object = json_object();
  Text text = {0};
  for (uint32_t i = from; i < lts->width; i++) {
    if (!is_shown(lts, state, i)) continue;
    const char *name = lts->column_name(lts, i);
    bool same = before && value_same(before[i], state[i]);
    json_t *known = same ? json_object_get(earlier, name) : NULL;
    if (known) {
      json_object_set(object, name, known);
      continue;
    }
    lts->print_column(lts, &text, i, state[i]);
    add_value(object, name, &text);
  }
  text_free(&text);
  return object;
}

json_t *trace_state_json(Lts *lts, const Value *state)
{
  return columns_json(lts, 0, state, NULL, NULL);
}

static json_t *state_json(Lts *lts, const Transition *t, const Value *before, const json_t *earlier)
{
  uint32_t from = t->label < lts->first_operation ? 0 : lts->constants;
  return columns_json(lts, from, t->state, before, earlier);
}

/* Where a process guides the machine: its event, and what it is afterwards. */
static void add_process(json_t *step, Lts *lts, const Transition *t)
{
  Text text = {0};
  if (guide_print_event(lts, &text, t)) add_value(step, "event", &text);
  else json_object_set_new(step, "event", json_null());
  guide_print_process(lts, &text, t->state);
  add_value(step, "process", &text);
  text_free(&text);
}

/* `last`: the step to `before`; or both NULL. */
static json_t *step_json(Lts *lts, const Transition *t, const Value *before, const json_t *last)
{
  json_t *step = json_object(), *lists[2] = {json_object(), json_object()};
  Text name = {0};
  lts_print_name(&name, lts, t);
  json_t *op = json_report_string(text_string(&name));
  text_free(&name);
  add_arguments(lists, lts, t);
  json_object_set_new(step, "op", shared(last, "op", op));
  json_object_set_new(step, "args", shared(last, "args", lists[0]));
  json_object_set_new(step, "results", shared(last, "results", lists[1]));
  json_object_set_new(step, "state", state_json(lts, t, before, json_object_get(last, "state")));
  if (guide_is(lts)) add_process(step, lts, t);
  return step;
}

json_t *trace_step_json(Lts *lts, const Transition *t) { return step_json(lts, t, NULL, NULL); }

void trace_add_step_json(json_t *list, Lts *lts, const Transition *t, const Value *before)
{
  size_t count = json_array_size(list);
  const json_t *last = count ? json_array_get(list, count - 1) : NULL;
  json_array_append_new(list, step_json(lts, t, before, last));
}
