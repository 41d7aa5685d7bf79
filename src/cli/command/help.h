#ifndef CLI_COMMAND_HELP_H
#define CLI_COMMAND_HELP_H

#include "cli/cli.h"

/* Help on the command or topic among the words, or on the program: what --help does. */
ExitCode help_on_words(Cli *);

#endif
