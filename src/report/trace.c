#include "report/trace.h"

#include "report/json_report.h"

static void print_arguments(Text *text, Lts *lts, uint32_t label, const Value *values,
                            uint32_t from, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) {
    if (i) text_add_char(text, ',');
    lts->print_argument(lts, text, label, from + i, values[from + i]);
  }
}

void trace_print_call(Text *text, Lts *lts, uint32_t label, const Value *values)
{
  uint32_t results, arguments = lts->label_arguments(lts, label, &results);
  text_add(text, lts->label_name(lts, label));
  if (!arguments || !values) return;
  text_add_char(text, '(');
  print_arguments(text, lts, label, values, 0, arguments);
  text_add_char(text, ')');
}

void trace_print_transition(Text *text, Lts *lts, const Transition *t)
{
  uint32_t results, arguments = lts->label_arguments(lts, t->label, &results);
  trace_print_call(text, lts, t->label, t->arguments);
  if (!results) return;
  text_add(text, " --> ");
  print_arguments(text, lts, t->label, t->arguments, arguments, results);
}

static bool is_shown(Lts *lts, const Value *state, uint32_t column)
{
  return lts->column_name(lts, column) && !value_is_none(state[column]);
}

void trace_print_state(Text *text, Lts *lts, const Value *state, const Value *before)
{
  bool some = false;
  for (uint32_t i = 0; i < lts->width; i++) {
    if (!is_shown(lts, state, i) || (before && value_same(state[i], before[i]))) continue;
    text_printf(text, "%s%s = ", some ? ", " : "", lts->column_name(lts, i));
    lts->print_column(lts, text, i, state[i]);
    some = true;
  }
}

void trace_print_step(Text *text, Lts *lts, const Transition *t, const Value *before,
                      uint32_t number, bool state)
{
  Text label = {0}, changes = {0};
  trace_print_transition(&label, lts, t);
  if (t->label >= lts->first_operation)
    text_printf(text, "  %3u. %s\n", number, text_string(&label));
  else text_printf(text, "       %s\n", text_string(&label));
  if (state) trace_print_state(&changes, lts, t->state, before);
  if (changes.len) text_printf(text, "         %s\n", text_string(&changes));
  text_free(&label);
  text_free(&changes);
}

/* Adds name: value and empties the text. */
static void add_value(json_t *object, const char *name, Text *text)
{
  json_object_set_new(object, name, json_report_string(text_string(text)));
  text_clear(text);
}

json_t *trace_step_json(Lts *lts, const Transition *t)
{
  json_t *step = json_object(), *lists[2] = {json_object(), json_object()}, *state = json_object();
  uint32_t results, arguments = lts->label_arguments(lts, t->label, &results);
  Text text = {0};
  for (uint32_t i = 0; i < arguments + results; i++) {
    lts->print_argument(lts, &text, t->label, i, t->arguments[i]);
    add_value(lists[i >= arguments], lts->argument_name(lts, t->label, i), &text);
  }
  for (uint32_t i = t->label < lts->first_operation ? 0 : lts->constants; i < lts->width; i++) {
    if (!is_shown(lts, t->state, i)) continue;
    lts->print_column(lts, &text, i, t->state[i]);
    add_value(state, lts->column_name(lts, i), &text);
  }
  text_free(&text);
  json_object_set_new(step, "op", json_report_string(lts->label_name(lts, t->label)));
  json_object_set_new(step, "args", lists[0]);
  json_object_set_new(step, "results", lists[1]);
  json_object_set_new(step, "state", state);
  return step;
}
