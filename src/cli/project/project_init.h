#ifndef CLI_PROJECT_PROJECT_INIT_H
#define CLI_PROJECT_PROJECT_INIT_H

#include "cli/cli.h"

/* Writes a first project file for the models below the folder: each is checked, refinements are
 * compared with what they refine, and what comes out today is expected from now on.  A file that is
 * there is left alone. */
ExitCode project_init(Cli *, const char *folder);

#endif
