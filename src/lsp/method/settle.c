#include "lsp/lsp.h"

/* For tests: what is open is analysed and told before the answer. */
json_t *lsp_settle(LspRequest *r)
{
  for (uint32_t i = 0; i < r->project->documents.all.len; i++)
    project_analysis(r->project, r->project->documents.all.data[i]);
  lsp_publish(r->lsp);
  return json_null();
}
