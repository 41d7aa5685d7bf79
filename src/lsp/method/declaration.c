#include "lsp/lsp.h"

static const Decl *root_of(const Decl *d)
{
  while (d->same) d = d->same;
  return d;
}

/* Where the name comes from: what was declared several times, as a variable that a refinement
 * keeps, is declared first in the machine at the top. */
json_t *lsp_declaration(LspRequest *r)
{
  Analysis *a = lsp_analysis(r);
  const Mention *m = index_at(analysis_index(a), analysis_position(a, r->at));
  return m ? project_location_json(r->project, a, root_of(m->decl)->span) : json_null();
}
