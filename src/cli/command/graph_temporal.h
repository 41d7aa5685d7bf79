#ifndef CLI_COMMAND_GRAPH_TEMPORAL_H
#define CLI_COMMAND_GRAPH_TEMPORAL_H

#include "cli/cli.h"
#include "session/system.h"

/* graph --ltl: the path that violates a formula.  `form` as in drawing.h. */
ExitCode graph_temporal(Cli *, const System *, const char *form);
/* Do the options go together?  If not, a usage error was reported. */
bool graph_temporal_fits(Cli *);

#endif
