#include "lsp/lsp.h"

/* Where the name comes from: what was declared several times, as a variable that a refinement
 * keeps, is declared first in the machine at the top. */
json_t *lsp_declaration(LspRequest *r)
{
  Analysis *a = lsp_analysis(r);
  const Mention *m = index_at(analysis_index(a), analysis_position(a, r->at));
  return m ? project_location_json(r->project, a, index_root(m->decl)->span) : json_null();
}
