#include <stdlib.h>

#include "base/memory.h"
#include "lsp/lsp.h"
#include "report/json_report.h"

/* What the text declares, as a tree: machines have operations, sets have elements. */

typedef struct {
  LspRequest *request;
  Analysis *analysis;
  Index *index;
} Outline;

static bool is_shown(const Outline *o, const Decl *d)
{
  const Source *s = o->analysis->source;
  bool here = d->span.begin >= s->base && d->span.begin < s->base + s->length;
  bool part = d->kind == DECL_PREFIX || d->kind == DECL_PARAMETER || d->kind == DECL_RESULT;
  return here && !span_known(d->scope) && !part;
}

static json_t *symbol_json(const Outline *o, const Decl *d)
{
  Units units = o->request->project->units;
  Range name = analysis_range(o->analysis, d->span, units);
  bool around = d->whole.begin <= d->span.begin && d->whole.end >= d->span.end;
  Range whole = analysis_range(o->analysis, around ? d->whole : d->span, units);
  Text detail = {0};
  bool described = index_describe(o->index, d, &detail);
  json_t *json =
      json_pack("{s:o, s:o, s:i, s:o, s:o}", "name", json_report_string(d->name->text), "detail",
                json_report_string(described ? detail.data : decl_word(d->kind)), "kind",
                decl_symbol_kind(d->kind), "range", project_range_json(&whole), "selectionRange",
                project_range_json(&name));
  text_free(&detail);
  return json;
}

/* A client without trees gets a list. */
static json_t *flat_json(const Outline *o, const Decl *d)
{
  json_t *json = json_pack("{s:o, s:i, s:o}", "name", json_report_string(d->name->text), "kind",
                           decl_symbol_kind(d->kind), "location",
                           project_location_json(o->request->project, o->analysis, d->span));
  if (d->owner)
    json_object_set_new(json, "containerName", json_report_string(d->owner->name->text));
  return json;
}

static json_t *flat_list(const Outline *o)
{
  json_t *list = json_array();
  for (uint32_t i = 0; i < index_decls(o->index); i++)
    if (is_shown(o, index_decl(o->index, i)))
      json_array_append_new(list, flat_json(o, index_decl(o->index, i)));
  return list;
}

static void put_inside(json_t *owner, json_t *symbol)
{
  json_t *list = json_object_get(owner, "children");
  if (!list) json_object_set_new(owner, "children", list = json_array());
  json_array_append(list, symbol);
}

static json_t *tree(const Outline *o)
{
  uint32_t count = index_decls(o->index);
  json_t **symbols = memory_zeroed(count, sizeof *symbols), *roots = json_array();
  for (uint32_t i = 0; i < count; i++)
    if (is_shown(o, index_decl(o->index, i))) symbols[i] = symbol_json(o, index_decl(o->index, i));
  for (uint32_t i = 0; i < count; i++) {
    const Decl *owner = index_decl(o->index, i)->owner;
    json_t *around = owner ? symbols[owner->number] : NULL;
    if (symbols[i] && around) put_inside(around, symbols[i]);
    else if (symbols[i]) json_array_append(roots, symbols[i]);
  }
  for (uint32_t i = 0; i < count; i++) json_decref(symbols[i]);
  free(symbols);
  return roots;
}

json_t *lsp_document_symbol(LspRequest *r)
{
  Analysis *a = lsp_analysis(r);
  Outline o = {r, a, analysis_index(a)};
  bool trees = lsp_can(r->lsp, "textDocument.documentSymbol.hierarchicalDocumentSymbolSupport");
  return trees ? tree(&o) : flat_list(&o);
}
