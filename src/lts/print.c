#include "lts/print.h"

#include <string.h>

static void print_values(Text *text, Lts *lts, const Transition *t, uint32_t from, uint32_t count,
                         LtsCut *cut)
{
  for (uint32_t i = 0; i < count; i++) {
    if (i) text_add_char(text, ',');
    size_t begin = text->len;
    lts->print_argument(lts, text, t->label, from + i, t->arguments[from + i]);
    if (cut) cut(text, begin);
  }
}

void lts_print_call(Text *text, Lts *lts, uint32_t label, const Value *values, LtsCut *cut)
{
  Transition t = {.label = label, .arguments = values};
  uint32_t results, arguments = lts->label_arguments(lts, label, &results);
  if (lts->print_label && (values || !arguments)) {
    lts->print_label(lts, text, label, values);
    return;
  }
  text_add(text, lts->label_name(lts, label));
  if (!arguments || !values) return;
  text_add_char(text, '(');
  print_values(text, lts, &t, 0, arguments, cut);
  text_add_char(text, ')');
}

void lts_print_transition(Text *text, Lts *lts, const Transition *t, LtsCut *cut)
{
  uint32_t results, arguments = lts->label_arguments(lts, t->label, &results);
  lts_print_call(text, lts, t->label, t->arguments, cut);
  if (!results || lts->print_label) return;
  text_add(text, " --> ");
  print_values(text, lts, t, arguments, results, cut);
}

void lts_print_name(Text *text, Lts *lts, const Transition *t)
{
  if (lts->print_label) lts_print_call(text, lts, t->label, t->arguments, NULL);
  else text_add(text, lts->label_name(lts, t->label));
}

static bool is_one_of(const char *name, const char *one, const char *other)
{
  return !strcmp(name, one) || !strcmp(name, other);
}

bool lts_has_name(Lts *lts, const Transition *t, const char *name)
{
  Text text = {0};
  lts_print_name(&text, lts, t);
  bool same = !strcmp(text_string(&text), name);
  text_free(&text);
  if (same || t->label < lts->first_operation) return same;
  if (lts->is_hidden && lts->is_hidden(lts, t->label)) return is_one_of(name, "τ", "tau");
  return lts->is_tick && lts->is_tick(lts, t->label) && is_one_of(name, "✓", "tick");
}

bool lts_has_columns(Lts *lts)
{
  for (uint32_t i = 0; i < lts->width; i++)
    if (lts->column_name(lts, i)) return true;
  return false;
}
