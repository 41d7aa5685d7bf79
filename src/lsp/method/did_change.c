#include "lsp/lsp.h"

/* {range, text}, or {text}: the whole. */
static void change(LspRequest *r, const json_t *one)
{
  Document *d = r->document;
  Documents *all = &r->project->documents;
  Units units = r->project->units;
  const json_t *text = json_object_get(one, "text"), *range = json_object_get(one, "range");
  const char *bytes = json_string_value(text);
  size_t length = json_string_length(text);
  Position begin, end;
  if (!bytes) return;
  if (!range) {
    documents_set(all, d, bytes, length);
  } else if (project_read_position(json_object_get(range, "start"), &begin) &&
             project_read_position(json_object_get(range, "end"), &end)) {
    uint32_t from = document_offset(d, begin, units), to = document_offset(d, end, units);
    documents_change(all, d, from, to > from ? to : from, bytes, length);
  }
}

void lsp_did_change(LspRequest *r)
{
  const json_t *version = json_object_get(json_object_get(r->params, "textDocument"), "version");
  size_t i;
  const json_t *one;
  json_array_foreach(json_object_get(r->params, "contentChanges"), i, one) change(r, one);
  if (json_is_integer(version)) r->document->version = json_integer_value(version);
}
