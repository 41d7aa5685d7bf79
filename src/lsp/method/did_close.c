#include "lsp/lsp.h"

void lsp_did_close(LspRequest *r)
{
  json_object_del(r->lsp->tokens, r->document->uri);
  project_close(r->project, r->document);
}
