#ifndef CLI_COMMON_MANY_FILES_H
#define CLI_COMMON_MANY_FILES_H

#include "cli/cli.h"

/* Runs the command for each of its arguments, as if it were alone, with a session of its own.  The
 * last line of the text counts the verdicts; in JSON `files` lists the reports.  The result is the
 * worst of all: errors, then failures, then what is unknown. */
ExitCode many_files(Cli *, ExitCode (*run)(Cli *));

#endif
