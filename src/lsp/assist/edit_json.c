#include "lsp/assist/edit_json.h"

#include "report/json_report.h"

json_t *range_json(const LspRequest *r, uint32_t begin, uint32_t end)
{
  Units units = r->project->units;
  Range range = {NULL, document_position(r->document, begin, units),
                 document_position(r->document, end, units)};
  return project_range_json(&range);
}

json_t *edit_json(const LspRequest *r, uint32_t begin, uint32_t end, const char *text,
                  size_t length)
{
  return json_pack("{s:o, s:o}", "range", range_json(r, begin, end), "newText",
                   json_stringn_nocheck(text, length));
}

json_t *span_edit_json(const LspRequest *r, Analysis *a, Span span, const char *text)
{
  Range range = analysis_range(a, span, r->project->units);
  return json_pack("{s:o, s:o}", "range", project_range_json(&range), "newText",
                   json_report_string(text));
}

bool request_range(LspRequest *r, uint32_t *begin, uint32_t *end)
{
  const json_t *range = json_object_get(r->params, "range");
  Position from, to;
  if (!project_read_position(json_object_get(range, "start"), &from) ||
      !project_read_position(json_object_get(range, "end"), &to)) {
    lsp_refuse(r, LSP_INVALID_PARAMS, "no range");
    return false;
  }
  *begin = document_offset(r->document, from, r->project->units);
  *end = document_offset(r->document, to, r->project->units);
  if (*end < *begin) *end = *begin;
  return true;
}
