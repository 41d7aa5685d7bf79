#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/command/commands.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "serve/desk/run.h"

ExitCode command_desk(Cli *cli)
{
  if (cli_argument_count(cli)) return cli_usage(cli, "desk reads requests from standard input");
  DeskHooks hooks = {*session_options(cli->report.session), signals_note_interruptions};
  int answers = output_claim();
  if (answers < 0) return cli_usage(cli, "cannot write answers: %s", strerror(errno));
  signals_note_interruptions();
  bool good = desk_run(hooks, STDIN_FILENO, answers);
  close(answers);
  return good ? EXIT_CODE_PASS : EXIT_CODE_USAGE;
}
