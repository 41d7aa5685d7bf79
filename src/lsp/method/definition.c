#include "lsp/lsp.h"

json_t *lsp_definition(LspRequest *r)
{
  Analysis *a = lsp_analysis(r);
  const Mention *m = index_at(analysis_index(a), analysis_position(a, r->at));
  return m ? project_location_json(r->project, a, m->decl->span) : json_null();
}
