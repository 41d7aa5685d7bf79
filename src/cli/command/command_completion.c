#include "cli/command/commands.h"
#include "cli/command/completion.h"
#include "base/nearest.h"

ExitCode command_completion(Cli *cli)
{
  Text *out = &cli->report.out;
  if (cli_argument_count(cli) != 1) return cli_usage(cli, "which shell? bash, zsh or fish");
  const char *shell = cli_argument(cli, 0);
  if (!completion_script(out, shell)) {
    nearest_suggest(&cli->options.hint, shell, completion_shells);
    return cli_usage(cli, "there is no completion for '%s', but for bash, zsh and fish", shell);
  }
  json_object_set_new(cli->report.fields, "text", json_report_string(text_string(out)));
  return commands_tell(cli);
}
