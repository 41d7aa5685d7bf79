#include "lsp/lsp.h"

json_t *lsp_shutdown(LspRequest *r)
{
  r->lsp->state = LSP_SHUT_DOWN;
  return json_null();
}
