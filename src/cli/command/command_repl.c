#include <string.h>

#include "cli/command/commands.h"
#include "cli/console/console.h"

ExitCode command_repl(Cli *cli)
{
  if (cli_argument_count(cli) > 1) return cli_usage(cli, "repl takes one file");
  if (cli->report.json) return cli_usage(cli, "repl is interactive and has no JSON report");
  Console c;
  ExitCode code;
  if (cli_argument_count(cli) == 1) cli->report.file = cli_argument(cli, 0);
  if (cli->report.file && !strcmp(cli->report.file, "-"))
    return cli_usage(cli, "repl reads formulas from standard input: the model must be in a file");
  if (!console_open(&c, cli, cli->report.file, false, &code)) return code;
  c.live = true;
  cli_tell_diags(cli);
  console_run(&c, stdin, false);
  console_close(&c);
  return c.code;
}
