#ifndef LSP_PROJECT_USE_ROOT_H
#define LSP_PROJECT_USE_ROOT_H

#include "lsp/project/uses.h"

/* Which of all names of an analysis are one thing; in the arena. */
UseRoot use_root(Analysis *, const char *name, Arena *);

#endif
