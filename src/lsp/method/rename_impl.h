#ifndef LSP_METHOD_RENAME_IMPL_H
#define LSP_METHOD_RENAME_IMPL_H

#include "lsp/lsp.h"

/* Why nobody may change this name; NULL: one may. */
const char *rename_refusal(Analysis *, const Decl *);

#endif
