#include "cli/command/commands.h"

/* Its options are not ours: commands.c hands the words to probcli_main before they are read. */
ExitCode command_probcli(Cli *cli)
{
  text_add(&cli->options.hint, "probity probcli -model_check lift.mch");
  return cli_usage(cli, "probcli must be the first word: its options are those of ProB");
}
