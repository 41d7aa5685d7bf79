#ifndef CLI_COMMAND_COMMANDS_H
#define CLI_COMMAND_COMMANDS_H

#include "cli/cli.h"

extern const Command command_table[];          /* ends with a NULL name */
const Command *command_find(const char *name); /* or NULL */

/* The whole program but for signals and the stack; the result is the exit code. */
int commands_main(int argc, char **argv);

/* Writes `out`, or a report with the fields, about the program itself: maybe without a command. */
ExitCode commands_tell(Cli *);

#define COMMAND(name, arguments, summary, example, exit_codes, details) \
  ExitCode command_##name(Cli *);
#include "cli/command/commands.def"
#undef COMMAND
#define HIDDEN(name) ExitCode command_##name(Cli *);
#include "cli/command/hidden.def"
#undef HIDDEN

#endif
