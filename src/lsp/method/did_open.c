#include "lsp/lsp.h"

void lsp_did_open(LspRequest *r)
{
  const json_t *item = json_object_get(r->params, "textDocument");
  const json_t *text = json_object_get(item, "text");
  const char *uri = json_string_value(json_object_get(item, "uri"));
  const char *language = json_string_value(json_object_get(item, "languageId"));
  json_int_t version = json_integer_value(json_object_get(item, "version"));
  if (!uri || !json_is_string(text)) return;
  /* Editors forget what was told of a text when they close it, to open it anew at once. */
  json_object_del(r->lsp->published, uri);
  project_open(r->project, uri, language ? language : "", version, json_string_value(text),
               json_string_length(text));
}
