#include "lsp/lsp.h"

void lsp_did_close(LspRequest *r) { project_close(r->project, r->document); }
