#include "lts/print.h"

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
