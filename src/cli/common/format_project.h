#ifndef CLI_COMMON_FORMAT_PROJECT_H
#define CLI_COMMON_FORMAT_PROJECT_H

#include "cli/cli.h"

/* fmt of a whole Rodin project: all components in the text notation, one after the other, or in
 * files of their own if -o names a folder. */
ExitCode format_project(Cli *, const char *path);

#endif
