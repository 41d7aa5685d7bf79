#include "cli/command/check_paths.h"

#include "cli/command/progress.h"
#include "cli/command/provers.h"
#include "cli/signals.h"
#include "report/prove/inductive_report.h"
#include "report/prove/path_report.h"

static const double default_seconds_per = 10;

bool check_is_about_paths(const Options *o)
{
  return options_given(o, OPT_BMC) || options_given(o, OPT_INDUCTION) ||
         options_given(o, OPT_INDUCTIVE);
}

/* By induction over K steps, all paths of fewer than K steps are looked at anyway. */
static PathRequest request_of(const Options *o, Progress *progress)
{
  uint32_t induction = (uint32_t) o->values[OPT_INDUCTION].number;
  uint32_t steps = (uint32_t) o->values[OPT_BMC].number;
  if (induction && steps < induction - 1) steps = induction - 1;
  return (PathRequest){.steps = steps,
                       .induction = induction,
                       .seconds_per = default_seconds_per,
                       .progress = progress_count,
                       .progress_context = progress};
}

static ExitCode check_by_paths(Cli *cli, Model *model, uint32_t foreign)
{
  Progress progress = progress_of(cli);
  PathRequest request = request_of(&cli->options, &progress);
  PathChecked checked;
  request.foreign = foreign;
  path_check_run(cli->report.session, model, &request, &checked);
  progress_end(&progress);
  ExitCode code = cli_finish_run(cli, path_report(&cli->report, &checked, &request));
  path_check_close(&checked);
  return code;
}

static ExitCode check_inductive(Cli *cli, Model *model, uint32_t foreign)
{
  Progress progress = progress_of(cli);
  InductiveRequest request = {default_seconds_per, foreign, progress_count, &progress};
  InductiveChecked checked;
  inductive_check_run(cli->report.session, model, &request, &checked);
  progress_end(&progress);
  ExitCode code = cli_finish_run(cli, inductive_report(&cli->report, &checked));
  inductive_check_close(&checked);
  return code;
}

ExitCode check_paths(Cli *cli, const Input *input)
{
  const Options *o = &cli->options;
  Model *model = session_load(cli->report.session, input->source);
  if (model->main && model->main->name) cli->report.model = model->main->name->text;
  if (cli_has_errors(cli)) return cli_finish(cli, VERDICT_ERROR);
  if (!options_exclude(&cli->options, OPT_INDUCTIVE, OPT_BMC) ||
      !options_exclude(&cli->options, OPT_INDUCTIVE, OPT_INDUCTION))
    return cli_usage_options(cli);
  uint32_t foreign;
  if (!provers_of(cli, &foreign)) return EXIT_CODE_USAGE;
  signals_note_interruption();
  return options_given(o, OPT_INDUCTIVE) ? check_inductive(cli, model, foreign)
                                         : check_by_paths(cli, model, foreign);
}
