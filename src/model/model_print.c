#include "model/model_print.h"

#include "eventb/notation/print_formula.h"
#include "syntax/print.h"

bool model_is_eventb(const Model *model)
{
  return model && model->main && model->main->unit && model->main->unit->eventb;
}

void model_print_formula(Text *text, const Model *model, const Node *node, bool unicode)
{
  bool eventb = model_is_eventb(model);
  PrintStyle style = {
      .unicode = unicode || eventb, .unlabelled = true, .stand_in = symbol_stand_in};
  if (eventb && eventb_can_print(node)) eventb_print_formula(text, node, true);
  else print_node(text, node_bare(node), style);
}
