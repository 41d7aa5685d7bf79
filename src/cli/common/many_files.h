#ifndef CLI_COMMON_MANY_FILES_H
#define CLI_COMMON_MANY_FILES_H

#include "cli/cli.h"

/* Whether the arguments are several files, or a folder that is no Rodin project. */
bool many_files_given(const Cli *);

/* Runs the command for each file that the arguments name, and for the models below folders
 * (session/folder/model_files.h), as if it were alone: in a process of its own, several at once,
 * which share --jobs and --memory-limit.  The text has a line for each, then what each says
 * besides, then a line that counts the verdicts; in JSON `files` lists the reports.  The result is
 * the worst of all: errors, then failures, then what is unknown. */
ExitCode many_files(Cli *);

#endif
