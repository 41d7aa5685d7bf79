#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/command/commands.h"
#include "cli/signals.h"
#include "serve/desk/run.h"

/* Answers have standard output for themselves: what models print goes to standard error. */
static int claim_output(void)
{
  int answers = dup(STDOUT_FILENO);
  return answers >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 ? answers : -1;
}

ExitCode command_desk(Cli *cli)
{
  if (cli_argument_count(cli)) return cli_usage(cli, "desk reads requests from standard input");
  DeskHooks hooks = {*session_options(cli->report.session), signals_note_interruptions};
  int answers = claim_output();
  if (answers < 0) return cli_usage(cli, "cannot write answers: %s", strerror(errno));
  signals_note_interruptions();
  bool good = desk_run(hooks, STDIN_FILENO, answers);
  close(answers);
  return good ? EXIT_CODE_PASS : EXIT_CODE_USAGE;
}
