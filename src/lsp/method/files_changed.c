#include "lsp/lsp.h"

/* Files came, went or were changed: which of them a model is made of may be others now. */
void lsp_files_changed(LspRequest *r) { r->project->files++; }
