#include "base/nearest.h"
#include "cli/command/commands.h"
#include "cli/input.h"
#include "csp/script.h"
#include "report/stage.h"

static ExitCode unknown_stage(Cli *cli, const char *word)
{
  const char *names[10] = {0};
  for (size_t i = 0; stage_table[i].name && i < 9; i++) names[i] = stage_table[i].name;
  nearest_suggest(&cli->options.hint, word, names);
  if (cli->options.hint.len == 0) text_add(&cli->options.hint, "`probity help dump` lists them");
  return cli_usage(cli, "unknown stage '%s'", word);
}

ExitCode command_dump(Cli *cli)
{
  if (cli_argument_count(cli) == 0) return cli_usage(cli, "dump needs a stage and a file");
  const char *name = cli_argument(cli, 0);
  const Stage *stage = stage_find(name);
  if (!stage) return unknown_stage(cli, name);
  Input input;
  if (!input_open(cli, 1, &input)) return EXIT_CODE_USAGE;
  StageInput of = {input.source, input.is_formula, input.kind};
  if (!stage_takes(stage, &of) && csp_is_source(input.source))
    return cli_usage(cli, "the stages of scripts are tokens and tree");
  if (!stage_takes(stage, &of))
    return cli_usage(cli, "the stage %s needs a file%s", name,
                     stage->of == STAGE_OF_VALUE ? ", --expr or --pred" : "");
  if (!stage_report(&cli->report, stage, &of)) return cli_refused_source(cli);
  return cli_finish_anyway(cli, VERDICT_PASS);
}
