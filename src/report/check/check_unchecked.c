#include "report/check/check_impl.h"
#include "syntax/print.h"

static const char reason[] = "only --temporal checks it";

static json_t *temporal_json(Report *report, const Definition *def, const char *formula)
{
  json_t *entry = json_object();
  json_object_set_new(entry, "name", json_report_string(def->name->text));
  json_object_set_new(entry, "formula", json_report_string(formula));
  json_object_set_new(entry, "reason", json_report_string(reason));
  json_report_set_place(entry, session_sources(report->session), def->node->span);
  return entry;
}

json_t *check_unchecked(Report *report, const Model *model)
{
  json_t *list = json_array();
  const Unit *unit = model->main ? model->main->unit : NULL;
  for (uint32_t i = 0; unit && i < unit->definitions.len; i++) {
    const Definition *def = unit->definitions.data[i];
    if (!definition_is_temporal(def->name->text)) continue;
    Text formula = {0};
    print_node(&formula, def->node->kids[1], (PrintStyle){0});
    diag_warning(session_diags(report->session), def->node->span, "not-checked",
                 "the temporal formula %s is not checked: %s", text_string(&formula), reason);
    const Node *body = def->node->kids[1];
    const char *plain = body->kind == NODE_STRING_LIT ? body->name->text : text_string(&formula);
    json_array_append_new(list, temporal_json(report, def, plain));
    text_free(&formula);
  }
  return list;
}
