#include "report/csp/csp_types_report.h"

#include "base/vec.h"
#include "csp/types/type.h"

static bool is_shown(const CspSymbol *symbol)
{
  if (symbol->let || symbol->template || !span_known(symbol->span)) return false;
  switch (symbol->kind) {
  case CSP_SYMBOL_DEFINED:
  case CSP_SYMBOL_CHANNEL:
  case CSP_SYMBOL_CONSTRUCTOR:
  case CSP_SYMBOL_DATATYPE:
  case CSP_SYMBOL_NAMETYPE: return symbol->scheme && symbol->scheme->type;
  default: return false;
  }
}

static const char *kind_text(const CspSymbol *symbol)
{
  switch (symbol->kind) {
  case CSP_SYMBOL_CHANNEL: return "channel";
  case CSP_SYMBOL_CONSTRUCTOR: return "constructor";
  case CSP_SYMBOL_DATATYPE:
    return csp_is(symbol->declaration, CSP_SUBTYPE) ? "subtype" : "datatype";
  case CSP_SYMBOL_NAMETYPE: return "nametype";
  default: return "definition";
  }
}

typedef VEC(const CspSymbol *) Shown;

static int by_place(const void *a, const void *b)
{
  const CspSymbol *x = *(const CspSymbol *const *) a, *y = *(const CspSymbol *const *) b;
  if (x->span.begin != y->span.begin) return x->span.begin < y->span.begin ? -1 : 1;
  return x->name->id < y->name->id ? -1 : x->name->id > y->name->id;
}

static void add_json(Report *report, const Shown *symbols)
{
  json_t *list = json_array();
  for (uint32_t i = 0; i < symbols->len; i++) {
    const CspSymbol *symbol = symbols->data[i];
    Text type = {0};
    csp_type_print(&type, symbol->scheme->type);
    json_t *object = json_object();
    json_object_set_new(object, "name", json_report_string(symbol->name->text));
    json_object_set_new(object, "kind", json_string(kind_text(symbol)));
    json_object_set_new(object, "type", json_report_string(text_string(&type)));
    json_report_set_place(object, session_sources(report->session), symbol->span);
    json_array_append_new(list, object);
    text_free(&type);
  }
  json_object_set_new(report->fields, "symbols", list);
}

static void add_text(Report *report, const Shown *symbols)
{
  for (uint32_t i = 0; i < symbols->len; i++) {
    text_printf(&report->out, "%s :: ", symbols->data[i]->name->text);
    csp_type_print(&report->out, symbols->data[i]->scheme->type);
    text_add_char(&report->out, '\n');
  }
}

void csp_types_report_script(Report *report, const CspScript *script)
{
  const CspResolved *resolved = csp_script_resolved(script);
  Shown shown = {0};
  for (uint32_t i = 0; i < resolved->symbols.len; i++)
    if (is_shown(resolved->symbols.data[i])) vec_push(&shown, resolved->symbols.data[i]);
  if (shown.len) qsort(shown.data, shown.len, sizeof *shown.data, by_place);
  if (report->json) add_json(report, &shown);
  else add_text(report, &shown);
  vec_free(&shown);
}

void csp_types_report_expression(Report *report, const CspNode *expression)
{
  Text type = {0};
  csp_type_print(&type, expression->type);
  if (report->json)
    json_object_set_new(report->fields, "type", json_report_string(text_string(&type)));
  text_printf(&report->out, "%s\n", text_string(&type));
  text_free(&type);
}
