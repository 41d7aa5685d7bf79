#include "cli/command/commands.h"
#include "cli/input.h"
#include "cli/signals.h"
#include "report/check/chain_table.h"

static ExitCode check_steps(Cli *cli, ChainSteps *steps)
{
  Session *session = cli->report.session;
  if (!refinement_chain_load(session, steps)) return cli_refused(cli);
  for (uint32_t i = 0; i < steps->len && !signals_interrupted(); i++)
    if (!refinement_chain_check(session, &steps->data[i], chain_table_words))
      return cli_refused(cli);
  return cli_unless_interrupted(cli_finish_anyway(cli, chain_table(&cli->report, steps)));
}

ExitCode command_chain(Cli *cli)
{
  Input input;
  ChainSteps steps = {0};
  if (!input_open(cli, 0, &input)) return EXIT_CODE_USAGE;
  const char *path = input.path ? input.path : ""; /* standard input: beside us */
  if (input.is_formula || !refinement_chain_find(cli->report.session, input.source, path, &steps)) {
    text_add(&cli->options.hint, cli->command->example);
    return cli_usage(cli, "chain supports only classical B");
  }
  cli->report.model = refinement_chain_main(&steps, input.source)->name->text;
  signals_note_interruption();
  ExitCode code = check_steps(cli, &steps);
  vec_free(&steps);
  return code;
}
