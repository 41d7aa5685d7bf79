#include <string.h>

#include "lsp/assist/actions.h"
#include "lsp/assist/edit_json.h"
#include "report/json_report.h"

/* The edits of one text, by its URI. */
static json_t *changes_json(const char *uri, json_t *edits)
{
  json_t *changes = json_object();
  json_object_set_new(changes, uri, edits);
  return json_pack("{s:o}", "changes", changes);
}

void actions_offer(Actions *a, const char *title, const char *kind, const ActionEdit *edits,
                   size_t count)
{
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++)
    json_array_append_new(list,
                          span_edit_json(a->request, a->analysis, edits[i].span, edits[i].text));
  json_array_append_new(a->list,
                        json_pack("{s:o, s:s, s:o}", "title", json_report_string(title), "kind",
                                  kind, "edit", changes_json(a->request->document->uri, list)));
}

/* "refactor" wants "refactor.rewrite", too. */
static bool wants(const json_t *only, const char *kind)
{
  size_t i, length;
  json_t *one;
  if (!json_is_array(only) || !json_array_size(only)) return true;
  json_array_foreach((json_t *) only, i, one)
  {
    const char *text = json_string_value(one);
    length = text ? strlen(text) : 0;
    if (text && !strncmp(kind, text, length) && (!kind[length] || kind[length] == '.' || !length))
      return true;
  }
  return false;
}

json_t *lsp_code_action(LspRequest *r)
{
  uint32_t begin, end;
  if (!request_range(r, &begin, &end)) return NULL;
  Analysis *analysis = lsp_analysis(r);
  Actions a = {.request = r, .analysis = analysis, .list = json_array()};
  a.span = (Span){analysis_position(analysis, begin), analysis_position(analysis, end)};
  const json_t *only = json_object_get(json_object_get(r->params, "context"), "only");
  if (wants(only, "quickfix")) {
    actions_fixes(&a);
    actions_typing(&a);
  }
  if (wants(only, "refactor.rewrite")) actions_spelling(&a);
  return a.list;
}
