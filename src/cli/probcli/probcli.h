#ifndef CLI_PROBCLI_PROBCLI_H
#define CLI_PROBCLI_PROBCLI_H

#include "cli/cli.h"

/* Probity under the name probcli: command lines that were written for ProB, with the answers that
 * scripts look for.  Every request is a run of a command of our own, whose report is shown in
 * another form; exit codes are ours. */

typedef struct {
  /* Runs a command of probity: its report is appended to the list. */
  ExitCode (*run)(int count, char **arguments, json_t *reports);
  /* The same for people, who talk with it. */
  ExitCode (*talk)(int count, char **arguments);
} ProbcliHooks;

/* `arguments` are what follows the name of the program.  The Cli is for messages. */
ExitCode probcli_main(Cli *, int count, char **arguments, ProbcliHooks);

/* The table of options, and of preferences if it is `long`, for -help. */
void probcli_help(Text *, bool preferences);

#endif
