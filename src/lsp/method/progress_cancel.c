#include "lsp/run/run.h"

void lsp_progress_cancel(LspRequest *r)
{
  runs_cancel(r->lsp, json_object_get(r->params, "token"));
}
