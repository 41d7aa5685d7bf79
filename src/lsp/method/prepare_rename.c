#include "lsp/method/rename_impl.h"
#include "report/json_report.h"

json_t *lsp_prepare_rename(LspRequest *r)
{
  Analysis *a = lsp_analysis(r);
  const Mention *m = index_at(analysis_index(a), analysis_position(a, r->at));
  if (!m) return lsp_refuse(r, LSP_REQUEST_FAILED, "no name is here that could be changed");
  const char *reason = rename_refusal(a, m->decl);
  if (reason)
    return lsp_refuse(r, LSP_REQUEST_FAILED, "%s cannot be renamed: %s", m->decl->name->text,
                      reason);
  Range range = analysis_range(a, m->span, r->project->units);
  return json_pack("{s:o, s:o}", "range", project_range_json(&range), "placeholder",
                   json_report_string(m->decl->name->text));
}
