#include "lsp/lsp.h"
#include "lsp/project/uses.h"

json_t *lsp_references(LspRequest *r)
{
  Uses uses;
  const json_t *context = json_object_get(r->params, "context");
  bool declarations = json_is_true(json_object_get(context, "includeDeclaration"));
  if (!uses_find(r->project, r->document, r->at, &uses)) return json_null();
  json_t *list = json_array();
  for (uint32_t i = 0; i < uses.all.len; i++) {
    const Use *u = &uses.all.data[i];
    Range range = {.begin = u->begin, .end = u->end};
    if (u->role == MENTION_DECLARED && !declarations) continue;
    json_array_append_new(
        list, json_pack("{s:O, s:o}", "uri", u->uri, "range", project_range_json(&range)));
  }
  uses_free(&uses);
  return list;
}
