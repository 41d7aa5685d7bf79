#ifndef CLI_PROJECT_PROJECT_RUN_H
#define CLI_PROJECT_PROJECT_RUN_H

#include "cli/cli.h"
#include "cli/project/project_file.h"

/* Runs the tests of the project, several at once, and reports how they compare with what is
 * expected: a line for each, then what is to be said of those that differ, then a line that counts
 * them; in JSON `tests`. */
ExitCode project_run(Cli *, Project *);

#endif
