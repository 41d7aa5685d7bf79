#include "report/types_report.h"

#include "report/model_text.h"

typedef struct {
  Report *report;
  json_t *list;
} SymbolList;

static void list_symbol(void *data, const Symbol *symbol)
{
  SymbolList *symbols = data;
  Sources *sources = session_sources(symbols->report->session);
  json_array_append_new(symbols->list, json_report_symbol(sources, symbol));
}

static void add_model_fields(Report *report, const Model *model)
{
  SymbolList symbols = {report, json_array()};
  model_text_each_symbol(model, list_symbol, &symbols);
  json_object_set_new(report->fields, "symbols", symbols.list);
  json_t *operations = json_array();
  for (uint32_t i = 0; i < model->operations.len; i++) {
    const Operation *operation = model->operations.data[i];
    if (!model_text_shows(model, operation)) continue;
    Sources *sources = session_sources(report->session);
    json_array_append_new(operations, json_report_operation(sources, operation));
  }
  json_object_set_new(report->fields, "operations", operations);
}

static void add_formula_fields(Report *report, const Formula *formula)
{
  Text type = {0};
  if (formula->node->type) type_print(&type, formula->node->type);
  json_object_set_new(report->fields, "type", json_report_string(type.data));
  text_free(&type);
  SymbolList symbols = {report, json_array()};
  for (uint32_t i = 0; i < formula->free.len; i++) list_symbol(&symbols, formula->free.data[i]);
  json_object_set_new(report->fields, "symbols", symbols.list);
}

void types_report_model(Report *report, const Model *model)
{
  if (report->json) add_model_fields(report, model);
  else model_text_types(&report->out, model);
}

void types_report_formula(Report *report, const Formula *formula)
{
  if (report->json) add_formula_fields(report, formula);
  if (formula->node->type) {
    type_print(&report->out, formula->node->type);
    text_add_char(&report->out, '\n');
  }
  for (uint32_t i = 0; i < formula->free.len; i++)
    model_text_symbol(&report->out, formula->free.data[i]);
}

void types_report_temporal(Report *report, const Temporal *t)
{
  Text text = {0};
  temporal_print(&text, t, (PrintStyle){0});
  if (report->json) json_object_set_new(report->fields, "formula", json_report_string(text.data));
  text_printf(&report->out, "%s\n", text_string(&text));
  text_free(&text);
}
